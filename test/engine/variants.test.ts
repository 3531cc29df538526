import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runBranch } from '../../src/engine/run.js';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { programs } from '../../src/programs/registry.js';
import { bundledScenarios } from '../support/bundled.js';
import { openServer } from '../support/server.js';

/**
 * Who is caught where: for each variant the bundled scenarios (and branches) in which invariants are violated, and which.
 * What is not listed holds.
 */
const caught: Record<string, Record<string, string[]>> = {
  inbox: {
    'crash-before-first-commit latest': ['no-lost-event'],
  },
  'split-inbox-first': {
    'commit-lost-in-network': ['marker-with-row', 'no-lost-event', 'honest-outcome'],
    'concurrent-duplicate commit': ['honest-outcome'],
    'concurrent-duplicate killed': ['marker-with-row', 'no-lost-event', 'honest-outcome'],
    'concurrent-duplicate rollback': ['marker-with-row', 'no-lost-event', 'honest-outcome'],
    'crash-before-first-commit latest': ['no-lost-event'],
    'split-transaction-bug': ['marker-with-row', 'no-lost-event', 'honest-outcome'],
    'unknown-holds-checkpoint commit-applied': ['marker-with-row', 'no-lost-event', 'honest-outcome'],
  },
  'split-history-first': {
    'commit-lost-in-network': ['drained'],
    'commit-never-arrived': ['drained'],
    'concurrent-duplicate commit': ['drained'],
    'concurrent-duplicate killed': ['drained'],
    'concurrent-duplicate rollback': ['drained'],
    'crash-before-first-commit earliest': ['drained'],
    'crash-before-first-commit latest': ['no-lost-event'],
    'crash-before-offset-commit': ['drained'],
    'duplicate-900': ['drained'],
    'history-first-refused': ['drained'],
    'offset-before-commit': ['drained'],
    'select-then-insert-race without-key': ['one-row-per-event', 'marker-with-row'],
    'split-transaction-bug': ['drained'],
    'two-events-901': ['drained'],
    'unknown-holds-checkpoint commit-applied': ['drained'],
    'unknown-holds-checkpoint commit-not-applied': ['drained'],
  },
  'no-inbox': {
    'commit-lost-in-network': ['one-row-per-event', 'marker-with-row'],
    'commit-never-arrived': ['marker-with-row'],
    'concurrent-duplicate commit': ['one-row-per-event', 'marker-with-row'],
    'concurrent-duplicate killed': ['marker-with-row'],
    'concurrent-duplicate rollback': ['marker-with-row'],
    'crash-before-first-commit latest': ['no-lost-event'],
    'crash-before-offset-commit': ['one-row-per-event', 'marker-with-row'],
    'duplicate-900': ['one-row-per-event', 'marker-with-row'],
    'select-then-insert-race with-key': ['marker-with-row'],
    'select-then-insert-race without-key': ['marker-with-row'],
    'split-transaction-bug': ['marker-with-row'],
    'two-events-901': ['marker-with-row'],
    'unknown-holds-checkpoint commit-applied': ['one-row-per-event', 'marker-with-row'],
    'unknown-holds-checkpoint commit-not-applied': ['one-row-per-event', 'marker-with-row'],
  },
  'check-then-insert': {
    'crash-before-first-commit latest': ['no-lost-event'],
    'select-then-insert-race without-key': ['one-row-per-event'],
  },
  'offset-first': {
    'commit-lost-in-network': ['contiguous-checkpoint'],
    'commit-never-arrived': ['no-lost-event', 'contiguous-checkpoint'],
    'concurrent-duplicate commit': ['contiguous-checkpoint'],
    'concurrent-duplicate killed': ['no-lost-event', 'contiguous-checkpoint'],
    'concurrent-duplicate rollback': ['no-lost-event', 'contiguous-checkpoint'],
    'crash-before-first-commit earliest': ['no-lost-event'],
    'crash-before-first-commit latest': ['no-lost-event'],
    'crash-before-offset-commit': ['contiguous-checkpoint'],
    'duplicate-900': ['contiguous-checkpoint'],
    'offset-before-commit': ['no-lost-event', 'contiguous-checkpoint'],
    'select-then-insert-race with-key': ['contiguous-checkpoint'],
    'select-then-insert-race without-key': ['no-lost-event', 'contiguous-checkpoint'],
    'split-transaction-bug': ['no-lost-event', 'contiguous-checkpoint'],
    'two-events-901': ['contiguous-checkpoint'],
    'unknown-holds-checkpoint commit-applied': ['contiguous-checkpoint'],
    'unknown-holds-checkpoint commit-not-applied': ['no-lost-event', 'contiguous-checkpoint'],
  },
  'highest-offset': {
    'crash-before-first-commit latest': ['no-lost-event'],
    'unknown-holds-checkpoint commit-applied': ['contiguous-checkpoint'],
    'unknown-holds-checkpoint commit-not-applied': ['no-lost-event', 'contiguous-checkpoint'],
  },
  'unknown-advances': {
    'commit-lost-in-network': ['contiguous-checkpoint'],
    'commit-never-arrived': ['no-lost-event', 'contiguous-checkpoint'],
    'crash-before-first-commit latest': ['no-lost-event'],
    'select-then-insert-race without-key': ['no-lost-event', 'contiguous-checkpoint'],
    'unknown-holds-checkpoint commit-applied': ['contiguous-checkpoint'],
    'unknown-holds-checkpoint commit-not-applied': ['no-lost-event', 'contiguous-checkpoint'],
  },
  'no-rows-is-error': {
    'commit-lost-in-network': ['repository-contract', 'drained'],
    'concurrent-duplicate commit': ['repository-contract', 'drained'],
    'crash-before-first-commit latest': ['no-lost-event'],
    'crash-before-offset-commit': ['repository-contract', 'drained'],
    'duplicate-900': ['repository-contract', 'drained'],
    'unknown-holds-checkpoint commit-applied': ['repository-contract', 'drained'],
    'unknown-holds-checkpoint commit-not-applied': ['repository-contract', 'drained'],
  },
  'save-after-false': {
    'commit-lost-in-network': ['repository-contract', 'drained'],
    'concurrent-duplicate commit': ['repository-contract', 'drained'],
    'crash-before-first-commit latest': ['no-lost-event'],
    'crash-before-offset-commit': ['repository-contract', 'drained'],
    'duplicate-900': ['repository-contract', 'drained'],
    'unknown-holds-checkpoint commit-applied': ['repository-contract', 'drained'],
    'unknown-holds-checkpoint commit-not-applied': ['repository-contract', 'drained'],
  },
  'rollback-after-commit': {
    'commit-never-arrived': ['repository-contract'],
    'concurrent-duplicate commit': ['repository-contract'],
    'concurrent-duplicate killed': ['repository-contract'],
    'concurrent-duplicate rollback': ['repository-contract'],
    'crash-before-first-commit earliest': ['repository-contract'],
    'crash-before-first-commit latest': ['no-lost-event'],
    'crash-before-offset-commit': ['repository-contract'],
    'duplicate-900': ['repository-contract'],
    'offset-before-commit': ['repository-contract'],
    'two-events-901': ['repository-contract'],
    'unknown-holds-checkpoint commit-applied': ['repository-contract'],
    'unknown-holds-checkpoint commit-not-applied': ['repository-contract'],
  },
  'no-rollback': {
    'commit-lost-in-network': ['repository-contract'],
    'commit-never-arrived': ['repository-contract'],
    'concurrent-duplicate commit': ['repository-contract'],
    'concurrent-duplicate killed': ['repository-contract'],
    'concurrent-duplicate rollback': ['repository-contract'],
    'crash-before-first-commit latest': ['no-lost-event'],
    'crash-before-offset-commit': ['repository-contract'],
    'duplicate-900': ['repository-contract'],
    'unknown-holds-checkpoint commit-applied': ['repository-contract'],
    'unknown-holds-checkpoint commit-not-applied': ['repository-contract'],
  },
  'wrapped-error': {
    'commit-lost-in-network': ['repository-contract'],
    'commit-never-arrived': ['repository-contract'],
    'concurrent-duplicate killed': ['repository-contract'],
    'concurrent-duplicate rollback': ['repository-contract'],
    'crash-before-first-commit latest': ['no-lost-event'],
    'unknown-holds-checkpoint commit-applied': ['repository-contract'],
    'unknown-holds-checkpoint commit-not-applied': ['repository-contract'],
  },
};

/** Where an invariant is violated for everybody, because the lesson is about the group's settings and not about the program. */
const nobodysFault = ['crash-before-first-commit latest'];

const variants = programs.flatMap((program) => program.variants);

/** Where actors alone act, the program makes no difference. */
const scenarios = bundledScenarios().filter(({ processes }) => processes.length > 0);

describe('every variant in every bundled scenario', () => {
  let server: PgliteServer;
  beforeAll(() => {
    server = openServer();
  });
  afterAll(() => server.close());

  test.each(variants)(
    '$name',
    async ({ name }) => {
      const violated: Record<string, string[]> = {};
      for (const scenario of scenarios) {
        for (const branch of scenario.branches) {
          const run = await runBranch(scenario, branch, server, { variant: name });
          const names = run.invariants
            .filter(({ verdict }) => verdict === 'violated')
            .map((invariant) => invariant.name);
          if (names.length > 0) violated[[scenario.id, branch.name].filter(Boolean).join(' ')] = names;
        }
      }
      expect(violated).toEqual(caught[name]);
    },
    30_000,
  );
});

test('a wrong variant is caught by a scenario, a right one is accused by none', () => {
  const accused = variants.filter(({ name }) =>
    Object.keys(caught[name] ?? {}).some((scenario) => !nobodysFault.includes(scenario)),
  );
  expect(accused.map(({ name }) => name)).toEqual(variants.filter(({ correct }) => !correct).map(({ name }) => name));
});
