import type { Run } from '../engine/run.js';
import type { DatabaseServer } from '../postgres/ports.js';
import type { SuiteCase } from './cases.js';
import { playScenario, wholeVerdict } from './play.js';
import { compareSnapshot, type SnapshotFate, type SnapshotPlace, type SnapshotPolicy } from './snapshot.js';

/** A case that came to its end. */
export interface Played {
  readonly runs: readonly Run[];
  /** What a snapshot of it holds. */
  readonly text: string;
  readonly snapshot: SnapshotFate;
  /** The first difference between repeated runs; null where there is none. */
  readonly unlike: UnlikeRun | null;
}

/** Something that came out otherwise when the same case was played again. */
export interface UnlikeRun {
  /** Which run it was, from 2. */
  readonly run: number;
  /** The line of the text, from 1; null where the texts are the same and only the trace differs. */
  readonly line: number | null;
  readonly first: string;
  readonly other: string;
}

export interface CaseOptions {
  /** What a snapshot of these runs holds. */
  readonly render: (suiteCase: SuiteCase, runs: readonly Run[]) => string;
  readonly place: SnapshotPlace;
  readonly policy: SnapshotPolicy;
  /** How often it is played; every run must come out the same to the byte. */
  readonly repeat: number;
}

/** Plays a case and compares it with its snapshot. @throws whatever keeps it from being played. */
export async function playCase(suiteCase: SuiteCase, server: DatabaseServer, options: CaseOptions): Promise<Played> {
  const { render, place, policy, repeat } = options;
  const play = () => playScenario(suiteCase.scenario, server, { variant: suiteCase.variant ?? undefined });
  const runs = await play();
  const text = render(suiteCase, runs);
  let unlike: UnlikeRun | null = null;
  for (let run = 2; run <= repeat && !unlike; run++) {
    const again = await play();
    const inText = firstDifference(text.split('\n'), render(suiteCase, again).split('\n'));
    const inTrace = inText ?? firstDifference(tellings(runs), tellings(again));
    unlike = inTrace && { ...inTrace, run, line: inText?.line ?? null };
  }
  const isAsAnnounced = wholeVerdict(runs) === 'as-announced' && unlike === null;
  return { runs, text, unlike, snapshot: await compareSnapshot(text, place, policy, isAsAnnounced) };
}

/** Everything that is known of some runs, also what no text shows. */
function tellings(runs: readonly Run[]): string[] {
  return runs.flatMap(({ trace, invariants }) => [...trace, ...invariants].map((each) => JSON.stringify(each)));
}

function firstDifference(
  first: readonly string[],
  other: readonly string[],
): Pick<UnlikeRun, 'line' | 'first' | 'other'> | null {
  const longer = first.length > other.length ? first : other;
  const index = longer.findIndex((_, each) => first[each] !== other[each]);
  return index < 0 ? null : { line: index + 1, first: first[index] ?? '', other: other[index] ?? '' };
}
