import { assert, present } from '../base/assert.js';
import { limits } from '../base/limits.js';
import { type Instant, isoInstant, scenarioStart } from '../base/time.js';
import type { Row, RowChange, SqlResult, SqlValue } from '../model/sql.js';
import type { Backend, BackendReply } from './backend.js';
import { bootstrapSql, type DatabaseRoles, databaseRoles } from './bootstrap.js';
import { captureChanges, columnTypes, readTables } from './catalogue.js';
import { failureOfDefinition, refusalOfDefinition } from './definition-failed.js';
import { EngineBroken, EngineRefusal, type Executed, LimitExceeded, type SavedState, type TableRows } from './ports.js';
import { identifier, literal } from './quote.js';
import type { AnswerBounds } from './reply-reader.js';
import { rowChanges } from './row-changes.js';
import { parseRowText } from './row-text.js';
import { restoreRows, saveRows } from './saved-state.js';
import { ServerIds } from './server-ids.js';
import { authorize, belongings, serverRole, settingChanged, settingsQuery } from './session-role.js';

interface SessionState {
  readonly name: string;
  readonly database: string;
}

/** What a session can be asked. `raise` carries the SQLSTATE in `text`. */
export interface SessionCall {
  readonly kind: 'begin' | 'execute' | 'commit' | 'rollback' | 'raise';
  readonly text: string;
  readonly parameters: readonly SqlValue[];
}

const captureColumns = 'seq, database, relation, kind, before, after';

const transactions = { I: 'none', T: 'open', E: 'aborted' } as const;

/**
 * Databases and sessions over the one backend that PGlite has. Before a session's statement the backend is given that
 * session's role and search path; while a session has a transaction open no other may speak, because its statement would
 * silently join that transaction.
 */
export class Instance {
  readonly #sessions = new Map<number, SessionState>();
  readonly #databases: string[] = [];
  /** The types of the columns of each database's tables. */
  readonly #columnTypes = new Map<string, ReadonlyMap<string, readonly number[]>>();
  readonly #ids = new ServerIds();
  /** Whether there is anything that a reset would have to remove. */
  #used = false;
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

  /** A schema with roles of its own: PostgreSQL itself then refuses a look into another database. */
  createDatabase(name: string, definition: string): void {
    this.#asServer();
    assert(!this.#databases.includes(name), `there is a database ${name} already`);
    assert(this.#databases.length < limits.databases, `more than ${limits.databases} databases`);
    const quoted = identifier(name);
    this.#databases.push(name);
    this.backend.own(`CREATE SCHEMA ${quoted} AUTHORIZATION ${this.#rolesOf(name).owner}`);
    this.#used = true;
    const refused = refusalOfDefinition(name, definition);
    if (refused) throw refused;
    this.#define(name, definition);
    captureChanges(this.backend, name, this.#rolesOf(name));
    this.#columnTypes.set(name, columnTypes(this.backend, name));
  }

  #define(name: string, definition: string): void {
    this.#activate('definition', name, this.#rolesOf(name).owner);
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
    const role = this.#rolesOf(session.database).session;
    this.#activate(id, session.database, role);
    const reply = this.#perform(call);
    this.#transactionOf = reply.status === 'I' ? null : id;
    if (reply.failure) this.backend.checkAlive();
    const result = reply.failure ? null : reply.results.at(-1);
    if (result === undefined) throw new EngineBroken('PostgreSQL has no answer to a statement');
    // These may have undone what the session was given: the border to other databases, and the clock.
    const settings = /^(SET|RESET|DISCARD)\b/.test(result?.tag ?? '') || /authorization/i.test(call.text);
    if (settings) this.#settle(session.database, reply.status);
    // COMMIT AND CHAIN commits and leaves another transaction open; a block that fails may have committed before.
    const committed = reply.status === 'I' ? result?.tag !== 'ROLLBACK' : result?.tag === 'COMMIT';
    const changes = committed ? this.#takeCaptured(session, reply.status) : [];
    if (!committed && reply.status === 'T') this.#checkSettings(session, this.backend.own(settingsQuery('T')), 'T');
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
    return readTables(this.backend, database).map(({ table, result }) => {
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
    restoreRows(this.backend, state);
  }

  reset(): void {
    // A server that nobody has used has nothing to remove, and the first look at the catalogue is slow.
    if (!this.#used) return;
    if (this.#transactionOf !== null) this.backend.own('ROLLBACK');
    this.#transactionOf = null;
    this.#sessions.clear();
    this.#discard();
    for (const [name] of this.backend.own('SELECT gid FROM pg_catalog.pg_prepared_xacts').rows) {
      this.backend.own(`ROLLBACK PREPARED ${literal(present(name, 'prepared transaction'))}`);
    }
    // Owners can create nothing outside their schemas, and the default privileges that they have must stay.
    for (const database of this.#databases.splice(0)) {
      this.backend.own(`DROP SCHEMA IF EXISTS ${identifier(database)} CASCADE`);
    }
    for (const [role] of this.backend.own('SELECT DISTINCT setrole::regrole FROM pg_catalog.pg_db_role_setting').rows) {
      this.backend.own(`ALTER ROLE ${present(role, 'role')} RESET ALL`);
    }
    this.backend.own('TRUNCATE inbox_sim.capture; ALTER SEQUENCE inbox_sim.uuid RESTART');
    this.#columnTypes.clear();
    this.#ids.reset();
    this.#clock = scenarioStart;
    this.#used = false;
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
    const changes: string[] = [];
    if (this.#active !== session) {
      if (this.#active !== null) this.#discard();
      this.#active = session;
      this.#settled = false;
    }
    if (!this.#settled) changes.push(belongings(database, role));
    if (this.#clockSet !== this.#clock) changes.push(`SET inbox_sim.now = ${literal(isoInstant(this.#clock))}`);
    this.#settled = true;
    this.#clockSet = this.#clock;
    if (changes.length === 0) return;
    this.#settings = present(this.backend.own([...changes, settingsQuery('I')].join('; ')).rows[0], 'settings');
  }

  /** Dynamic SQL can say what no reader of a statement sees; a session that has lost its way is not let go on. */
  #checkSettings({ name }: SessionState, found: SqlResult | undefined, status: BackendReply['status']): void {
    const changed = settingChanged(this.#settings, present(found?.rows[0], 'settings'), status);
    if (changed !== null) throw new EngineRefusal('setting', [name, changed]);
  }

  /** Sets role and search path right: inside a transaction at once, else before the next statement. */
  #settle(database: string, status: BackendReply['status']): void {
    if (status === 'T') this.backend.own(belongings(database, this.#rolesOf(database).session));
    this.#settled = status === 'T';
    this.#clockSet = null;
  }

  /** One statement of the server's own between two of a session, within its transaction if it has one open. */
  #asideOf(database: string, statement: string): string {
    return `${authorize(serverRole)}; ${statement}; ${authorize(this.#rolesOf(database).session)}`;
  }

  #asServer(): void {
    assert(this.#transactionOf === null, 'a transaction is open');
    if (this.#active !== null) this.#discard();
  }

  /** Brings the backend back to how a new connection finds it. */
  #discard(): void {
    this.backend.own(authorize(serverRole));
    this.backend.own('DISCARD ALL');
    this.#active = null;
    this.#clockSet = scenarioStart;
  }

  #perform(call: SessionCall): BackendReply {
    switch (call.kind) {
      case 'begin':
        return this.backend.script('BEGIN');
      case 'commit':
        return this.backend.script('COMMIT');
      case 'rollback':
        return this.backend.script('ROLLBACK');
      case 'execute':
        return this.backend.statement(call.text, call.parameters, this.bounds);
      case 'raise':
        return this.backend.script(
          `DO $inbox_sim$ BEGIN RAISE EXCEPTION USING ERRCODE = ${literal(call.text)}, MESSAGE = 'injected'; END $inbox_sim$`,
        );
    }
  }

  /** What has been captured and not been handed on. */
  #takeCaptured(session: SessionState, status: BackendReply['status']): RowChange[] {
    // Behind COMMIT AND CHAIN the next transaction is open, which nothing of ours may spoil: it may be read-only.
    const take = status === 'I' ? 'DELETE FROM inbox_sim.capture RETURNING' : 'SELECT';
    const from = status === 'I' ? '' : ' FROM inbox_sim.capture';
    const statement = this.#asideOf(session.database, `${settingsQuery(status)}; ${take} ${captureColumns}${from}`);
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
    const types = present(this.#columnTypes.get(database), `tables of ${database}`);
    return rowChanges(fresh, database, (row, table) => {
      const ofTable = present(types.get(table), `columns of ${table}`);
      // The text of a row without columns is that of a single null.
      return ofTable.length === 0 ? [] : this.#ids.inRow(parseRowText(row), ofTable);
    });
  }

  #rolesOf(database: string): DatabaseRoles {
    return present(databaseRoles[this.#databases.indexOf(database)], `roles of ${database}`);
  }
}
