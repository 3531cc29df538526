import { lastHeader } from '../../../src/kafka/headers.js';
import { PartitionLog } from '../../../src/kafka/partition-log.js';
import type { Headers } from '../../../src/model/record.js';
import { answer, append, bounds, clusterWith, newRecord, type Rule, readAll, reader, topic } from './lab.js';

/** A partition that had five records, of which the first two are deleted. */
function shortened(): PartitionLog {
  const log = clusterWith(5).partition(topic, 0);
  log.deleteBefore(2);
  return log;
}

const headers: Headers = [
  ['trace', 'first'],
  ['event', 'event-ticket-900'],
  ['trace', null],
  ['trace', 'last'],
  ['note', 'set'],
  ['note', null],
];

export const logRules: readonly Rule[] = [
  {
    rule: 'L1',
    says: 'each partition gives its own offsets, from 0, one after another',
    seen: () => {
      const logs = clusterWith(0, 0).partitions(topic);
      return [0, 0, 1, 0].map((partition) => {
        const appended = logs[partition]?.append(newRecord(), 0);
        return [appended?.partition, appended?.offset];
      });
    },
    expected: [
      [0, 0],
      [0, 1],
      [1, 0],
      [0, 2],
    ],
  },
  {
    rule: 'L1',
    says: 'an offset is never used again, even when the partition has become empty',
    seen: () => {
      const log = clusterWith(3).partition(topic, 0);
      log.deleteBefore(3);
      return [log.records().length, log.append(newRecord(), 0).offset];
    },
    expected: [0, 3],
  },
  {
    rule: 'L1',
    says: 'an offset never changes: what stays after a deletion is found where it was',
    seen: () => [2, 3, 4].map((offset) => [shortened().read(offset)?.offset, shortened().read(offset)?.value]),
    expected: [
      [2, 'c'],
      [3, 'd'],
      [4, 'e'],
    ],
  },
  {
    rule: 'L2',
    says: 'a partition is read in the order in which it was written, whatever the timestamps say',
    seen: () => {
      const cluster = clusterWith(0);
      const log = cluster.partition(topic, 0);
      for (const [value, timestamp] of [
        ['x', 30],
        ['y', 10],
        ['z', 20],
      ] as const)
        log.append(newRecord({ value }), timestamp);
      return readAll(reader(cluster, { reset: 'earliest' }));
    },
    expected: [`${topic}-0@0 x`, `${topic}-0@1 y`, `${topic}-0@2 z`],
  },
  {
    rule: 'L2',
    says: 'between partitions there is no order: what was written last may be read first',
    seen: () => {
      const cluster = clusterWith(1, 0);
      append(cluster, 1);
      const consumer = reader(cluster, { reset: 'earliest', partitions: [0, 1] });
      const first = consumer.ready(0);
      return [first, consumer.read(1)?.partition, consumer.read(0)?.partition];
    },
    expected: [[0, 1], 1, 0],
  },
  {
    rule: 'L3',
    says: 'the log start is 0 until a deletion moves it to the first offset that stays',
    seen: () => [bounds(clusterWith(5).partition(topic, 0)), bounds(shortened())],
    expected: [
      { start: 0, highWatermark: 5, end: 5 },
      { start: 2, highWatermark: 5, end: 5 },
    ],
  },
  {
    rule: 'L3',
    says: 'the log start never goes back',
    seen: () => {
      const log = shortened();
      log.deleteBefore(2);
      log.deleteBefore(1);
      return [bounds(log), log.records().map(({ offset }) => offset)];
    },
    expected: [{ start: 2, highWatermark: 5, end: 5 }, [2, 3, 4]],
  },
  {
    rule: 'L3',
    says: 'the log start may reach the high watermark, and never passes it',
    seen: () => {
      const log = shortened();
      const refused = answer(() => log.deleteBefore(6));
      const before = bounds(log);
      log.deleteBefore(5);
      return [refused, before, bounds(log)];
    },
    expected: ['OFFSET_OUT_OF_RANGE', { start: 2, highWatermark: 5, end: 5 }, { start: 5, highWatermark: 5, end: 5 }],
  },
  {
    rule: 'L4',
    says: 'the log end is 0 in a partition never written, then one past the last record',
    seen: () => clusterWith(0, 1, 4).partitions(topic).map(bounds),
    expected: [
      { start: 0, highWatermark: 0, end: 0 },
      { start: 0, highWatermark: 1, end: 1 },
      { start: 0, highWatermark: 4, end: 4 },
    ],
  },
  {
    rule: 'L4',
    says: 'with one replica the high watermark follows the log end at once, and consumers read up to it',
    seen: () => {
      const cluster = clusterWith(0);
      const consumer = reader(cluster, { reset: 'earliest' });
      const ready = [consumer.ready(0)];
      append(cluster, 0);
      ready.push(consumer.ready(0));
      return [ready, bounds(cluster.partition(topic, 0))];
    },
    expected: [[[], [0]], { start: 0, highWatermark: 1, end: 1 }],
  },
  {
    rule: 'L6',
    says: 'a fetch below the log start or above the log end is OFFSET_OUT_OF_RANGE',
    seen: () => [-1, 0, 1, 6, 999].map((offset) => answer(() => shortened().read(offset))),
    expected: Array(5).fill('OFFSET_OUT_OF_RANGE'),
  },
  {
    rule: 'L6',
    says: 'a fetch at the log end is empty and no error, also in an empty partition',
    seen: () => [shortened().read(5), new PartitionLog(topic, 0).read(0)],
    expected: [null, null],
  },
  {
    rule: 'L6',
    says: 'between the high watermark and the log end there is nothing to read yet, and no error',
    seen: () => {
      const cluster = clusterWith(2);
      cluster.pauseReplication(topic);
      append(cluster, 0, 2);
      const log = cluster.partition(topic, 0);
      return [bounds(log), [1, 2, 3, 4].map((offset) => log.read(offset)?.value), answer(() => log.read(5))];
    },
    expected: [{ start: 0, highWatermark: 2, end: 4 }, ['b', undefined, undefined, undefined], 'OFFSET_OUT_OF_RANGE'],
  },
  {
    rule: 'L6',
    says: 'a fetch at the log start gives the first record that is there',
    seen: () => shortened().read(2)?.value,
    expected: 'c',
  },
  {
    rule: 'L9',
    says: 'a record carries key, value, timestamp and headers as they were sent, with place and offset',
    seen: () => {
      const log = clusterWith(0, 1).partition(topic, 1);
      return log.append(newRecord({ key: 'ticket-42', value: '{}', headers }), 1_234);
    },
    expected: { topic, partition: 1, offset: 1, key: 'ticket-42', value: '{}', headers, timestamp: 1_234 },
  },
  {
    rule: 'L9',
    says: 'key and value may be null, and null is not the empty text',
    seen: () => {
      const log = clusterWith(0).partition(topic, 0);
      log.append(newRecord({ key: null, value: null }), 0);
      log.append(newRecord({ key: '', value: '' }), 0);
      return log.records().map(({ key, value }) => [key, value]);
    },
    expected: [
      [null, null],
      ['', ''],
    ],
  },
  {
    rule: 'L9',
    says: 'headers are an ordered list: names may repeat, values may be null',
    seen: () => clusterWith(0).partition(topic, 0).append(newRecord({ headers }), 0).headers,
    expected: [
      ['trace', 'first'],
      ['event', 'event-ticket-900'],
      ['trace', null],
      ['trace', 'last'],
      ['note', 'set'],
      ['note', null],
    ],
  },
  {
    rule: 'L9',
    says: 'lastHeader gives the last value of a name, which may be null; undefined where the name is absent',
    seen: () => ['trace', 'event', 'note', 'Trace', 'other'].map((name) => lastHeader(headers, name)),
    expected: ['last', 'event-ticket-900', null, undefined, undefined],
  },
];
