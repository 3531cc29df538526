import { DIAGNOSTIC_CODES, isWarning } from '../../model/diagnostic.js';
import { FAULT_KINDS } from '../../model/fault.js';
import { INVARIANTS, OUTCOMES } from '../../model/names.js';
import { REFUSAL_CODES } from '../../model/refusal.js';
import { LANGUAGES, type Language } from '../../model/text.js';
import { diagnosticWordings } from '../diagnostics.js';
import { type ExplainWording, type TermKind, WORDS } from '../wording/explain.js';
import { en } from '../wording/explain-en.js';
import { ru } from '../wording/explain-ru.js';
import { diagnosticExamples } from './diagnostic-examples.js';
import { faultExamples } from './fault-examples.js';
import { programTerms } from './program-terms.js';
import { refusalExamples } from './refusal-examples.js';
import { alsoCalled, shownBy } from './shown-by.js';
import type { Term } from './term.js';

export const explainWordings: Readonly<Record<Language, ExplainWording>> = { en, ru };

/** Every term, in the order in which they are listed. */
export function termsIn(language: Language): readonly Term[] {
  const wording = explainWordings[language];
  const plain = (kind: TermKind, name: string, text: string, right: string | null = null): Term => ({
    kind,
    name,
    called: name,
    also: [],
    paragraphs: [text],
    wrong: null,
    right,
    shownBy: null,
  });
  const watched = (name: keyof typeof shownBy) => ({ also: alsoCalled[name] ?? [], shownBy: shownBy[name] ?? null });
  return [
    ...WORDS.map((word) => ({
      ...plain('word', word.replaceAll(' ', '-'), wording.words[word].text),
      called: wording.words[word].name,
      ...watched(word),
    })),
    ...OUTCOMES.map((name) => ({ ...plain('outcome', name, wording.outcomes[name]), ...watched(name) })),
    ...programTerms(language),
    ...FAULT_KINDS.map((name) => plain('fault', name, wording.faults[name], faultExamples[name])),
    ...INVARIANTS.map((name) => ({ ...plain('invariant', name, wording.invariants[name]), ...watched(name) })),
    ...DIAGNOSTIC_CODES.map((name): Term => {
      const { means, why } = wording.diagnostics[name];
      const kind = isWarning(name) ? 'warning' : 'diagnostic';
      return { ...plain(kind, name, ''), paragraphs: [means, why], ...diagnosticExamples[name] };
    }),
    ...REFUSAL_CODES.map((name): Term => {
      const { why, instead } = diagnosticWordings[language].refusals[name];
      return { ...plain('refusal', name, wording.refused(why, instead)), wrong: refusalExamples[name] };
    }),
  ];
}

/** The terms that somebody may have typed: by their names, or as people of either language call them. */
export function findTerms(typed: string, language: Language): readonly Term[] {
  const wanted = plainName(typed);
  const names = new Set(
    LANGUAGES.flatMap((each) => termsIn(each).flatMap((term) => (namesOf(term).includes(wanted) ? [term.name] : []))),
  );
  return termsIn(language).filter(({ name }) => names.has(name));
}

/** Every name by which a term can be asked for. */
export function knownNames(language: Language): readonly string[] {
  return [...new Set(termsIn(language).flatMap(namesOf))];
}

function namesOf({ name, called, also }: Term): readonly string[] {
  return [name, ...[called, ...also].map(plainName)];
}

function plainName(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, '-').replaceAll('ё', 'е');
}
