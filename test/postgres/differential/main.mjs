// Compares the embedded engine with a real PostgreSQL over many schedules:
//   npm run differential -- --schedules 50000 [--seed 1]
// It prints the seed, and what differs first, shrunk.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { schedules: { type: 'string', default: '50000' }, seed: { type: 'string' } },
});
const root = fileURLToPath(new URL('../../../', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', 'test/postgres/differential'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      INBOX_SIM_SCHEDULES: values.schedules,
      ...(values.seed === undefined ? {} : { INBOX_SIM_SEED: values.seed }),
    },
  },
);
process.exitCode = status ?? 1;
