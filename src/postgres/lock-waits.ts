import { assert, present } from '../base/assert.js';

/** What a backend waits for, as PostgreSQL's `LOCKTAG` says it, and how it wants it. */
export interface LockTag {
  /** `LockTagType`; see {@link lockKinds}. */
  readonly kind: number;
  /** The four fields, whose meaning depends on the kind; of a transaction the first is its id. */
  readonly fields: readonly [number, number, number, number];
  /** `LOCKMODE`, from 1 (AccessShareLock) to 8 (AccessExclusiveLock). */
  readonly mode: number;
}

/** The kinds of `LockTagType` that are looked at here. */
export const lockKinds = { transaction: 5, advisory: 10 } as const;

/** A module's imports, and what it exports, by their names. */
type Imports = Record<string, Record<string, unknown>>;
type ServerExports = Readonly<Record<string, unknown>>;

/** An instance of PostgreSQL's module. Its memory gets another buffer whenever it grows. */
interface ServerInstance {
  exports: ServerExports;
  readonly memory: { readonly buffer: ArrayBuffer };
}

/** What of Node's global object is used here; its types come with those of browsers, which nothing else needs. */
declare const WebAssembly: {
  instantiate(source: unknown, imports?: Imports): Promise<unknown>;
  readonly Instance: new (...never: never[]) => { readonly exports: ServerExports };
  readonly Global: new (...never: never[]) => { readonly value: unknown };
  readonly Memory: new (...never: never[]) => { readonly buffer: ArrayBuffer };
};

/** Where things lie in PostgreSQL's memory: `PGPROC` is looked through so far for a pointer to a lock. */
const procBytes = 400;
const tagBytes = 16;
const lowestPointer = 1024;
/** From `PGPROC.waitLock` to `PGPROC.waitLockMode`; between them lies `waitProcLock`. */
const modeBehindLock = 8;
/** `TransamVariablesData.nextXid` lies behind `nextOid` and `oidCount`. */
const nextXidOffset = 8;
/** `XACT_REPEATABLE_READ`; below it is READ COMMITTED. */
const repeatableRead = 2;

/** The advisory lock on which it is tried. */
const triedKey = 1_234_567_891;

/**
 * Recognises that the one backend of PGlite is about to wait for a lock, and makes it give up. Left alone it would spin for
 * ever: nobody else is there to give the lock back, and no timer would end it. PostgreSQL calls `ProcSleep` through the
 * imported function `invoke_ii`, because it has to catch an error of it; before that it has noted in its `PGPROC` which
 * lock it waits for. So whoever stands round that import sees every wait just before it begins. Told that its query has
 * been cancelled, PostgreSQL then ends it by itself, with 57014.
 */
export class LockWaits {
  /** The one that was the last to call; the others were there for `initdb` alone. */
  #instance: ServerInstance | null = null;
  #view: DataView<ArrayBuffer> | null = null;
  /** Where the exported variables lie; that stays. */
  readonly #addresses = new Map<string, number>();
  /** Where `PGPROC` has the pointer to the lock that is waited for; null while that is to be found out. */
  #offset: number | null;
  #looking = false;
  #wait: LockTag | null = null;

  private constructor(offset: number | null) {
    this.#offset = offset;
  }

  /**
   * Calls `start`, which instantiates PostgreSQL's module, and stands round the module's import from then on. `offset` is
   * what {@link isRecognised} has found; null for a build of which nobody knows it.
   */
  static async around<T>(start: () => Promise<T>, offset: number | null): Promise<[T, LockWaits]> {
    const waits = new LockWaits(offset);
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (source, imports) => {
      const made = waits.#standRound(imports?.env);
      const result = await instantiate.call(WebAssembly, source, imports);
      const instance: unknown = result instanceof WebAssembly.Instance ? result : Object(result).instance;
      if (made && instance instanceof WebAssembly.Instance) made.exports = instance.exports;
      return result;
    };
    try {
      return [await start(), waits];
    } finally {
      WebAssembly.instantiate = instantiate;
    }
  }

  /** Where the pointer was found; null before. */
  get offset(): number | null {
    return this.#offset;
  }

  /** The first transaction id that has not been given to any transaction. */
  nextXid(): number {
    return this.#uint32(this.#uint32(this.#address('TransamVariables')) + nextXidOffset);
  }

  /** Whether the transaction that is open has one snapshot for all its statements. */
  keepsSnapshot(): boolean {
    return this.#uint32(this.#address('XactIsoLevel')) >= repeatableRead;
  }

  /** Calls `statement` and answers what it would have had to wait for, so that it was cancelled; null where it did not. */
  during<T>(statement: () => T): { readonly reply: T; readonly wait: LockTag | null } {
    this.#wait = null;
    this.#looking = this.#offset !== null;
    try {
      return { reply: statement(), wait: this.#wait };
    } finally {
      this.#looking = false;
    }
  }

  /**
   * Looks whether a wait is recognised in this build of PostgreSQL, with what finds out where the pointer is if nobody has
   * before. `run` sends one text; at least one transaction can be prepared, and none is open.
   */
  isRecognised(run: (text: string) => void): boolean {
    if (!this.#hasAll()) return false;
    const lock = `SELECT pg_advisory_xact_lock(${triedKey})`;
    run(`BEGIN; ${lock}`);
    run("PREPARE TRANSACTION 'inbox_sim_tried'");
    this.#wait = null;
    this.#looking = true;
    run(lock);
    this.#looking = false;
    run("ROLLBACK PREPARED 'inbox_sim_tried'");
    const { kind, fields } = (this.#wait as LockTag | null) ?? { kind: 0, fields: [] };
    return kind === lockKinds.advisory && fields[2] === triedKey;
  }

  #hasAll(): boolean {
    const names = ['MyProc', 'MyLatch', 'QueryCancelPending', 'InterruptPending', 'TransamVariables', 'XactIsoLevel'];
    return names.every((name) => this.#instance?.exports[name] instanceof WebAssembly.Global);
  }

  /** Stands round the import of a module that is about to be instantiated; null for one that is not PostgreSQL's. */
  #standRound(env: Imports[string] | undefined): ServerInstance | null {
    const invoke = env?.invoke_ii;
    if (!env || typeof invoke !== 'function' || !(env.memory instanceof WebAssembly.Memory)) return null;
    const instance: ServerInstance = { exports: {}, memory: env.memory };
    env.invoke_ii = (index: number, argument: number): unknown => {
      if (this.#instance !== instance) this.#addresses.clear();
      this.#instance = instance;
      if (this.#looking && this.#wait === null) this.#look();
      return invoke(index, argument);
    };
    return instance;
  }

  #look(): void {
    this.#offset ??= this.#pointerTo(triedKey);
    if (this.#offset === null) return;
    const at = this.#uint32(this.#address('MyProc')) + this.#offset;
    const lock = this.#uint32(at);
    if (lock === 0) return;
    this.#wait = this.#tagAt(lock, at);
    // The latch is set, so that the wait for it returns at once; what looks for interrupts there finds one.
    this.#set(this.#address('QueryCancelPending'));
    this.#set(this.#address('InterruptPending'));
    this.#set(this.#uint32(this.#address('MyLatch')));
  }

  /** Where `PGPROC` points to the advisory lock `key`. */
  #pointerTo(key: number): number | null {
    const proc = this.#uint32(this.#address('MyProc'));
    for (let offset = 0; offset < procBytes; offset += 4) {
      const pointer = this.#uint32(proc + offset);
      if (pointer < lowestPointer || pointer + tagBytes > this.#bytes().byteLength) continue;
      const { kind, fields } = this.#tagAt(pointer, proc + offset);
      if (kind === lockKinds.advisory && fields[2] === key) return offset;
    }
    return null;
  }

  #tagAt(lock: number, pointer: number): LockTag {
    const view = this.#bytes();
    const [first, second, third] = [0, 4, 8].map((offset) => view.getUint32(lock + offset, true));
    return {
      kind: view.getUint8(lock + 14),
      fields: [first ?? 0, second ?? 0, third ?? 0, view.getUint16(lock + 12, true)],
      mode: this.#uint32(pointer + modeBehindLock),
    };
  }

  #address(name: string): number {
    const known = this.#addresses.get(name);
    if (known !== undefined) return known;
    const found = this.#instance?.exports[name];
    assert(found instanceof WebAssembly.Global, `PostgreSQL exports no ${name}`);
    const address = Number(found.value);
    this.#addresses.set(name, address);
    return address;
  }

  #uint32(at: number): number {
    return this.#bytes().getUint32(at, true);
  }

  #set(at: number): void {
    this.#bytes().setInt32(at, 1, true);
  }

  #bytes(): DataView<ArrayBuffer> {
    const { buffer } = present(this.#instance, 'PostgreSQL').memory;
    const view = this.#view?.buffer === buffer ? this.#view : new DataView(buffer);
    this.#view = view;
    return view;
  }
}
