import type { Cluster } from '../../../src/kafka/cluster.js';
import type { Consumer } from '../../../src/kafka/consumer.js';
import type { ResetPolicy } from '../../../src/model/names.js';
import {
  answer,
  append,
  clusterWith,
  fetched,
  moves,
  offsets,
  type Rule,
  readAll,
  reader,
  standing,
  topic,
} from './lab.js';

/** Where a consumer starts to read and why, and where its first fetch leaves it. */
function starting(cluster: Cluster, reset: ResetPolicy): unknown {
  const consumer = reader(cluster, { reset });
  return { assigned: moves(consumer), fetch: fetched(consumer), ...(offsets(consumer) as object) };
}

function afterReading(consumer: Consumer, records: number): Consumer {
  for (let number = 0; number < records; number++) consumer.read(0);
  return consumer;
}

const reset = (offset: number) => ({ partition: 0, offset, cause: 'reset' });
const fromCommitted = (offset: number) => ({ partition: 0, offset, cause: 'committed' });

export const positionRules: readonly Rule[] = [
  {
    rule: 'C1',
    says: 'the committed offset is the next one to read: after record 4 one commits 5, and the next life begins with 5',
    seen: () => {
      const cluster = clusterWith(7);
      const consumer = afterReading(reader(cluster, { reset: 'earliest' }), 5);
      consumer.commit(0, 5, 0);
      return [cluster.committed('history', topic, 0), readAll(reader(cluster))];
    },
    expected: [5, [`${topic}-0@5 f`, `${topic}-0@6 g`]],
  },
  {
    rule: 'C1',
    says: 'where nothing was ever committed there is no offset, which is not the offset 0',
    seen: () => {
      const cluster = clusterWith(1, 1);
      cluster.commitOffset('history', topic, 1, 0);
      return [0, 1].map((partition) => cluster.committed('history', topic, partition));
    },
    expected: [null, 0],
  },
  {
    rule: 'C2',
    says: 'reading moves the position past the record handed out, and commits nothing',
    seen: () => offsets(afterReading(reader(clusterWith(3), { reset: 'earliest' }), 2)),
    expected: { position: 2, committed: null },
  },
  {
    rule: 'C2',
    says: 'a poll at the end hands out nothing and moves nothing',
    seen: () => {
      const consumer = reader(clusterWith(3), { reset: 'latest' });
      return [consumer.read(0), offsets(consumer)];
    },
    expected: [null, { position: 3, committed: null }],
  },
  {
    rule: 'C2',
    says: 'committing moves what the broker stores, and not the position',
    seen: () => {
      const consumer = afterReading(reader(clusterWith(5), { reset: 'earliest' }), 4);
      consumer.commit(0, 1, 0);
      return offsets(consumer);
    },
    expected: { position: 4, committed: 1 },
  },
  {
    rule: 'C2',
    says: 'the position is memory of one client; another one of the same group has its own',
    seen: () => {
      const cluster = clusterWith(3);
      const one = reader(cluster, { reset: 'earliest' });
      const two = reader(cluster, { reset: 'earliest' });
      afterReading(one, 2);
      return [offsets(one), offsets(two)];
    },
    expected: [
      { position: 2, committed: null },
      { position: 0, committed: null },
    ],
  },
  {
    rule: 'C2',
    says: 'the committed offset is kept apart for each group, topic and partition',
    seen: () => {
      const cluster = clusterWith(1, 1);
      cluster.createTopic('other', 1);
      cluster.commitOffset('history', topic, 0, 1);
      cluster.commitOffset('history', topic, 1, 2);
      cluster.commitOffset('history', 'other', 0, 3);
      cluster.commitOffset('billing', topic, 0, 4);
      return [
        cluster.committed('history', topic, 0),
        cluster.committed('history', topic, 1),
        cluster.committed('history', 'other', 0),
        cluster.committed('billing', topic, 0),
        cluster.committed('billing', topic, 1),
      ];
    },
    expected: [1, 2, 3, 4, null],
  },
  {
    rule: 'C3',
    says: 'a commit from outside does not move a consumer that keeps its partition; the next assignment reads it',
    seen: () => {
      const cluster = clusterWith(5);
      const consumer = afterReading(reader(cluster, { reset: 'earliest' }), 2);
      cluster.commitOffset('history', topic, 0, 4);
      const { changes } = fetched(consumer);
      const before = offsets(consumer);
      const record = consumer.read(0)?.offset;
      const next = reader(cluster);
      return [changes, before, record, moves(next), offsets(next)];
    },
    expected: [[], { position: 2, committed: 4 }, 2, [fromCommitted(4)], { position: 4, committed: 4 }],
  },
  ...(['earliest', 'latest', 'none'] as const).map((policy) => ({
    rule: 'C4',
    says: `a valid committed offset is taken up, and auto.offset.reset ${policy} is not asked`,
    seen: () => [1, 2, 3, 4].map((committed) => starting(standing({ end: 4, start: 1, committed }), policy)),
    expected: [1, 2, 3, 4].map((committed) => ({
      assigned: [fromCommitted(committed)],
      fetch: { partitions: committed < 4 ? [0] : [], changes: [] },
      position: committed,
      committed,
    })),
  })),
  {
    rule: 'C4',
    says: 'the policy decides for each partition by itself: only the one without a committed offset is reset',
    seen: () => {
      const cluster = clusterWith(3, 3);
      cluster.commitOffset('history', topic, 0, 1);
      return moves(reader(cluster, { reset: 'latest', partitions: [0, 1] }));
    },
    expected: [fromCommitted(1), { partition: 1, offset: 3, cause: 'reset' }],
  },
  {
    rule: 'C4',
    says: 'a position that retention overtakes while its consumer lives is reset at the next fetch',
    seen: () => {
      const cluster = standing({ end: 5, committed: 1 });
      const consumer = reader(cluster, { reset: 'earliest' });
      cluster.partition(topic, 0).deleteBefore(3);
      return [fetched(consumer), consumer.read(0)?.offset];
    },
    expected: [{ partitions: [0], changes: [reset(3)] }, 3],
  },
  {
    rule: 'C4',
    says: 'a position above the log end is out of range and reset; one at the log end is not',
    seen: () => {
      const consumer = reader(clusterWith(2), { reset: 'earliest' });
      consumer.seek(0, 2);
      const atEnd = fetched(consumer);
      consumer.seek(0, 3);
      return [atEnd, fetched(consumer)];
    },
    expected: [
      { partitions: [], changes: [] },
      { partitions: [0], changes: [reset(0)] },
    ],
  },
  {
    rule: 'C5',
    says: 'earliest goes to the log start, which need not be 0',
    seen: () => starting(standing({ end: 5, start: 2 }), 'earliest'),
    expected: { assigned: [reset(2)], fetch: { partitions: [0], changes: [] }, position: 2, committed: null },
  },
  {
    rule: 'C5',
    says: 'latest goes to the end, and hands out only what is written from then on',
    seen: () => {
      const cluster = clusterWith(2);
      const consumer = reader(cluster, { reset: 'latest' });
      append(cluster, 0);
      return readAll(consumer);
    },
    expected: [`${topic}-0@2 c`],
  },
  {
    rule: 'C5',
    says: 'none without a committed offset is NoOffsetForPartitionException at every fetch, and a seek ends it',
    seen: () => {
      const consumer = reader(clusterWith(2), { reset: 'none' });
      const answers = [answer(() => consumer.ready(0)), answer(() => consumer.ready(0))];
      const before = offsets(consumer);
      consumer.seek(0, 1);
      return [answers, before, readAll(consumer)];
    },
    expected: [
      ['NoOffsetForPartitionException', 'NoOffsetForPartitionException'],
      { position: null, committed: null },
      [`${topic}-0@1 b`],
    ],
  },
  ...(
    [
      ['below the log start', { end: 5, start: 3, committed: 1 }],
      ['above the log end', { end: 5, committed: 6 }],
    ] as const
  ).map(([where, at]) => ({
    rule: 'C5',
    says: `none with a position ${where} is OffsetOutOfRangeException, and the position stays`,
    seen: () => {
      const consumer = reader(standing(at), { reset: 'none' });
      return [answer(() => consumer.ready(0)), offsets(consumer)];
    },
    expected: ['OffsetOutOfRangeException', { position: at.committed, committed: at.committed }],
  })),
  {
    rule: 'C6',
    says: 'a reset moves the position only; the committed offset stays stale until the next commit',
    seen: () => {
      const consumer = reader(standing({ end: 6, start: 4, committed: 2 }), { reset: 'earliest' });
      consumer.ready(0);
      const before = offsets(consumer);
      consumer.read(0);
      consumer.commit(0, 5, 0);
      return [before, offsets(consumer)];
    },
    expected: [
      { position: 4, committed: 2 },
      { position: 5, committed: 5 },
    ],
  },
  {
    rule: 'C6',
    says: 'a reset where nothing is committed commits nothing either',
    seen: () => offsets(reader(clusterWith(3), { reset: 'earliest' })),
    expected: { position: 0, committed: null },
  },
  {
    rule: 'C7',
    says: 'committed 2, log start 4, earliest: the records 2 and 3 are silently lost',
    seen: () => readAll(reader(standing({ end: 6, start: 4, committed: 2 }), { reset: 'earliest' })),
    expected: [`${topic}-0@4 e`, `${topic}-0@5 f`],
  },
  {
    rule: 'C7',
    says: 'committed 2, log start 4, latest: everything up to the log end is lost',
    seen: () => starting(standing({ end: 6, start: 4, committed: 2 }), 'latest'),
    expected: {
      assigned: [fromCommitted(2)],
      fetch: { partitions: [], changes: [reset(6)] },
      position: 6,
      committed: 2,
    },
  },
  {
    rule: 'C7',
    says: 'committed 999 above the log end, earliest: the whole log is replayed',
    seen: () => readAll(reader(standing({ end: 3, committed: 999 }), { reset: 'earliest' })),
    expected: [`${topic}-0@0 a`, `${topic}-0@1 b`, `${topic}-0@2 c`],
  },
];
