import type { RunVerdict } from '../../engine/run.js';
import type { InvariantName } from '../../model/names.js';

/** What an expectation is about, where that is no word of the scenario language. */
export interface SubjectWording {
  readonly offset: (group: string, partition: string) => string;
  readonly lag: (group: string, partition: string) => string;
  readonly lsn: (database: string) => string;
  readonly members: (group: string) => string;
  readonly violatesFor: (variant: string) => string;
}

/** What the end of a report says besides the verdicts, in one language. */
export interface EndWording {
  /** An expectation of a step that was not met; `branch` is null in a scenario without branches. */
  readonly unmetInStep: (branch: string | null, step: number, line: number, what: string) => string;
  readonly furtherUnmet: (count: number) => string;
  /** Why an invariant was not judged: what never happened that it speaks of. */
  readonly notExercised: Readonly<Record<InvariantName, string>>;
  /** An invariant of the scenario's own. */
  readonly notAsked: string;
  /** What the author can do about it. */
  readonly exerciseThem: string;
  /** The last line of a report that breaks off; `step` is null after the steps. */
  readonly brokenOff: (step: number | null) => string;
  /** Above a report: the server, such as `PostgreSQL 18.4`. */
  readonly playedOn: (about: string) => string;
  /** At the end of a run; `names` are sessions. */
  readonly stillBlocked: (names: string) => string;
  /** Which of several branches have kept the whole from being as announced. */
  readonly inBranches: (verdict: Exclude<RunVerdict, 'as-announced'>, names: string) => string;
  /** `what` has kept a run from being as announced; it stands by itself. */
  readonly inBranch: (branch: string, what: string) => string;
}
