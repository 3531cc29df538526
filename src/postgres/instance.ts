import { assert, present } from '../base/assert.js';
import { limits } from '../base/limits.js';
import { type Instant, isoInstant, scenarioStart } from '../base/time.js';
import type { RowChange, SqlResult, SqlValue } from '../model/sql.js';
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
  #lastSession = 0;
  #activeDatabase: string | null = null;
  #transactionOf: number | null = null;
  #clock: Instant = scenarioStart;
  /** What the server's setting says; without one, `now()` answers the start of every scenario. */
  #clockSet: Instant = scenarioStart;

  constructor(
    readonly backend: Backend,
    bootstrapped: boolean,
  ) {
    if (!bootstrapped) backend.own(bootstrapSql);
  }

  /** A schema with a role of its own: PostgreSQL itself then refuses a look into another database. */
  createDatabase(name: string, definition: string): void {
    this.#asOwner();
    const quoted = identifier(name);
    this.#databases.push(name);
    assert(this.#databases.length <= limits.databases, `more than ${limits.databases} databases`);
    this.backend.own(`CREATE SCHEMA ${quoted} AUTHORIZATION ${this.#roleOf(name)}`);
    this.#activate(name);
    this.backend.own(definition);
    this.#asOwner();
    for (const table of this.#tableNames(name)) {
      const target = `${quoted}.${identifier(table)}`;
      this.backend.own(
        `CREATE TRIGGER zz_inbox_sim_rows AFTER INSERT OR UPDATE OR DELETE ON ${target}
           FOR EACH ROW EXECUTE FUNCTION inbox_sim.capture();
         CREATE TRIGGER zz_inbox_sim_truncate AFTER TRUNCATE ON ${target}
           FOR EACH STATEMENT EXECUTE FUNCTION inbox_sim.capture()`,
      );
    }
  }

  openSession(database: string, name: string): number {
    this.#sessions.set(++this.#lastSession, { name, database });
    return this.#lastSession;
  }

  call(id: number, call: SessionCall): Executed {
    const session = this.#session(id);
    this.#checkFree(id);
    this.#activate(session.database);
    const reply = this.#perform(call);
    this.#transactionOf = reply.status === 'I' ? null : id;
    if (reply.failure) return { answer: { kind: 'error', failure: reply.failure }, changes: [] };
    const result = present(reply.results.at(-1), 'result');
    const ended = reply.status === 'I' && result.tag !== 'ROLLBACK';
    return { answer: { kind: 'done', result }, changes: ended ? this.#takeCaptured(session.database) : [] };
  }

  uncommitted(id: number): RowChange[] {
    const { database } = this.#session(id);
    if (this.#transactionOf !== id) return [];
    const reply = this.backend.script(
      `RESET ROLE; SELECT ${captureColumns} FROM inbox_sim.capture ORDER BY seq; SET ROLE ${this.#roleOf(database)}`,
    );
    // In an aborted transaction nothing can be read, and nothing of it will ever be seen.
    return reply.failure ? [] : rowChanges(present(reply.results[1], 'captured rows'), database);
  }

  closeSession(id: number): void {
    this.#sessions.delete(id);
    if (this.#transactionOf !== id) return;
    this.backend.own('ROLLBACK');
    this.#transactionOf = null;
  }

  tables(database: string): TableRows[] {
    this.#asOwner();
    return this.#tableNames(database).map((table) => {
      const { columns, rows } = this.backend.own(
        `SELECT * FROM ${identifier(database)}.${identifier(table)} t ORDER BY t::text COLLATE "C"`,
      );
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
    if (this.#databases.length === 0 && this.#lastSession === 0) return;
    if (this.#transactionOf !== null) this.backend.own('ROLLBACK');
    this.#transactionOf = null;
    this.#sessions.clear();
    this.#asOwner();
    for (const database of this.#databases.splice(0)) {
      this.backend.own(`DROP SCHEMA ${identifier(database)} CASCADE`);
    }
    this.backend.own(`DROP OWNED BY ${databaseRoles.join(', ')}`);
    this.backend.own('DISCARD ALL');
    this.backend.own('DELETE FROM inbox_sim.capture; ALTER SEQUENCE inbox_sim.uuid RESTART');
    this.#clock = scenarioStart;
    this.#clockSet = scenarioStart;
  }

  #session(id: number): SessionState {
    return present(this.#sessions.get(id), `session ${id}`);
  }

  #checkFree(id: number): void {
    const holder = this.#transactionOf;
    if (holder === null || holder === id) return;
    throw new EngineRefusal('second-transaction', [this.#session(id).name, this.#session(holder).name]);
  }

  #activate(database: string): void {
    if (this.#transactionOf !== null) return;
    const changes: string[] = [];
    if (this.#activeDatabase !== database) {
      const quoted = identifier(database);
      changes.push(
        `RESET ROLE; SET search_path = ${quoted}, inbox_sim, pg_catalog; SET ROLE ${this.#roleOf(database)}`,
      );
      this.#activeDatabase = database;
    }
    if (this.#clockSet !== this.#clock) {
      changes.push(`SET inbox_sim.now = ${literal(isoInstant(this.#clock))}`);
      this.#clockSet = this.#clock;
    }
    if (changes.length > 0) this.backend.own(changes.join('; '));
  }

  #asOwner(): void {
    assert(this.#transactionOf === null, 'a transaction is open');
    if (this.#activeDatabase === null) return;
    this.backend.own('RESET ROLE; RESET search_path');
    this.#activeDatabase = null;
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
    return rowChanges(present(reply.results[1], 'captured rows'), database);
  }

  /** In the order in which the tables were created. */
  #tableNames(database: string): string[] {
    return this.backend
      .own(
        `SELECT relname FROM pg_catalog.pg_class
         WHERE relnamespace = ${literal(identifier(database))}::regnamespace AND relkind IN ('r', 'p') ORDER BY oid`,
      )
      .rows.map(([name]) => present(name, 'table name'));
  }

  #roleOf(database: string): string {
    return present(databaseRoles[this.#databases.indexOf(database)], `role of ${database}`);
  }
}

function rowChanges(captured: SqlResult, database: string): RowChange[] {
  // DELETE returns rows in the order in which they lie on the page, so the sequence has to order them.
  return captured.rows
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
