import { Worker } from 'node:worker_threads';
import { Bug, present } from '../base/assert.js';
import type { Host } from '../base/host.js';
import { limits } from '../base/limits.js';
import type { Instant } from '../base/time.js';
import { type Ask, PgliteSession } from './pglite-session.js';
import {
  type Database,
  type DatabaseServer,
  EngineBroken,
  type Replica,
  type SavedState,
  type Session,
  type TableRows,
} from './ports.js';
import { type EngineLimits, Watchdog } from './watchdog.js';
import {
  errorOf,
  type WorkerReply,
  type WorkerRequest,
  type WorkerStart,
  type WorkerValue,
} from './worker-messages.js';

export interface PgliteOptions {
  /** The built worker; tests that run the sources name it. */
  readonly worker?: URL;
  /** False runs `initdb` even where an archive would fit. */
  readonly useArchive?: boolean;
  /** Watches time and memory; without one only the size of an answer is bounded. */
  readonly host?: Host;
  /** What differs from the usual `limits.engine`. */
  readonly limits?: Partial<EngineLimits>;
}

/** Most of what the thread throws away is large and lies outside the heap; more room for the rest would only be resident. */
const youngGenerationMebibytes = 16;

/**
 * PostgreSQL in this process: PGlite in a worker thread of its own. When it breaks or goes beyond a limit, its thread is
 * ended: nothing else ends a runaway statement and gives its memory back. What was asked then rejects, and so does
 * whatever comes later, until a reset starts a new thread. The process stays alive while it starts and while an answer is
 * waited for; an idle server ends with the process.
 */
export class PgliteServer implements DatabaseServer {
  readonly #file: URL;
  readonly #start: WorkerStart;
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  readonly #watchdog: Watchdog | null;
  /** Those of the scenario, by the numbers that the thread knows them by. */
  readonly #sessions = new Map<number, Session>();
  #worker: Worker;
  #started: Promise<{ fromArchive: boolean }>;
  #lastRequest = 0;
  #lastSession = 0;
  /** Why there is nobody to ask. */
  #ended: Error | null = null;
  #closed = false;

  /** Begins to start at once; whoever asks first waits for it. */
  constructor({ worker, useArchive = true, host, limits: changed }: PgliteOptions = {}) {
    const bounds: EngineLimits = { ...limits.engine, ...changed };
    this.#file = worker ?? new URL('./worker.js', import.meta.url);
    this.#start = { useArchive, bounds };
    this.#watchdog = host ? new Watchdog(host, bounds, (error) => this.#giveUp(error)) : null;
    this.#worker = this.#startWorker();
    this.#started = this.#waitForStart();
  }

  /** Whether the data directory came from the archive of the build; false after an `initdb`. */
  async startedFromArchive(): Promise<boolean> {
    return (await this.#started).fromArchive;
  }

  async createDatabase(name: string, definition: string): Promise<Database> {
    return this.#database(name, await this.#ask('createDatabase', name, definition), false);
  }

  async createReplica(name: string, primary: string): Promise<Replica> {
    const initial = await this.#ask('createReplica', name, primary);
    return { ...this.#database(name, initial, true), replay: (count) => this.#ask('replay', name, count) };
  }

  #database(name: string, initial: readonly TableRows[], standby: boolean): Database {
    return {
      name,
      initial,
      session: (session) => this.#openSession(name, session, standby),
      tables: (): Promise<readonly TableRows[]> => this.#ask('tables', name),
    };
  }

  setClock(now: Instant): void {
    this.#ask('setClock', now).catch(() => {});
  }

  save(): Promise<SavedState> {
    return this.#ask('save');
  }

  restore(state: SavedState): Promise<void> {
    return this.#ask('restore', state);
  }

  async reset(): Promise<void> {
    if (this.#ended) await this.#startAnew();
    this.#sessions.clear();
    this.#watchdog?.scenarioBegins();
    const isAsNew = await this.#ask('reset');
    if (!isAsNew) await this.#startAnew();
  }

  /** Gives up the thread for a new one, unless the server is closed. */
  async #startAnew(): Promise<void> {
    // The memory of the old thread has to be back before anybody looks at it again.
    await this.#worker.terminate();
    if (this.#closed) return;
    this.#ended = null;
    this.#worker = this.#startWorker();
    this.#started = this.#waitForStart();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#end(new Bug('the database server is closed'));
    await this.#worker.terminate();
  }

  #startWorker(): Worker {
    // Flags of the main thread, such as --input-type, are not meant for the worker's file.
    const worker = new Worker(this.#file, {
      workerData: this.#start,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMebibytes },
    });
    // A thread that was given up may still have something to say.
    const ifCurrent = (act: () => void) => {
      if (worker === this.#worker) act();
    };
    worker.on('message', (reply: WorkerReply) => ifCurrent(() => this.#settle(reply)));
    worker.on('error', (error) => ifCurrent(() => this.#end(new EngineBroken(error.message))));
    worker.on('exit', () => ifCurrent(() => this.#end(new EngineBroken('the database thread has ended'))));
    return worker;
  }

  #waitForStart(): Promise<{ fromArchive: boolean }> {
    const started = this.#reply(0) as Promise<{ fromArchive: boolean }>;
    // Whoever asks gets the failure too; alone, this promise must not end the process with an unhandled rejection.
    started.catch(() => {});
    return started;
  }

  /** The number is given here, so that requests reach the thread in the order in which they are made. */
  #openSession(database: string, name: string, standby: boolean): Session {
    const id = ++this.#lastSession;
    this.#ask('openSession', id, database, name).catch(() => {});
    const sessionOf = (other: number) => present(this.#sessions.get(other), 'session');
    const session = new PgliteSession(name, id, this.#ask, sessionOf, standby);
    this.#sessions.set(id, session);
    return session;
  }

  readonly #ask: Ask = (method, ...args) => {
    const id = ++this.#lastRequest;
    const isFirst = this.#waiting.size === 0;
    const reply = this.#reply(id);
    if (!this.#ended) {
      this.#worker.postMessage({ id, method, args } satisfies WorkerRequest);
      if (isFirst) this.#watchdog?.statementBegins();
    }
    // The type of a reply follows from the method's name; a message between threads has none of its own.
    return reply as Promise<WorkerValue<typeof method>>;
  };

  #reply(id: number): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended);
    this.#worker.ref();
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #settle(reply: WorkerReply): void {
    // Nobody waits for it any more; but somebody may wait for the end of the thread, and for that the process stays alive.
    if (this.#ended) return;
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    // The start is nobody's statement: the first one begins when it is over.
    if (this.#waiting.size > 0) this.#watchdog?.statementBegins();
    else this.#rest();
    if (reply.kind === 'done') {
      waiting?.resolve(reply.value);
      return;
    }
    const error = errorOf(reply.failure);
    waiting?.reject(error);
    if (error instanceof EngineBroken) this.#giveUp(error);
  }

  /** Ends the thread, whatever it is doing. */
  #giveUp(error: Error): void {
    this.#end(error);
    void this.#worker.terminate();
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
    this.#rest();
  }

  /** Nobody waits for anything any more. */
  #rest(): void {
    this.#watchdog?.rests();
    this.#worker.unref();
  }
}
