import { readdirSync, readFileSync } from 'node:fs';
import { runBranch } from '../../dist/engine/run.js';
import { loadScenario } from '../../dist/scenario/load.js';

const folder = new URL('../../scenarios/', import.meta.url);

/** Every scenario of the bundle, read and checked. */
export const bundled = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => loadScenario(readFileSync(new URL(file, folder), 'utf8')).scenario);

/** Plays every branch of `scenario` on `server`. */
export async function playScenario(scenario, server, options) {
  for (const branch of scenario.branches) {
    const { verdict } = await runBranch(scenario, branch, server, options);
    if (verdict !== 'as-announced') throw new Error(`${scenario.id}: ${verdict}`);
  }
}
