import { limits } from '../base/limits.js';
import { formatDuration } from '../base/time.js';
import type { LocalText } from '../model/text.js';

/** What a knob can be set to: one of a few words, or a number. */
export type KnobRange =
  | { readonly kind: 'words'; readonly words: Readonly<Record<string, LocalText>> }
  | { readonly kind: 'whole'; readonly least: number; readonly most: number }
  | { readonly kind: 'duration' };

/** Something about a program that a scenario can set: a key of its processes. */
export interface Knob {
  readonly name: string;
  readonly summary: LocalText;
  /** As a scenario would write it. */
  readonly initial: string;
  readonly range: KnobRange;
}

/** Knobs by their names, each set to what a scenario writes; durations in milliseconds. */
export type KnobValues = Readonly<Record<string, string>>;

/** What a knob is set to, as a scenario would write it. */
export function knobText({ range }: Knob, value: string): string {
  return range.kind === 'duration' ? formatDuration(Number(value)) : value;
}

/** A knob that is one of `words`, each with what it means; the first is the one unless said. */
export function words(name: string, summary: LocalText, meanings: Readonly<Record<string, LocalText>>): Knob {
  return { name, summary, initial: Object.keys(meanings)[0] ?? '', range: { kind: 'words', words: meanings } };
}

/** A knob that is a number of rows. */
export function rowCount(name: string, summary: LocalText, initial: number): Knob {
  return { name, summary, initial: String(initial), range: { kind: 'whole', least: 1, most: limits.recordsPerFetch } };
}

/** A knob that is a stretch of virtual time; `initial` in milliseconds. */
export function duration(name: string, summary: LocalText, initial: number): Knob {
  return { name, summary, initial: String(initial), range: { kind: 'duration' } };
}
