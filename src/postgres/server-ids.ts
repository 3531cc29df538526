import type { Row, SqlResult } from '../model/sql.js';

/** The types whose values the server counts on from run to run, by their OIDs; each with the type of its arrays. */
const kindOfType = new Map<number, 'transaction' | 'object'>([
  // xid, xid8, pg_snapshot and txid_snapshot: one transaction has the same number in all of them.
  ...[28, 1011, 5069, 271, 5038, 5039, 2970, 2949].map((type) => [type, 'transaction'] as const),
  // oid and oidvector. A regclass and its like show names.
  ...[26, 1028, 30, 1013].map((type) => [type, 'object'] as const),
]);

/** The bounds that an array may begin with, such as `[0:1]=`. */
const arrayBounds = /^\[[^=]*\]=/;

/** An answer with the types of its columns, as PostgreSQL sends it. */
export interface TypedResult extends SqlResult {
  /** The OID of each column's type; of a domain that of its base type. */
  readonly types: readonly number[];
}

/**
 * Numbers transaction ids and OIDs anew, from 1 in the order in which they are shown: what they are depends on everything
 * that the server has done before. Zero says that there is none, and stays.
 */
export class ServerIds {
  readonly #numbers = { transaction: new Map<string, string>(), object: new Map<string, string>() };

  /** The next id that is shown is the first. */
  reset(): void {
    this.#numbers.transaction.clear();
    this.#numbers.object.clear();
  }

  /** An answer as it may be shown; its own rows go with it where they differ, to be handed back to PostgreSQL. */
  inResult({ tag, columns, rows, types }: TypedResult): SqlResult {
    return holdsIds(types)
      ? { tag, columns, rows: rows.map((row) => this.inRow(row, types)), own: rows }
      : { tag, columns, rows };
  }

  inRow(row: Row, types: readonly number[]): Row {
    if (!holdsIds(types)) return row;
    return row.map((value, index) => {
      const kind = kindOfType.get(types[index] ?? 0);
      return value === null || kind === undefined ? value : this.#inText(value, kind);
    });
  }

  #inText(text: string, kind: 'transaction' | 'object'): string {
    const numbers = this.#numbers[kind];
    const [bounds = ''] = arrayBounds.exec(text) ?? [];
    const renumbered = text.slice(bounds.length).replaceAll(/\d+/g, (id) => {
      if (id === '0') return id;
      const known = numbers.get(id) ?? String(numbers.size + 1);
      numbers.set(id, known);
      return known;
    });
    return bounds + renumbered;
  }
}

function holdsIds(types: readonly number[]): boolean {
  return types.some((type) => kindOfType.has(type));
}

/** Whether a column of these types shows ids of transactions. */
export function holdsTransactionIds(types: readonly number[]): boolean {
  return types.some((type) => kindOfType.get(type) === 'transaction');
}
