import type { Instant } from '../base/time.js';
import type { Fault } from '../model/fault.js';
import type { ItemRead, ItemWritten } from '../model/item.js';
import type { ActorStep, InvariantName, Operation, Outcome, ResetPolicy, WorldStep } from '../model/names.js';
import type { RowChange, SqlValue, TableInfo } from '../model/sql.js';
import type { LocalText } from '../model/text.js';
import type { DrainBegan, FaultUnfired, RunEnded, RunStopped } from './end-event.js';
import type {
  AssignmentChanged,
  CommitRefused,
  GroupChanged,
  MemberRemoved,
  MembershipLost,
  PositionMoved,
} from './group-event.js';
import type { StepSkipped } from './skip-event.js';
import type {
  EffectDone,
  LogStartMoved,
  LogTruncated,
  OffsetCommitted,
  OffsetExpired,
  PartitionsAdded,
  QueryAnswered,
  RecordAppended,
  RecordQueued,
  RowsCommitted,
} from './store-event.js';

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
  | RecordQueued
  | RecordAppended
  | LogStartMoved
  | LogTruncated
  | PartitionsAdded
  | OffsetCommitted
  | OffsetExpired
  | PositionMoved
  | AssignmentChanged
  | GroupChanged
  | MemberRemoved
  | MembershipLost
  | CommitRefused
  | BrokerChanged
  | EffectDone
  | SessionEnded
  | ClockAdvanced
  | QueryAnswered
  | Expectation
  | FaultUnfired
  | DrainBegan
  | RunStopped
  | RunEnded;

export interface DatabaseInfo {
  readonly name: string;
  /** Absent for a database of its own. */
  readonly replica?: ReplicaInfo;
  readonly tables: readonly TableInfo[];
}

/** A database that repeats the commits of another one. */
export interface ReplicaInfo {
  readonly of: string;
  /** How long after a commit, in milliseconds; null where the steps say when. */
  readonly lag: number | null;
}

export interface GroupInfo {
  readonly name: string;
  readonly topic: string;
  readonly reset: ResetPolicy;
}

/** Somebody who acts: a process with its program, or an actor whose operations the scenario writes out. */
export interface ProcessInfo {
  readonly name: string;
  /** Null for an actor without a program, and so is its variant. */
  readonly program: string | null;
  readonly variant: string | null;
  /** The group that it reads for; null for whoever reads nothing. */
  readonly group: string | null;
  /** The database of its first session; null for whoever has none. */
  readonly database: string | null;
  /** The partitions that it has taken for itself; null for a member of the group, which is given its partitions. */
  readonly partitions: readonly number[] | null;
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
  /** The question to the reader that stands before the step. */
  readonly ask: LocalText | null;
  readonly say: LocalText | null;
}

/** What a step is about, for its heading. */
export interface StepSubject {
  readonly event?: string;
  readonly count?: number;
  readonly topic?: string;
  readonly partition?: number;
  readonly offset?: number;
  readonly milliseconds?: number;
  /** `idle`, or the operation before which a run pauses. */
  readonly until?: string;
  readonly session?: string;
  readonly replica?: string;
  readonly group?: string;
  /** The statement as the scenario has it, the name of a queued record, the change of the broker. */
  readonly text?: string;
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

/**
 * What the server has: the effect, none because nothing arrived, none because it refused, or not yet, because the request
 * is under way (`pending`) or waits for another session (`blocked`).
 */
export type ServerView = 'done' | 'nothing' | 'refused' | 'pending' | 'blocked';

/** The reply as the server gave it, whether or not it was seen. */
export type OperationResult =
  | {
      readonly kind: 'sql';
      readonly tag: string;
      readonly columns: readonly string[];
      readonly rows: readonly (readonly SqlValue[])[];
    }
  | { readonly kind: 'record'; readonly record: RecordRef | null }
  | { readonly kind: 'records'; readonly records: readonly RecordRef[] }
  | { readonly kind: 'offset'; readonly topic: string; readonly partition: number; readonly offset: number }
  | { readonly kind: 'effect' }
  /** So many transactions, the last of them at `position`; null where there was none. */
  | { readonly kind: 'changes'; readonly transactions: number; readonly position: number | null }
  | { readonly kind: 'position'; readonly position: number }
  | { readonly kind: 'membership'; readonly group: string };

export interface RecordRef {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly event: string | null;
}

export interface OperationDone {
  readonly kind: 'operation';
  /**
   * Identity within the run, from 1. A delayed operation is reported twice: when it was sent, and when
   * it arrived; once more where its sender stood still then, when that sees the reply. So is one that had to wait for
   * another session: when it began to, and when it went on.
   */
  readonly id: number;
  readonly arrived: boolean;
  /** The sessions that it waits for, directly; absent where it waits for none. */
  readonly blockedBy?: readonly string[];
  /** The session in which it had been waiting for another one and has gone on; absent where it did not wait. */
  readonly resumed?: string;
  readonly actor: string;
  /** The unit of work of the process, from 1; 0 for an actor without a program. */
  readonly unit: number;
  readonly name: Operation;
  /** What was asked: a statement as the scenario has it, the event sent, an effect; null where the name says it all. */
  readonly subject: string | null;
  /** The values of a statement's expressions, the event of a record that is sent or of an effect; absent where there are none. */
  readonly values?: readonly SqlValue[];
  /** The item that it has written at the server; absent where it has written none. */
  readonly writes?: ItemWritten;
  /** What the client saw of the item that it asked for; absent where it asked for none, or saw no answer. */
  readonly reads?: ItemRead;
  readonly fault: Fault | null;
  readonly client: ClientView;
  readonly server: ServerView;
  readonly result: OperationResult | null;
  /** The error that the client saw, or that the server gave. */
  readonly error: OperationError | null;
}

export interface OperationError {
  /** An SQLSTATE, or Kafka's name of the error. */
  readonly code: string;
  readonly constraint: string | null;
  /** Where in the statement PostgreSQL points, in characters from 1. */
  readonly position: number | null;
  /** What the Java client of Kafka throws for it. */
  readonly exception?: string;
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

export interface BrokerChanged {
  readonly kind: 'broker-changed';
  readonly text: string;
}

/** The server has ended a session, or has lost its client. */
export interface SessionEnded {
  readonly kind: 'session-ended';
  readonly actor: string;
  readonly session: string;
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
  /** One line, or one for each row or record. */
  readonly expected: readonly string[];
  readonly found: readonly string[];
  readonly met: boolean;
}
