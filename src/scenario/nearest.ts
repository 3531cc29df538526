import { distance } from 'fastest-levenshtein';

/** How much of a name may be mistyped for another one to be meant. */
const mistypedShare = 0.34;

/** Of very many names only the first are compared with what was mistyped. */
const comparedNames = 1000;

/** The known names that somebody may have meant by `name`, nearest first, three at most. */
export function nearest(name: string, known: readonly string[]): string[] {
  const wanted = name.toLowerCase();
  return known
    .slice(0, comparedNames)
    .map((candidate) => ({ candidate, contained: wanted.length >= 3 && candidate.toLowerCase().includes(wanted) }))
    .filter(({ candidate, contained }) => {
      // Texts are at least as far apart as their lengths; that spares comparing a long text with everything.
      return contained || Math.abs(wanted.length - candidate.length) <= allowed(wanted, candidate);
    })
    .map(({ candidate, contained }) => ({ candidate, contained, far: distance(wanted, candidate.toLowerCase()) }))
    .filter(({ candidate, contained, far }) => {
      const length = Math.max(wanted.length, candidate.length);
      return contained || (far < length && far <= allowed(wanted, candidate));
    })
    .sort((first, second) => first.far - second.far || first.candidate.localeCompare(second.candidate, 'en'))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

function allowed(wanted: string, candidate: string): number {
  return Math.max(2, Math.floor(Math.max(wanted.length, candidate.length) * mistypedShare));
}
