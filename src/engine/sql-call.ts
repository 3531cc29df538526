import type { Arrival } from '../model/fault.js';
import type { SqlOperation } from '../model/names.js';
import { closesSession, type SqlResult, type SqlValue, textOffset } from '../model/sql.js';
import type { Database, Executed, Resumed } from '../postgres/ports.js';
import { SqlError } from '../programs/ports.js';
import { type Connection, failed, sessionKilled } from './connection.js';
import type { Recorder } from './recorder.js';
import type { Releases } from './releases.js';
import type { Replication } from './replication.js';
import type { Effect, Failure, Released, ServerCall } from './server-call.js';
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
  readonly releases: Releases;
  readonly replication: Replication;
  now(): number;
  /** Opens a connection, and remembers it for as long as its server has a transaction open in it. */
  connect(database: Database, owner: string, session?: string): Connection;
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

  get session(): string {
    return this.connection.session.name;
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
    return this.#ended() ?? this.effectOf(await this.connection.session.execute(statement, parameters));
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
    if (ends) this.world.releases.add((await session.rollback()).resumed);
    const effect = this.effectOf(await session.raise(code));
    if (ends) this.connection.inTransaction = false;
    if (closesSession(code)) {
      this.connection.lose(this.leavesTransaction());
      await this.connection.close();
    }
    return effect;
  }

  async lose(noticed: Arrival | undefined): Promise<void> {
    this.connection.lose(this.leavesTransaction());
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
      connection.lose(this.leavesTransaction());
      return failed(sessionKilled);
    }
    // A server that has noticed the loss has closed the session: what arrives now reaches nobody.
    if (!connection.closed) return null;
    return failed({ code: '08003', constraint: null, position: null, message: 'the session has ended' });
  }

  /** Whether the client takes itself to be in a transaction when this request is the last that its session takes. */
  leavesTransaction(): boolean {
    if (this.name === 'begin') return true;
    return this.name !== 'commit' && this.name !== 'rollback' && this.connection.clientInTransaction;
  }

  /** What came of it at the server, at once or when it had waited for another session. */
  effectOf(executed: Executed | Resumed): Effect {
    const { answer, changes, transaction } = executed;
    this.connection.inTransaction = transaction !== 'none';
    // A statement that has only begun to wait has written nothing.
    if (answer.kind !== 'blocked') this.connection.asked();
    if ('resumed' in executed) this.world.releases.add(executed.resumed);
    if (changes.length > 0) {
      const { name: database } = this.connection.database;
      const committed = this.world.replication.committed(database);
      this.world.recorder.emit({ kind: 'rows-committed', database, changes, ...committed });
    }
    if (answer.kind === 'error') return failed(this.#inSource(answer.failure));
    if (answer.kind === 'blocked') {
      const whenReleased = (released: Released) => this.connection.block(this, released);
      return { failure: null, result: null, blocked: { by: answer.by, whenReleased }, seen: () => undefined };
    }
    const { result } = answer;
    return {
      failure: null,
      result: { kind: 'sql', tag: result.tag, columns: result.columns, rows: result.rows },
      open: transaction !== 'none',
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
