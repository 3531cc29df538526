import type { Arrival } from '../model/fault.js';
import type { Operation } from '../model/names.js';
import { closesSession, type SqlResult, type SqlValue } from '../model/sql.js';
import type { Database, Executed, Session } from '../postgres/ports.js';
import { SqlError } from '../programs/ports.js';
import type { Recorder } from './recorder.js';
import type { Effect, ServerCall } from './server-call.js';
import type { UnderWay } from './under-way.js';

export type SqlRequest =
  | { readonly kind: 'begin' | 'commit' | 'rollback' }
  | {
      readonly kind: 'statement';
      readonly name: Operation;
      readonly statement: string;
      readonly parameters: readonly SqlValue[];
    };

/** What a connection needs of the world. */
export interface SqlWorld {
  readonly recorder: Recorder;
  readonly underWay: UnderWay;
  now(): number;
  /** Opens a connection, and remembers it for as long as its server has a transaction open in it. */
  connect(database: Database, owner: string): Connection;
}

/** One process's connection to its database, as both ends see it. */
export class Connection {
  readonly session: Session;
  /** The client has lost it: nothing can be sent any more. */
  lost = false;
  /** The server has a transaction open in it. */
  inTransaction = false;
  #requestsUnderWay = 0;
  #closeLater = false;
  #closed = false;

  constructor(
    readonly database: Database,
    readonly owner: string,
  ) {
    this.session = database.session(owner);
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** The client ends it. A connection that it has lost before is beyond its reach: the server has to notice by itself. */
  async hangUp(): Promise<void> {
    if (!this.lost) await this.close();
  }

  /** Ends the session at the server, which rolls back what is open. A request under way still takes effect before. */
  async close(): Promise<void> {
    this.lost = true;
    this.#closeLater = this.#requestsUnderWay > 0;
    if (this.#closeLater || this.#closed) return;
    this.#closed = true;
    this.inTransaction = false;
    await this.session.close();
  }

  async requestUnderWay(sent: boolean): Promise<void> {
    this.#requestsUnderWay += sent ? 1 : -1;
    if (this.#closeLater && this.#requestsUnderWay === 0) await this.close();
  }
}

/** A statement, BEGIN, COMMIT or ROLLBACK on its way to PostgreSQL. */
export class SqlCall implements ServerCall {
  readonly name: Operation;

  constructor(
    readonly world: SqlWorld,
    readonly connection: Connection,
    readonly request: SqlRequest,
  ) {
    this.name = request.kind === 'statement' ? request.name : request.kind;
  }

  refusedLocally(): Error | null {
    return this.connection.lost ? new SqlError('08003', null, 'the connection is gone') : null;
  }

  async apply(): Promise<Effect> {
    // A server that has noticed the loss has closed the session: what arrives now reaches nobody.
    if (this.connection.closed) return failed({ code: '08003', constraint: null, message: 'the session has ended' });
    return this.#effect(await this.#execute());
  }

  async refuse(code: string): Promise<Effect> {
    const { session } = this.connection;
    const ends = this.request.kind === 'commit' || this.request.kind === 'rollback';
    // COMMIT and ROLLBACK end the transaction even when they fail; an error of any other statement only aborts it.
    if (ends) await session.rollback();
    const effect = this.#effect(await session.raise(code));
    if (ends) this.connection.inTransaction = false;
    if (closesSession(code)) await this.connection.close();
    return effect;
  }

  async lose(noticed: Arrival | undefined): Promise<void> {
    this.connection.lost = true;
    if (noticed) this.world.underWay.add(noticed, this.world.now(), () => this.connection.close());
    else await this.connection.close();
  }

  underWay(sent: boolean): Promise<void> {
    return this.connection.requestUnderWay(sent);
  }

  errorFor(failure: NonNullable<Effect['failure']>): Error {
    return new SqlError(failure.code, failure.constraint, failure.message);
  }

  noReply(): { readonly error: Error } {
    return { error: new SqlError('08006', null, 'the connection was lost before the reply came') };
  }

  #execute(): Promise<Executed> {
    const { session } = this.connection;
    switch (this.request.kind) {
      case 'begin':
        return session.begin();
      case 'commit':
        return session.commit();
      case 'rollback':
        return session.rollback();
      case 'statement':
        return session.execute(this.request.statement, this.request.parameters);
    }
  }

  #effect({ answer, changes }: Executed): Effect {
    if (changes.length > 0) {
      this.world.recorder.emit({ kind: 'rows-committed', database: this.connection.database.name, changes });
    }
    if (answer.kind === 'error') {
      if (this.request.kind === 'commit') this.connection.inTransaction = false;
      return failed(answer.failure);
    }
    const { result } = answer;
    if (this.request.kind === 'begin') this.connection.inTransaction = true;
    if (this.request.kind === 'commit' || this.request.kind === 'rollback') this.connection.inTransaction = false;
    return {
      failure: null,
      result: { kind: 'sql', tag: result.tag, rows: result.rows },
      seen: () => this.#seen(result),
    };
  }

  #seen(result: SqlResult): SqlResult | Error {
    if (this.request.kind !== 'commit' || result.tag === 'COMMIT') return result;
    return new SqlError('40000', null, `COMMIT was answered ${result.tag}: the transaction had been aborted`);
  }
}

function failed(failure: NonNullable<Effect['failure']>): Effect {
  return { failure, result: null, seen: () => undefined };
}
