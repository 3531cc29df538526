import type { Language } from '../../model/text.js';
import { escapedJson } from '../../report/escaped-json.js';
import { padEnd, widthOf } from '../../report/text/layout.js';
import { exitCodes } from '../exit.js';
import { standardOutput } from '../output.js';
import { suiteEntries } from '../suite-files.js';
import type { TestFlags } from './test-flags.js';

/** Lists what would be run, without running it; as JSON for a reporter that is for machines. Returns the exit code. */
export async function listCases(wanted: readonly string[], flags: TestFlags, lang: Language): Promise<number> {
  const entries = suiteEntries(wanted, flags, lang);
  const output = standardOutput(process.stdout);
  if (flags.reporter?.some(({ reporter }) => reporter === 'json')) {
    output.put(
      `${escapedJson(
        entries.map(({ name, file }) => ({ name, file })),
        2,
      )}\n`,
    );
  } else {
    const width = Math.max(...entries.map(({ name }) => widthOf(name)));
    output.put(entries.map(({ name, file }) => `${padEnd(name, width)}  ${file}\n`).join(''));
  }
  await output.finish();
  return exitCodes.asAnnounced;
}
