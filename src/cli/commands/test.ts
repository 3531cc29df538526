import { PgliteServer } from '../../postgres/pglite-server.js';
import { postponeOptimisation } from '../compilation.js';
import { UsageError } from '../exit.js';
import { machine } from '../host.js';
import { scenariosNamed } from '../scenario-paths.js';
import { languageOf } from '../terminal.js';
import { words } from '../words.js';
import { changedLimits } from './run-flags.js';
import type { TestFlags } from './test-flags.js';

/** Runs scenarios as a suite: all bundled ones where none is named. Returns the exit code. */
export async function test(paths: readonly string[], flags: TestFlags): Promise<number> {
  const lang = languageOf(flags.lang, process.stdout, process.env);
  if (flags.watch && !(process.stdout.isTTY && process.stdin.isTTY)) {
    throw new UsageError(words().needsTerminal('--watch'));
  }
  if (flags.list) {
    const { listCases } = await import('./test-list.js');
    return listCases(scenariosNamed(paths), flags, lang);
  }
  // PostgreSQL takes longest to start: its threads begin before this one reads the scenarios.
  postponeOptimisation();
  const options = { host: machine, limits: changedLimits(flags) };
  const servers = Array.from({ length: flags.workers }, () => new PgliteServer(options));
  if (flags.watch) {
    const { watchSuite } = await import('./test-watch.js');
    return watchSuite(paths, flags, lang, servers);
  }
  const { testSuite } = await import('./test-suite.js');
  return testSuite(scenariosNamed(paths), flags, lang, servers);
}
