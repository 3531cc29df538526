import { PgliteServer } from '../../postgres/pglite-server.js';
import { postponeOptimisation } from '../compilation.js';
import { machine } from '../host.js';
import { readScenario } from '../scenario-files.js';
import { languageOf } from '../terminal.js';
import { changedLimits, type RunFlags } from './run-flags.js';

/** Runs a scenario and writes its report. Returns the exit code. */
export async function run(wanted: string, flags: RunFlags): Promise<number> {
  const lang = languageOf(flags.lang, process.stdout, process.env);
  const file = readScenario(wanted);
  // PostgreSQL takes longest to start: its thread begins before this one loads the rest of the program.
  postponeOptimisation();
  const server = new PgliteServer({ host: machine, limits: changedLimits(flags) });
  const { runScenario } = await import('./run-scenario.js');
  return runScenario(file, flags, lang, server);
}
