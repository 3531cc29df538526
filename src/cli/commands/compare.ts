import type { Language } from '../../model/text.js';
import { startEngine } from '../engine.js';
import { readScenario } from '../scenario-files.js';
import { languageOf } from '../terminal.js';
import type { CompareFlags } from './compare-flags.js';

/** Plays a scenario on two variants and writes what they do differently. Returns the exit code. */
export async function compare(wanted: string, left: string, right: string, flags: CompareFlags): Promise<number> {
  const lang: Language = languageOf(flags.lang, process.stdout, process.env);
  const file = readScenario(wanted);
  // As with run, PostgreSQL starts while this thread loads the rest.
  const engine = startEngine(flags);
  const { compareVariants } = await import('./compare-variants.js');
  return compareVariants(file, [left, right], flags, lang, engine);
}
