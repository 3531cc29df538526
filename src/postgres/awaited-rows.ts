import type { Row, RowChange } from '../model/sql.js';
import { identifier, literal } from './quote.js';
import type { LockStrength } from './row-locks.js';
import type { TableFacts } from './table-facts.js';
import type { RowsForm } from './waiting-form.js';

/** The row that a statement waits for; whoever else waits for it stands in the same queue. */
export interface AwaitedRow {
  readonly table: string;
  readonly place: string;
  readonly strength: LockStrength;
}

/** The advisory lock that a statement waits for. */
export interface AwaitedKey {
  readonly key: string;
  /** `LOCKMODE`: 5 is shared, 7 is not. */
  readonly mode: number;
}

/**
 * The rows that the snapshot of a waiting statement shows. What others commit meanwhile moves them: a row that is deleted
 * is gone, whoever writes its key again; a row whose key is changed is still the same.
 */
export class AwaitedRows {
  #keys: Row[];

  constructor(
    readonly form: RowsForm,
    readonly table: TableFacts,
    keys: readonly Row[],
  ) {
    this.#keys = [...keys];
  }

  get keys(): readonly Row[] {
    return this.#keys;
  }

  /** Another session has committed these. */
  follow(changes: readonly RowChange[]): void {
    for (const { table, kind, before, after } of changes) {
      if (table !== this.table.name || kind === 'insert') continue;
      if (kind === 'truncate') this.#keys = [];
      const old = before && this.#keyOf(before);
      const at = old === null ? -1 : this.#keys.findIndex((key) => isSame(key, old));
      if (at < 0) continue;
      if (after) this.#keys[at] = this.#keyOf(after);
      else this.#keys.splice(at, 1);
    }
  }

  /** The statement for these rows alone. */
  text(): string {
    const { alias } = this.form;
    const columns = this.table.key.map((column) => `${alias}.${identifier(column)}`);
    const each = this.#keys.map((key) => `(${key.map((value) => literal(value ?? '')).join(', ')})`);
    return this.form.among(each.length === 0 ? 'false' : `(${columns.join(', ')}) IN (${each.join(', ')})`);
  }

  #keyOf(row: Row): Row {
    return this.table.key.map((column) => row[this.table.columns.indexOf(column)] ?? null);
  }
}

/**
 * The row that a waiting statement's own row refers to. PostgreSQL looks for it with the snapshot of the wait's beginning,
 * in which no other row of its key can be seen; sent again, the statement would find such a row.
 */
export class AwaitedParent {
  #isReplaced = false;

  constructor(
    readonly table: TableFacts,
    readonly row: Row,
  ) {}

  /** Whether another row has come that has its key, or a part of one. */
  get isReplaced(): boolean {
    return this.#isReplaced;
  }

  /** Another session has committed these. */
  follow(changes: readonly RowChange[]): void {
    this.#isReplaced ||= changes.some(
      ({ table, before, after }) =>
        table === this.table.name && after !== null && this.#sharesKey(after) && !(before && this.#sharesKey(before)),
    );
  }

  #sharesKey(row: Row): boolean {
    return this.table.columns.some(
      (column, index) => this.table.keyColumns.has(column) && row[index] !== null && row[index] === this.row[index],
    );
  }
}

function isSame(one: Row, other: Row): boolean {
  return one.every((value, index) => value === other[index]);
}

/**
 * Whether two locks of a row exclude each other. Whoever waits for a row keeps out by the same rule whoever comes to it
 * later: it holds its place in the queue with a lock on the place of the row (PostgreSQL's `tupleLockExtraInfo`).
 */
export function conflicts(one: LockStrength, other: LockStrength): boolean {
  const pair = [one, other];
  if (pair.includes('UPDATE')) return true;
  if (pair.includes('KEY SHARE')) return false;
  return pair.includes('NO KEY UPDATE');
}

/** Whether one who waits for `one` keeps out who comes for `other`. */
export function isBehind(other: AwaitedRow | AwaitedKey | null, one: AwaitedRow | AwaitedKey | null): boolean {
  if (!one || !other) return false;
  if ('key' in one) return 'key' in other && one.key === other.key && excludes(one.mode, other.mode);
  if ('key' in other) return false;
  return one.table === other.table && one.place === other.place && conflicts(one.strength, other.strength);
}

const exclusiveMode = 7;

/** Whether two advisory locks of one key exclude each other, by their `LOCKMODE`. */
export function excludes(one: number, other: number): boolean {
  return one === exclusiveMode || other === exclusiveMode;
}
