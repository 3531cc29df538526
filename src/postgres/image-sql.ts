import { present } from '../base/assert.js';
import type { Row, SqlValue } from '../model/sql.js';
import { identifier, literal } from './quote.js';
import { parseRowText } from './row-text.js';
import type { DatabaseFacts, TableFacts } from './table-facts.js';
import type { Level, RowLock } from './transaction-image.js';

/** A statement that puts back a part of what a transaction held. */
export interface Part {
  readonly text: string;
  /** How many rows it has to touch; null where that may be none. */
  readonly rows: number | null;
}

/** What puts `level` back, in order, for a session that no trigger listens to. */
export function partsOf({ changes, locks }: Level, facts: DatabaseFacts): Part[] {
  // What was locked before it was changed is locked more strongly than by the change.
  const parts: Part[] = locks.filter(({ isOwn }) => !isOwn).map(lockPart);
  let rows: Row[] = [];
  for (const [index, [, , relation, kind, before, after]] of changes.entries()) {
    const table = present(facts.byName.get(relation ?? ''), `table ${relation}`);
    const row = after == null ? null : rowOf(table, after);
    if (kind === 'INSERT' && row) {
      rows.push(row);
      // Rows that were inserted one after another come back together.
      const [, , nextRelation, nextKind] = changes[index + 1] ?? [];
      if (nextRelation === relation && nextKind === kind) continue;
      parts.push(insertion(table, rows));
      rows = [];
      continue;
    }
    const found = rowIs(table, present(before, 'row before'));
    if (row === null) parts.push({ text: `DELETE FROM ${table.source} "!" WHERE ${found}`, rows: 1 });
    else parts.push({ text: `UPDATE ${table.source} "!" SET ${assignments(table, row)} WHERE ${found}`, rows: 1 });
  }
  parts.push(...locks.filter(({ isOwn }) => isOwn).map(lockPart));
  if (changes.length > 0) parts.push(captureAgain(changes));
  return parts;
}

function rowOf(table: TableFacts, text: string): Row {
  return table.columns.length === 0 ? [] : parseRowText(text);
}

function insertion(table: TableFacts, rows: readonly Row[]): Part {
  const list = table.insertable.length === 0 ? '' : ` (${table.insertable.map(identifier).join(', ')})`;
  const values = rows.map(
    (row) => `(${table.insertable.map((column) => constant(valueIn(table, row, column))).join(', ')})`,
  );
  const text =
    table.insertable.length === 0
      ? `INSERT INTO ${table.target} SELECT FROM pg_catalog.generate_series(1, ${rows.length})`
      : `INSERT INTO ${table.target}${list} OVERRIDING SYSTEM VALUE VALUES ${values.join(', ')}`;
  return { text, rows: rows.length };
}

function assignments(table: TableFacts, row: Row): string {
  return table.updatable.map((column) => `${identifier(column)} = ${constant(valueIn(table, row, column))}`).join(', ');
}

/** A condition that holds for the row whose text is `text`, and for one that looks the same where a table has no key. */
function rowIs(table: TableFacts, text: string): string {
  const row = rowOf(table, text);
  if (table.key.length > 0)
    return keyIs(
      table,
      table.key.map((column) => valueIn(table, row, column)),
    );
  return `"!".ctid = (SELECT "?".ctid FROM ${table.source} "?" WHERE "?"::text = ${literal(text)}
    LIMIT 1 FOR UPDATE SKIP LOCKED)`;
}

function keyIs(table: TableFacts, values: readonly SqlValue[]): string {
  return table.key
    .map((column, index) => `"!".${identifier(column)} = ${constant(values[index] ?? null)}`)
    .join(' AND ');
}

function valueIn(table: TableFacts, row: Row, column: string): SqlValue {
  return row[table.columns.indexOf(column)] ?? null;
}

function constant(value: SqlValue): string {
  return value === null ? 'NULL' : literal(value);
}

function lockPart({ table, place, key, strength, isKept }: RowLock): Part {
  // The row may have got another place meanwhile, as a lock that shares the key lets others change the rest.
  const found = table.key.length > 0 ? keyIs(table, key) : `"!".ctid = '${place}'`;
  return { text: `SELECT FROM ${table.source} "!" WHERE ${found} FOR ${strength}`, rows: isKept ? null : 1 };
}

function captureAgain(changes: readonly Row[]): Part {
  const values = changes.map((change) => `(${change.slice(0, 6).map(constant).join(', ')})`).join(', ');
  return {
    text: `INSERT INTO inbox_sim.capture (seq, database, relation, kind, before, after) OVERRIDING SYSTEM VALUE VALUES ${values}`,
    rows: changes.length,
  };
}
