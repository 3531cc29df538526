import type { Instant } from '../base/time.js';
import type { LogRecord, NewRecord } from '../model/record.js';
import { type TopicConfig, topicSettings } from './broker-config.js';
import { configure } from './config.js';
import { KafkaRefusal } from './errors.js';
import { type BatchIdentity, ProducerState } from './producer-state.js';
import { recordBatchBytes } from './record-size.js';
import { type RetentionCause, type Segment, Segments } from './segments.js';

/** What comes with a record besides its content. */
export interface AppendOptions {
  /** The producer's clock when it made the record; a topic with LogAppendTime does not look at it (rule L10). */
  readonly createTime: Instant;
  readonly now: Instant;
  /** Null from a producer without idempotence. */
  readonly identity: BatchIdentity | null;
}

/** `duplicate` says that this very batch was there already, and got the answer that it had got then (rule P5). */
export interface Appended {
  readonly record: LogRecord;
  readonly duplicate: boolean;
}

/**
 * One partition: records in the order in which the broker appended them. Offsets are given here, at append, and are
 * never changed nor used again (rule L1), but for those that a fail-over takes back (rule P3). The high watermark is the
 * log end unless a paused follower holds it back; readers and listings mean different ones (rule L4).
 */
export class PartitionLog {
  #records: LogRecord[] = [];
  #start = 0;
  /** Where the paused follower stands; null while it follows at once. */
  #replicated: number | null = null;
  readonly #producers = new ProducerState();
  readonly #segments: Segments;

  constructor(
    readonly topic: string,
    readonly partition: number,
    readonly config: TopicConfig = configure(topicSettings, {}),
    created: Instant = 0,
  ) {
    this.#segments = new Segments(config, created);
  }

  /** The earliest offset that can be read (rule L3). */
  get start(): number {
    return this.#start;
  }

  /** The offset that the next record will get; 0 in a partition never written (rule L4). */
  get end(): number {
    return this.#start + this.#records.length;
  }

  /** One past the last record that consumers may read. */
  get highWatermark(): number {
    return this.#replicated ?? this.end;
  }

  /** The files of the log, oldest first, with their sizes in bytes. */
  segments(): readonly Segment[] {
    return this.#segments.list();
  }

  append(record: NewRecord, timestamp: Instant): LogRecord {
    return this.appendBatch(record, { createTime: timestamp, now: timestamp, identity: null }).record;
  }

  /**
   * Appends one record as a batch of its own.
   * @throws KafkaRefusal INVALID_TIMESTAMP for a CreateTime too far in the future, RECORD_LIST_TOO_LARGE above
   * `segment.bytes`, and what ProducerState refuses.
   */
  appendBatch(record: NewRecord, { createTime, now, identity }: AppendOptions): Appended {
    const timestamp = this.#timestamp(createTime, now);
    const bytes = recordBatchBytes(record);
    if (bytes > this.config['segment.bytes']) {
      throw new KafkaRefusal(
        'RECORD_LIST_TOO_LARGE',
        `a batch of ${bytes} bytes does not fit into segment.bytes=${this.config['segment.bytes']} of ${this.#name}`,
      );
    }
    const before = identity && this.#producers.offsetOf(identity);
    const appended: LogRecord = {
      topic: this.topic,
      partition: this.partition,
      offset: before ?? this.end,
      key: record.key,
      value: record.value,
      headers: record.headers,
      timestamp,
    };
    if (before !== null) return { record: this.#records[before - this.#start] ?? appended, duplicate: true };
    this.#segments.write({ offset: appended.offset, bytes, timestamp }, now);
    this.#records.push(appended);
    if (identity) this.#producers.stored(identity, appended.offset);
    return { record: appended, duplicate: false };
  }

  /**
   * The record at `offset`, or null at and above the high watermark, where there is nothing to read yet (rule L6).
   * @throws KafkaRefusal OFFSET_OUT_OF_RANGE below the log start and above the log end.
   */
  read(offset: number): LogRecord | null {
    if (offset < this.#start || offset > this.end) {
      throw new KafkaRefusal(
        'OFFSET_OUT_OF_RANGE',
        `offset ${offset} of ${this.#name} is outside the log, which holds ${this.#start} to ${this.end}`,
      );
    }
    return offset < this.highWatermark ? (this.#records[offset - this.#start] ?? null) : null;
  }

  /** The first offset below the high watermark whose timestamp is at least `timestamp`; null when there is none (rule L8). */
  offsetForTimestamp(timestamp: Instant): number | null {
    const found = this.#records.find((record) => record.timestamp >= timestamp);
    return found && found.offset < this.highWatermark ? found.offset : null;
  }

  /**
   * Moves the log start to `offset`, as DeleteRecords does; offsets of what stays do not change (rules L1, L3).
   * An offset at or below the log start changes nothing.
   * @throws KafkaRefusal OFFSET_OUT_OF_RANGE above the high watermark.
   */
  deleteBefore(offset: number): void {
    if (offset > this.highWatermark) {
      throw new KafkaRefusal(
        'OFFSET_OUT_OF_RANGE',
        `${this.#name} ends at ${this.highWatermark}; records before ${offset} cannot be deleted`,
      );
    }
    if (offset <= this.#start) return;
    this.#records.splice(0, offset - this.#start);
    this.#start = offset;
    this.#segments.dropBelow(offset);
  }

  /** Deletes what retention lets go (rules R1 to R5) and names each move of the log start. */
  deleteOldSegments(now: Instant): { readonly from: number; readonly to: number; readonly cause: RetentionCause }[] {
    return this.#segments.deleteOld(this, now).flatMap(([base, cause]) => {
      const from = this.#start;
      this.deleteBefore(base);
      return from === this.#start ? [] : [{ from, to: this.#start, cause }];
    });
  }

  /** The earliest instant at which `deleteOldSegments` would delete something; null where it never would. */
  nextDeletion(): Instant | null {
    return this.#segments.nextDeletion(this);
  }

  /** The follower stops fetching: the high watermark stays where it is, and acks=all waits (rule P3). */
  pauseReplication(): void {
    this.#replicated ??= this.end;
  }

  /** The follower has caught up. */
  resumeReplication(): void {
    this.#replicated = null;
  }

  /**
   * The leader dies and its follower takes over: what it never fetched is gone, and its offsets are given anew.
   * @returns how many records are lost.
   */
  failOver(): number {
    const end = this.highWatermark;
    const lost = this.#records.slice(end - this.#start);
    const size = (records: readonly LogRecord[]) => records.reduce((sum, record) => sum + recordBatchBytes(record), 0);
    this.#records = this.#records.slice(0, end - this.#start);
    this.#segments.truncate(
      end,
      // The segments after the one that holds the end go as a whole; only what lies in this one is subtracted from it.
      ({ base }) => size(lost.filter(({ offset }) => offset < this.#segmentEnd(base))),
      ({ base }) =>
        this.#records
          .filter(({ offset }) => offset >= base)
          .map((record) => ({ offset: record.offset, timestamp: record.timestamp, bytes: 0 })),
    );
    this.#producers.truncate(end);
    this.#replicated = null;
    return lost.length;
  }

  /** All records that are still there, in order. */
  records(): readonly LogRecord[] {
    return this.#records;
  }

  get #name(): string {
    return `${this.topic}-${this.partition}`;
  }

  #segmentEnd(base: number): number {
    const next = this.segments().find((segment) => segment.base > base);
    return next?.base ?? Number.POSITIVE_INFINITY;
  }

  #timestamp(createTime: Instant, now: Instant): Instant {
    if (this.config['message.timestamp.type'] === 'LogAppendTime') return now;
    const most = this.config['message.timestamp.after.max.ms'];
    if (createTime - now > most)
      throw new KafkaRefusal('INVALID_TIMESTAMP', `a CreateTime may lie at most ${most} ms after the broker's clock`);
    return createTime;
  }
}
