import { assert, present } from '../base/assert.js';
import { limits } from '../base/limits.js';
import { type Instant, isoInstant, scenarioStart } from '../base/time.js';
import type { Row, RowChange, SqlResult } from '../model/sql.js';
import type { Backend, BackendReply } from './backend.js';
import { bootstrapSql, databaseRoles } from './bootstrap.js';
import { captureChanges, type DatabaseState, readTables } from './catalogue.js';
import { failureOfDefinition, refusalOfDefinition } from './definition-failed.js';
import { removeLeftovers } from './leftovers.js';
import { EngineBroken, EngineRefusal, type Executed, LimitExceeded, type SavedState, type TableRows } from './ports.js';
import { identifier } from './quote.js';
import type { AnswerBounds } from './reply-reader.js';
import { rowChanges } from './row-changes.js';
import { parseRowText } from './row-text.js';
import { restoreRows, saveRows } from './saved-state.js';
import { ServerIds } from './server-ids.js';
import { perform, type SessionCall } from './session-call.js';
import { allSettings, authorize, belongings, clock, serverRole, settingChanged, settingsIn } from './session-role.js';
import { isIndelible, mayChangeSettings } from './setting-words.js';

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
  readonly #ids = new ServerIds();
  /** Whether there is anything that a reset would have to remove. */
  #used = false;
  /** Whether something may be left that no reset removes. */
  #indelible = false;
  /** Whose role, search path and settings the backend has; null for its owner's. */
  #active: number | 'definition' | null = null;
  /** The last change that was handed on; what an unfinished transaction has shown already is not handed on again. */
  #lastCaptured = 0;
  #transactionOf: number | null = null;
  #clock: Instant = scenarioStart;
  /** What the server's setting says; without one, `now()` answers the start of every scenario. */
  #clockSet: Instant | null = scenarioStart;
  /** Whether the backend has the role and the search path of the active session. */
  #settled = false;
  /** What the settings were when the session was given them. */
  #settings: Row = [];

  constructor(
    readonly backend: Backend,
    bootstrapped: boolean,
    readonly bounds: AnswerBounds,
  ) {
    if (!bootstrapped) backend.own(bootstrapSql);
  }

  /** A schema with roles of its own: PostgreSQL itself then refuses a look into another database. Answers its tables. */
  createDatabase(name: string, definition: string): TableRows[] {
    this.#asServer();
    assert(!this.#databases.has(name), `there is a database ${name} already`);
    const roles = databaseRoles[this.#databases.size];
    assert(roles !== undefined, `more than ${limits.databases} databases`);
    const database: DatabaseState = {
      roles,
      tables: [],
      columnTypes: new Map(),
      changesSettings: mayChangeSettings(definition),
    };
    this.#databases.set(name, database);
    this.backend.own(`CREATE SCHEMA ${identifier(name)} AUTHORIZATION ${roles.owner}`);
    this.#used = true;
    this.#indelible ||= isIndelible(definition);
    const refused = refusalOfDefinition(name, definition);
    if (refused) throw refused;
    this.#define(name, definition);
    database.tables = captureChanges(this.backend, name, roles);
    return this.#read(database);
  }

  #define(name: string, definition: string): void {
    this.#activate('definition', name, this.#database(name).roles.owner);
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
    this.#activate(id, session.database, roles.session);
    const reply = perform(this.backend, call, this.bounds);
    this.#transactionOf = reply.status === 'I' ? null : id;
    if (reply.failure) this.backend.checkAlive();
    const result = reply.failure ? null : reply.results.at(-1);
    if (result === undefined) throw new EngineBroken('PostgreSQL has no answer to a statement');
    // These may have undone what the session was given: the border to other databases, and the clock.
    const tag = result?.tag ?? '';
    if (/^(SET|RESET|DISCARD)\b/.test(tag) || /authorization/i.test(call.text)) {
      this.#settle(session.database, reply.status);
    }
    // COMMIT AND CHAIN commits and leaves another transaction open; a block that fails may have committed before.
    const committed = reply.status === 'I' ? result?.tag !== 'ROLLBACK' : result?.tag === 'COMMIT';
    const changes = committed ? this.#takeCaptured(session, reply.status) : [];
    // Not after every statement: a question would be the first query, before which SET TRANSACTION has to come.
    const asks = mayChangeSettings(call.text) || (changesSettings && !ownWords.includes(tag));
    if (asks && !committed && reply.status === 'T') {
      this.#checkSettings(session, this.backend.own(`SELECT ${allSettings}`), 'T');
    }
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
    const reply = this.backend.script(
      this.#asideOf(database, `SELECT ${captureColumns} FROM inbox_sim.capture ORDER BY seq`),
    );
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
    if (this.#active === id) this.#discard();
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
    this.#clock = now;
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
    if (this.#indelible) return false;
    // A server that nobody has used has nothing to remove, and the first look at the catalogue is slow.
    if (!this.#used) return true;
    if (this.#transactionOf !== null) this.backend.own('ROLLBACK');
    this.#transactionOf = null;
    this.#sessions.clear();
    this.#asServer();
    removeLeftovers(this.backend, [...this.#databases.keys()]);
    this.#databases.clear();
    this.#ids.reset();
    this.#clock = scenarioStart;
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

  /** Gives the backend a session's role, search path and clock. What another session has set is gone before. */
  #activate(session: number | 'definition', database: string, role: string): void {
    if (this.#transactionOf !== null) return;
    if (this.#active !== session) {
      if (this.#active !== null) this.#discard();
      this.#active = session;
      this.#settled = false;
    }
    const given = [
      ...(this.#clockSet === this.#clock ? [] : [clock(isoInstant(this.#clock))]),
      ...(this.#settled ? [] : [belongings(database, role)]),
    ];
    this.#settled = true;
    this.#clockSet = this.#clock;
    if (given.length === 0) return;
    this.#settings = settingsIn(this.backend.own(`SELECT ${[...given, allSettings].join(', ')}`));
  }

  /** Dynamic SQL can say what no reader of a statement sees; a session that has lost its way is not let go on. */
  #checkSettings({ name }: SessionState, found: SqlResult | undefined, status: BackendReply['status']): void {
    const changed = settingChanged(this.#settings, settingsIn(found), status);
    if (changed !== null) throw new EngineRefusal('setting', [name, changed]);
  }

  /** Sets role and search path right: inside a transaction at once, else before the next statement. */
  #settle(database: string, status: BackendReply['status']): void {
    if (status === 'T') this.backend.own(`SELECT ${belongings(database, this.#database(database).roles.session)}`);
    this.#settled = status === 'T';
    this.#clockSet = null;
  }

  /** One statement of the server's own between two of a session, within its transaction if it has one open. */
  #asideOf(database: string, statement: string): string {
    const { session } = this.#database(database).roles;
    return `SELECT ${authorize(serverRole)}, ${allSettings}; ${statement}; SELECT ${authorize(session)}`;
  }

  #asServer(): void {
    assert(this.#transactionOf === null, 'a transaction is open');
    if (this.#active !== null) this.#discard();
  }

  /** Brings the backend back to how a new connection finds it. */
  #discard(): void {
    this.backend.own(`SELECT ${authorize(serverRole)}`);
    this.backend.own('DISCARD ALL');
    this.#active = null;
    this.#clockSet = scenarioStart;
  }

  /** What has been captured and not been handed on. */
  #takeCaptured(session: SessionState, status: BackendReply['status']): RowChange[] {
    // Behind COMMIT AND CHAIN the next transaction is open, which nothing of ours may spoil: it may be read-only.
    const take = status === 'I' ? 'DELETE FROM inbox_sim.capture RETURNING' : 'SELECT';
    const from = status === 'I' ? '' : ' FROM inbox_sim.capture';
    const statement = this.#asideOf(session.database, `${take} ${captureColumns}${from}`);
    let reply = this.backend.script(statement);
    if (reply.failure?.code === '25006') {
      // The session has made all its transactions read-only, this one of ours too.
      reply = this.backend.script(`SET LOCAL transaction_read_only = off; ${statement}`);
    }
    this.#checkSettings(session, reply.results.at(-3), status);
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
