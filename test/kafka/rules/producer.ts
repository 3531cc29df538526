import { limits } from '../../../src/base/limits.js';
import type { Cluster } from '../../../src/kafka/cluster.js';
import { Producer } from '../../../src/kafka/producer.js';
import { eventIdOf, type NewRecord } from '../../../src/model/record.js';
import { answer, bounds, clusterWith, newRecord, type Rule, topic } from './lab.js';

/** Where each of `records` is placed, in one producer session over three partitions. */
function placed(records: readonly Partial<NewRecord>[], partitions = 3): number[] {
  const producer = new Producer(clusterWith(...Array<number>(partitions).fill(0)));
  return records.map((fields) => producer.enqueue(newRecord(fields)).record.partition);
}

const batch = limits.producerBatchBytes;
const bytes = (count: number) => ({ value: 'v'.repeat(count) });
const row = newRecord({ key: 'ticket-42', value: '{"event_id":"event-ticket-900"}' });

/** The offsets and events of the partition in which `ticket-42` ends up. */
function stored(cluster: Cluster): unknown {
  return cluster
    .partition(topic, 1)
    .records()
    .map(({ offset, value }) => [offset, eventIdOf(value)]);
}

export const producerRules: readonly Rule[] = [
  {
    rule: 'P1',
    says: 'an explicit partition comes before the key',
    seen: () => placed([0, 1, 2].map((partition) => ({ key: 'ticket-42', partition }))),
    expected: [0, 1, 2],
  },
  {
    rule: 'P1',
    says: 'a key is placed by murmur2 of its UTF-8 bytes',
    seen: () => placed(['ticket-42', 'order-1', 'order-2', 'order-4', '日本'].map((key) => ({ key }))),
    expected: [1, 1, 0, 2, 0],
  },
  {
    rule: 'P1',
    says: 'an empty key is a key; only a null key leaves the choice to the producer',
    seen: () => placed([{ key: '' }, { key: null }], 2),
    expected: [1, 0],
  },
  {
    rule: 'P1',
    says: 'null keys stay in one partition until batch.size bytes have gone there, then take the next, and so round',
    seen: () => placed([bytes(batch - 1), bytes(1), bytes(0), bytes(batch), bytes(3 * batch), bytes(1)]),
    expected: [0, 0, 1, 1, 2, 0],
  },
  {
    rule: 'P1',
    says: 'batch.size counts bytes, not characters',
    seen: () => placed([{ value: 'я'.repeat(batch / 2) }, bytes(1)]),
    expected: [0, 1],
  },
  {
    rule: 'P1',
    says: 'records with a key or an explicit partition do not count towards the batch of those without',
    seen: () => placed([{ key: 'ticket-42', ...bytes(batch) }, { partition: 2, ...bytes(batch) }, bytes(1)]),
    expected: [1, 2, 0],
  },
  {
    rule: 'P1',
    says: 'each topic has a sticky partition of its own (RecordAccumulator.TopicInfo), and bytes of one do not count in another',
    seen: () => {
      const cluster = clusterWith(0, 0, 0);
      cluster.createTopic('audit', 3);
      const producer = new Producer(cluster);
      return [
        newRecord({ topic: 'audit', ...bytes(batch) }),
        newRecord(bytes(1)),
        newRecord({ topic: 'audit', ...bytes(1) }),
      ].map((record) => [record.topic, producer.enqueue(record).record.partition]);
    },
    expected: [
      ['audit', 0],
      [topic, 0],
      ['audit', 1],
    ],
  },
  {
    rule: 'P1',
    says: 'a topic or partition that does not exist is UNKNOWN_TOPIC_OR_PARTITION',
    seen: () => {
      const producer = new Producer(clusterWith(0, 0, 0));
      return [{ topic: 'nowhere' }, { topic: 'nowhere', key: 'ticket-42' }, { partition: 3 }, { partition: -1 }].map(
        (fields) => answer(() => producer.enqueue(newRecord(fields))),
      );
    },
    expected: Array(4).fill('UNKNOWN_TOPIC_OR_PARTITION'),
  },
  {
    rule: 'P4',
    says: 'a send is enqueued, then acknowledged or refused; only the acknowledgement appends',
    seen: () => {
      const cluster = clusterWith(0, 0, 0);
      const producer = new Producer(cluster);
      const enqueued = producer.enqueue(row);
      const pending = [enqueued, stored(cluster)];
      const nacked = [producer.nack(enqueued), stored(cluster)];
      const { enqueued: acked, appended } = producer.ack(enqueued, 7);
      return [pending, nacked, [acked, appended, stored(cluster)]];
    },
    expected: [
      [{ record: { ...row, partition: 1 }, createTime: null, state: 'pending', send: 1 }, []],
      [{ record: { ...row, partition: 1 }, createTime: null, state: 'nacked', send: 1 }, []],
      [
        { record: { ...row, partition: 1 }, createTime: null, state: 'acked', send: 1 },
        { ...row, partition: 1, offset: 0, timestamp: 7 },
        [[0, 'event-ticket-900']],
      ],
    ],
  },
  {
    rule: 'P4',
    says: 'a send that timed out may be in the log all the same: sent again it is there twice',
    seen: () => {
      const cluster = clusterWith(0, 0, 0);
      const producer = new Producer(cluster);
      // The broker did append; that the answer got lost changes nothing for it.
      producer.ack(producer.enqueue(row), 0);
      producer.ack(producer.enqueue(row), 0);
      return stored(cluster);
    },
    expected: [
      [0, 'event-ticket-900'],
      [1, 'event-ticket-900'],
    ],
  },
  {
    rule: 'P7',
    says: 'a second send of the same row in the same session is a new record with a new offset',
    seen: () => {
      const producer = new Producer(clusterWith(0, 0, 0));
      return [1, 2].map(() => producer.ack(producer.enqueue(row), 0).offset);
    },
    expected: [0, 1],
  },
  {
    rule: 'P7',
    says: 'a restarted producer appends the row that it sent before, with the same event and a new offset',
    seen: () => {
      const cluster = clusterWith(0, 0, 0);
      for (let session = 1; session <= 2; session++) {
        const producer = new Producer(cluster);
        producer.ack(producer.enqueue(row), session);
      }
      return [stored(cluster), cluster.partitions(topic).map(bounds)];
    },
    expected: [
      [
        [0, 'event-ticket-900'],
        [1, 'event-ticket-900'],
      ],
      [
        { start: 0, highWatermark: 0, end: 0 },
        { start: 0, highWatermark: 2, end: 2 },
        { start: 0, highWatermark: 0, end: 0 },
      ],
    ],
  },
];
