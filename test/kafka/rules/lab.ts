import { Cluster } from '../../../src/kafka/cluster.js';
import { Consumer, type ConsumerOptions } from '../../../src/kafka/consumer.js';
import { KafkaRefusal } from '../../../src/kafka/errors.js';
import type { PartitionLog } from '../../../src/kafka/partition-log.js';
import { type NewRecord, recordName } from '../../../src/model/record.js';

/** One rule of Kafka, by the code that the sources name it with, as something to watch: what is seen, and what must be seen. */
export interface Rule {
  readonly rule: string;
  readonly says: string;
  readonly seen: () => unknown;
  readonly expected: unknown;
}

export const topic = 'tickets.status.v1';

export function newRecord(fields: Partial<NewRecord> = {}): NewRecord {
  return { topic, partition: null, key: null, value: null, headers: [], ...fields };
}

/** A cluster whose one topic has `counts.length` partitions, with so many records in each; values are `a`, `b`, `c`, ... */
export function clusterWith(...counts: number[]): Cluster {
  const cluster = new Cluster();
  cluster.createTopic(topic, counts.length);
  counts.forEach((count, partition) => {
    append(cluster, partition, count);
  });
  return cluster;
}

export function append(cluster: Cluster, partition: number, count = 1): void {
  const log = cluster.partition(topic, partition);
  for (let number = 0; number < count; number++) {
    log.append(newRecord({ value: String.fromCharCode('a'.charCodeAt(0) + log.end) }), 0);
  }
}

/** A partition of `end` records, of which those below `start` are deleted, and a group that stands at `committed`. */
export function standing(at: { end: number; start?: number; committed?: number }): Cluster {
  const cluster = clusterWith(at.end);
  cluster.partition(topic, 0).deleteBefore(at.start ?? 0);
  if (at.committed !== undefined) cluster.commitOffset('history', topic, 0, at.committed);
  return cluster;
}

export function bounds({ start, highWatermark, end }: PartitionLog): unknown {
  return { start, highWatermark, end };
}

/** A consumer that has taken up its partitions, partition 0 of group `history` unless said. */
export function reader(cluster: Cluster, options: Partial<ConsumerOptions> = {}): Consumer {
  const consumer = new Consumer(cluster, { group: 'history', topic, partitions: [0], reset: 'latest', ...options });
  consumer.start(0);
  return consumer;
}

/** Where the consumer's positions have been moved since it was last asked. */
export function moves(consumer: Consumer): unknown[] {
  return consumer.takeEvents().flatMap((event) => {
    if (event.kind !== 'position-moved') return [];
    const { partition, offset, cause } = event;
    return [{ partition, offset, cause }];
  });
}

/** The partitions that have a record to hand out, and the positions that the fetch had to move for it. */
export function fetched(consumer: Consumer): { partitions: readonly number[]; changes: unknown[] } {
  consumer.takeEvents();
  return { partitions: consumer.ready(0), changes: moves(consumer) };
}

/** What the client remembers and what the broker stores, for one partition. */
export function offsets(consumer: Consumer, partition = 0): unknown {
  const { group } = consumer.options;
  return {
    position: consumer.position(partition),
    committed: consumer.cluster.committed(group, topic, partition),
  };
}

/** Reads until there is nothing left, the lowest partition first, and names each record with its value. */
export function readAll(consumer: Consumer): string[] {
  const names: string[] = [];
  // No log here holds so many records: a position that is reset again and again must not keep the test going for ever.
  while (names.length < 100) {
    const [partition] = consumer.ready(0);
    if (partition === undefined) return names;
    const record = consumer.read(partition);
    names.push(record ? `${recordName(record)} ${record.value}` : 'nothing');
  }
  return names;
}

/** The name of Kafka's error that `act` ends with, or `accepted`. */
export function answer(act: () => unknown): string {
  try {
    act();
    return 'accepted';
  } catch (error) {
    if (error instanceof KafkaRefusal) return error.code;
    throw error;
  }
}

/** Kafka's error and the Java client's exception that `act` ends with, or `accepted`. */
export function refusal(act: () => unknown): readonly string[] | string {
  try {
    act();
    return 'accepted';
  } catch (error) {
    if (error instanceof KafkaRefusal) return [error.code, error.exception];
    throw error;
  }
}
