import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { machine } from '../../src/cli/host.js';
import { filesBeside } from '../../src/cli/scenario-files.js';
import { runBranch } from '../../src/engine/run.js';
import type { DatabaseServer } from '../../src/postgres/ports.js';
import { openPostgres } from '../../src/postgres/server/open-postgres.js';
import { loadScenario } from '../../src/scenario/load.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import { type EmbeddedServer, startServer } from '../support/embedded-server.js';
import { openServer } from '../support/server.js';

/** Every bundled scenario and every case. */
const files = ['../../scenarios/', '../cases/'].flatMap((folder) =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => fileURLToPath(new URL(folder + file, import.meta.url))),
);

let embedded: EmbeddedServer;
let engines: DatabaseServer[] = [];
beforeAll(async () => {
  embedded = await startServer();
  engines = [openServer(), await openPostgres(embedded.url, { host: machine })];
});
afterAll(async () => {
  for (const engine of engines) await engine.close();
  await embedded.stop();
});

function load(file: string): Scenario {
  const loaded = loadScenario(readFileSync(file, 'utf8'), filesBeside(file));
  if (loaded.kind !== 'scenario') throw new Error(JSON.stringify(loaded.diagnostics));
  return loaded.scenario;
}

test.each(files)(
  '%s has the same trace on PGlite and on a server, byte for byte',
  async (file) => {
    const scenario = load(file);
    for (const branch of scenario.branches) {
      const traces: string[] = [];
      for (const engine of engines) {
        const { trace } = await runBranch(scenario, branch, engine);
        traces.push(trace.map((event) => JSON.stringify(event)).join('\n'));
      }
      expect(traces[0]?.length).toBeGreaterThan(1000);
      expect(traces[1]).toEqual(traces[0]);
    }
  },
  300_000,
);
