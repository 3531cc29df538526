import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { PgliteServer } from '../../dist/postgres/pglite-server.js';
import { bareWork } from './bare-work.mjs';
import { bundled, playScenario } from './bundled.mjs';
import { measure, median } from './process.mjs';
import { recorded } from './recording.mjs';

const manyScenarios = fileURLToPath(new URL('many-scenarios.mjs', import.meta.url));

/** How long `work` takes, in milliseconds. */
async function timed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/**
 * All scenarios of the bundle on one warm server: against a fresh PGlite for each, and against what they ask of PostgreSQL
 * done on a warm PGlite in this thread. Both in pairs, after rounds that do not count.
 */
export async function bundle(pairs) {
  const server = new PgliteServer();
  const all = async () => {
    for (const scenario of bundled) await playScenario(scenario, server);
  };
  const asked = await recorded(bundled, server);
  const warm = await PGlite.create();
  for (let round = 0; round < 10; round++) {
    await all();
    await bareWork(warm, asked);
  }
  const [ours, bare, fresh] = [[], [], []];
  for (let pair = 0; pair < pairs * 4; pair++) {
    ours.push(await timed(all));
    bare.push(await timed(() => bareWork(warm, asked)));
  }
  await warm.close();
  for (let pair = 0; pair < pairs; pair++) {
    fresh.push(
      await timed(async () => {
        const db = await PGlite.create();
        await db.close();
      }),
    );
  }
  await server.close();
  return {
    toFresh: median(ours) / (bundled.length * median(fresh)),
    toBare: median(ours) / median(bare),
  };
}

/**
 * Many scenarios in processes of their own: ten times as many, and what a thousand cost besides their own time. V8 gives
 * young objects more and more room, up to 48 MiB, for as long as they keep coming; held small, it hides no leak.
 */
export async function many(pairs) {
  const [ratios, memory, pace] = [[], [], []];
  for (let pair = 0; pair < pairs; pair++) {
    const [hundred, thousand] = [await play(100), await play(1000)];
    ratios.push(thousand.all / hundred.all);
    memory.push(thousand.mebibytes / thousand.warm);
    pace.push(thousand.late / thousand.early);
  }
  return { tenTimes: median(ratios), memory: median(memory), pace: median(pace) };
}

async function play(scenarios) {
  return JSON.parse((await measure(['--max-semi-space-size=2', manyScenarios, String(scenarios)])).printed);
}
