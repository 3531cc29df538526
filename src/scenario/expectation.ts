import type { SqlValue } from '../model/sql.js';

/** Something that must be so, and the line that says so. */
export interface Expected<T> {
  readonly line: number;
  readonly value: T;
}

/** A row by its values in order, or by some of its columns. */
export type ExpectedRow = readonly SqlValue[] | Readonly<Record<string, SqlValue>>;

/** A record by what the scenario says of it; what is not said is not compared. */
export interface ExpectedRecord {
  readonly event?: string | null;
  readonly topic?: string;
  readonly partition?: string;
  readonly offset?: string;
  readonly key?: string | null;
  readonly value?: string | null;
  readonly timestamp?: string;
}

/** One offset, lag or whatever else a group has of a partition; null is printed as `-`. */
export interface ExpectedOfPartition {
  readonly line: number;
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  readonly value: number | null;
}

/** What must be so at some point: exact rows, offsets, records, effects; exactly these invariants violated. */
export interface StateExpectation {
  readonly tables: readonly {
    readonly line: number;
    readonly database: string;
    readonly table: string;
    readonly rows: readonly ExpectedRow[];
  }[];
  readonly offsets: readonly ExpectedOfPartition[];
  readonly lag: readonly ExpectedOfPartition[];
  readonly log: readonly {
    readonly line: number;
    readonly topic: string;
    readonly partition: number;
    readonly records: readonly ExpectedRecord[];
  }[];
  /** Members of groups and the partitions each has, all of them. */
  readonly assignment: readonly {
    readonly line: number;
    readonly group: string;
    readonly members: Readonly<Record<string, readonly number[]>>;
  }[];
  /** How far databases have come that are replicas or have some. */
  readonly lsn: readonly { readonly line: number; readonly database: string; readonly lsn: string }[];
  /** Effects outside the databases, in order. */
  readonly ledger: Expected<readonly { readonly effect: string; readonly event: string | null }[]> | null;
  readonly violates: Announcement | null;
}

/** What must come of one step. */
export interface StepExpectation {
  readonly outcome: Expected<string> | null;
  readonly rows: Expected<readonly ExpectedRow[]> | null;
  readonly count: Expected<number> | null;
  readonly tag: Expected<string> | null;
  /**
   * An SQLSTATE, or Kafka's name of an error: one that all operations of the step end in, or one for each of them (`-` for
   * none).
   */
  readonly error: Expected<readonly string[]> | null;
  readonly constraint: Expected<string> | null;
  /** By whom; an empty list: by whomever. */
  readonly blocked: Expected<readonly string[]> | null;
  /** Sessions whose statements go on because of this step, each with the rows it touched where that is said. */
  readonly resumed: Expected<readonly { readonly session: string; readonly rows: number | null }[]> | null;
  readonly records: Expected<readonly ExpectedRecord[]> | null;
  readonly client: Expected<string> | null;
  readonly server: Expected<string> | null;
  readonly state: StateExpectation;
}

/** Which invariants are meant to be violated; `byVariant` where the scenario names variants. */
export interface Announcement {
  readonly line: number;
  readonly own: readonly string[];
  readonly byVariant: Readonly<Record<string, readonly string[]>>;
}

/** What is announced for a run with `variant`; a variant that is not named is held to the scenario's own announcement. */
export function announcedFor(announcement: Announcement | null, variant: string | undefined): readonly string[] {
  if (!announcement) return [];
  const { own, byVariant } = announcement;
  return (variant !== undefined && Object.hasOwn(byVariant, variant) ? byVariant[variant] : undefined) ?? own;
}

export const noState: StateExpectation = {
  tables: [],
  offsets: [],
  lag: [],
  log: [],
  assignment: [],
  lsn: [],
  ledger: null,
  violates: null,
};
