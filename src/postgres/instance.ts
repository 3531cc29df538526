import { assert, present } from '../base/assert.js';
import { limits } from '../base/limits.js';
import { type Instant, isoInstant, scenarioStart } from '../base/time.js';
import type { Row, RowChange, SqlValue } from '../model/sql.js';
import type { Backend, BackendReply } from './backend.js';
import { bootstrapSql, databaseRoles } from './bootstrap.js';
import { EngineRefusal, type Executed, type SavedState, type TableRows } from './ports.js';
import { identifier, literal } from './quote.js';
import { parseRowText } from './row-text.js';
import { restoreRows, saveRows } from './saved-state.js';

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

/**
 * Databases and sessions over the one backend that PGlite has. Before a session's statement the backend is given that
 * session's role and search path; while a session has a transaction open no other may speak, because its statement would
 * silently join that transaction.
 */
export class Instance {
  readonly #sessions = new Map<number, SessionState>();
  readonly #databases: string[] = [];
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

  constructor(
    readonly backend: Backend,
    bootstrapped: boolean,
  ) {
    if (!bootstrapped) backend.own(bootstrapSql);
  }

  /** A schema with a role of its own: PostgreSQL itself then refuses a look into another database. */
  createDatabase(name: string, definition: string): void {
    this.#asOwner();
    assert(!this.#databases.includes(name), `there is a database ${name} already`);
    assert(this.#databases.length < limits.databases, `more than ${limits.databases} databases`);
    const quoted = identifier(name);
    this.#databases.push(name);
    this.backend.own(`CREATE SCHEMA ${quoted} AUTHORIZATION ${this.#roleOf(name)}`);
    this.#used = true;
    this.#activate('definition', name);
    this.backend.own(definition);
    this.#asOwner();
    // The names sort first, so that these triggers see a row before anybody else's triggers write the next one.
    for (const table of this.#tableNames(name)) {
      const target = `${quoted}.${identifier(table)}`;
      this.backend.own(
        `CREATE TRIGGER "!inbox_sim_rows" AFTER INSERT OR UPDATE OR DELETE ON ${target}
           FOR EACH ROW EXECUTE FUNCTION inbox_sim.capture();
         CREATE TRIGGER "!inbox_sim_truncate" AFTER TRUNCATE ON ${target}
           FOR EACH STATEMENT EXECUTE FUNCTION inbox_sim.capture()`,
      );
    }
  }

  openSession(id: number, database: string, name: string): void {
    this.#sessions.set(id, { name, database });
  }

  call(id: number, call: SessionCall): Executed {
    const session = this.#session(id);
    this.#checkFree(id);
    this.#activate(id, session.database);
    const reply = this.#perform(call);
    this.#transactionOf = reply.status === 'I' ? null : id;
    const result = reply.failure ? null : present(reply.results.at(-1), 'result');
    // These may have undone what the session was given: the border to other databases, and the clock.
    if (result && /^(SET|RESET|DISCARD)\b/.test(result.tag)) this.#settle(session.database, reply.status);
    // COMMIT AND CHAIN commits and leaves another transaction open; a block that fails may have committed before.
    const committed = reply.status === 'I' ? result?.tag !== 'ROLLBACK' : result?.tag === 'COMMIT';
    const changes = committed ? this.#takeCaptured(session.database) : [];
    return {
      answer: reply.failure
        ? { kind: 'error', failure: reply.failure }
        : { kind: 'done', result: present(result, 'result') },
      changes,
    };
  }

  uncommitted(id: number): RowChange[] {
    const { database } = this.#session(id);
    if (this.#transactionOf !== id) return [];
    const reply = this.backend.script(
      `RESET ROLE; SELECT ${captureColumns} FROM inbox_sim.capture ORDER BY seq; SET ROLE ${this.#roleOf(database)}`,
    );
    // In an aborted transaction nothing can be read, and nothing of it will ever be seen.
    if (reply.failure) return [];
    return rowChanges(present(reply.results[1], 'captured rows').rows, database);
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
    this.#asOwner();
    return this.#tableNames(database).map((table) => {
      const all = `SELECT * FROM ${identifier(database)}.${identifier(table)} t`;
      const ordered = this.backend.script(`${all} ORDER BY t`);
      // Some types, such as json, have no order; then the text of the rows has to do.
      const { columns, rows } = ordered.results[0] ?? this.backend.own(`${all} ORDER BY t::text COLLATE "C"`);
      return { table, columns, rows };
    });
  }

  setClock(now: Instant): void {
    this.#clock = now;
  }

  save(): SavedState {
    this.#asOwner();
    return saveRows(this.backend, this.#databases, (database) => this.#tableNames(database));
  }

  restore(state: SavedState): void {
    this.#asOwner();
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
    const roles = this.#databases.map((database) => this.#roleOf(database));
    for (const database of this.#databases.splice(0)) this.backend.own(`DROP SCHEMA ${identifier(database)} CASCADE`);
    for (const role of roles) this.backend.own(`DROP OWNED BY ${role}; ALTER ROLE ${role} RESET ALL`);
    this.backend.own('TRUNCATE inbox_sim.capture; ALTER SEQUENCE inbox_sim.uuid RESTART');
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
  #activate(session: number | 'definition', database: string): void {
    if (this.#transactionOf !== null) return;
    const changes: string[] = [];
    if (this.#active !== session) {
      if (this.#active !== null) this.#discard();
      this.#active = session;
      this.#settled = false;
    }
    if (!this.#settled) changes.push(this.#belongings(database));
    if (this.#clockSet !== this.#clock) changes.push(`SET inbox_sim.now = ${literal(isoInstant(this.#clock))}`);
    this.#settled = true;
    this.#clockSet = this.#clock;
    if (changes.length > 0) this.backend.own(changes.join('; '));
  }

  /** Sets role and search path right: inside a transaction at once, else before the next statement. */
  #settle(database: string, status: BackendReply['status']): void {
    if (status === 'T') this.backend.own(this.#belongings(database));
    this.#settled = status === 'T';
    this.#clockSet = null;
  }

  #belongings(database: string): string {
    return `SET search_path = ${identifier(database)}, inbox_sim, pg_catalog; SET ROLE ${this.#roleOf(database)}`;
  }

  #asOwner(): void {
    assert(this.#transactionOf === null, 'a transaction is open');
    if (this.#active !== null) this.#discard();
  }

  /** Brings the backend back to how a new connection finds it. */
  #discard(): void {
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
        return this.backend.statement(call.text, call.parameters);
      case 'raise':
        return this.backend.script(
          `DO $inbox_sim$ BEGIN RAISE EXCEPTION USING ERRCODE = ${literal(call.text)}, MESSAGE = 'injected'; END $inbox_sim$`,
        );
    }
  }

  #takeCaptured(database: string): RowChange[] {
    const reply = this.backend.script(
      `RESET ROLE; DELETE FROM inbox_sim.capture RETURNING ${captureColumns}; SET ROLE ${this.#roleOf(database)}`,
    );
    // A session that has made itself read-only has changed nothing.
    if (reply.failure?.code === '25006') return [];
    const captured = present(reply.results[1], 'captured rows');
    const fresh = captured.rows.filter(([seq]) => Number(seq) > this.#lastCaptured);
    for (const [seq] of fresh) this.#lastCaptured = Math.max(this.#lastCaptured, Number(seq));
    return rowChanges(fresh, database);
  }

  /** In the order in which the tables were created. */
  #tableNames(database: string): string[] {
    return this.backend
      .own(
        `SELECT relname FROM pg_catalog.pg_class
         WHERE relnamespace = ${literal(identifier(database))}::regnamespace AND relkind IN ('r', 'p')
           AND NOT relispartition ORDER BY oid`,
      )
      .rows.map(([name]) => present(name, 'table name'));
  }

  #roleOf(database: string): string {
    return present(databaseRoles[this.#databases.indexOf(database)], `role of ${database}`);
  }
}

function rowChanges(captured: readonly Row[], database: string): RowChange[] {
  // DELETE returns rows in the order in which they lie on the page, so the sequence has to order them.
  return captured
    .toSorted(([first], [second]) => Number(first) - Number(second))
    .map(([, writtenIn, relation, kind, before, after]) => {
      assert(writtenIn === database, `a session of ${database} wrote to ${writtenIn}`);
      return {
        table: present(relation, 'relation'),
        kind: present(kind, 'kind').toLowerCase() as RowChange['kind'],
        before: before == null ? null : parseRowText(before),
        after: after == null ? null : parseRowText(after),
      };
    });
}
