import type { Instant } from '../base/time.js';
import type { AwaitedKey, AwaitedParent, AwaitedRow, AwaitedRows } from './awaited-rows.js';
import type { OpenTransaction } from './open-transaction.js';
import type { SequenceState } from './sequences.js';
import type { SessionCall } from './session-call.js';
import type { WaitingForm } from './waiting-form.js';

/** A transaction that PostgreSQL keeps for nobody in particular, until somebody takes it up or ends it. */
export interface Prepared {
  readonly gid: string;
  /** It and what is nested in it have the ids from here on ... */
  readonly firstXid: number;
  /** ... and before this one. */
  readonly endXid: number;
}

/** A session as the one backend knows it. */
export interface SessionState {
  readonly id: number;
  readonly name: string;
  readonly database: string;
  transaction: OpenTransaction | null;
  /** What it holds while somebody else has the backend; also what a blocked statement outside a transaction has taken. */
  prepared: Prepared | null;
  /** Its statement that waits for other sessions. */
  blocked: Blocked | null;
}

/** A statement that waits for other sessions. */
export interface Blocked {
  readonly call: SessionCall;
  /** Its place among all that have blocked. */
  readonly order: number;
  /** What its `now()` answers. */
  readonly clock: Instant;
  readonly form: WaitingForm;
  /** Where sequences stood before it drew from them. */
  readonly sequences: readonly SequenceState[];
  /** The rows that it may still find; null for a statement that looks for none. */
  readonly rows: AwaitedRows | null;
  /** The row that its own one refers to, where it is that one that it waits for. */
  readonly parent: AwaitedParent | null;
  /** What it waits for, where others may stand in the same queue. */
  awaited: AwaitedRow | AwaitedKey | null;
  /** The sessions that it waits for directly. */
  waitsFor: readonly SessionState[];
  /** Something has happened since, after which it may go on. */
  due: boolean;
}
