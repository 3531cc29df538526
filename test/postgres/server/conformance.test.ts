import { afterAll, beforeAll } from 'vitest';
import { machine } from '../../../src/cli/host.js';
import { openPostgres } from '../../../src/postgres/server/open-postgres.js';
import { type EmbeddedServer, startServer } from '../../support/embedded-server.js';
import { describeConformance } from '../conformance-suite.js';

let embedded: EmbeddedServer;
beforeAll(async () => {
  embedded = await startServer();
});
afterAll(() => embedded.stop());

describeConformance(
  'a server',
  { alone: false, saves: false, allWait: true, exactVictims: true, aboveReadCommitted: true },
  () => openPostgres(embedded.url, { host: machine }),
);
