/** What `compare` says, in one language. */
export interface ComparisonWording {
  /** Above the step in which two variants begin to differ. */
  readonly firstDifference: string;
  readonly noDifference: string;
  /** What is left when all is over: the same, or above what differs. */
  readonly sameLeft: string;
  readonly left: string;
  readonly notTaken: string;
  readonly furtherRows: (count: number) => string;
  /** Where a branch claims no invariant. */
  readonly notJudged: string;
  readonly violatesNothing: (variant: string) => string;
  readonly violates: (variant: string, invariants: string) => string;
  /** Where something that the script asks for did not happen with this variant. */
  readonly inconclusive: (variant: string) => string;
}
