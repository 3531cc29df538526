import { renderCatalogue, renderCatalogueJson } from '../../report/catalogue.js';
import { standardOutput } from '../output.js';
import { catalogue } from '../scenario-files.js';
import { languageOf, surfaceOf } from '../terminal.js';

export interface ListFlags {
  readonly format: 'text' | 'json';
  readonly lang?: string;
}

/** Writes which scenarios there are. */
export async function list(flags: ListFlags): Promise<number> {
  const lang = languageOf(flags.lang, process.stdout, process.env);
  const { columns } = surfaceOf(process.stdout, process.env, false);
  const entries = catalogue();
  const output = standardOutput(process.stdout);
  output.put(flags.format === 'json' ? renderCatalogueJson(entries, lang) : renderCatalogue(entries, lang, columns));
  await output.finish();
  return 0;
}
