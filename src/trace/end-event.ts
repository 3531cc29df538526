/** What the end of a run says about the whole. */
import type { FaultKind } from '../model/fault.js';
import type { Operation } from '../model/names.js';

/** A fault that no operation of its step met. It makes the run inconclusive. */
export interface FaultUnfired {
  readonly kind: 'fault-unfired';
  readonly step: number;
  readonly line: number;
  readonly operation: Operation;
  readonly fault: FaultKind;
  readonly occurrence: number;
}

/**
 * Why PostgreSQL was given up: something took more time, memory, rows or bytes than it may, it has stopped answering, or the
 * server that it is has gone away.
 */
export type StopReason =
  | 'statement-time'
  | 'scenario-time'
  | 'memory'
  | 'answer-rows'
  | 'answer-bytes'
  | 'broken'
  | 'server-gone';

/** The run ends here, because nothing that PostgreSQL holds can be known any more. It makes the run inconclusive. */
export interface RunStopped {
  readonly kind: 'run-stopped';
  readonly step: number;
  /** The line of the scenario; null after its steps. */
  readonly line: number | null;
  readonly why: StopReason;
  /** The limit in milliseconds, bytes or rows; null where none was reached. */
  readonly limit: number | null;
}

/** From here on everything restarts once and runs until idle. */
export interface DrainBegan {
  readonly kind: 'drain-began';
}

export interface RunEnded {
  readonly kind: 'run-ended';
  /** Actors whose transaction is still open or whose request is still under way. */
  readonly unfinished: readonly string[];
  /** Sessions whose statement still waits for another session. */
  readonly blocked: readonly string[];
}
