import type { Instant } from '../base/time.js';
import type { LogRecord } from '../model/record.js';
import type { Cluster } from './cluster.js';
import type { ConsumerEvent, PositionCause } from './consumer-event.js';
import { KafkaRefusal } from './errors.js';
import type { ParsedReset } from './offset-reset.js';

/** What a consumer holds of the partitions assigned to it: for each the next offset to fetch (rule C2). */
export class Positions {
  #assigned: readonly number[] = [];
  readonly #positions = new Map<number, number>();
  /** The partition that the last record came from; the next fetch begins with the one after it. */
  #lastRead = -1;

  constructor(
    readonly cluster: Cluster,
    readonly source: { readonly group: string; readonly topic: string; readonly reset: ParsedReset },
    readonly emit: (event: ConsumerEvent) => void,
  ) {}

  get assigned(): readonly number[] {
    return this.#assigned;
  }

  of(partition: number): number | null {
    return this.#positions.get(partition) ?? null;
  }

  /** Every position that there is, by partition. */
  list(): readonly { readonly partition: number; readonly offset: number }[] {
    return this.#assigned.flatMap((partition) => {
      const offset = this.of(partition);
      return offset === null ? [] : [{ partition, offset }];
    });
  }

  /** Takes up `partitions`, each from the committed offset, else by the reset policy; `none` leaves it open (rule C3). */
  assign(partitions: readonly number[], now: Instant): void {
    this.clear();
    this.#assigned = partitions;
    for (const partition of partitions) {
      if (this.#lookUp(partition) === null && this.source.reset.to !== 'none') this.#resetPosition(partition, now);
    }
  }

  clear(): void {
    this.#assigned = [];
    this.#positions.clear();
  }

  /** See `Consumer.ready`. */
  ready(now: Instant): readonly number[] {
    const { topic } = this.source;
    const partitions = this.#assigned.filter((partition) => {
      const log = this.cluster.partition(topic, partition);
      const position = this.of(partition) ?? this.#lookUp(partition);
      if (position === null) {
        throw new KafkaRefusal(
          'NoOffsetForPartitionException',
          `nothing is committed for ${topic}-${partition} and auto.offset.reset is none`,
        );
      }
      if (position < log.start || position > log.end) this.#resetOutOfRange(partition, position, now);
      return (this.of(partition) ?? 0) < log.highWatermark;
    });
    const after = partitions.filter((partition) => partition > this.#lastRead);
    return [...after, ...partitions.filter((partition) => !after.includes(partition))];
  }

  /** See `Consumer.read`. */
  read(partition: number): LogRecord | null {
    const position = this.of(partition);
    const record = position === null ? null : this.cluster.partition(this.source.topic, partition).read(position);
    if (record) {
      this.#positions.set(partition, record.offset + 1);
      this.#lastRead = partition;
    }
    return record;
  }

  /** See `Consumer.seek`. */
  seek(partition: number, offset: number): void {
    if (offset < 0) throw new KafkaRefusal('IllegalArgumentException', 'seek offset must not be a negative number');
    if (!this.#assigned.includes(partition)) {
      throw new KafkaRefusal(
        'IllegalStateException',
        `No current assignment for partition ${this.source.topic}-${partition}`,
      );
    }
    this.#move(partition, offset, 'seek');
  }

  /** Takes up the committed offset, if there is one by now: a partition without a position asks again at each fetch. */
  #lookUp(partition: number): number | null {
    const committed = this.cluster.committed(this.source.group, this.source.topic, partition);
    if (committed !== null) this.#move(partition, committed, 'committed');
    return committed;
  }

  #resetOutOfRange(partition: number, position: number, now: Instant): void {
    if (this.source.reset.to === 'none') {
      throw new KafkaRefusal(
        'OffsetOutOfRangeException',
        `position ${position} of ${this.source.topic}-${partition} is outside the log and auto.offset.reset is none`,
      );
    }
    this.#resetPosition(partition, now);
  }

  /** Rule C5: where no record is as young as `by_duration` asks, it is the end. */
  #resetPosition(partition: number, now: Instant): void {
    const { topic, reset } = this.source;
    const at = (spec: Parameters<Cluster['listOffset']>[2]) => this.cluster.listOffset(topic, partition, spec);
    const found =
      reset.to === 'by_duration'
        ? at({ timestamp: now - reset.duration })
        : at(reset.to === 'earliest' ? 'earliest' : 'latest');
    this.#move(partition, found ?? this.cluster.partition(topic, partition).highWatermark, 'reset');
  }

  #move(partition: number, offset: number, cause: PositionCause): void {
    this.#positions.set(partition, offset);
    this.emit({ kind: 'position-moved', partition, offset, cause });
  }
}
