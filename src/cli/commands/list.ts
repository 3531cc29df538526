import { renderCatalogue, renderCatalogueJson } from '../../report/catalogue.js';
import { standardOutput } from '../output.js';
import { catalogue } from '../scenario-files.js';
import { languageOf, surfaceOf } from '../terminal.js';

export interface ListFlags {
  readonly format: 'text' | 'json';
  readonly lang?: string;
}

/** Writes which scenarios there are, as a course. */
export async function list(flags: ListFlags): Promise<number> {
  const lang = languageOf(flags.lang, process.stdout, process.env);
  const surface = surfaceOf(process.stdout, process.env, false);
  const entries = catalogue();
  const output = standardOutput(process.stdout);
  output.put(flags.format === 'json' ? renderCatalogueJson(entries, lang) : renderCatalogue(entries, lang, surface));
  await output.finish();
  return 0;
}
