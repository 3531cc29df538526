import { present } from '../base/assert.js';
import type { LocalText } from '../model/text.js';
import type { KnobValues } from './knob.js';
import type { Program, ProgramVariant } from './program.js';

/** A variant, and every knob of its program as it is set. */
export interface SetVariant {
  readonly variant: ProgramVariant;
  readonly knobs: KnobValues;
}

/**
 * The variant `name` of a program with the knobs `given`. Knobs that make a variant can be set without naming it: then
 * the one that they make, or several of them in one, is what the process runs.
 */
export function setVariant(program: Program, name: string | null, given: KnobValues): SetVariant {
  const wanted = program.variants.find((variant) => variant.name === name) ?? defaultOf(program);
  const making = makingKnobs(program);
  const knobs = { ...initialOf(program), ...wanted.knobs, ...given };
  if (making.every((knob) => !Object.hasOwn(given, knob) || given[knob] === complete(program, wanted)[knob])) {
    return { variant: wanted, knobs };
  }
  const exact = program.variants.find((variant) => {
    const all = complete(program, variant);
    return making.every((knob) => all[knob] === knobs[knob]);
  });
  return { variant: exact ?? combined(program, knobs), knobs };
}

/** The variant `name` in place of whatever makes up the variant in `given`; what makes none stays as it is set. */
export function otherVariant(program: Program, name: string, given: KnobValues): SetVariant | null {
  if (program.variants.every((variant) => variant.name !== name)) return null;
  const making = makingKnobs(program);
  const rest = Object.fromEntries(Object.entries(given).filter(([knob]) => !making.includes(knob)));
  return setVariant(program, name, rest);
}

/** The knobs by which variants of a program differ. */
export function makingKnobs({ variants }: Program): string[] {
  return [...new Set(variants.flatMap(({ knobs }) => Object.keys(knobs ?? {})))];
}

function initialOf({ knobs }: Program): KnobValues {
  return Object.fromEntries(knobs.map(({ name, initial }) => [name, initial]));
}

function complete(program: Program, { knobs }: ProgramVariant): KnobValues {
  return { ...initialOf(program), ...knobs };
}

function defaultOf({ variants, defaultVariant }: Program): ProgramVariant {
  return present(
    variants.find((variant) => variant.name === defaultVariant),
    `variant ${defaultVariant}`,
  );
}

/** Several variants in one, such as a cursor that is also moved before the record is sent. */
function combined(program: Program, knobs: KnobValues): ProgramVariant {
  const base = defaultOf(program);
  const parts = program.variants.filter(
    (variant) =>
      variant !== base &&
      variant.knobs !== undefined &&
      Object.entries(variant.knobs).every(([knob, value]) => knobs[knob] === value),
  );
  const joined = (text: (variant: ProgramVariant) => string, by: string) => parts.map(text).join(by);
  const summary: LocalText = {
    en: joined((variant) => variant.summary.en, '; '),
    ru: joined((variant) => variant.summary.ru, '; '),
  };
  return {
    ...base,
    ...Object.assign({}, ...parts),
    name: joined((variant) => variant.name, '+'),
    correct: parts.every(({ correct }) => correct),
    summary,
    knobs: Object.assign({}, ...parts.map((part) => part.knobs)),
    sends: Object.assign({}, ...parts.map((part) => part.sends)),
  };
}
