import { Worker } from 'node:worker_threads';
import { Bug } from '../base/assert.js';
import type { Instant } from '../base/time.js';
import type { RowChange, SqlValue } from '../model/sql.js';
import type { SessionCall } from './instance.js';
import {
  type Database,
  type DatabaseServer,
  EngineRefusal,
  type Executed,
  type SavedState,
  type Session,
  type TableRows,
} from './ports.js';
import type {
  WorkerArguments,
  WorkerMethod,
  WorkerReply,
  WorkerRequest,
  WorkerStart,
  WorkerValue,
} from './worker-messages.js';

export interface PgliteOptions {
  /** The built worker; tests that run the sources name it. */
  readonly worker?: URL;
  /** False runs `initdb` even where an archive would fit. */
  readonly useArchive?: boolean;
}

type Ask = <M extends WorkerMethod>(method: M, ...args: WorkerArguments<M>) => Promise<WorkerValue<M>>;

/** Most of what the thread throws away is large and lies outside the heap; more room for the rest would only be resident. */
const youngGenerationMebibytes = 2;

/** PostgreSQL in this process: PGlite in a worker thread of its own. */
export class PgliteServer implements DatabaseServer {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  readonly #started: Promise<{ fromArchive: boolean }>;
  #lastRequest = 0;
  #lastSession = 0;
  #ended: Error | null = null;

  /** Begins to start at once; whoever asks first waits for it. */
  constructor({ worker = new URL('./worker.js', import.meta.url), useArchive = true }: PgliteOptions = {}) {
    // Flags of the main thread, such as --input-type, are not meant for the worker's file.
    this.#worker = new Worker(worker, {
      workerData: { useArchive } satisfies WorkerStart,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMebibytes },
    });
    this.#started = this.#reply(0) as Promise<{ fromArchive: boolean }>;
    // Whoever asks gets the failure too; alone, this promise must not end the process with an unhandled rejection.
    this.#started.catch(() => {});
    this.#worker.on('message', (reply: WorkerReply) => this.#settle(reply));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Bug('the database thread has ended')));
  }

  /** Whether the data directory came from the archive of the build; false after an `initdb`. */
  async startedFromArchive(): Promise<boolean> {
    return (await this.#started).fromArchive;
  }

  async createDatabase(name: string, definition: string): Promise<Database> {
    await this.#ask('createDatabase', name, definition);
    return {
      name,
      session: (session) => this.#openSession(name, session),
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

  reset(): Promise<void> {
    return this.#ask('reset');
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  /** The number is given here, so that requests reach the thread in the order in which they are made. */
  #openSession(database: string, name: string): Session {
    const id = ++this.#lastSession;
    this.#ask('openSession', id, database, name).catch(() => {});
    return new PgliteSession(name, id, this.#ask);
  }

  readonly #ask: Ask = (method, ...args) => {
    const id = ++this.#lastRequest;
    const reply = this.#reply(id);
    if (!this.#ended) this.#worker.postMessage({ id, method, args } satisfies WorkerRequest);
    // The type of a reply follows from the method's name; a message between threads has none of its own.
    return reply as Promise<WorkerValue<typeof method>>;
  };

  #reply(id: number): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #settle(reply: WorkerReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.kind === 'done') waiting?.resolve(reply.value);
    else if (reply.kind === 'refused') waiting?.reject(new EngineRefusal(reply.reason, reply.sessions));
    else waiting?.reject(new Bug(reply.message));
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}

class PgliteSession implements Session {
  readonly #id: number;
  readonly #ask: Ask;

  constructor(
    readonly name: string,
    id: number,
    ask: Ask,
  ) {
    this.#id = id;
    this.#ask = ask;
  }

  begin(): Promise<Executed> {
    return this.#call({ kind: 'begin', text: '', parameters: [] });
  }

  execute(statement: string, parameters: readonly SqlValue[] = []): Promise<Executed> {
    return this.#call({ kind: 'execute', text: statement, parameters });
  }

  commit(): Promise<Executed> {
    return this.#call({ kind: 'commit', text: '', parameters: [] });
  }

  rollback(): Promise<Executed> {
    return this.#call({ kind: 'rollback', text: '', parameters: [] });
  }

  raise(code: string): Promise<Executed> {
    return this.#call({ kind: 'raise', text: code, parameters: [] });
  }

  uncommitted(): Promise<readonly RowChange[]> {
    return this.#ask('uncommitted', this.#id);
  }

  close(): Promise<void> {
    return this.#ask('closeSession', this.#id);
  }

  #call(call: SessionCall): Promise<Executed> {
    return this.#ask('call', this.#id, call);
  }
}
