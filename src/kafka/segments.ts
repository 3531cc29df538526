import type { Instant } from '../base/time.js';
import type { TopicConfig } from './broker-config.js';

/** A file of a partition's log: the unit in which retention deletes (rule R1). */
export interface Segment {
  readonly base: number;
  readonly created: Instant;
  readonly bytes: number;
  /** Null while it is empty. */
  readonly firstTimestamp: Instant | null;
  readonly largestTimestamp: Instant | null;
}

/** What a segment takes in with one record. */
interface Written {
  readonly offset: number;
  readonly bytes: number;
  readonly timestamp: Instant;
}

export type RetentionCause = 'retention-time' | 'retention-size';

/** The segments of one partition, oldest first; the last one is active, and there always is one. */
export class Segments {
  #list: Segment[];

  constructor(
    readonly config: TopicConfig,
    created: Instant,
  ) {
    this.#list = [emptySegment(0, created)];
  }

  list(): readonly Segment[] {
    return this.#list;
  }

  /** Bytes of all segments, those below a moved log start included until they are dropped. */
  get bytes(): number {
    return this.#list.reduce((sum, segment) => sum + segment.bytes, 0);
  }

  /** Writes at the end, in a new segment where the active one must take no more (`LogSegment.shouldRoll`). */
  write(written: Written, now: Instant): void {
    if (this.#shouldRoll(written, now)) this.#roll(written.offset, now);
    this.#list[this.#list.length - 1] = grown(this.#active(), written);
  }

  /** Drops the segments that lie wholly below `start`. */
  dropBelow(start: number): void {
    const first = this.#list.findLastIndex(({ base }) => base <= start);
    if (first > 0) this.#list = this.#list.slice(first);
  }

  /** Makes the log end at `end`, with `kept` as all that is left of the segment that holds the end. */
  truncate(
    end: number,
    removedBytes: (segment: Segment) => number,
    kept: (segment: Segment) => readonly Written[],
  ): void {
    const left = this.#list.filter(({ base }, index) => base < end || index === 0);
    const last = left.at(-1);
    if (!last) return;
    const timestamps = kept(last).map(({ timestamp }) => timestamp);
    this.#list = left.with(-1, {
      ...last,
      bytes: last.bytes - removedBytes(last),
      firstTimestamp: timestamps[0] ?? null,
      largestTimestamp: timestamps.length > 0 ? Math.max(...timestamps) : null,
    });
  }

  /**
   * Deletes what retention lets go, first by size, then by time (`UnifiedLog.deleteOldSegments`): whole segments from
   * the oldest on, up to the first that must stay, and nothing at or above the high watermark. An active segment that
   * goes as well makes way for an empty one (rule R4).
   * @returns the new base of the log and the cause, for each deletion.
   */
  deleteOld(log: { readonly end: number; readonly highWatermark: number }, now: Instant): [number, RetentionCause][] {
    const causes = ['retention-size', 'retention-time'] as const;
    return causes.flatMap((cause): [number, RetentionCause][] => {
      const count = this.#deletable(log, cause === 'retention-size' ? this.#tooLarge() : this.#tooOld(now));
      if (count === 0) return [];
      if (count === this.#list.length) this.#roll(log.end, now);
      this.#list = this.#list.slice(count);
      return [[this.#list[0]?.base ?? log.end, cause]];
    });
  }

  /** The earliest instant at which `deleteOld` would delete; the past where it would at once, null where never. */
  nextDeletion(log: { readonly end: number; readonly highWatermark: number }): Instant | null {
    if (this.#deletable(log, this.#tooLarge()) > 0) return Number.NEGATIVE_INFINITY;
    const oldest = this.#list[0]?.largestTimestamp ?? null;
    const retention = this.config['retention.ms'];
    if (oldest === null || retention < 0 || log.highWatermark < (this.#list[1]?.base ?? log.end)) return null;
    return oldest + retention + 1;
  }

  #deletable(
    log: { readonly end: number; readonly highWatermark: number },
    goes: (segment: Segment) => boolean,
  ): number {
    let count = 0;
    for (const [index, segment] of this.#list.entries()) {
      const next = this.#list[index + 1];
      const isLastAndEmpty = !next && segment.bytes === 0;
      if (log.highWatermark < (next?.base ?? log.end) || isLastAndEmpty || !goes(segment)) break;
      count++;
    }
    return count;
  }

  /** Rule R2: by the largest timestamp of any record in the segment, whatever the broker's clock said then. */
  #tooOld(now: Instant): (segment: Segment) => boolean {
    const retention = this.config['retention.ms'];
    return ({ largestTimestamp, created }) => retention >= 0 && now - (largestTimestamp ?? created) > retention;
  }

  /** Rule R3: as long as the log keeps at least `retention.bytes` without the segment. */
  #tooLarge(): (segment: Segment) => boolean {
    const limit = this.config['retention.bytes'];
    if (limit < 0) return () => false;
    let excess = this.bytes - limit;
    return ({ bytes }) => {
      if (excess - bytes < 0) return false;
      excess -= bytes;
      return true;
    };
  }

  #shouldRoll({ bytes, timestamp }: Written, now: Instant): boolean {
    const { bytes: size, firstTimestamp, created } = this.#active();
    const waited = firstTimestamp === null ? now - created : timestamp - firstTimestamp;
    return size > this.config['segment.bytes'] - bytes || (size > 0 && waited > this.config['segment.ms']);
  }

  /** An empty active segment that would begin where the next one begins is used on. */
  #roll(base: number, now: Instant): void {
    if (this.#active().base !== base) this.#list.push(emptySegment(base, now));
  }

  #active(): Segment {
    return this.#list.at(-1) ?? emptySegment(0, 0);
  }
}

function emptySegment(base: number, created: Instant): Segment {
  return { base, created, bytes: 0, firstTimestamp: null, largestTimestamp: null };
}

function grown(segment: Segment, { bytes, timestamp }: Written): Segment {
  return {
    ...segment,
    bytes: segment.bytes + bytes,
    firstTimestamp: segment.firstTimestamp ?? timestamp,
    largestTimestamp: Math.max(segment.largestTimestamp ?? timestamp, timestamp),
  };
}
