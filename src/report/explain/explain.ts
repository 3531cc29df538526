import type { Language } from '../../model/text.js';
import { padEnd, paragraph, widthOf } from '../text/layout.js';
import { TERM_KINDS } from '../wording/explain.js';
import type { Term } from './term.js';
import { explainWordings, termsIn } from './terms.js';

/** What there is to know about some terms, with examples as a scenario has them. */
export function renderTerms(terms: readonly Term[], language: Language, columns: number): string {
  const wording = explainWordings[language];
  const blocks = terms.map((term) => {
    const { kind, name, called, paragraphs, wrong, right, shownBy } = term;
    const title = isTranslated(term) ? `${called} (${name})` : called;
    const example = (label: string, text: string | null) =>
      text === null ? [] : ['', label, ...text.split('\n').map((line) => `    ${line}`)];
    // A statement alone is no part of a scenario by its keys.
    const isPart = right !== null;
    return [
      `${title} · ${wording.kinds[kind].one}`,
      ...paragraphs.flatMap((text) => ['', ...paragraph(text, 0, columns)]),
      ...example(wording.wrong, wrong),
      ...example(wrong === null ? wording.example : wording.right, right),
      ...(isPart ? ['', wording.restLeftOut] : []),
      ...(shownBy === null ? [] : ['', wording.shownBy(shownBy)]),
    ].join('\n');
  });
  return `${blocks.join('\n\n\n')}\n`;
}

/** Every term that can be explained, by its kind. */
export function renderTermList(language: Language, columns: number): string {
  const wording = explainWordings[language];
  const terms = termsIn(language);
  const width = Math.max(...terms.map(({ name }) => widthOf(name))) + 2;
  const isNarrow = terms.some((term) => isTranslated(term) && 2 + width + widthOf(term.called) > columns);
  const blocks = TERM_KINDS.map((kind) => {
    const ofKind = terms.filter((term) => term.kind === kind);
    const lines = ofKind.every((term) => !isTranslated(term))
      ? paragraph(ofKind.map(({ called }) => called).join(', '), 2, columns)
      : ofKind.flatMap(({ name, called }) =>
          isNarrow ? [`  ${name}`, ...paragraph(called, 4, columns)] : [`  ${padEnd(name, width)}${called}`],
        );
    return [`${wording.kinds[kind].many}:`, ...lines].join('\n');
  });
  return `${paragraph(wording.heading, 0, columns).join('\n')}\n\n${blocks.join('\n\n')}\n`;
}

function isTranslated({ name, called }: Term): boolean {
  return called.replaceAll(' ', '-') !== name;
}
