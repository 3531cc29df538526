import type { Row } from '../model/sql.js';
import type { LockStrength } from './row-locks.js';
import type { TableFacts } from './table-facts.js';

/** A row that a transaction has locked and not changed. */
export interface RowLock {
  readonly table: TableFacts;
  /** Where it lay, as in `(0,1)`. */
  readonly place: string;
  /** The values of the table's key; empty where it has none. */
  readonly key: Row;
  readonly strength: LockStrength;
  /** Whether the transaction has written the row itself, so that it is there only when that has been put back. */
  readonly isOwn: boolean;
  /**
   * Whether the transaction has then changed the row and keeps so strong a lock; where it has changed the key, that is as
   * strong by itself, and nothing is found by the key any more.
   */
  readonly isKept: boolean;
}

/** An advisory lock that lasts as long as its transaction. */
export interface AdvisoryLock {
  /** As the arguments of the function that takes it. */
  readonly key: string;
  /** The same as the server names it: the two halves of the key, and how many keys it has. */
  readonly name: string;
  /** `LOCKMODE`: 5 is shared, 7 is not. */
  readonly mode: number;
}

/** What has been written and locked behind a savepoint, or before the first one. */
export interface Level {
  /** Rows of `inbox_sim.capture`, in their order. */
  readonly changes: readonly Row[];
  readonly locks: readonly RowLock[];
}

/** All that a transaction holds, so that another one can hold the same. */
export interface TransactionImage {
  /** One more than there are savepoints. */
  readonly levels: readonly Level[];
  readonly advisory: readonly AdvisoryLock[];
  /** Names and values of settings that end with the transaction. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  readonly readOnly: boolean;
  /** The last error has left it aborted: behind the last savepoint, or all of it. */
  readonly aborted: boolean;
}
