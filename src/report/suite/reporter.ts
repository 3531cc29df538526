import type { CaseResult } from './result.js';
import { CASE_STATUSES, type CaseStatus } from './status.js';

/** Tells of a suite piece by piece; each function answers the text that comes next. */
export interface SuiteReporter {
  /** Before the first case; `planned` is how many there are. */
  begin(planned: number): string;
  /** After each case, in order. */
  see(result: CaseResult): string;
  /** After the last. */
  end(summary: SuiteSummary): string;
}

/** How a suite ended. */
export interface SuiteSummary {
  readonly results: readonly CaseResult[];
  /** Cases that have not been run, because `endedBy` came before. */
  readonly notRun: readonly Pick<CaseResult, 'name' | 'file'>[];
  readonly endedBy: 'interrupted' | 'bail' | null;
  /** The files of snapshots that no scenario has. */
  readonly obsolete: readonly string[];
  /** Whether they have been removed. */
  readonly pruned: boolean;
}

export const SUITE_REPORTERS = ['default', 'junit', 'tap', 'github', 'json'] as const;
export type ReporterName = (typeof SUITE_REPORTERS)[number];

/** How many cases there are of each status. */
export function statusCounts(results: readonly CaseResult[]): Record<CaseStatus, number> {
  const counts = Object.fromEntries(CASE_STATUSES.map((status) => [status, 0])) as Record<CaseStatus, number>;
  for (const { status } of results) counts[status]++;
  return counts;
}

/** The status that weighs most; `passed` where there is no result. */
export function worstStatus(results: readonly CaseResult[]): CaseStatus {
  return CASE_STATUSES.find((status) => results.some((result) => result.status === status)) ?? 'passed';
}
