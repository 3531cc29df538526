import { assert } from '../base/assert.js';
import type { Instant } from '../base/time.js';
import { isWord, splitStatements } from './split.js';
import type { TransactionImage } from './transaction-image.js';

interface Savepoint {
  readonly name: string;
  /** Whatever has been written behind it and not rolled back has this transaction id or a higher one. */
  xid: number;
}

/** Locks rows, as far as its words tell; a function may do so too. */
export const lockingRead = /\bfor\s+(?:update|no\s+key|share|key)\b/i;

/** What PostgreSQL answers to statements after which a transaction is no longer what its rows and locks tell. */
const unseenTags = ['DECLARE CURSOR', 'SET CONSTRAINTS'];

/** A transaction that a session has open, as far as it can be followed from outside. */
export class OpenTransaction {
  readonly savepoints: Savepoint[] = [];
  /** It has something that would be lost if it were taken up again: from then on it can only be ended. */
  onlyEnds = false;
  /** Statements in it may have changed settings until its end. */
  changesSettings = false;
  /** It may have locked rows and then changed them, which shows on the pages of its tables alone. */
  locksRows = false;
  /** Which of all transactions that hold something it was, in the order in which they began to; null before. */
  rank: number | null = null;
  /** What it holds, while it is parked; null while the backend has it open. */
  image: TransactionImage | null = null;

  constructor(
    /** The ids of the transaction and of what is nested in it begin here. */
    public firstXid: number,
    /** What its `now()` answers. */
    readonly clock: Instant,
  ) {}

  /** A statement has been answered with `tag`; the next transaction id is `nextXid`. */
  follow(text: string, tag: string, nextXid: number): void {
    if (unseenTags.includes(tag)) this.onlyEnds = true;
    if (tag === 'SAVEPOINT' || lockingRead.test(text)) this.locksRows = true;
    if (tag === 'SAVEPOINT') this.savepoints.push({ name: nameIn(text), xid: nextXid });
    if (tag !== 'RELEASE' && tag !== 'ROLLBACK') return;
    const at = this.savepoints.findLastIndex(({ name }) => name === nameIn(text));
    // A name with escapes is not read here.
    if (at < 0) this.onlyEnds = true;
    else this.savepoints.length = tag === 'RELEASE' ? at : at + 1;
  }

  /** How many savepoints stand before what the transaction with this id has written. */
  levelOf(xid: number): number {
    return this.savepoints.filter((savepoint) => savepoint.xid <= xid).length;
  }
}

/** The name of the savepoint that a statement sets, releases or goes back to. */
function nameIn(text: string): string {
  const last = splitStatements(text)[0]?.tokens.at(-1);
  assert(last !== undefined, `no savepoint in ${text}`);
  return last.value;
}

/** Whether `text` goes back to a savepoint, so that the transaction lives on. */
export function goesBack(text: string): boolean {
  return (
    splitStatements(text)[0]
      ?.tokens.slice(1, 3)
      .some((token) => isWord(token, 'to')) ?? false
  );
}
