/**
 * Why a step was not taken: who should act is dead, waits for a reply, or stands still (or does not, and should go on),
 * works for ever, never came to the operation before which it should pause, has nothing under the name that the step
 * refers to, or has a client that refuses.
 */
export type SkipReason =
  | 'dead'
  | 'waiting'
  | 'frozen'
  | 'not-frozen'
  | 'refused'
  | 'endless'
  | 'never-came'
  | 'no-value'
  | 'no-session'
  /** A replica has nothing left to repeat, or less than it should. */
  | 'nothing-to-replay'
  /** What a statement writes or reads of an item is not judged, because its transaction is open. */
  | 'item-in-transaction'
  /** An answer has no column of the name that the step reads an item by. */
  | 'no-column'
  /** The scenario's own invariants could not be asked. */
  | 'transaction-open';

/** A step that could not be taken, such as a run of a dead process. It makes the run inconclusive. */
export interface StepSkipped {
  readonly kind: 'step-skipped';
  readonly why: SkipReason;
  readonly subject: string;
  /** Whose work it is that stops here, where a late reply has let it go on within another step. */
  readonly of?: { readonly step: number; readonly line: number };
  /** Where an expression has no value: what its name stands for. */
  readonly holds?: Holds;
}

/** What an actor remembers under a name: so many rows with these columns, or so many records. */
export interface Holds {
  readonly what: 'rows' | 'records';
  readonly count: number;
  readonly columns: readonly string[];
}
