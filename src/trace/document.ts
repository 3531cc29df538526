import type { InvariantVerdict, Outcome } from '../model/names.js';
import type { ClientView, ServerView } from './event.js';

/**
 * The JSON of a run: the contract for machines. `version` grows when something that was there changes or goes; new
 * members may come at any time. `document-schema.ts` holds the same as a JSON Schema.
 */
export interface TraceDocument extends BranchDocument {
  readonly format: 'inbox-sim/trace';
  readonly version: 1;
  readonly scenario: { readonly id: string; readonly hash: string };
  /** The variant that ran; null where no process has any. */
  readonly options: {
    readonly variant: string | null;
    readonly lang: string;
    /** What the server says it is, such as `PostgreSQL 18.4`; null for the embedded one. */
    readonly server: string | null;
  };
  /** Of the whole run, all its branches. */
  readonly verdict: DocumentVerdict;
  /** A scenario with branches is played once for each: the first stands at the top level, the others here. */
  readonly branches: readonly (BranchDocument & { readonly verdict: DocumentVerdict })[];
}

export type DocumentVerdict = 'as-announced' | 'not-as-announced' | 'inconclusive';

export interface BranchDocument {
  /** Null in a scenario without branches. */
  readonly branch: string | null;
  readonly steps: readonly StepDocument[];
  readonly final: FinalDocument;
  readonly invariants: readonly InvariantDocument[];
  /** What keeps the run from being as announced besides the invariants, and steps that could not be taken. */
  readonly problems: readonly ProblemDocument[];
}

export interface StepDocument {
  readonly index: number;
  readonly actor: string | null;
  readonly action: string;
  /** What readers are asked before the step, in the language of the run; null where nothing is. */
  readonly question: string | null;
  readonly operations: readonly OperationDocument[];
  /** What a consumer concluded last in this step; null for all other steps. */
  readonly outcome: Outcome | null;
  /** The records that a consumer concluded in this step, in order. */
  readonly records: readonly (RecordRefDocument & { readonly process: string; readonly outcome: Outcome })[];
  readonly changes: ChangesDocument;
}

export interface OperationDocument {
  /**
   * The same for both entries of a delayed operation: when it was sent, and (with `late`) when it arrived; and for both of
   * one that had to wait for another session.
   */
  readonly id: number;
  readonly late: boolean;
  readonly actor: string;
  readonly name: string;
  /** The statement as the scenario has it, or the effect; null where the name says it all. */
  readonly subject: string | null;
  /** Such as `lost-reply`, `error: 53300` or `delay: 5s`. */
  readonly fault: string | null;
  readonly client: ClientView;
  readonly server: ServerView;
  /** The sessions that it waits for, directly; null where it waits for none. */
  readonly blockedBy: readonly string[] | null;
  /** The session in which it had been waiting for another one and has gone on; null where it did not wait. */
  readonly resumed: string | null;
  readonly result: ResultDocument | null;
  /** The item that it has written; only where the scenario names one. */
  readonly writes?: { readonly item: string; readonly value?: string | null };
  /** What was seen of an item; only where the scenario asks for one. */
  readonly reads?: {
    readonly item: string;
    readonly found: boolean;
    readonly values: readonly (string | null)[] | null;
  };
}

/** What the server answered, or the error that the client saw. */
export type ResultDocument =
  | {
      readonly tag: string;
      readonly columns: readonly string[];
      readonly rows: readonly (readonly (string | null)[])[];
    }
  | { readonly record: RecordRefDocument | null }
  | { readonly records: readonly RecordRefDocument[] }
  | { readonly group: string }
  | { readonly transactions: number; readonly position: number | null }
  | { readonly position: number }
  | { readonly topic: string; readonly partition: number; readonly offset: number }
  | { readonly error: string; readonly constraint: string | null };

export interface RecordRefDocument {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly event: string | null;
}

export type RowDocument = Readonly<Record<string, string | null>>;

export interface ChangesDocument {
  readonly rows: readonly {
    readonly database: string;
    readonly table: string;
    readonly change: 'insert' | 'update' | 'delete' | 'truncate';
    readonly before: RowDocument | null;
    readonly after: RowDocument | null;
  }[];
  readonly records: readonly RecordRefDocument[];
  readonly offsets: readonly {
    readonly group: string;
    readonly topic: string;
    readonly partition: number;
    readonly from: number | null;
    /** Null: what was committed has expired. */
    readonly to: number | null;
  }[];
  /** Partitions whose records before `logStart` are gone. */
  readonly log: readonly { readonly topic: string; readonly partition: number; readonly logStart: number }[];
  readonly effects: readonly EffectDocument[];
}

/** Something done outside the databases; null where it is for no event. */
export interface EffectDocument {
  readonly effect: string;
  readonly event: string | null;
  readonly actor: string;
}

/** A group with members, as its coordinator has it. */
export interface MembershipDocument {
  readonly state: string;
  readonly generation: number;
  readonly members: readonly {
    readonly memberId: string;
    readonly process: string | null;
    readonly partitions: readonly number[];
  }[];
}

export interface FinalDocument {
  readonly tables: Readonly<Record<string, Readonly<Record<string, readonly RowDocument[]>>>>;
  readonly groups: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, PartitionDocument>>>>>>;
  readonly log: Readonly<Record<string, Readonly<Record<string, readonly LogRecordDocument[]>>>>;
  /** Groups that have or had members. */
  readonly memberships: Readonly<Record<string, MembershipDocument>>;
  /** Replicas and how far they have come; only in a scenario that has some. */
  readonly replicas?: Readonly<Record<string, ReplicaDocument>>;
  /** Effects outside the databases, in order. */
  readonly ledger: readonly EffectDocument[];
  /** Sessions whose statement still waits for another session. */
  readonly blocked: readonly string[];
}

/** Positions as PostgreSQL writes them, such as `0/3`; they count commits. */
export interface ReplicaDocument {
  readonly of: string;
  readonly replayLsn: string;
  readonly currentLsn: string;
}

export interface PartitionDocument {
  readonly committed: number | null;
  readonly logStart: number;
  readonly logEnd: number;
  readonly lag: number | null;
}

export interface LogRecordDocument {
  readonly offset: number;
  readonly key: string | null;
  readonly headers: readonly (readonly [string, string | null])[];
  /** The text of the record's bytes; null is a tombstone. */
  readonly value: string | null;
}

export interface InvariantDocument {
  /** One of the program's own, or the name that the scenario gives one. */
  readonly name: string;
  readonly verdict: InvariantVerdict;
  readonly announced: boolean;
  readonly evidence: readonly {
    readonly code: string;
    readonly step: number;
    /** Names and numbers that the sentence is made of. */
    readonly args: Readonly<Record<string, string>>;
    /** The same as a sentence, in the language of the run. */
    readonly text: string;
  }[];
}

export interface ProblemDocument {
  readonly code: 'expectation' | 'fault-unfired' | 'step-skipped' | 'nothing-judged' | 'stopped';
  readonly line: number | null;
  readonly text: string;
}
