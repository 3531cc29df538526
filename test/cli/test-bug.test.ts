import { expect, test } from 'vitest';
import { Bug } from '../../src/base/assert.js';
import type { TestFlags } from '../../src/cli/commands/test-flags.js';
import { runEntries, suiteCodes } from '../../src/cli/commands/test-suite.js';
import { suiteEntries } from '../../src/cli/suite-files.js';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { worstStatus } from '../../src/report/suite/reporter.js';

const quiet = { begin: () => '', see: () => '', end: () => '', finish: async () => {}, abandon: () => {} };

test('a bug ends one case, is told with what a report of it needs, and comes to code 70', async () => {
  const reset = async () => {
    throw new Bug('the world is upside down');
  };
  const flags: TestFlags = { repeat: 1, workers: 1 };
  const entries = suiteEntries(['two-events-901', 'history-first-refused'], flags, 'en');
  const broken = { reset } as unknown as PgliteServer;
  const { signal } = new AbortController();
  const { results, notRun } = await runEntries(entries, flags, 'en', [broken], quiet, signal);
  expect(results.map(({ name, status, snapshot }) => [name, status, snapshot])).toEqual([
    ['two-events-901', 'bug', null],
    ['history-first-refused', 'bug', null],
    ['history-first-refused.inbox', 'bug', null],
  ]);
  expect(results[0]?.findings).toEqual([
    {
      code: 'bug',
      line: null,
      text: expect.stringMatching(
        /^this is a bug in inbox-sim or its database engine: Bug: the world is upside down\nPlease report it with the command line and: inbox-sim \d+\.\d+\.\d+, Node \S+, \w+\.$/,
      ),
      frame: [],
    },
  ]);
  expect([notRun, suiteCodes[worstStatus(results)]]).toEqual([[], 70]);
});
