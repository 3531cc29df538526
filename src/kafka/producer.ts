import { limits } from '../base/limits.js';
import type { Instant } from '../base/time.js';
import type { LogRecord, NewRecord } from '../model/record.js';
import type { Cluster } from './cluster.js';
import { partitionForKey } from './murmur2.js';

/** A record that the producer has accepted and placed, and that the broker may or may not come to see. */
export interface Enqueued {
  readonly record: NewRecord & { readonly partition: number };
  readonly state: 'pending' | 'acked' | 'nacked';
}

/**
 * The client's side of writing: `enqueue`, then `ack` or `nack`. Each `ack` appends: a second send of the same row is a
 * new record with a new offset, in this session or in the next, because a broker recognises only its own client's
 * retries (rules P4, P7).
 */
export class Producer {
  /** The partition that records without a key go to, and the bytes that have gone there, for each topic. */
  readonly #sticky = new Map<string, { partition: number; bytes: number }>();

  constructor(readonly cluster: Cluster) {}

  /**
   * Chooses the partition (rule P1): an explicit one, else murmur2 of the key, else for null keys one partition until
   * `batch.size` bytes have gone there. Kafka draws the sticky partition at random; here they follow each other.
   * @throws KafkaRefusal UNKNOWN_TOPIC_OR_PARTITION
   */
  enqueue(record: NewRecord): Enqueued {
    const count = this.cluster.partitions(record.topic).length;
    const partition =
      record.partition ??
      (record.key === null ? this.#stickyPartition(record, count) : partitionForKey(record.key, count));
    this.cluster.partition(record.topic, partition);
    return { record: { ...record, partition }, state: 'pending' };
  }

  /** The broker appends and answers; the answer may still be lost on its way. */
  ack(enqueued: Enqueued, timestamp: Instant): { readonly enqueued: Enqueued; readonly appended: LogRecord } {
    const { record } = enqueued;
    const appended = this.cluster.partition(record.topic, record.partition).append(record, timestamp);
    return { enqueued: { record, state: 'acked' }, appended };
  }

  /** The broker refuses: nothing is appended. */
  nack(enqueued: Enqueued): Enqueued {
    return { record: enqueued.record, state: 'nacked' };
  }

  #stickyPartition(record: NewRecord, partitions: number): number {
    const sticky = this.#sticky.get(record.topic) ?? { partition: 0, bytes: 0 };
    this.#sticky.set(record.topic, sticky);
    const { partition } = sticky;
    sticky.bytes += new TextEncoder().encode(record.value ?? '').length;
    if (sticky.bytes >= limits.producerBatchBytes) {
      sticky.partition = (partition + 1) % partitions;
      sticky.bytes = 0;
    }
    return partition;
  }
}
