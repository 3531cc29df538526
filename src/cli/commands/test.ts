import { startEngine } from '../engine.js';
import { UsageError } from '../exit.js';
import { scenariosNamed } from '../scenario-paths.js';
import { languageOf } from '../terminal.js';
import { words } from '../words.js';
import type { TestFlags } from './test-flags.js';

/** Runs scenarios as a suite: all bundled ones where none is named. Returns the exit code. */
export async function test(paths: readonly string[], flags: TestFlags): Promise<number> {
  const lang = languageOf(flags.lang, process.stdout, process.env);
  if (flags.watch && !(process.stdout.isTTY && process.stdin.isTTY)) {
    throw new UsageError(words().needsTerminal('--watch'));
  }
  if (flags.postgres !== undefined && flags.workers > 1) throw new UsageError(words().oneAtATime);
  if (flags.list) {
    const { listCases } = await import('./test-list.js');
    return listCases(scenariosNamed(paths), flags, lang);
  }
  // PostgreSQL takes longest to start: it begins before this thread reads the scenarios.
  const engines = Array.from({ length: flags.workers }, () => startEngine(flags));
  try {
    if (flags.watch) {
      const { watchSuite } = await import('./test-watch.js');
      return await watchSuite(paths, flags, lang, engines);
    }
    const { testSuite } = await import('./test-suite.js');
    return await testSuite(scenariosNamed(paths), flags, lang, engines);
  } finally {
    await Promise.allSettled(engines.map(async (engine) => (await engine).close()));
  }
}
