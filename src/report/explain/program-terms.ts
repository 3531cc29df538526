import type { Language } from '../../model/text.js';
import type { Knob } from '../../programs/knob.js';
import { programs } from '../../programs/registry.js';
import { wordings } from '../wording/wordings.js';
import type { Term } from './term.js';

/** The programs that a process can run, and what can be set about them. */
export function programTerms(language: Language): readonly Term[] {
  const knobs = new Map(programs.flatMap((program) => program.knobs.map((knob) => [knob.name, knob] as const)));
  return [
    ...programs.map(({ name, summary, variants }) =>
      term('program', name, [
        sentence(summary[language]),
        ...variants.map(({ name: variant, correct, summary: text }) => {
          const wrong = correct ? '' : ` (${wordings[language].wrongOnPurpose})`;
          return `${variant}: ${text[language]}${wrong}.`;
        }),
      ]),
    ),
    ...[...knobs.values()].map((knob) => term('knob', knob.name, knobTexts(knob, language))),
  ];
}

function knobTexts({ name, summary, range }: Knob, language: Language): string[] {
  const users = programs.filter(({ knobs }) => knobs.some((knob) => knob.name === name)).map((program) => program.name);
  const words = range.kind === 'words' ? Object.entries(range.words) : [];
  return [
    `${users.join(', ')}: ${summary[language]}.`,
    ...words.map(([word, meaning]) => `${word}: ${meaning[language]}.`),
  ];
}

function term(kind: 'program' | 'knob', name: string, paragraphs: readonly string[]): Term {
  return { kind, name, called: name, also: [], paragraphs, wrong: null, right: null, shownBy: null };
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
