import type { LookAlike } from '../model/diagnostic.js';

/** Cyrillic letters and the Latin ones that stand on the same keys or look the same, in this order. */
const cyrillic = 'АВЕЅІЈКМНОРСТХУЗаеѕіјорсхукмнтв';
const latin = 'ABESIJKMHOPCTXY3aesijopcxykmhtb';

/** The known name that looks like `name` and is written with letters of another alphabet; null where there is none. */
export function lookAlike(name: string, known: readonly string[]): LookAlike | null {
  const wanted = inLatin(name);
  const meant = known.find(
    (candidate) => candidate.length === name.length && candidate !== name && inLatin(candidate) === wanted,
  );
  if (meant === undefined) return null;
  const at = meant.split('').findIndex((letter, index) => letter !== name[index]);
  const letter = name.charAt(at);
  return { meant, letter, alphabet: cyrillic.includes(letter) ? 'cyrillic' : 'latin' };
}

function inLatin(name: string): string {
  return name.replaceAll(/[\u0400-\u04ff]/g, (letter) => latin[cyrillic.indexOf(letter)] ?? letter);
}
