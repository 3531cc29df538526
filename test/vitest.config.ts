import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // The example is a project of its own: test/package.test.ts runs its tests from the packed package.
    exclude: [...configDefaults.exclude, 'test/example/**'],
    // Most of a test's time goes to processes of its own; vitest would leave one core to itself.
    maxWorkers: availableParallelism(),
    // Whoever runs alone on a slow machine waits long for PostgreSQL to start.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
