import type { Instant } from '../base/time.js';
import type { Fault, FaultKind } from '../model/fault.js';
import type { ActorStep, InvariantName, Operation, Outcome, ResetPolicy, WorldStep } from '../model/names.js';
import type { LogRecord } from '../model/record.js';
import type { RowChange, SqlValue, TableInfo } from '../model/sql.js';
import type { LocalText } from '../model/text.js';

/** Everything that happens in a run, in order. Checks and renderers read nothing else. */
export type TraceEvent =
  | WorldBegan
  | StepBegan
  | StepSkipped
  | StepEnded
  | OperationDone
  | ProcessChanged
  | Concluded
  | RowsCommitted
  | RecordAppended
  | OffsetCommitted
  | PositionMoved
  | ClockAdvanced
  | Expectation
  | FaultUnfired
  | DrainBegan
  | RunEnded;

export interface DatabaseInfo {
  readonly name: string;
  readonly tables: readonly TableInfo[];
}

export interface GroupInfo {
  readonly name: string;
  readonly topic: string;
  readonly reset: ResetPolicy;
}

export interface ProcessInfo {
  readonly name: string;
  readonly program: string;
  readonly variant: string;
  readonly group: string;
  readonly database: string;
  readonly partitions: readonly number[];
  /** Invariants about the process itself that its variant claims to keep, such as the repository's contract. */
  readonly claims: readonly InvariantName[];
}

export interface WorldBegan {
  readonly kind: 'world-began';
  readonly clock: Instant;
  readonly databases: readonly DatabaseInfo[];
  readonly topics: readonly { readonly name: string; readonly partitions: number }[];
  readonly groups: readonly GroupInfo[];
  readonly processes: readonly ProcessInfo[];
}

export interface StepBegan {
  readonly kind: 'step-began';
  /** From 1. What comes after the steps (late arrivals, the drain) counts as the last step. */
  readonly step: number;
  /** The line of the scenario; null for what comes after its steps. */
  readonly line: number | null;
  readonly actor: string | null;
  readonly action: WorldStep | ActorStep | 'arrivals' | 'drain';
  readonly subject: StepSubject;
  readonly say: LocalText | null;
}

/** What a step is about, for its heading. */
export interface StepSubject {
  readonly event?: string;
  readonly count?: number;
  readonly partition?: number;
  readonly offset?: number;
  readonly milliseconds?: number;
  readonly until?: 'idle';
}

/** A step that could not be taken, such as a run of a dead process. It makes the run inconclusive. */
export interface StepSkipped {
  readonly kind: 'step-skipped';
  readonly why: 'dead' | 'waiting' | 'endless';
  readonly subject: string;
}

export interface StepEnded {
  readonly kind: 'step-ended';
  readonly step: number;
  /** Rows that a session has written and not committed. */
  readonly uncommitted: readonly {
    readonly database: string;
    readonly session: string;
    readonly changes: readonly RowChange[];
  }[];
}

/**
 * What the client knows once the operation is over: `ok` and `error` are replies it saw, `no-reply` leaves it without
 * any, `crashed` means it died first (before sending, or before the reply came), `not-sent` that its own side refused, `waiting` that the reply is still to come.
 */
export type ClientView = 'ok' | 'error' | 'no-reply' | 'crashed' | 'not-sent' | 'waiting';

/** What the server has: the effect, none because nothing arrived, none because it refused, or not yet. */
export type ServerView = 'done' | 'nothing' | 'refused' | 'pending';

/** The reply as the server gave it, whether or not it was seen. */
export type OperationResult =
  | { readonly kind: 'sql'; readonly tag: string; readonly rows: readonly (readonly SqlValue[])[] }
  | { readonly kind: 'record'; readonly record: RecordRef | null }
  | { readonly kind: 'offset'; readonly topic: string; readonly partition: number; readonly offset: number };

export interface RecordRef {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly event: string | null;
}

export interface OperationDone {
  readonly kind: 'operation';
  /** Identity within the run, from 1. A delayed operation is reported twice: when it was sent, and when it arrived. */
  readonly id: number;
  readonly arrived: boolean;
  readonly actor: string;
  /** The unit of work of the process, from 1; 0 for an actor without a program. */
  readonly unit: number;
  readonly name: Operation;
  readonly fault: Fault | null;
  readonly client: ClientView;
  readonly server: ServerView;
  readonly result: OperationResult | null;
  /** The error that the client saw, or that the server gave. */
  readonly error: { readonly code: string; readonly constraint: string | null } | null;
}

export interface ProcessChanged {
  readonly kind: 'process';
  readonly name: string;
  readonly state: 'started' | 'crashed' | 'stopped';
}

export interface Concluded {
  readonly kind: 'concluded';
  readonly process: string;
  readonly unit: number;
  readonly record: RecordRef;
  readonly outcome: Outcome;
  /** Whose error the program handed on: an operation's id, `other` for a value that no operation gave, null for none. */
  readonly errorFrom: number | 'other' | null;
  /** What an error says that no operation gave. */
  readonly reason: string | null;
}

export interface RowsCommitted {
  readonly kind: 'rows-committed';
  readonly database: string;
  readonly changes: readonly RowChange[];
}

export interface RecordAppended {
  readonly kind: 'record-appended';
  readonly record: LogRecord;
  readonly event: string | null;
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
}

export interface PositionMoved {
  readonly kind: 'position-moved';
  readonly process: string;
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly cause: 'committed' | 'reset' | 'seek';
}

export interface ClockAdvanced {
  readonly kind: 'clock-advanced';
  readonly clock: Instant;
}

/** Something that the scenario said must be so, and what was found. Values are printed as the scenario writes them. */
export interface Expectation {
  readonly kind: 'expectation';
  readonly line: number;
  /** Such as `outcome`, `history.inbox`, `history tickets.status.v1-1`, `violates`. */
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
  readonly met: boolean;
}

/** A fault that no operation of its step met. It makes the run inconclusive. */
export interface FaultUnfired {
  readonly kind: 'fault-unfired';
  readonly step: number;
  readonly line: number;
  readonly operation: Operation;
  readonly fault: FaultKind;
  readonly occurrence: number;
}

/** From here on everything restarts once and runs until idle. */
export interface DrainBegan {
  readonly kind: 'drain-began';
}

export interface RunEnded {
  readonly kind: 'run-ended';
  /** Actors whose transaction is still open or whose request is still under way. */
  readonly unfinished: readonly string[];
}
