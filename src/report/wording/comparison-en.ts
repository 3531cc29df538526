import type { ComparisonWording } from './comparison.js';

export const comparison: ComparisonWording = {
  firstDifference: 'the first difference',
  noDifference: 'Both do the same in every step.',
  sameLeft: 'Both leave the same.',
  left: 'what is left',
  notTaken: 'not come to',
  furtherRows: (count) => `... ${count} more`,
  notJudged: 'No invariant is judged here.',
  violatesNothing: (variant) => `${variant} violates nothing.`,
  violates: (variant, invariants) => `${variant} violates ${invariants}.`,
  inconclusive: (variant) =>
    `${variant}: a step was not taken, a fault never fired, or something was never judged; "run" tells which.`,
};
