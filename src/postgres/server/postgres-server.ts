import { assert, Bug, present } from '../../base/assert.js';
import type { Host } from '../../base/host.js';
import { limits } from '../../base/limits.js';
import { type Instant, scenarioStart } from '../../base/time.js';
import type { TypedTable } from '../catalogue.js';
import type { Database, DatabaseServer, Replica, SavedState, Session, TableRows } from '../ports.js';
import { EngineRefusal } from '../ports.js';
import { type EngineLimits, Watchdog } from '../watchdog.js';
import type { ServerAddress } from './address.js';
import { Calls } from './calls.js';
import type { ServerConnection } from './connection.js';
import { defineDatabase } from './define.js';
import { Replicas } from './replicas.js';
import type { RunContext } from './run-context.js';
import { RunNames } from './run-names.js';
import { runSchemaSql } from './run-schema.js';
import { dropRun, haveEnded, terminate } from './runs.js';
import type { ServerFacts } from './server-facts.js';
import { type DatabaseState, ServerSession } from './server-session.js';
import { Shown } from './shown.js';
import { Stop } from './stop.js';
import { readTables, TableLocked } from './tables.js';
import { ServerUnavailable } from './unavailable.js';

export interface ServerOptions {
  /** Watches the time that statements take. */
  readonly host: Host;
  /** What differs from the usual `limits.engine`. */
  readonly limits?: Partial<EngineLimits> | undefined;
}

/** The engine's own connection to a server, and what it has found there. */
export interface OpenedServer {
  readonly views: ServerConnection;
  readonly facts: ServerFacts;
  /** What the run is called on the server: eight hexadecimal digits. */
  readonly run: string;
}

const restMilliseconds = 1;

/**
 * A real PostgreSQL, reached by its URL: each session is a connection of its own, so that many may have transactions open,
 * and a statement may have to wait for another session. Everything that a run needs lies in schemas of its own, which are
 * dropped by `reset` and `close`; nothing else on the server is changed. Requests are done one after another, in the order
 * in which they are made. When a limit is reached or the server is lost, everything rejects until a reset.
 */
export class PostgresServer implements DatabaseServer {
  readonly #stop = new Stop();
  readonly #watchdog: Watchdog;
  readonly #bounds: EngineLimits;
  readonly #connections = new Set<ServerConnection>();
  readonly #opening = new Set<Promise<unknown>>();
  readonly #databases = new Map<string, DatabaseState>();
  #opened: OpenedServer;
  #calls: Calls;
  #clock: Instant = scenarioStart;
  /** The end of all that was asked so far. */
  #last: Promise<unknown> = Promise.resolve();
  /** Whether there is anything on the server that a reset would have to remove. */
  #used = false;
  #closing: Promise<void> | null = null;

  /** See {@link openPostgres}. */
  constructor(
    readonly address: ServerAddress,
    opened: OpenedServer,
    readonly open: () => Promise<OpenedServer>,
    readonly options: ServerOptions,
  ) {
    this.#opened = opened;
    this.#bounds = { ...limits.engine, ...options.limits };
    this.#watchdog = new Watchdog(options.host, this.#bounds, (error) => this.#giveUp(error));
    this.#calls = this.#newCalls();
  }

  get facts(): ServerFacts {
    return this.#opened.facts;
  }

  createDatabase(name: string, definition: string): Promise<Database> {
    return this.#do(async () => {
      const { run } = this.#calls;
      const { names } = run;
      const database = this.#enter(name, definition, false);
      if (!this.#used) {
        this.#used = true;
        await this.#stop.guard(run.views.own(runSchemaSql(names.shared)));
      }
      return this.#database(database, await defineDatabase(run, database, definition));
    });
  }

  createReplica(name: string, primary: string): Promise<Replica> {
    return this.#do(async () => {
      const { replicas } = this.#calls;
      const original = present(this.#databases.get(primary), `database ${primary}`);
      const database = this.#enter(name, original.definition, true);
      const initial = await replicas.create(database, original);
      return {
        ...this.#database(database, initial),
        replay: (count) => this.#do(() => replicas.replay(name, count)),
      };
    });
  }

  #enter(name: string, definition: string, readOnly: boolean): DatabaseState {
    assert(!this.#databases.has(name), `there is a database ${name} already`);
    assert(this.#databases.size < limits.databases, `more than ${limits.databases} databases`);
    const { names, facts } = this.#calls.run;
    const roles = facts.ownRoles ? names.roles(this.#databases.size + 1) : null;
    const schema = names.schemaOf(name);
    const database = { name, schema, definition, readOnly, roles, tables: [], columnTypes: new Map() };
    this.#databases.set(name, database);
    return database;
  }

  #database(state: DatabaseState, initial: readonly TypedTable[]): Database {
    return {
      name: state.name,
      initial: this.#shown(initial),
      session: (session) => this.#session(session, state),
      tables: () => this.#do(() => this.#tables(state)),
    };
  }

  #newCalls(): Calls {
    const run = this.#context();
    return new Calls(run, new Replicas(run));
  }

  setClock(now: Instant): void {
    this.#clock = now;
  }

  /** Refused: rows are put back past foreign keys and triggers, and only a superuser may have them rest. */
  save(): Promise<SavedState> {
    return Promise.reject(new EngineRefusal('saved-state', []));
  }

  restore(_state: SavedState): Promise<void> {
    return Promise.reject(new EngineRefusal('saved-state', []));
  }

  /** @throws ServerUnavailable where the server was lost and is not back. */
  reset(): Promise<void> {
    return this.#next(async () => {
      if (this.#closing) this.#stop.check();
      await this.#cleanUp();
      this.#used = false;
      this.#databases.clear();
      this.#clock = scenarioStart;
      this.#calls = this.#newCalls();
      this.#stop.forget();
      this.#watchdog.scenarioBegins();
    });
  }

  /** Ends every session, whatever it is doing, and drops everything of the run. It may be called at any moment, and again. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#stop.now(new Bug('the database server is closed'));
    await this.#last;
    // A server that is gone cannot be tidied up; the next run does that.
    await this.#cleanUp().catch(() => {});
    const { views } = this.#opened;
    views.leave();
    await views.ended;
  }

  /** One after another, also when one fails. */
  #next<T>(act: () => Promise<T>): Promise<T> {
    const result = this.#last.then(act);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Something that a scenario asks for: its time is watched, and nothing is done any more once the server is given up. */
  #do<T>(act: () => Promise<T>): Promise<T> {
    return this.#next(async () => {
      this.#stop.check();
      this.#watchdog.statementBegins();
      try {
        return await act();
      } catch (error) {
        if (error instanceof ServerUnavailable) this.#stop.now(error);
        throw this.#stop.error ?? error;
      } finally {
        this.#watchdog.rests();
      }
    });
  }

  #context(): RunContext {
    const { views, facts, run } = this.#opened;
    const { host } = this.options;
    const names = new RunNames(run);
    return {
      ...{ address: this.address, facts, names, shown: new Shown(names), views, host },
      ...{ stop: this.#stop, bounds: this.#bounds },
      now: () => this.#clock,
      rest: () => this.#rest(),
      connect: (opening) => this.#connect(opening),
    };
  }

  #session(name: string, database: DatabaseState): Session {
    const calls = this.#calls;
    const ask = <T>(act: () => Promise<T>) =>
      this.#do(() => {
        assert(calls === this.#calls, `session ${name} has ended with its scenario`);
        return act();
      });
    const session: ServerSession = new ServerSession(name, database, {
      call: (_, call) => ask(() => calls.call(session, call)),
      uncommitted: () => ask(() => calls.uncommitted(session)),
      close: () => ask(() => calls.close(session)),
    });
    calls.sessions.push(session);
    return session;
  }

  async #tables(database: DatabaseState): Promise<TableRows[]> {
    const { views } = this.#calls.run;
    for (;;) {
      try {
        return this.#shown(await this.#stop.guard(readTables(views, database.tables)));
      } catch (error) {
        if (!(error instanceof TableLocked)) throw error;
        const holders = await this.#calls.lockersOf(database);
        if (holders.length > 0) throw new EngineRefusal('locked-table', holders);
        // The server's own housekeeping locks tables too, for a moment.
        await this.#rest();
      }
    }
  }

  #shown(tables: readonly TypedTable[]): TableRows[] {
    return tables.map(({ table, result }) => {
      const { columns, rows } = this.#calls.run.shown.result(result);
      return { table, columns, rows };
    });
  }

  async #connect(opening: Promise<ServerConnection>): Promise<ServerConnection> {
    const entered = opening.then((connection) => {
      this.#connections.add(connection);
      void connection.ended.then(() => this.#connections.delete(connection));
      return connection;
    });
    this.#opening.add(entered);
    entered.catch(() => {}).finally(() => this.#opening.delete(entered));
    return this.#stop.guard(entered);
  }

  /** A limit is reached: nothing else ends a runaway statement. */
  #giveUp(error: Error): void {
    this.#stop.now(error);
    this.#endConnections().catch(() => {});
  }

  async #endConnections(): Promise<void> {
    await Promise.allSettled(this.#opening);
    const { views } = this.#opened;
    const connections = [...this.#connections];
    const processes = connections.map(({ process }) => process);
    await terminate(views, processes);
    for (const connection of connections) connection.leave();
    await haveEnded(views, processes, () => this.#rest());
  }

  /** Over another connection, where the engine's own is lost; its run is known there by another name from then on. */
  async #cleanUp(): Promise<void> {
    const { run } = this.#opened;
    if (this.#opened.views.lost) this.#opened = await this.open();
    await this.#endConnections();
    if (!this.#used) return;
    const { views, facts } = this.#opened;
    await views.own('ROLLBACK');
    await dropRun(views, run, facts.ownRoles);
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => void this.options.host.later(restMilliseconds, resolve));
  }
}
