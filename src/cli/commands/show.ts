import { renderScript } from '../../report/script.js';
import { standardOutput } from '../output.js';
import { readScenario } from '../scenario-files.js';
import { languageOf, surfaceOf } from '../terminal.js';
import { loadOrExplain } from './load.js';

export interface ShowFlags {
  readonly lang?: string;
}

/** Writes a scenario as a script, without running it. */
export async function show(wanted: string, flags: ShowFlags): Promise<number> {
  const lang = languageOf(flags.lang, process.stdout, process.env);
  const { columns } = surfaceOf(process.stdout, process.env, false);
  const output = standardOutput(process.stdout);
  output.put(renderScript(loadOrExplain(readScenario(wanted), lang), lang, columns));
  await output.finish();
  return 0;
}
