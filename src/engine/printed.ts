import type { Row, SqlValue } from '../model/sql.js';
import type { ExpectedRecord, ExpectedRow } from '../scenario/expectation.js';

/** What was expected and what was found, line by line, printed so that equal things are equal texts. */
export type Printed = [expected: string[], found: string[]];

/**
 * Rows as a scenario writes them. A table has no order, so that `any-order` sorts them; a result has one. Where an
 * expected row names columns, only those of the row that it meets are compared.
 */
export function printRows(
  expected: readonly ExpectedRow[],
  columns: readonly string[],
  found: readonly Row[],
  order: 'any-order' | 'in-order',
): Printed {
  const wanted = expected.map((row) => printAs(row, row, columns));
  const printed = (number: number, like: number | undefined) =>
    printAs(found[number] ?? [], expected[like ?? -1] ?? expected.at(-1) ?? [], columns);
  if (order === 'in-order') return [wanted, found.map((_, index) => printed(index, index))];
  const alike = new Set(expected.map((row) => JSON.stringify(columnsNamed(row)))).size < 2;
  const partners = alike ? [] : pairUp(wanted, found.length, printed);
  return [wanted.sort(), found.map((_, index) => printed(index, partners[index])).sort()];
}

/**
 * For each of `count` found rows the expected one that it meets, so that as many as possible meet one; the others stand
 * beside what is left over, in order.
 */
function pairUp(
  wanted: readonly string[],
  count: number,
  printed: (found: number, like: number) => string,
): readonly (number | undefined)[] {
  const partners: (number | undefined)[] = new Array(count).fill(undefined);
  const place = (like: number, seen: Set<number>): boolean => {
    for (let found = 0; found < count; found++) {
      if (seen.has(found) || printed(found, like) !== wanted[like]) continue;
      seen.add(found);
      const before = partners[found];
      if (before !== undefined && !place(before, seen)) continue;
      partners[found] = like;
      return true;
    }
    return false;
  };
  const left = wanted.flatMap((_, like) => (place(like, new Set()) ? [] : [like]));
  return partners.map((like) => like ?? left.shift());
}

function printAs(row: ExpectedRow, like: ExpectedRow, columns: readonly string[]): string {
  if (isList(like)) return JSON.stringify(row);
  const value = (name: string) => (isList(row) ? row[columns.indexOf(name)] : row[name]);
  return printNamed(columnsNamed(like).map((name) => [name, value(name)]));
}

/** The columns that an expected row names, in the order of the alphabet; none where it gives all values in order. */
function columnsNamed(row: ExpectedRow): string[] {
  return isList(row) ? [] : Object.keys(row).sort();
}

/** Records by what is expected of each; further ones by everything that is expected of any, which tells them apart. */
export function printRecords(expected: readonly ExpectedRecord[], found: readonly Required<ExpectedRecord>[]): Printed {
  const parts = [...new Set(expected.flatMap((record) => Object.keys(record)))];
  const further = parts.length > 0 ? parts : ['event'];
  return [
    expected.map((record) => printRecord(record, Object.keys(record))),
    found.map((record, index) => printRecord(record, expected[index] ? Object.keys(expected[index]) : further)),
  ];
}

/** Names in the order of the alphabet; `-` where there are none. */
export function printNames(names: readonly string[]): string[] {
  return names.length === 0 ? ['-'] : [...names].sort();
}

function printRecord(record: ExpectedRecord, parts: readonly string[]): string {
  const [only] = parts;
  if (parts.length === 1 && only === 'event') return record.event ?? '~';
  return printNamed(parts.map((part) => [part, record[part as keyof ExpectedRecord]]));
}

function printNamed(values: readonly (readonly [name: string, value: SqlValue | undefined])[]): string {
  const parts = values.map(([name, value]) => `${name}: ${value === undefined ? '-' : JSON.stringify(value)}`);
  return `{${parts.join(', ')}}`;
}

function isList(row: ExpectedRow): row is readonly SqlValue[] {
  return Array.isArray(row);
}
