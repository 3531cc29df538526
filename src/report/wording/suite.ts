import type { CaseStatus } from '../suite/status.js';

/** How many of each there are. */
export type StatusCounts = Readonly<Record<CaseStatus, number>>;

/** What a suite of scenarios says, in one language. Names come ready to be shown. */
export interface SuiteWording {
  readonly status: Readonly<Record<CaseStatus, string>>;
  readonly written: string;
  readonly updated: string;

  /** Of a snapshot; `name` is that of its file. */
  readonly differs: (name: string) => string;
  readonly missing: (name: string) => string;
  readonly conflict: (name: string, line: number) => string;
  readonly unreadable: (name: string, reason: string) => string;
  readonly unwritable: (name: string, reason: string) => string;

  /** `run` is that which came out otherwise, from 2. */
  readonly unlike: (run: number) => string;
  readonly sameId: (id: string, other: string) => string;

  readonly failures: string;
  readonly totals: (counts: StatusCounts, notRun: number) => string;
  readonly snapshots: (written: number, updated: number) => string;
  /** Above the names of snapshots that no scenario has. */
  readonly obsolete: (count: number) => string;
  readonly pruned: (count: number) => string;
  readonly isObsolete: string;
  readonly notRun: Readonly<Record<'interrupted' | 'bail', (count: number) => string>>;
}
