import { assert, present } from '../base/assert.js';
import { limits } from '../base/limits.js';
import { type Instant, scenarioStart } from '../base/time.js';
import type { Row, RowChange } from '../model/sql.js';
import type { Backend, BackendReply } from './backend.js';
import { bootstrapSql, databaseRoles } from './bootstrap.js';
import { captureChanges, type DatabaseState, readTables } from './catalogue.js';
import { failureOfDefinition, refusalOfDefinition } from './definition-failed.js';
import { removeLeftovers } from './leftovers.js';
import { aside, LentConnection } from './lent-connection.js';
import { EngineBroken, EngineRefusal, type Executed, LimitExceeded, type SavedState, type TableRows } from './ports.js';
import { identifier } from './quote.js';
import type { AnswerBounds } from './reply-reader.js';
import { rowChanges } from './row-changes.js';
import { parseRowText } from './row-text.js';
import { restoreRows, saveRows } from './saved-state.js';
import { ServerIds } from './server-ids.js';
import { perform, type SessionCall } from './session-call.js';
import { isIndelible, mayChangeSettings } from './setting-words.js';
import { makesTablesOnly, Standing } from './standing.js';

interface SessionState {
  readonly name: string;
  readonly database: string;
}

const captureColumns = 'seq, database, relation, kind, before, after';

/** The tags of statements that run none of an author's functions. */
const ownWords = ['BEGIN', 'START TRANSACTION', 'SAVEPOINT', 'RELEASE', 'ROLLBACK', 'SET'];

const transactions = { I: 'none', T: 'open', E: 'aborted' } as const;

/**
 * Databases and sessions over the one backend that PGlite has. Before a session's statement the backend is given that
 * session's role and search path; while a session has a transaction open no other may speak, because its statement would
 * silently join that transaction.
 */
export class Instance {
  readonly #sessions = new Map<number, SessionState>();
  readonly #databases = new Map<string, DatabaseState>();
  readonly #connection: LentConnection;
  readonly #standing: Standing;
  readonly #ids = new ServerIds();
  /** Whether there is anything that a reset would have to remove. */
  #used = false;
  /** Whether something may be left that no reset removes. */
  #indelible = false;
  /** How many databases have been made, and how often everything has been removed. */
  readonly #served = { databases: 0, resets: 0 };
  /** The last change that was handed on; what an unfinished transaction has shown already is not handed on again. */
  #lastCaptured = 0;
  #transactionOf: number | null = null;

  constructor(
    readonly backend: Backend,
    bootstrapped: boolean,
    readonly bounds: AnswerBounds,
  ) {
    this.#connection = new LentConnection(backend);
    this.#standing = new Standing(backend);
    if (!bootstrapped) backend.own(bootstrapSql);
  }

  /** A schema with roles of its own: PostgreSQL itself then refuses a look into another database. Answers its tables. */
  createDatabase(name: string, definition: string): TableRows[] {
    this.#asServer();
    assert(!this.#databases.has(name), `there is a database ${name} already`);
    const roles = databaseRoles[this.#databases.size];
    assert(roles !== undefined, `more than ${limits.databases} databases`);
    this.#used = true;
    const standing = this.#standing.take(name, definition, roles);
    if (standing) {
      this.#databases.set(name, standing);
      return this.#read(standing);
    }
    const changesSettings = mayChangeSettings(definition);
    const database = { definition, roles, mayStand: false, tables: [], columnTypes: new Map(), changesSettings };
    this.#databases.set(name, database);
    this.#served.databases++;
    this.#indelible ||= isIndelible(definition);
    const refused = refusalOfDefinition(name, definition);
    if (refused) throw refused;
    this.backend.own(`CREATE SCHEMA ${identifier(name)} AUTHORIZATION ${roles.owner}`);
    this.#define(name, definition);
    return this.#made(name, database);
  }

  #made(name: string, database: DatabaseState): TableRows[] {
    database.tables = captureChanges(this.backend, name, database.roles);
    const initial = this.#read(database);
    database.mayStand = makesTablesOnly(database.definition) && initial.every(({ rows }) => rows.length === 0);
    return initial;
  }

  #define(name: string, definition: string): void {
    this.#connection.lend('definition', name, this.#database(name).roles.owner);
    const { results, failure, status } = this.backend.script(definition, this.bounds);
    if (failure) this.backend.checkAlive();
    if (status !== 'I') this.backend.own('ROLLBACK');
    this.#asServer();
    const failed = failureOfDefinition(name, definition, { done: results.length, failure, open: status !== 'I' });
    if (failed) throw failed;
  }

  openSession(id: number, database: string, name: string): void {
    this.#sessions.set(id, { name, database });
  }

  call(id: number, call: SessionCall): Executed {
    const session = this.#session(id);
    this.#checkFree(id);
    const { roles, changesSettings } = this.#database(session.database);
    this.#indelible ||= isIndelible(call.text);
    this.#standing.drop();
    if (this.#transactionOf === null) this.#connection.lend(id, session.database, roles.session);
    const reply = perform(this.backend, call, this.bounds);
    this.#transactionOf = reply.status === 'I' ? null : id;
    if (reply.failure) this.backend.checkAlive();
    const result = reply.failure ? null : reply.results.at(-1);
    if (result === undefined) throw new EngineBroken('PostgreSQL has no answer to a statement');
    // These may have undone what the session was given: the border to other databases, and the clock.
    const tag = result?.tag ?? '';
    if (/^(SET|RESET|DISCARD)\b/.test(tag) || /authorization/i.test(call.text)) {
      this.#connection.settle(session.database, roles.session, reply.status);
    }
    // COMMIT AND CHAIN commits and leaves another transaction open; a block that fails may have committed before.
    const committed = reply.status === 'I' ? result?.tag !== 'ROLLBACK' : result?.tag === 'COMMIT';
    const changes = committed ? this.#takeCaptured(session, reply.status) : [];
    // Not after every statement: a question would be the first query, before which SET TRANSACTION has to come.
    const asks = mayChangeSettings(call.text) || (changesSettings && !ownWords.includes(tag));
    if (asks && !committed && reply.status === 'T') this.#connection.askSettings(session.name);
    if (reply.overflow === 'rowsPerAnswer') throw new LimitExceeded('answer-rows', this.bounds.rowsPerAnswer, 'rows');
    if (reply.overflow === 'answerBytes') throw new LimitExceeded('answer-bytes', this.bounds.answerBytes, 'bytes');
    return {
      answer: reply.failure
        ? { kind: 'error', failure: reply.failure }
        : { kind: 'done', result: this.#ids.inResult(present(result, 'result')) },
      changes,
      transaction: transactions[reply.status],
    };
  }

  uncommitted(id: number): RowChange[] {
    const { database } = this.#session(id);
    if (this.#transactionOf !== id) return [];
    const role = this.#database(database).roles.session;
    const reply = this.backend.script(aside(role, `SELECT ${captureColumns} FROM inbox_sim.capture ORDER BY seq`));
    // In an aborted transaction nothing can be read, and nothing of it will ever be seen.
    if (reply.failure) return [];
    return this.#fresh(present(reply.results[1], 'captured rows').rows, database, false);
  }

  closeSession(id: number): void {
    this.#sessions.delete(id);
    if (this.#transactionOf === id) {
      this.backend.own('ROLLBACK');
      this.#transactionOf = null;
    }
    this.#connection.takeBack(id);
  }

  tables(database: string): TableRows[] {
    this.#asServer();
    this.backend.checkAlive();
    return this.#read(this.#database(database));
  }

  #read({ tables, columnTypes }: DatabaseState): TableRows[] {
    return readTables(this.backend, tables).map(({ table, result }) => {
      columnTypes.set(table, result.types);
      const { columns, rows } = this.#ids.inResult(result);
      return { table, columns, rows };
    });
  }

  setClock(now: Instant): void {
    this.#connection.setClock(now);
  }

  save(): SavedState {
    this.#asServer();
    return saveRows(this.backend, this.#databases);
  }

  restore(state: SavedState): void {
    this.#asServer();
    restoreRows(this.backend, this.#databases, state);
  }

  /**
   * Ends every session and removes every database. Returns whether the server is as good as new then; one that is not
   * has to be thrown away.
   */
  reset(): boolean {
    const { databases, resets } = this.#served;
    const isWorn = databases >= limits.databasesPerThread || resets >= limits.resetsPerThread;
    if (this.#indelible || isWorn) return false;
    // A server that nobody has used has nothing to remove, and the first look at the catalogue is slow.
    if (!this.#used) return true;
    if (this.#transactionOf !== null) this.backend.own('ROLLBACK');
    this.#transactionOf = null;
    this.#sessions.clear();
    this.#asServer();
    removeLeftovers(this.backend, this.#standing.leave(this.#databases));
    this.#databases.clear();
    this.#ids.reset();
    this.#connection.setClock(scenarioStart);
    this.#served.resets++;
    this.#used = false;
    return true;
  }

  #database(name: string): DatabaseState {
    return present(this.#databases.get(name), `database ${name}`);
  }

  #session(id: number): SessionState {
    return present(this.#sessions.get(id), `session ${id}`);
  }

  #checkFree(id: number): void {
    const holder = this.#transactionOf;
    if (holder === null || holder === id) return;
    throw new EngineRefusal('second-transaction', [this.#session(id).name, this.#session(holder).name]);
  }

  #asServer(): void {
    assert(this.#transactionOf === null, 'a transaction is open');
    this.#connection.takeBack();
  }

  /** What has been captured and not been handed on. */
  #takeCaptured(session: SessionState, status: BackendReply['status']): RowChange[] {
    // Behind COMMIT AND CHAIN the next transaction is open, which nothing of ours may spoil: it may be read-only.
    const take = status === 'I' ? 'DELETE FROM inbox_sim.capture RETURNING' : 'SELECT';
    const from = status === 'I' ? '' : ' FROM inbox_sim.capture';
    const role = this.#database(session.database).roles.session;
    const statement = aside(role, `${take} ${captureColumns}${from}`);
    let reply = this.backend.script(statement);
    if (reply.failure?.code === '25006') {
      // The session has made all its transactions read-only, this one of ours too.
      reply = this.backend.script(`SET LOCAL transaction_read_only = off; ${statement}`);
    }
    this.#connection.checkSettings(session.name, reply.results.at(-3), status);
    return this.#fresh(present(reply.results.at(-2), 'captured rows').rows, session.database, true);
  }

  #fresh(captured: readonly Row[], database: string, handOn: boolean): RowChange[] {
    const fresh = captured.filter(([seq]) => Number(seq) > this.#lastCaptured);
    if (handOn) for (const [seq] of fresh) this.#lastCaptured = Math.max(this.#lastCaptured, Number(seq));
    const types = this.#database(database).columnTypes;
    return rowChanges(fresh, database, (row, table) => {
      const ofTable = present(types.get(table), `columns of ${table}`);
      // The text of a row without columns is that of a single null.
      return ofTable.length === 0 ? [] : this.#ids.inRow(parseRowText(row), ofTable);
    });
  }
}
