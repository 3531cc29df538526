import { distance } from 'fastest-levenshtein';

/** The known names that somebody may have meant by `name`, nearest first, three at most. */
export function nearest(name: string, known: readonly string[]): string[] {
  const wanted = name.toLowerCase();
  return known
    .map((candidate) => ({ candidate, far: distance(wanted, candidate.toLowerCase()) }))
    .filter(
      ({ candidate, far }) =>
        far <= Math.max(2, Math.floor(Math.max(wanted.length, candidate.length) * 0.4)) ||
        (wanted.length >= 3 && candidate.toLowerCase().includes(wanted)),
    )
    .sort((first, second) => first.far - second.far || first.candidate.localeCompare(second.candidate, 'en'))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}
