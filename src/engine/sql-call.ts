import type { Arrival } from '../model/fault.js';
import type { SqlOperation } from '../model/names.js';
import { closesSession, type SqlResult, type SqlValue, textOffset } from '../model/sql.js';
import type { Database, Executed, Session } from '../postgres/ports.js';
import { SqlError } from '../programs/ports.js';
import type { Recorder } from './recorder.js';
import type { Effect, Failure, ServerCall } from './server-call.js';
import type { UnderWay } from './under-way.js';

/** A statement with its values. BEGIN, COMMIT and ROLLBACK are statements too; `name` says which operation it is. */
export interface SqlRequest {
  readonly name: SqlOperation;
  readonly statement: string;
  readonly parameters: readonly SqlValue[];
  /**
   * The parameters as the trace has them, without the server's own ids; none of a program, which say nothing to whoever
   * does not see its statement.
   */
  readonly shown: readonly SqlValue[];
  /** The statement as a scenario has it; null for a program's own. */
  readonly source: string | null;
}

/** BEGIN, COMMIT or ROLLBACK as a program sends them. */
export function transactionRequest(name: 'begin' | 'commit' | 'rollback'): SqlRequest {
  return { name, statement: name.toUpperCase(), parameters: [], shown: [], source: null };
}

/** What a connection needs of the world. */
export interface SqlWorld {
  readonly recorder: Recorder;
  readonly underWay: UnderWay;
  now(): number;
  /** Opens a connection, and remembers it for as long as its server has a transaction open in it. */
  connect(database: Database, owner: string, session?: string): Connection;
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

  constructor(
    readonly database: Database,
    readonly owner: string,
    name: string,
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
    await this.#end();
  }

  async requestUnderWay(sent: boolean): Promise<void> {
    this.#requestsUnderWay += sent ? 1 : -1;
    if (this.#closeLater && this.#requestsUnderWay === 0) await this.close();
  }

  async #end(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.inTransaction = false;
    await this.session.close();
  }
}

/** A statement, BEGIN, COMMIT or ROLLBACK on its way to PostgreSQL. */
export class SqlCall implements ServerCall {
  readonly name: SqlOperation;

  constructor(
    readonly world: SqlWorld,
    readonly connection: Connection,
    readonly request: SqlRequest,
  ) {
    this.name = request.name;
  }

  get subject(): string | null {
    return this.request.source;
  }

  get values(): readonly SqlValue[] {
    return this.request.shown;
  }

  refusedLocally(): Error | null {
    return this.connection.lost ? new SqlError('08003', null, 'the connection is gone') : null;
  }

  async apply(): Promise<Effect> {
    const { statement, parameters } = this.request;
    return this.#ended() ?? this.#effect(await this.connection.session.execute(statement, parameters));
  }

  unreachable(): boolean {
    return false;
  }

  async refuse(code: string): Promise<Effect> {
    const ended = this.#ended();
    if (ended) return ended;
    const { session } = this.connection;
    const ends = this.name === 'commit' || this.name === 'rollback';
    // COMMIT and ROLLBACK end the transaction even when they fail; an error of any other statement only aborts it.
    if (ends) await session.rollback();
    const effect = this.#effect(await session.raise(code));
    if (ends) this.connection.inTransaction = false;
    if (closesSession(code)) {
      this.connection.lose(this.#leavesTransaction());
      await this.connection.close();
    }
    return effect;
  }

  async lose(noticed: Arrival | undefined): Promise<void> {
    this.connection.lose(this.#leavesTransaction());
    if (noticed) this.world.underWay.add(noticed, this.world.now(), () => this.connection.close());
    else await this.connection.close();
  }

  underWay(sent: boolean): Promise<void> {
    return this.connection.requestUnderWay(sent);
  }

  errorFor(failure: Failure): Error {
    return new SqlError(failure.code, failure.constraint, failure.message);
  }

  noReply(): { readonly error: Error } {
    return { error: new SqlError('08006', null, 'the connection was lost before the reply came') };
  }

  /** What comes of a request to a session that the server has ended, whatever else was to come of it. */
  #ended(): Effect | null {
    const { connection } = this;
    if (connection.killed) {
      connection.lose(this.#leavesTransaction());
      return failed({ code: '57P01', constraint: null, position: null, message: 'the server has ended the session' });
    }
    // A server that has noticed the loss has closed the session: what arrives now reaches nobody.
    if (!connection.closed) return null;
    return failed({ code: '08003', constraint: null, position: null, message: 'the session has ended' });
  }

  /** Whether the client takes itself to be in a transaction when this request is the last that its session takes. */
  #leavesTransaction(): boolean {
    if (this.name === 'begin') return true;
    return this.name !== 'commit' && this.name !== 'rollback' && this.connection.clientInTransaction;
  }

  #effect({ answer, changes, transaction }: Executed): Effect {
    this.connection.inTransaction = transaction !== 'none';
    if (changes.length > 0) {
      this.world.recorder.emit({ kind: 'rows-committed', database: this.connection.database.name, changes });
    }
    if (answer.kind === 'error') return failed(this.#inSource(answer.failure));
    const { result } = answer;
    return {
      failure: null,
      result: { kind: 'sql', tag: result.tag, columns: result.columns, rows: result.rows },
      seen: () => this.#seen(result),
    };
  }

  /** PostgreSQL points into the text it got, where parameters stand for the expressions of the scenario. */
  #inSource(failure: Failure): Failure {
    const { source, statement } = this.request;
    if (source === null || failure.position === null) return failure;
    return { ...failure, position: sourcePosition(source, statement, failure.position) };
  }

  /** A program's COMMIT is acknowledged by the tag COMMIT alone; a scenario's own statement shows the tag as it is. */
  #seen(result: SqlResult): SqlResult | Error {
    if (this.name !== 'commit' || this.request.source !== null || result.tag === 'COMMIT') return result;
    return new SqlError('40000', null, `COMMIT was answered ${result.tag}: the transaction had been aborted`);
  }
}

function failed(failure: Failure): Effect {
  return { failure, result: null, seen: () => undefined };
}

/** Where a position of the text sent lies in the scenario's own: each `${...}` there is a `$1` here. */
function sourcePosition(source: string, sent: string, position: number): number {
  let [to, at] = [0, 0];
  const end = textOffset(sent, position);
  while (at < end) {
    const parameter = /^\$\d+/.exec(sent.slice(at))?.[0];
    const expression = /^\$\{[^}\n]*\}/.exec(source.slice(to))?.[0];
    at += parameter !== undefined && expression !== undefined ? parameter.length : 1;
    to += parameter !== undefined && expression !== undefined ? expression.length : 1;
  }
  return [...source.slice(0, to)].length + 1;
}
