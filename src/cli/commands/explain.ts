import { renderTermList, renderTerms } from '../../report/explain/explain.js';
import { explainWordings, findTerms, knownNames } from '../../report/explain/terms.js';
import { visible } from '../../report/text/visible.js';
import { nearest } from '../../scenario/nearest.js';
import { UsageError } from '../exit.js';
import { standardOutput } from '../output.js';
import { languageOf, surfaceOf } from '../terminal.js';

export interface ExplainFlags {
  readonly lang?: string;
}

/**
 * Explains a term of the field or a code, which may be several words on the command line; lists them all without one.
 * @throws UsageError for what nobody knows, with the nearest names.
 */
export async function explain(words: readonly string[], flags: ExplainFlags): Promise<number> {
  const lang = languageOf(flags.lang, process.stdout, process.env);
  const { columns } = surfaceOf(process.stdout, process.env, false);
  const wanted = words.join(' ').trim();
  const output = standardOutput(process.stdout);
  if (wanted === '') output.put(renderTermList(lang, columns));
  else {
    const terms = findTerms(wanted, lang);
    if (terms.length === 0) {
      const near = nearest(wanted.replace(/\s+/g, '-'), knownNames(lang));
      throw new UsageError(explainWordings[lang].unknown(visible(wanted), near));
    }
    output.put(renderTerms(terms, lang, columns));
  }
  await output.finish();
  return 0;
}
