import { PgliteServer } from '../postgres/pglite-server.js';
import type { DatabaseServer } from '../postgres/ports.js';
import type { PostgresServer } from '../postgres/server/postgres-server.js';
import { ServerUnavailable } from '../postgres/server/unavailable.js';
import { changedLimits, type LimitFlags } from './commands/run-flags.js';
import { postponeOptimisation } from './compilation.js';
import { complain } from './complain.js';
import { UsageError } from './exit.js';
import { machine } from './host.js';
import { onInterrupt } from './interrupt.js';
import { serverProblem, words } from './words.js';

export interface EngineFlags extends LimitFlags {
  /** The URL of a server; the embedded PostgreSQL where there is none. */
  readonly postgres?: string;
}

/** The PostgreSQL that scenarios are played on. */
export interface Engine {
  readonly server: DatabaseServer;
  /** What a server says it is, such as `PostgreSQL 18.4`; null for the embedded one. */
  readonly about: string | null;
  /** Leaves nothing behind on a server. */
  close(): Promise<void>;
}

/** Starts to start; whoever needs it waits for it, and gets a {@link UsageError} where a server cannot be used. */
export function startEngine(flags: EngineFlags): Promise<Engine> {
  const engine = flags.postgres === undefined ? embedded(flags) : onServer(flags.postgres, flags);
  // It may fail before anybody waits for it.
  engine.catch(() => {});
  return engine;
}

async function embedded(flags: EngineFlags): Promise<Engine> {
  postponeOptimisation();
  const server = new PgliteServer({ host: machine, limits: changedLimits(flags) });
  if (!(await server.startedFromArchive())) complain(`${words().noArchive}\n`);
  // The end of the process ends it, too, and sooner.
  return { server, about: null, close: async () => {} };
}

async function onServer(url: string, flags: EngineFlags): Promise<Engine> {
  const { openPostgres } = await import('../postgres/server/open-postgres.js');
  let server: PostgresServer;
  try {
    server = await openPostgres(url, { host: machine, limits: changedLimits(flags) });
  } catch (error) {
    throw error instanceof ServerUnavailable ? new UsageError(serverProblem(error), { cause: error }) : error;
  }
  onInterrupt(() => server.close());
  return { server, about: `PostgreSQL ${server.facts.version}`, close: () => server.close() };
}
