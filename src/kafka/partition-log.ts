import type { Instant } from '../base/time.js';
import type { LogRecord, NewRecord } from '../model/record.js';
import { KafkaRefusal } from './errors.js';

/**
 * One partition: records in the order in which the broker appended them. Offsets are given here, at append, and are
 * never changed nor used again (rule L1). With one broker and nothing waiting for replication the high watermark is
 * the log end; they keep two names because readers and listings mean different ones (rule L4).
 */
export class PartitionLog {
  readonly #records: LogRecord[] = [];
  #start = 0;

  constructor(
    readonly topic: string,
    readonly partition: number,
  ) {}

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
    return this.end;
  }

  append(record: NewRecord, timestamp: Instant): LogRecord {
    const appended: LogRecord = {
      topic: this.topic,
      partition: this.partition,
      offset: this.end,
      key: record.key,
      value: record.value,
      headers: record.headers,
      timestamp,
    };
    this.#records.push(appended);
    return appended;
  }

  /**
   * The record at `offset`, or null at the log end, where there is nothing yet (rule L6).
   * @throws KafkaRefusal OFFSET_OUT_OF_RANGE below the log start and above the log end.
   */
  read(offset: number): LogRecord | null {
    if (offset < this.#start || offset > this.end) {
      throw new KafkaRefusal(
        'OFFSET_OUT_OF_RANGE',
        `offset ${offset} of ${this.topic}-${this.partition} is outside the log, which holds ${this.#start} to ${this.end}`,
      );
    }
    return this.#records[offset - this.#start] ?? null;
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
        `${this.topic}-${this.partition} ends at ${this.highWatermark}; records before ${offset} cannot be deleted`,
      );
    }
    if (offset <= this.#start) return;
    this.#records.splice(0, offset - this.#start);
    this.#start = offset;
  }

  /** All records that are still there, in order. */
  records(): readonly LogRecord[] {
    return this.#records;
  }
}
