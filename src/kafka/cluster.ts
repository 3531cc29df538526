import { limits } from '../base/limits.js';
import { partitionKey } from '../model/record.js';
import { KafkaRefusal } from './errors.js';
import { PartitionLog } from './partition-log.js';

/** The broker's side: topics with their partitions, and what each group has committed. */
export class Cluster {
  readonly #topics = new Map<string, readonly PartitionLog[]>();
  readonly #committed = new Map<string, number>();

  createTopic(topic: string, partitions: number): void {
    this.#topics.set(
      topic,
      Array.from({ length: partitions }, (_, partition) => new PartitionLog(topic, partition)),
    );
  }

  /** @throws KafkaRefusal UNKNOWN_TOPIC_OR_PARTITION */
  partitions(topic: string): readonly PartitionLog[] {
    const partitions = this.#topics.get(topic);
    if (!partitions) throw new KafkaRefusal('UNKNOWN_TOPIC_OR_PARTITION', `there is no topic ${topic}`);
    return partitions;
  }

  /** @throws KafkaRefusal UNKNOWN_TOPIC_OR_PARTITION */
  partition(topic: string, partition: number): PartitionLog {
    const log = this.partitions(topic)[partition];
    if (!log) throw new KafkaRefusal('UNKNOWN_TOPIC_OR_PARTITION', `${topic} has no partition ${partition}`);
    return log;
  }

  /** The next offset that `group` will read (rule C1); null where it has never committed. */
  committed(group: string, topic: string, partition: number): number | null {
    return this.#committed.get(partitionKey(group, topic, partition)) ?? null;
  }

  /**
   * Stores what a consumer without group membership commits. It is a blind overwrite: nothing is compared with the
   * old value, the log start or the log end (rule C8).
   * @returns the offset committed before, or null.
   * @throws KafkaRefusal UNKNOWN_TOPIC_OR_PARTITION, OFFSET_METADATA_TOO_LARGE
   */
  commitOffset(group: string, topic: string, partition: number, offset: number, metadata = ''): number | null {
    this.partition(topic, partition);
    if (metadata.length > limits.offsetMetadataChars) {
      throw new KafkaRefusal(
        'OFFSET_METADATA_TOO_LARGE',
        `the metadata of a commit has at most ${limits.offsetMetadataChars} characters`,
      );
    }
    const previous = this.committed(group, topic, partition);
    this.#committed.set(partitionKey(group, topic, partition), offset);
    return previous;
  }
}
