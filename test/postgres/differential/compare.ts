import type { Played, Player } from './player.js';
import type { Schedule } from './schedule.js';

/** What came of all comparisons so far. */
export interface Tally {
  schedules: number;
  statements: number;
  /** Statements that a server blocked. */
  blocked: number;
  deadlocks: number;
  /** Schedules that the embedded engine refused to play to their end, by its reason. */
  readonly refused: Map<string, number>;
  /** Schedules in which a server came to the same only when it was asked again, or never where it is free to choose. */
  again: number;
  leftOpen: number;
}

export function emptyTally(): Tally {
  return { schedules: 0, statements: 0, blocked: 0, deadlocks: 0, refused: new Map(), again: 0, leftOpen: 0 };
}

/** A server that is free to choose is asked so often for the choice of the embedded engine. */
const mostTries = 6;

/** The first difference between the embedded engine and a server, as a text for people; null where there is none. */
export async function compare(schedule: Schedule, ours: Player, real: Player, tally: Tally): Promise<string | null> {
  const [mine, theirs] = await Promise.all([ours.play(schedule), real.play(schedule)]);
  count(tally, mine, theirs);
  const at = differenceOf(mine, theirs);
  if (at < 0) return null;
  // Several could go on at once there, and the server may let any of them be the first.
  if (at >= Math.min(mine.open, theirs.open)) {
    for (let round = 0; round < mostTries; round++) {
      if (differenceOf(mine, await real.play(schedule)) >= 0) continue;
      tally.again++;
      return null;
    }
    tally.leftOpen++;
    return null;
  }
  return [...mine.lines.slice(0, at), `embedded: ${mine.lines[at]}`, `server:   ${theirs.lines[at]}`].join('\n');
}

/** The line at which two engines differ, as far as the first of them has come; negative where there is none. */
function differenceOf(mine: Played, theirs: Played): number {
  const until = mine.refused?.line ?? Number.POSITIVE_INFINITY;
  return theirs.lines.slice(0, until).findIndex((line, index) => line !== mine.lines[index]);
}

function count(tally: Tally, { refused }: Played, { lines }: Played): void {
  tally.schedules++;
  tally.statements += lines.length;
  tally.blocked += lines.filter((line) => line.includes('blocked by')).length;
  tally.deadlocks += lines.filter((line) => line.includes('40P01')).length;
  if (refused) tally.refused.set(refused.why, (tally.refused.get(refused.why) ?? 0) + 1);
}
