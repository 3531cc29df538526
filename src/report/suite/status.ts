/** In the order in which they weigh: the exit code of a suite is that of the first that any case has. */
export const CASE_STATUSES = ['bug', 'invalid', 'failed', 'inconclusive', 'passed'] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];
