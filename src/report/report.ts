import type { Run } from '../engine/run.js';
import type { Language } from '../model/text.js';
import type { Scenario } from '../scenario/scenario.js';

/** A scenario that has been run, all its branches. */
export interface Report {
  readonly scenario: Scenario;
  readonly runs: readonly Run[];
  readonly options: RunOptionsShown;
}

/** The options of a run that a reader can see the effect of. */
export interface RunOptionsShown {
  /** How the scenario was named: its id, or a path. */
  readonly target: string;
  readonly variant: string | null;
  readonly lang: Language;
  /** What a server says it is, such as `PostgreSQL 18.4`; null, or left out, for the embedded one. */
  readonly server?: string | null;
}
