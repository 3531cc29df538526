import { present } from '../base/assert.js';
import type { RowChange } from '../model/sql.js';
import type { Database, Resumed, Session } from '../postgres/ports.js';
import type { Releases } from './releases.js';
import type { Effect, Failure, Released } from './server-call.js';

/** A statement of a connection, as far as the connection knows it. */
interface Statement {
  /** What it has come to after it had waited. */
  effectOf(resumed: Resumed): Effect;
  /** Whether the client takes itself to be in a transaction when this is the last that its session takes. */
  leavesTransaction(): boolean;
}

/** One connection to a database, as both ends see it. */
export class Connection {
  readonly session: Session;
  /** The client has lost it, and nothing can be sent any more; in the middle of a transaction, or between two. */
  #lost: 'in-transaction' | 'idle' | null = null;
  /** The server has a transaction open in it. */
  inTransaction = false;
  #requestsUnderWay = 0;
  #closeLater = false;
  #closed = false;
  #killed = false;
  /** Whether a transaction was open when the server ended it. */
  #wasInTransaction = false;
  /** The statement that waits for another session, and what is done when it goes on. */
  #blocked: { readonly call: Statement; readonly released: Released } | null = null;
  /** What it had written when it was asked last; null once it has done anything since. */
  #uncommitted: readonly RowChange[] | null = [];

  constructor(
    readonly database: Database,
    readonly owner: string,
    name: string,
    readonly releases: Releases,
  ) {
    this.session = database.session(name);
  }

  get closed(): boolean {
    return this.#closed;
  }

  get lost(): boolean {
    return this.#lost !== null;
  }

  get lostInTransaction(): boolean {
    return this.#lost === 'in-transaction';
  }

  /** Whether its statement waits for another session. */
  get blocked(): boolean {
    return this.#blocked !== null;
  }

  block(call: Statement, released: Released): void {
    this.#blocked = { call, released };
    this.releases.waits(this);
  }

  /** The statement that waited has come to its end. Returns what its sender does then. */
  released(resumed: Resumed): () => Promise<void> {
    const { call, released } = present(this.#blocked, `blocked statement of ${this.session.name}`);
    this.#blocked = null;
    return released(call.effectOf(resumed));
  }

  /** Something was asked of it, by which what it has written may have changed. */
  asked(): void {
    this.#uncommitted = null;
  }

  /**
   * The rows that it has written and not committed. It is asked for them only after something of its own: a question is a
   * query like others, which a transaction above READ COMMITTED may not survive once somebody else has committed.
   */
  async uncommitted(): Promise<readonly RowChange[]> {
    this.#uncommitted ??= this.blocked ? [] : await this.session.uncommitted();
    return this.#uncommitted;
  }

  /** The client finds that it is gone, in the middle of what it takes for a transaction or not. */
  lose(inTransaction: boolean): void {
    this.#lost ??= inTransaction ? 'in-transaction' : 'idle';
  }

  /** The server has ended it on its own account, and its client has not been told yet. */
  get killed(): boolean {
    return this.#killed;
  }

  /** Whether the client takes a transaction for open. */
  get clientInTransaction(): boolean {
    return this.inTransaction || this.#wasInTransaction;
  }

  /** The client ends it. A connection that it has lost before is beyond its reach: the server has to notice by itself. */
  async hangUp(): Promise<void> {
    if (!this.lost) await this.close();
  }

  /** Ends the session at the server, which rolls back what is open. A request under way still takes effect before. */
  async close(): Promise<void> {
    this.lose(this.inTransaction);
    this.#closeLater = this.#requestsUnderWay > 0;
    if (!this.#closeLater) await this.#end();
  }

  /** The server ends the session (`pg_terminate_backend`). The client learns of it with its next request: 57P01. */
  async kill(): Promise<void> {
    this.#killed = !this.#closed;
    this.#wasInTransaction = this.inTransaction;
    const blocked = this.#blocked;
    await this.#end();
    // Whoever waits for an answer gets this one at once.
    if (!blocked) return;
    this.lose(blocked.call.leavesTransaction());
    this.releases.answer(blocked.released(failed(sessionKilled)));
  }

  async requestUnderWay(sent: boolean): Promise<void> {
    this.#requestsUnderWay += sent ? 1 : -1;
    if (this.#closeLater && this.#requestsUnderWay === 0) await this.close();
  }

  async #end(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.inTransaction = false;
    this.#blocked = null;
    this.releases.add(await this.session.close());
  }
}

/** What a client sees of a session that the server has ended. */
export const sessionKilled: Failure = {
  code: '57P01',
  constraint: null,
  position: null,
  message: 'the server has ended the session',
};

/** The server refuses. */
export function failed(failure: Failure): Effect {
  return { failure, result: null, seen: () => undefined };
}
