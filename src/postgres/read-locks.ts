import { present } from '../base/assert.js';
import type { Row, SqlValue } from '../model/sql.js';
import type { Backend } from './backend.js';
import type { OpenTransaction } from './open-transaction.js';
import { literal } from './quote.js';
import { type LockedTuple, type LockStrength, lockedTuples, strengthOfMember } from './row-locks.js';
import { parseRowText } from './row-text.js';
import type { TableFacts } from './table-facts.js';
import type { RowLock } from './transaction-image.js';

interface FoundLock extends RowLock {
  /** The id of the transaction, or of what is nested in it. */
  readonly xid: number;
}

/**
 * Looks for rows of `tables` that carry the id of the transaction, or of what is nested in it, as that of who locks them.
 * The backend has it open, and the server's role. What it has locked and then changed is looked for where it may have
 * done so; notes in `transaction` where that does not show which row it was.
 */
export function readRowLocks(
  backend: Backend,
  tables: readonly TableFacts[],
  transaction: OpenTransaction,
): FoundLock[] {
  if (tables.length === 0) return [];
  const condition = transaction.locksRows ? 'true' : `"!".xmax <> '0'::pg_catalog.xid`;
  const found = backend.script(
    tables.map(({ source }) => `SELECT "!".ctid, "!"::text FROM ${source} "!" WHERE ${condition}`).join('; '),
  ).results;
  return tables.flatMap((table, index) => {
    const { rows } = present(found[index], 'rows');
    if (rows.length === 0 && !transaction.locksRows) return [];
    return new TableLocks(backend, table, transaction, rows).find();
  });
}

/** The locks of a transaction on the rows of one table. */
class TableLocks {
  readonly #visible: ReadonlyMap<string, Row>;

  constructor(
    readonly backend: Backend,
    readonly table: TableFacts,
    readonly transaction: OpenTransaction,
    /** Of the versions that the transaction sees: where it lies, and its text. */
    rows: readonly Row[],
  ) {
    this.#visible = new Map(rows.map((row) => [present(row[0], 'place'), row]));
  }

  find(): FoundLock[] {
    const tuples = this.#tuples();
    const byPlace = new Map(tuples.map((tuple) => [tuple.place, tuple]));
    return tuples.flatMap((tuple) => {
      const row = this.#visible.get(tuple.place);
      if (row) return this.#locks(tuple, row[1], tuple.isChanged);
      return this.transaction.locksRows ? this.#changed(tuple, byPlace) : [];
    });
  }

  #tuples(): LockedTuple[] {
    const target = literal(this.table.target);
    const blocks = this.transaction.locksRows
      ? `pg_catalog.generate_series(0, pg_catalog.pg_relation_size(${target}) / 8192 - 1)`
      : `pg_catalog.unnest('{${[...new Set([...this.#visible.keys()].map(blockOf))]}}'::bigint[])`;
    const { rows } = this.backend.own(`SELECT b, inbox_sim.get_raw_page(${target}, b) FROM ${blocks} b`);
    return rows.flatMap(([block, page]) =>
      lockedTuples(Buffer.from(present(page, 'page').slice(2), 'hex'), Number(block)),
    );
  }

  /** Who locks the version `tuple`, whose text is `text`. */
  #locks(tuple: LockedTuple, text: SqlValue | undefined, isChange: boolean): FoundLock[] {
    const { table, transaction } = this;
    // Of a row that the transaction has written itself only the strongest lock adds anything to that.
    const isOwn = tuple.xmin >= transaction.firstXid;
    const single = tuple.strength === null || isChange ? [] : [{ xid: tuple.xmax, strength: tuple.strength }];
    const lockers = tuple.strength === null ? this.#membersOf(tuple.xmax) : single;
    const isKept = tuple.isChanged && tuple.strength !== null;
    return lockers
      .filter(({ xid, strength }) => xid >= transaction.firstXid && (!isOwn || strength === 'UPDATE'))
      .filter(({ xid }) => this.#isRunning(xid))
      .map(({ xid, strength }) => ({
        table,
        place: tuple.place,
        key: this.#keyOf(text),
        strength,
        isOwn,
        isKept,
        xid,
      }));
  }

  /** What the transaction has locked before it wrote another version: the last one of them tells which row that is. */
  #changed(tuple: LockedTuple, byPlace: ReadonlyMap<string, LockedTuple>): FoundLock[] {
    const isUpdate = tuple.next !== tuple.place;
    const keptStrong = tuple.strength === 'UPDATE' && isUpdate && tuple.xmax >= this.transaction.firstXid;
    if (tuple.strength !== null && !keptStrong) return [];
    let last = tuple.next;
    for (
      let next = byPlace.get(last);
      next && next.next !== last && !this.#visible.has(last);
      next = byPlace.get(last)
    ) {
      last = next.next;
    }
    const row = this.#visible.get(last);
    const locks = this.#locks(tuple, row?.[1], !keptStrong);
    // The row is gone, or has another beginning within the transaction.
    if (locks.some(({ isOwn }) => isOwn || !row)) this.transaction.onlyEnds = true;
    return locks.filter(({ isOwn }) => row && !isOwn);
  }

  #keyOf(text: SqlValue | undefined): Row {
    if (text == null) return [];
    const values = parseRowText(text);
    return this.table.key.map((column) => values[this.table.columns.indexOf(column)] ?? null);
  }

  #membersOf(multixact: number): { xid: number; strength: LockStrength }[] {
    const { rows } = this.backend.own(`SELECT xid, mode FROM pg_catalog.pg_get_multixact_members('${multixact}')`);
    return rows.flatMap(([xid, mode]) => {
      const strength = strengthOfMember(mode ?? '');
      return strength === null ? [] : [{ xid: Number(xid), strength }];
    });
  }

  /** False for what has been rolled back to a savepoint: its locks are still written on the rows. */
  #isRunning(xid: number): boolean {
    return this.backend.own(`SELECT pg_catalog.pg_xact_status('${xid}')`).rows[0]?.[0] === 'in progress';
  }
}

function blockOf(place: string): number {
  return Number(place.slice(1, place.indexOf(',')));
}
