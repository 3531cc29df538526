import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesBeside } from '../../src/cli/scenario-files.js';
import { type Run, runBranch } from '../../src/engine/run.js';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { type Loaded, loadScenario } from '../../src/scenario/load.js';
import { openServer } from '../support/server.js';
import { endOf } from './end.js';
import { inboxEnds } from './ends-inbox.js';
import { offsetEnds } from './ends-offsets.js';
import { outboxEnds } from './ends-outbox.js';

/** Failures that people really had, each written down in the scenario language alone. */
const cases = [
  ...['A9', 'A10', 'A11', 'A13', 'A14', 'A23', 'B1', 'B2'],
  ...['C1', 'C2', 'C7', 'C9', 'C11', 'C13', 'C15'],
  ...['D1', 'D2', 'D5', 'D7', 'D8', 'D11', 'D12', 'D15'],
];

const ends = { ...outboxEnds, ...inboxEnds, ...offsetEnds };

const folder = new URL('./', import.meta.url);
const ids = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.replace('.yaml', ''))
  .sort();

function load(id: string): Loaded {
  const file = fileURLToPath(new URL(`${id}.yaml`, folder));
  return loadScenario(readFileSync(file, 'utf8'), filesBeside(file));
}

/** `a09-no-claim` is case A9. */
function caseOf(id: string): string {
  return id.replace(/^(.)0?(\d+)-.*$/, (_, group: string, number: string) => group.toUpperCase() + number);
}

test('the cases are all there, and no other', () => {
  expect(ids.map(caseOf)).toEqual(cases);
  expect(Object.keys(ends)).toEqual(ids);
});

let server: PgliteServer;
beforeAll(() => {
  server = openServer();
});
afterAll(() => server.close());

describe.each(ids)('%s', (id) => {
  test('is a scenario that bears the name of its file, without a warning', () => {
    const loaded = load(id);
    expect(loaded).toMatchObject({ kind: 'scenario', warnings: [], scenario: { id } });
  });

  // The first one waits for PostgreSQL to start.
  test('ends as it announces, and as the case says', { timeout: 60_000 }, async () => {
    const loaded = load(id);
    if (loaded.kind !== 'scenario') throw new Error(JSON.stringify(loaded.diagnostics));
    const { scenario } = loaded;
    const runs: [string, Run][] = [];
    for (const branch of scenario.branches) {
      runs.push([branch.name ?? '', await runBranch(scenario, branch, server)]);
    }
    expect(runs.map(([branch, { verdict }]) => [branch, verdict])).toEqual(
      scenario.branches.map(({ name }) => [name ?? '', 'as-announced']),
    );
    expect(Object.fromEntries(runs.map(([branch, run]) => [branch, endOf(run)]))).toEqual(ends[id]);
  });
});
