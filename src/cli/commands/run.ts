import { startEngine } from '../engine.js';
import { readScenario } from '../scenario-files.js';
import { languageOf } from '../terminal.js';
import type { RunFlags } from './run-flags.js';

/** Runs a scenario and writes its report. Returns the exit code. */
export async function run(wanted: string, flags: RunFlags): Promise<number> {
  const lang = languageOf(flags.lang, process.stdout, process.env);
  const file = readScenario(wanted);
  // PostgreSQL takes longest to start: it begins before this thread loads the rest of the program.
  const engine = startEngine(flags);
  const { runScenario } = await import('./run-scenario.js');
  return runScenario(file, flags, lang, engine);
}
