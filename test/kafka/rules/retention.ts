import type { TopicConfigGiven } from '../../../src/kafka/broker-config.js';
import { Cluster } from '../../../src/kafka/cluster.js';
import { recordBatchBytes } from '../../../src/kafka/record-size.js';
import { answer, append, bounds, clusterWith, newRecord, type Rule, reader, topic } from './lab.js';

const minute = 60_000;
const day = 1440 * minute;

/** A cluster whose one partition has got a record at each of `timestamps`, at the broker's time of the last of them. */
function logged(timestamps: readonly number[], config: TopicConfigGiven = {}, fields = {}): Cluster {
  const cluster = new Cluster({}, 0);
  cluster.createTopic(topic, 1, config);
  for (const timestamp of timestamps) cluster.partition(topic, 0).append(newRecord(fields), timestamp);
  return cluster;
}

/** How the log start moved, in short, up to `now`. */
function moves(cluster: Cluster, now: number): unknown {
  cluster.tick(now);
  return cluster.takeEvents().flatMap((event) => {
    if (event.kind !== 'log-start-moved') return [];
    return [`${event.at / minute}min ${event.from}->${event.to} ${event.cause}`];
  });
}

/** A value with which one record takes exactly 100 bytes on disk. */
const value = 'v'.repeat(32);
const hundred = { value };

const bases = (cluster: Cluster) =>
  cluster
    .partition(topic, 0)
    .segments()
    .map(({ base, bytes }) => [base, bytes]);

export const retentionRules: readonly Rule[] = [
  {
    rule: 'R1',
    says: 'segments roll when the next record would not fit; a segment is what retention deletes',
    seen: () => {
      const config = { 'segment.bytes': 250, 'retention.ms': 10 * minute } as const;
      const cluster = logged([0, 1, 2, 3, 12 * minute], config, hundred);
      return [recordBatchBytes(newRecord(hundred)), bases(cluster), moves(cluster, 15 * minute), bases(cluster)];
    },
    expected: [
      100,
      [
        [0, 200],
        [2, 200],
        [4, 100],
      ],
      ['15min 0->4 retention-time'],
      [[4, 100]],
    ],
  },
  {
    rule: 'R1',
    says: 'segments also roll by segment.ms, between the timestamps of the first record in them and the new one',
    seen: () => bases(logged([0, 50, 100, 101, 150, 50, 300], { 'segment.ms': 100 }, hundred)).map((pair) => pair?.[0]),
    expected: [0, 3, 6],
  },
  {
    rule: 'R1',
    says: 'deletion stops at the first segment that must stay, even if a later one could go',
    seen: () => {
      const config = { 'segment.bytes': 100, 'retention.ms': 10 * minute } as const;
      const cluster = new Cluster({}, 0);
      cluster.createTopic(topic, 1, config);
      for (const createTime of [0, 30 * minute, 0])
        cluster.partition(topic, 0).appendBatch(newRecord(hundred), { createTime, now: 0, identity: null });
      return [moves(cluster, 20 * minute), bounds(cluster.partition(topic, 0))];
    },
    expected: [['15min 0->1 retention-time'], { start: 1, highWatermark: 3, end: 3 }],
  },
  {
    rule: 'R1',
    says: 'by default records stay for 7 days, in any amount, and the check runs every 5 minutes',
    seen: () => {
      const cluster = logged([0]);
      const due = [cluster.nextInstant(30 * day), cluster.nextInstant(7 * day)];
      return [due, moves(cluster, 7 * day + 4 * minute), moves(cluster, 7 * day + 5 * minute)];
    },
    expected: [[7 * day + 5 * minute, null], [], ['10085min 0->1 retention-time']],
  },
  {
    rule: 'R1',
    says: 'retention.ms -1 keeps records for ever',
    seen: () => logged([0], { 'retention.ms': -1 }).nextInstant(10_000 * day),
    expected: null,
  },
  {
    rule: 'R2',
    says: 'the largest timestamp of a record in the segment counts: old ones may go at once, one in the future holds all',
    seen: () => {
      const config = { 'retention.ms': 10 * minute } as const;
      const backdated = new Cluster({}, 100 * minute);
      backdated.createTopic(topic, 1, config);
      const log = backdated.partition(topic, 0);
      log.appendBatch(newRecord(), { createTime: 0, now: 100 * minute, identity: null });
      const future = new Cluster({}, 0);
      future.createTopic(topic, 1, config);
      for (const createTime of [0, 50 * minute, 1])
        future.partition(topic, 0).appendBatch(newRecord(), { createTime, now: 2, identity: null });
      return [moves(backdated, 105 * minute), moves(future, 60 * minute), moves(future, 65 * minute)];
    },
    expected: [['105min 0->1 retention-time'], [], ['65min 0->3 retention-time']],
  },
  {
    rule: 'R2',
    says: 'a segment goes when it is older than retention.ms, and not when it is just as old',
    seen: () =>
      [5 * minute, 5 * minute - 1].map((retention) => moves(logged([0], { 'retention.ms': retention }), 5 * minute)),
    expected: [[], ['5min 0->1 retention-time']],
  },
  {
    rule: 'R3',
    says: 'by size the oldest segments go as long as retention.bytes are left; up to a segment more may stay',
    seen: () =>
      [500, 401, 400, 399, 300, 0].map((limit) => {
        const cluster = logged([0, 0, 0, 0, 0], { 'segment.bytes': 100, 'retention.bytes': limit }, hundred);
        return moves(cluster, 5 * minute);
      }),
    expected: [
      [],
      [],
      ['5min 0->1 retention-size'],
      ['5min 0->1 retention-size'],
      ['5min 0->2 retention-size'],
      ['5min 0->5 retention-size'],
    ],
  },
  {
    rule: 'R3',
    says: 'the limit holds for each partition by itself',
    seen: () => {
      const cluster = new Cluster({}, 0);
      cluster.createTopic(topic, 2, { 'segment.bytes': 100, 'retention.bytes': 100 });
      for (const partition of [0, 1, 1]) cluster.partition(topic, partition).append(newRecord(hundred), 0);
      cluster.tick(5 * minute);
      return cluster.partitions(topic).map(({ start }) => start);
    },
    expected: [0, 1],
  },
  {
    rule: 'R4',
    says: 'the active segment goes too when all of it is old: the partition is empty, and its offsets go on',
    seen: () => {
      const cluster = logged([0, 0, 0], { 'retention.ms': minute });
      cluster.tick(5 * minute);
      const log = cluster.partition(topic, 0);
      const empty = [bounds(log), bases(cluster), cluster.nextInstant(100 * day)];
      return [empty, log.append(newRecord(), 6 * minute).offset];
    },
    expected: [[{ start: 3, highWatermark: 3, end: 3 }, [[3, 0]], null], 3],
  },
  {
    rule: 'R4',
    says: 'nothing at or above the high watermark is deleted',
    seen: () => {
      const cluster = logged([0, 0], { 'retention.ms': minute, 'segment.bytes': 100 }, hundred);
      cluster.pauseReplication(topic);
      cluster.partition(topic, 0).append(newRecord(hundred), 0);
      const paused = [moves(cluster, 10 * minute), bounds(cluster.partition(topic, 0))];
      cluster.resumeReplication(topic);
      return [paused, moves(cluster, 15 * minute)];
    },
    expected: [[['5min 0->2 retention-time'], { start: 2, highWatermark: 2, end: 3 }], ['15min 2->3 retention-time']],
  },
  {
    rule: 'R5',
    says: 'retention does not ask who has read: a group that lags behind loses records and is reset',
    seen: () => {
      const cluster = logged([0, 0, 0], { 'retention.ms': minute, 'segment.bytes': 100 }, hundred);
      cluster.commitOffset('history', topic, 0, 1);
      const consumer = reader(cluster, { reset: 'earliest' });
      cluster.partition(topic, 0).append(newRecord(hundred), 4.5 * minute);
      cluster.tick(5 * minute);
      return [consumer.position(0), consumer.ready(5 * minute), consumer.position(0)];
    },
    expected: [1, [0], 3],
  },
  {
    rule: 'R6',
    says: 'DeleteRecords moves the log start to any offset, to the high watermark for -1, and never back',
    seen: () => {
      const cluster = clusterWith(5);
      const starts = [2, 1, 0, 4, -1].map((offset) => cluster.deleteRecords(topic, 0, offset, 7));
      return [starts, cluster.takeEvents().map((event) => ('from' in event ? [event.kind, event.from, event.to] : []))];
    },
    expected: [
      [2, 2, 2, 4, 5],
      [
        ['log-start-moved', 0, 2],
        ['log-start-moved', 2, 4],
        ['log-start-moved', 4, 5],
      ],
    ],
  },
  {
    rule: 'R6',
    says: 'above the high watermark and below -1 it is OFFSET_OUT_OF_RANGE',
    seen: () => [6, -2].map((offset) => answer(() => clusterWith(5).deleteRecords(topic, 0, offset))),
    expected: ['OFFSET_OUT_OF_RANGE', 'OFFSET_OUT_OF_RANGE'],
  },
  {
    rule: 'L8',
    says: 'ListOffsets: the log start, the high watermark, or the first offset whose timestamp is late enough',
    seen: () => {
      const cluster = logged([100, 300, 200, 400]);
      cluster.deleteRecords(topic, 0, 1);
      cluster.pauseReplication(topic);
      append(cluster, 0);
      const specs = ['earliest', 'latest', ...[0, 250, 301, 401].map((timestamp) => ({ timestamp }))] as const;
      return specs.map((spec) => cluster.listOffset(topic, 0, spec));
    },
    expected: [1, 4, 1, 1, 3, null],
  },
  {
    rule: 'L10',
    says: "CreateTime keeps the producer's clock, in any order; LogAppendTime overwrites it",
    seen: () =>
      (['CreateTime', 'LogAppendTime'] as const).map((type) => {
        const cluster = new Cluster({}, 0);
        cluster.createTopic(topic, 1, { 'message.timestamp.type': type });
        const log = cluster.partition(topic, 0);
        return [50, 10, 99].map(
          (createTime) => log.appendBatch(newRecord(), { createTime, now: 60, identity: null }).record.timestamp,
        );
      }),
    expected: [
      [50, 10, 99],
      [60, 60, 60],
    ],
  },
  {
    rule: 'L10',
    says: 'a CreateTime more than an hour in the future is INVALID_TIMESTAMP; one long past is not',
    seen: () => {
      const log = clusterWith(0).partition(topic, 0);
      const now = 10 * day;
      return [now + 3_600_000, now + 3_600_001, 0].map((createTime) =>
        answer(() => log.appendBatch(newRecord(), { createTime, now, identity: null })),
      );
    },
    expected: ['accepted', 'INVALID_TIMESTAMP', 'accepted'],
  },
  {
    rule: 'L11',
    says: 'more partitions leave the records where they are, and make their number no smaller again',
    seen: () => {
      const cluster = clusterWith(2, 1);
      const refused = [1, 2].map((total) => answer(() => cluster.addPartitions(topic, total, 5)));
      cluster.addPartitions(topic, 4, 5);
      return [refused, cluster.partitions(topic).map(({ end }) => end), cluster.takeEvents()];
    },
    expected: [
      ['INVALID_PARTITIONS', 'INVALID_PARTITIONS'],
      [2, 1, 0, 0],
      [{ at: 5, kind: 'partitions-added', topic, from: 2, to: 4 }],
    ],
  },
];
