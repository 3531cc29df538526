import { machine } from '../../src/cli/host.js';
import { type PgliteOptions, PgliteServer } from '../../src/postgres/pglite-server.js';

/** A PostgreSQL for a test. Its thread runs the built code, because a worker cannot load TypeScript. */
export function openServer(options: Omit<PgliteOptions, 'worker'> = {}): PgliteServer {
  return new PgliteServer({
    host: machine,
    ...options,
    worker: new URL('../../dist/postgres/worker.js', import.meta.url),
  });
}
