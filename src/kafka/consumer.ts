import type { ResetPolicy } from '../model/names.js';
import type { LogRecord } from '../model/record.js';
import type { Cluster } from './cluster.js';
import { KafkaRefusal } from './errors.js';

export interface ConsumerOptions {
  readonly group: string;
  readonly topic: string;
  /** The partitions that the consumer takes for itself, without group membership (`assign`). */
  readonly partitions: readonly number[];
  /** `auto.offset.reset`. */
  readonly reset: ResetPolicy;
}

/** What moved a position: the group's committed offset, the reset policy, or a seek. */
export type PositionCause = 'committed' | 'reset' | 'seek';

export interface PositionChange {
  readonly partition: number;
  readonly offset: number;
  readonly cause: PositionCause;
}

/**
 * The client's side of reading: positions, which are memory of one process and independent of what is committed
 * (rule C2). The committed offset is read once, at assignment (rule C3); the reset policy decides only where nothing
 * is committed or the position has left the log (rule C4), and moves nothing but the position (rule C6).
 */
export class Consumer {
  readonly #positions = new Map<number, number>();
  /** The partition that the last record came from; the next fetch begins with the one after it. */
  #lastRead = -1;

  constructor(
    readonly cluster: Cluster,
    readonly options: ConsumerOptions,
  ) {}

  /** Takes up every assigned partition: from the committed offset, else by the reset policy. `none` leaves it open. */
  assign(): PositionChange[] {
    const changes: PositionChange[] = [];
    for (const partition of this.options.partitions) {
      if (this.#lookUp(partition, changes) === null && this.options.reset !== 'none')
        changes.push(this.#reset(partition));
    }
    return changes;
  }

  /** The next offset that this consumer will fetch; null where `none` left it open. */
  position(partition: number): number | null {
    return this.#positions.get(partition) ?? null;
  }

  /**
   * Brings positions that have left the log back by the reset policy, and names the partitions that have a record to
   * hand out, in ascending order from the one after the partition read last, so that none starves another.
   * @throws KafkaRefusal NoOffsetForPartitionException, OffsetOutOfRangeException where the policy is `none` (rule C5).
   */
  ready(): { readonly partitions: readonly number[]; readonly changes: readonly PositionChange[] } {
    const changes: PositionChange[] = [];
    const partitions: number[] = [];
    for (const partition of this.options.partitions) {
      const log = this.cluster.partition(this.options.topic, partition);
      const position = this.position(partition) ?? this.#lookUp(partition, changes);
      if (position === null) {
        throw new KafkaRefusal(
          'NoOffsetForPartitionException',
          `nothing is committed for ${this.options.topic}-${partition} and auto.offset.reset is none`,
        );
      }
      if (position < log.start || position > log.end) {
        if (this.options.reset === 'none') {
          throw new KafkaRefusal(
            'OffsetOutOfRangeException',
            `position ${position} of ${this.options.topic}-${partition} is outside the log and auto.offset.reset is none`,
          );
        }
        changes.push(this.#reset(partition));
      }
      if ((this.position(partition) ?? 0) < log.highWatermark) partitions.push(partition);
    }
    const after = partitions.filter((partition) => partition > this.#lastRead);
    return { partitions: [...after, ...partitions.filter((partition) => !after.includes(partition))], changes };
  }

  /** Hands out the record at the position and moves the position past it; null at the end of the partition. */
  poll(partition: number): LogRecord | null {
    const position = this.position(partition);
    const record = position === null ? null : this.cluster.partition(this.options.topic, partition).read(position);
    if (record) {
      this.#positions.set(partition, record.offset + 1);
      this.#lastRead = partition;
    }
    return record;
  }

  /**
   * Moves the position; takes effect at the next fetch and commits nothing (rule C12).
   * @throws KafkaRefusal IllegalArgumentException below 0, IllegalStateException where the partition is not assigned.
   */
  seek(partition: number, offset: number): PositionChange {
    if (offset < 0) throw new KafkaRefusal('IllegalArgumentException', 'seek offset must not be a negative number');
    this.#checkAssigned(partition);
    return this.#move(partition, offset, 'seek');
  }

  /**
   * Commits `offset` for the group; the position stays where it is (rule C2).
   * @returns the offset committed before, or null.
   * @throws KafkaRefusal IllegalArgumentException below 0 (refused by the client itself), and what the broker refuses.
   */
  commit(partition: number, offset: number): number | null {
    if (offset < 0) throw new KafkaRefusal('IllegalArgumentException', `Invalid negative offset ${offset}`);
    return this.cluster.commitOffset(this.options.group, this.options.topic, partition, offset);
  }

  /** Takes up the committed offset, if there is one by now: a partition without a position asks again at each fetch. */
  #lookUp(partition: number, changes: PositionChange[]): number | null {
    const committed = this.cluster.committed(this.options.group, this.options.topic, partition);
    if (committed !== null) changes.push(this.#move(partition, committed, 'committed'));
    return committed;
  }

  #reset(partition: number): PositionChange {
    const log = this.cluster.partition(this.options.topic, partition);
    return this.#move(partition, this.options.reset === 'earliest' ? log.start : log.highWatermark, 'reset');
  }

  #move(partition: number, offset: number, cause: PositionCause): PositionChange {
    this.#positions.set(partition, offset);
    return { partition, offset, cause };
  }

  #checkAssigned(partition: number): void {
    if (!this.options.partitions.includes(partition)) {
      throw new KafkaRefusal(
        'IllegalStateException',
        `No current assignment for partition ${this.options.topic}-${partition}`,
      );
    }
  }
}
