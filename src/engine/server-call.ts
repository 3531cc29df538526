import type { Arrival } from '../model/fault.js';
import type { Operation } from '../model/names.js';
import type { SqlValue } from '../model/sql.js';
import type { OperationResult } from '../trace/event.js';

/** What a server said instead of doing what it was asked. */
export interface Failure {
  readonly code: string;
  readonly constraint: string | null;
  /** Where in the statement PostgreSQL points, in characters from 1. */
  readonly position: number | null;
  /** What the Java client of Kafka throws for it. */
  readonly exception?: string;
  readonly message: string;
  /** False where the client itself refused, and the server was never asked. */
  readonly sent?: boolean;
}

/** What a request did at its server. */
export interface Effect {
  /** What the server refused the request with; null when it was done. */
  readonly failure: Failure | null;
  readonly result: OperationResult | null;
  /** Whether the session's transaction is open after it. */
  readonly open?: boolean;
  /** It was done, and yet the server gives no answer. */
  readonly unanswered?: boolean;
  /** It waits for other sessions at the server, and nothing has come of it yet. Absent where it waits for none. */
  readonly blocked?: Blocked;
  /**
   * What a client makes of the reply once it sees it: a value, or an error of its own. Moves what is the client's, such
   * as a fetch position. Called at most once.
   */
  seen(): unknown;
}

/**
 * What is done with the effect of a request that was blocked and has come to its end: tells of it at once, and answers what
 * its sender does then, in its own time.
 */
export type Released = (effect: Effect) => () => Promise<void>;

/** A request that waits at its server for other sessions. */
export interface Blocked {
  /** The names of the sessions that it waits for directly. */
  readonly by: readonly string[];
  whenReleased(released: Released): void;
}

/**
 * One request of one actor, ready to be sent to its server. Whatever the kind of operation, the engine knows only this:
 * so that every operation has the same life and takes the same faults.
 */
export interface ServerCall {
  readonly name: Operation;
  /** What was asked, where the name does not say it all. */
  readonly subject: string | null;
  /** The name of the session that it is sent in; absent where there are no sessions. */
  readonly session?: string;
  /** The values in it that a scenario may write as expressions, so that requests of one step can be told apart. */
  readonly values?: readonly SqlValue[];
  /** Whether the server is away: the request reaches nobody, and no reply comes. */
  unreachable(): boolean;
  /** Why the client's own side refuses to send it; null when it can be sent. */
  refusedLocally(): Error | null;
  /** The request arrives and takes effect. */
  apply(): Promise<Effect>;
  /** The request arrives and the server answers with an error of this code instead. */
  refuse(code: string): Promise<Effect>;
  /** The connection is lost while this request is on its way; the server notices at once, or at `noticed`. */
  lose(noticed: Arrival | undefined): Promise<void>;
  /** Says that the request is under way, and later that it is not any more. */
  underWay(sent: boolean): Promise<void>;
  /** The error that a program sees for a refusal by the server. */
  errorFor(failure: Failure): Error;
  /** What a program sees when no reply comes. */
  noReply(): { readonly error: Error } | { readonly value: unknown };
}
