import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesBeside } from '../../src/cli/scenario-files.js';
import { type Run, runBranch } from '../../src/engine/run.js';
import type { DatabaseServer } from '../../src/postgres/ports.js';
import { type Loaded, loadScenario } from '../../src/scenario/load.js';
import { type Ends, endOf } from './end.js';

/** `a09-no-claim` is case A9. */
function caseOf(id: string): string {
  return id.replace(/^(.)0?(\d+)-.*$/, (_, group: string, number: string) => group.toUpperCase() + number);
}

export interface CaseSuite {
  /** Where the files of the cases lie. */
  readonly folder: URL;
  /** The letters and numbers of the cases, in the order of their files. */
  readonly cases: readonly string[];
  readonly ends: Ends;
  open(): DatabaseServer | Promise<DatabaseServer>;
}

/** Plays every case of a folder, and compares all that is left of each branch. */
export function describeCases({ folder, cases, ends, open }: CaseSuite): void {
  const ids = readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.replace('.yaml', ''))
    .sort();

  function load(id: string): Loaded {
    const file = fileURLToPath(new URL(`${id}.yaml`, folder));
    return loadScenario(readFileSync(file, 'utf8'), filesBeside(file));
  }

  test('the cases are all there, and no other', () => {
    expect(ids.map(caseOf)).toEqual(cases);
    expect(Object.keys(ends).sort()).toEqual(ids);
  });

  let server: DatabaseServer;
  beforeAll(async () => {
    server = await open();
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
}
