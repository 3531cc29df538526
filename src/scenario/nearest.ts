import { distance } from 'fastest-levenshtein';

/** How much of a name may be mistyped for another one to be meant. */
const mistypedShare = 0.34;

/** The known names that somebody may have meant by `name`, nearest first, three at most. */
export function nearest(name: string, known: readonly string[]): string[] {
  const wanted = name.toLowerCase();
  return known
    .map((candidate) => ({ candidate, far: distance(wanted, candidate.toLowerCase()) }))
    .filter(({ candidate, far }) => {
      const length = Math.max(wanted.length, candidate.length);
      const contained = wanted.length >= 3 && candidate.toLowerCase().includes(wanted);
      return contained || (far < length && far <= Math.max(2, Math.floor(length * mistypedShare)));
    })
    .sort((first, second) => first.far - second.far || first.candidate.localeCompare(second.candidate, 'en'))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}
