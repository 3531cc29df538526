import { limits } from '../base/limits.js';
import type { PgliteServer } from './pglite-server.js';
import type { EngineLimits } from './watchdog.js';

/**
 * One server for all of a process, because each takes hundreds of megabytes: whoever needs it waits for those who asked
 * before. The first of them starts it.
 */
export class SharedServer {
  readonly #open: (limits: EngineLimits) => PgliteServer;
  #current: { readonly server: PgliteServer; readonly bounds: EngineLimits } | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(open: (limits: EngineLimits) => PgliteServer) {
    this.#open = open;
  }

  /** Calls `work` when it is its turn, with the server to itself until it settles. `changed` differs from the usual limits. */
  use<T>(changed: Partial<EngineLimits>, work: (server: PgliteServer) => Promise<T>): Promise<T> {
    const turn = this.#last.then(async () => work(await this.#serverWithin({ ...limits.engine, ...changed })));
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** A server's limits are those that it was started with, so other limits take another server in its place. */
  async #serverWithin(bounds: EngineLimits): Promise<PgliteServer> {
    const current = this.#current;
    if (current && isSame(current.bounds, bounds)) return current.server;
    this.#current = null;
    await current?.server.close();
    this.#current = { server: this.#open(bounds), bounds };
    return this.#current.server;
  }
}

function isSame(one: EngineLimits, other: EngineLimits): boolean {
  const names = Object.keys(one) as (keyof EngineLimits)[];
  return names.every((name) => one[name] === other[name]);
}
