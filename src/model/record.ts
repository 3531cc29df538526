import type { Instant } from '../base/time.js';

/** An ordered list; a name may occur more than once (Kafka, `common/header/Headers`). */
export type Headers = readonly (readonly [name: string, value: string | null])[];

/** What a producer sends. Keys and values are bytes in Kafka; here they are the UTF-8 text of those bytes, or null. */
export interface NewRecord {
  readonly topic: string;
  /** An explicit partition; null leaves the choice to the partitioner. */
  readonly partition: number | null;
  readonly key: string | null;
  readonly value: string | null;
  readonly headers: Headers;
}

/** An entry of a partition. Topic, partition and offset are its identity. */
export interface LogRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly key: string | null;
  readonly value: string | null;
  readonly headers: Headers;
  /** CreateTime, on the virtual clock. */
  readonly timestamp: Instant;
}

/** Where a record stands, as people write it: `tickets.status.v1-1@0`. */
export function recordName(record: {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
}): string {
  return `${record.topic}-${record.partition}@${record.offset}`;
}

/** The `event_id` in a record's JSON value; null when the value carries none. */
export function eventIdOf(value: string | null): string | null {
  if (value === null) return null;
  try {
    const parsed: unknown = JSON.parse(value);
    if (typeof parsed !== 'object' || parsed === null) return null;
    const id = (parsed as Record<string, unknown>).event_id;
    return typeof id === 'string' && isText(id) ? id : null;
  } catch {
    return null;
  }
}

/** Whether a string is text that UTF-8 can carry: JSON may also write half of a character, which no database stores. */
export function isText(value: string): boolean {
  return !/\p{Surrogate}/u.test(value);
}

/** One name for a partition as `owner` (a group, a process) sees it. */
export function partitionKey(owner: string, topic: string, partition: number): string {
  return JSON.stringify([owner, topic, partition]);
}
