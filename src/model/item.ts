import type { SqlValue } from './sql.js';

/**
 * Something that clients write and read, by the name that a scenario gives it, whatever table of whatever database it
 * stands in: what session guarantees speak of.
 */
export interface ItemWritten {
  readonly item: string;
  /** What it is from then on; null where it is no more, absent where that is not said. */
  readonly value?: SqlValue;
}

/** What the answer to a question about an item showed. */
export interface ItemRead {
  readonly item: string;
  /** Whether any row of the answer was about it. */
  readonly found: boolean;
  /** What those rows have in the column that a value stands in; null where none was named. */
  readonly values: readonly SqlValue[] | null;
}
