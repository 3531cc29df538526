import { afterAll } from 'vitest';
import { machine } from '../../src/cli/host.js';
import { openPostgres } from '../../src/postgres/server/open-postgres.js';
import { describeCases } from '../cases/case-suite.js';
import { type EmbeddedServer, startServer } from '../support/embedded-server.js';
import { serverEnds } from './ends.js';

let embedded: EmbeddedServer | undefined;
afterAll(() => embedded?.stop());

/** The halves of the cases that only a server can run: levels above READ COMMITTED, and what a statement does not see that has waited. */
describeCases({
  folder: new URL('./', import.meta.url),
  cases: ['A3', 'A4', 'A18', 'C3', 'C4'],
  ends: serverEnds,
  // Asking C2 for its uncommitted rows answers 40001 once the commit of C1 has doomed it, and the run ends as a bug.
  open: async () => {
    embedded = await startServer();
    return openPostgres(embedded.url, { host: machine });
  },
});
