import { assert, present } from '../base/assert.js';
import { limits } from '../base/limits.js';
import { type Instant, scenarioStart } from '../base/time.js';
import type { RowChange } from '../model/sql.js';
import type { Backend } from './backend.js';
import { bootstrapSql, type DatabaseRoles, databaseRoles } from './bootstrap.js';
import { Captured } from './captured.js';
import { captureChanges, type DatabaseState, readTables } from './catalogue.js';
import { CommitLog } from './commit-log.js';
import { failureOfDefinition, refusalOfDefinition } from './definition-failed.js';
import { removeLeftovers } from './leftovers.js';
import { lockingRead } from './open-transaction.js';
import { Parking } from './parking.js';
import type { Executed, SavedState, TableRows } from './ports.js';
import { identifier } from './quote.js';
import { Replicas } from './replicas.js';
import type { AnswerBounds } from './reply-reader.js';
import { restoreRows, saveRows } from './saved-state.js';
import { Seat } from './seat.js';
import { ServerIds } from './server-ids.js';
import type { SessionCall } from './session-call.js';
import type { SessionState } from './session-state.js';
import { isIndelible, mayChangeSettings } from './setting-words.js';
import { makesTablesOnly, Standing } from './standing.js';
import { Turns } from './turns.js';
import { type Ended, Waiting } from './waiting.js';

/** What a call came to; the sessions of what it has let go on are numbers here. */
export interface Turned extends Omit<Executed, 'resumed'> {
  readonly resumed: readonly Ended[];
}

/**
 * Databases and sessions over the one backend that PGlite has. Before a session's statement the backend is given that
 * session's role and search path; while another one has a transaction open, that is parked before.
 */
export class Instance {
  readonly #sessions = new Map<number, SessionState>();
  readonly #databases = new Map<string, DatabaseState>();
  readonly #ids = new ServerIds();
  readonly #standing: Standing;
  /** Whether there is anything that a reset would have to remove. */
  #used = false;
  /** Whether something may be left that no reset removes. */
  #indelible = false;
  /** How many databases have been made, and how often everything has been removed. */
  readonly #served = { databases: 0, resets: 0 };
  #clock: Instant = scenarioStart;
  readonly #seat: Seat;
  readonly #captured: Captured;
  readonly #replicas: Replicas;
  readonly #parking: Parking;
  readonly #turns: Turns;
  readonly #waiting: Waiting;

  constructor(
    readonly backend: Backend,
    bootstrapped: boolean,
    readonly bounds: AnswerBounds,
  ) {
    if (!bootstrapped) backend.own(bootstrapSql);
    this.#standing = new Standing(backend);
    this.#seat = new Seat(backend);
    const log = new CommitLog();
    this.#captured = new Captured(backend, this.#seat, this.#ids, (database, rows) =>
      log.add(database, rows, this.#clock),
    );
    const stateOf = (database: string) => this.#database(database);
    this.#replicas = new Replicas({ backend, seat: this.#seat, captured: this.#captured, stateOf }, log);
    this.#parking = new Parking(backend, this.#seat, this.#captured, stateOf);
    const shared = {
      ...{ backend, bounds, stateOf, seat: this.#seat, captured: this.#captured, parking: this.#parking },
      ...{ ids: this.#ids, sessions: this.#sessions, now: () => this.#clock },
    };
    this.#turns = new Turns(shared);
    this.#waiting = new Waiting(shared, this.#turns);
  }

  /** A schema with roles of its own: PostgreSQL itself then refuses a look into another database. Answers its tables. */
  createDatabase(name: string, definition: string): TableRows[] {
    this.#asServer();
    assert(!this.#databases.has(name), `there is a database ${name} already`);
    const roles = this.#nextRoles();
    this.#used = true;
    const standing = this.#standing.take(name, definition, roles);
    if (standing) {
      this.#databases.set(name, standing);
      return this.#read(standing);
    }
    const database = this.#enter(name, definition, roles, false);
    this.#indelible ||= isIndelible(definition);
    const refused = refusalOfDefinition(name, definition);
    if (refused) throw refused;
    this.#define(name, definition);
    return this.#made(name, database);
  }

  /** A schema that is defined like that of `primary`, holds the same rows, and only repeats from then on. */
  createReplica(name: string, primary: string): TableRows[] {
    this.#asServer();
    this.#standing.drop();
    const original = this.#database(primary);
    original.mayStand = false;
    const replica = this.#enter(name, original.definition, this.#nextRoles(), true);
    this.#replicas.create(name, primary, () => this.#define(name, original.definition));
    replica.tables = original.tables.map((table) => ({
      name: table.name,
      source: table.source.replace(`${identifier(primary)}.`, `${identifier(name)}.`),
    }));
    return this.#read(replica);
  }

  replay(name: string, count: number): RowChange[][] {
    this.#asServer();
    return this.#replicas.replay(name, count);
  }

  #nextRoles(): DatabaseRoles {
    const roles = databaseRoles[this.#databases.size];
    assert(roles !== undefined, `more than ${limits.databases} databases`);
    return roles;
  }

  #enter(name: string, definition: string, roles: DatabaseRoles, readOnly: boolean): DatabaseState {
    const database = {
      ...{ definition, roles, readOnly, mayStand: false, tables: [], columnTypes: new Map() },
      ...{ changesSettings: mayChangeSettings(definition), locksRows: lockingRead.test(definition) },
    };
    this.#databases.set(name, database);
    this.#served.databases++;
    return database;
  }

  #made(name: string, database: DatabaseState): TableRows[] {
    database.tables = captureChanges(this.backend, name, database.roles);
    const initial = this.#read(database);
    database.mayStand = makesTablesOnly(database.definition) && initial.every(({ rows }) => rows.length === 0);
    return initial;
  }

  #define(name: string, definition: string): void {
    const { owner: role } = this.#database(name).roles;
    this.backend.own(`CREATE SCHEMA ${identifier(name)} AUTHORIZATION ${role}`);
    this.#seat.give({ owner: 'definition', database: name, role, readOnly: false, clock: this.#clock });
    const { results, failure, status } = this.backend.script(definition, this.bounds);
    if (failure) this.backend.checkAlive();
    if (status !== 'I') this.backend.own('ROLLBACK');
    this.#asServer();
    const failed = failureOfDefinition(name, definition, { done: results.length, failure, open: status !== 'I' });
    if (failed) throw failed;
  }

  openSession(id: number, database: string, name: string): void {
    this.#sessions.set(id, { id, name, database, transaction: null, prepared: null, blocked: null });
  }

  call(id: number, call: SessionCall): Turned {
    const session = this.#session(id);
    assert(session.blocked === null, `the statement of ${session.name} waits`);
    this.#indelible ||= isIndelible(call.text);
    this.#standing.drop();
    this.#waiting.check(session, call);
    const turn = this.#turns.run(session, call, this.#clock);
    const { outcome, releases } = turn.wait
      ? this.#waiting.block(session, call, turn.wait, this.#clock)
      : { outcome: { ...turn.executed, answer: present(turn.executed.answer, 'answer') }, releases: turn.releases };
    this.#waiting.committed(session.database, outcome.changes);
    if (releases) this.#waiting.released(session);
    const resumed = this.#waiting.resume();
    this.#replicas.tell(this.#turns.isOpen);
    return { ...outcome, resumed };
  }

  uncommitted(id: number): RowChange[] {
    const { name, database, transaction, blocked } = this.#session(id);
    assert(blocked === null, `the statement of ${name} waits`);
    const { image } = transaction ?? {};
    if (!transaction || image?.aborted) return [];
    const rows = image ? image.levels.flatMap(({ changes }) => changes) : this.#captured.uncommitted();
    // In an aborted transaction nothing can be read, and nothing of it will ever be seen.
    return rows === null ? [] : this.#captured.changes(rows, database, this.#database(database));
  }

  closeSession(id: number): Ended[] {
    const session = this.#sessions.get(id);
    if (!session) return [];
    this.#turns.drop(session);
    this.#sessions.delete(id);
    this.#seat.leave(id);
    this.#waiting.released(session);
    const resumed = this.#waiting.resume();
    this.#replicas.tell(this.#turns.isOpen);
    return resumed;
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
    const { databases, resets } = this.#served;
    const isWorn = databases >= limits.databasesPerThread || resets >= limits.resetsPerThread;
    if (this.#indelible || isWorn) return false;
    // A server that nobody has used has nothing to remove, and the first look at the catalogue is slow.
    if (!this.#used) return true;
    this.#turns.reset();
    this.#sessions.clear();
    this.#seat.clear();
    removeLeftovers(this.backend, this.#standing.leave(this.#databases));
    this.#databases.clear();
    this.#parking.reset();
    this.#captured.reset();
    this.#replicas.reset();
    this.#ids.reset();
    this.#clock = scenarioStart;
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

  /** Gives the backend to the server itself: what a session has open is parked. */
  #asServer(): void {
    this.#turns.makeRoom();
    this.#seat.clear();
  }
}
