import { PgliteServer } from '../../postgres/pglite-server.js';
import type { TableChoice } from '../../report/text/state.js';
import { readScenario } from '../scenario-files.js';
import { languageOf } from '../terminal.js';

export interface RunFlags {
  readonly variant?: string;
  readonly format: 'text' | 'json';
  readonly tables: TableChoice;
  readonly lang?: string;
  readonly out?: string;
}

/** Runs a scenario and writes its report. Returns the exit code. */
export async function run(wanted: string, flags: RunFlags): Promise<number> {
  const lang = languageOf(flags.lang, process.stdout, process.env);
  const file = readScenario(wanted);
  // PostgreSQL takes longest to start: its thread begins before this one loads the rest of the program.
  const server = new PgliteServer();
  const { runScenario } = await import('./run-scenario.js');
  return runScenario(file, flags, lang, server);
}
