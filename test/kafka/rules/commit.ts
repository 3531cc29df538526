import { limits } from '../../../src/base/limits.js';
import type { Consumer } from '../../../src/kafka/consumer.js';
import { answer, bounds, clusterWith, moves, offsets, type Rule, readAll, reader, standing, topic } from './lab.js';

/** A seek in partition 0, and what the consumer says that it did. */
function sought(consumer: Consumer, offset: number): unknown {
  consumer.takeEvents();
  consumer.seek(0, offset);
  return moves(consumer);
}

export const commitRules: readonly Rule[] = [
  {
    rule: 'C8',
    says: 'a commit overwrites blindly: lower, below the log start, beyond the log end; each answers what was there',
    seen: () => {
      const cluster = standing({ end: 3, start: 1 });
      const previous = [3, 1, 0, 999, 2].map((offset) => cluster.commitOffset('history', topic, 0, offset));
      return [previous, cluster.committed('history', topic, 0), bounds(cluster.partition(topic, 0))];
    },
    expected: [[null, 3, 1, 0, 999], 2, { start: 1, highWatermark: 3, end: 3 }],
  },
  {
    rule: 'C8',
    says: 'nobody asks whether the committing consumer owns the partition',
    seen: () => {
      const cluster = clusterWith(1, 1);
      reader(cluster, { partitions: [0] }).commit(1, 1, 0);
      return cluster.committed('history', topic, 1);
    },
    expected: 1,
  },
  {
    rule: 'C8',
    says: 'a commit for a topic or a partition that does not exist is UNKNOWN_TOPIC_OR_PARTITION',
    seen: () => {
      const cluster = clusterWith(1);
      return [
        answer(() => cluster.commitOffset('history', 'nowhere', 0, 0)),
        answer(() => cluster.commitOffset('history', topic, 1, 0)),
        answer(() => cluster.commitOffset('history', topic, -1, 0)),
      ];
    },
    expected: ['UNKNOWN_TOPIC_OR_PARTITION', 'UNKNOWN_TOPIC_OR_PARTITION', 'UNKNOWN_TOPIC_OR_PARTITION'],
  },
  {
    rule: 'C8',
    says: 'metadata of 4096 characters is accepted, one more is OFFSET_METADATA_TOO_LARGE and stores nothing',
    seen: () => {
      const cluster = clusterWith(3);
      const commit = (offset: number, metadata: number) =>
        answer(() => cluster.commitOffset('history', topic, 0, offset, { metadata: 'm'.repeat(metadata) }));
      return [limits.offsetMetadataChars, commit(1, 4096), commit(2, 4097), cluster.committed('history', topic, 0)];
    },
    expected: [4096, 'accepted', 'OFFSET_METADATA_TOO_LARGE', 1],
  },
  {
    rule: 'C8',
    says: 'the client itself refuses a negative offset, and the broker keeps what it had',
    seen: () => {
      const consumer = reader(standing({ end: 3, committed: 2 }));
      return [answer(() => consumer.commit(0, -1, 0)), offsets(consumer)];
    },
    expected: ['IllegalArgumentException', { position: 2, committed: 2 }],
  },
  {
    rule: 'C12',
    says: 'seek takes effect at the next fetch and commits nothing, forwards and back',
    seen: () => {
      const consumer = reader(standing({ end: 5, committed: 1 }));
      const forwards = [sought(consumer, 4), consumer.read(0)?.offset, offsets(consumer)];
      return [forwards, [sought(consumer, 0), consumer.read(0)?.offset, offsets(consumer)]];
    },
    expected: [
      [[{ partition: 0, offset: 4, cause: 'seek' }], 4, { position: 5, committed: 1 }],
      [[{ partition: 0, offset: 0, cause: 'seek' }], 0, { position: 1, committed: 1 }],
    ],
  },
  {
    rule: 'C12',
    says: 'seek to a negative offset or in a partition that is not assigned is refused and moves nothing',
    seen: () => {
      const consumer = reader(clusterWith(3, 3), { reset: 'earliest', partitions: [0] });
      return [
        answer(() => consumer.seek(0, -1)),
        answer(() => consumer.seek(1, 0)),
        offsets(consumer, 0),
        offsets(consumer, 1),
      ];
    },
    expected: [
      'IllegalArgumentException',
      'IllegalStateException',
      { position: 0, committed: null },
      { position: null, committed: null },
    ],
  },
  {
    rule: 'C13',
    says: 'a new group has no offsets: the reset policy decides, whatever other groups have committed',
    seen: () => {
      const cluster = standing({ end: 3, committed: 2 });
      return (['earliest', 'latest'] as const).map((policy) =>
        readAll(reader(cluster, { group: `replay-${policy}`, reset: policy })),
      );
    },
    expected: [[`${topic}-0@0 a`, `${topic}-0@1 b`, `${topic}-0@2 c`], []],
  },
  {
    rule: 'C13',
    says: 'groups do not touch each other, nor the log',
    seen: () => {
      const cluster = standing({ end: 3, committed: 2 });
      const other = reader(cluster, { group: 'replay', reset: 'earliest' });
      readAll(other);
      other.commit(0, 3, 0);
      return [
        cluster.committed('history', topic, 0),
        cluster.committed('replay', topic, 0),
        cluster.partition(topic, 0).records().length,
        bounds(cluster.partition(topic, 0)),
      ];
    },
    expected: [2, 3, 3, { start: 0, highWatermark: 3, end: 3 }],
  },
];
