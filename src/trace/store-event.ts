import type { LogRecord } from '../model/record.js';
import type { RowChange, SqlValue } from '../model/sql.js';

/** What happens to tables, logs and offsets, and outside of them. */

export interface RowsCommitted {
  readonly kind: 'rows-committed';
  readonly database: string;
  readonly changes: readonly RowChange[];
  /** The number of the commit in the log of a database that has replicas; of a replica, the commit that it repeats. */
  readonly position?: number;
}

/** A producer has taken a record over; the broker knows nothing of it yet. */
export interface RecordQueued {
  readonly kind: 'record-queued';
  readonly actor: string;
  readonly topic: string;
  readonly partition: number;
  readonly key: string | null;
  readonly event: string | null;
}

export interface RecordAppended {
  readonly kind: 'record-appended';
  readonly record: LogRecord;
  readonly event: string | null;
}

/** Records below `offset` are gone. */
export interface LogStartMoved {
  readonly kind: 'log-start-moved';
  readonly topic: string;
  readonly partition: number;
  readonly from: number;
  readonly offset: number;
  readonly cause: 'retention-time' | 'retention-size' | 'delete-records';
}

/** A new leader did not have the records from `offset` on. */
export interface LogTruncated {
  readonly kind: 'log-truncated';
  readonly topic: string;
  readonly partition: number;
  readonly from: number;
  readonly offset: number;
}

export interface PartitionsAdded {
  readonly kind: 'partitions-added';
  readonly topic: string;
  /** How many there are now. */
  readonly partitions: number;
}

export interface OffsetCommitted {
  readonly kind: 'offset-committed';
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  readonly previous: number | null;
  readonly offset: number;
  /** The process that committed; null for what the scenario starts with. */
  readonly process: string | null;
  /** The client did it of its own accord (auto-commit), or the answer to an earlier commit comes without anybody waiting. */
  readonly unasked?: true;
}

/** A group has kept no member for so long that the broker forgets what it had committed (rule C14). */
export interface OffsetExpired {
  readonly kind: 'offset-expired';
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
}

/** Something has been done outside the databases and cannot be rolled back. */
export interface EffectDone {
  readonly kind: 'effect-done';
  readonly actor: string;
  readonly effect: string;
  readonly event: string | null;
}

/** What the query of an invariant of the scenario's own answered; no row is what it should. */
export interface QueryAnswered {
  readonly kind: 'query-answered';
  readonly invariant: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
}
