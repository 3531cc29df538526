import type { SqlValue } from '../model/sql.js';
import { type Token, tokensOf } from './lexer.js';
import { type LockStrength, lockStrengths } from './row-locks.js';
import { isOperator, isWord, splitStatements } from './split.js';

/**
 * A statement that may wait for another session: cancelled while it waits and sent again when it may go on, it comes to
 * what it would have come to. The texts have the statement's own parameters.
 */
export type WaitingForm =
  | {
      readonly kind: 'insert';
      readonly table: string;
      /** Whether a row that is in the way is met by ON CONFLICT. */
      readonly onConflict: boolean;
    }
  | RowsForm
  | { readonly kind: 'advisory' };

/** UPDATE, DELETE or a locking SELECT of one table, whose rows can be told beforehand. */
export interface RowsForm {
  readonly kind: 'update' | 'delete' | 'lock';
  readonly table: string;
  /** How strongly it locks the rows; of an UPDATE, as long as it leaves the values of {@link setColumns} in unique indexes alone. */
  readonly strength: LockStrength;
  readonly setColumns: readonly string[];
  /** What the table is called within the statement, as SQL. */
  readonly alias: string;
  /** A query of `columns` of the rows that the statement finds, in the order in which it comes to them. */
  rowsQuery(columns: string): string;
  /** The statement for those of its rows alone for which `condition` holds too. */
  among(condition: string): string;
}

/** Functions that depend on their arguments alone, or on the clock that stands still. */
const plainFunctions = [
  ...['now', 'gen_random_uuid', 'coalesce', 'nullif', 'greatest', 'least', 'lower', 'upper', 'length', 'concat', 'md5'],
  ...['abs', 'round', 'to_jsonb', 'to_json', 'jsonb_build_object', 'json_build_object', 'jsonb_build_array', 'left'],
  ...['right', 'trim', 'replace', 'make_interval', 'date_trunc', 'to_char', 'jsonb_set', 'array_append'],
];

/** Words before a parenthesis that call nothing: of the grammar, and types with a length. */
const beforeParenthesis = [
  ...['values', 'conflict', 'in', 'and', 'or', 'not', 'where', 'set', 'any', 'all', 'some', 'returning', 'as', 'row'],
  ...['array', 'case', 'when', 'then', 'else', 'is', 'like', 'between', 'cast', 'by', 'limit', 'from', 'select'],
  ...['varchar', 'char', 'numeric', 'decimal', 'timestamptz', 'timestamp', 'interval', 'time', 'bit', 'excluded'],
];

/** Words with which a statement looks at more than the rows of its one table. */
const beyond = [
  'select',
  'with',
  'using',
  'join',
  'union',
  'intersect',
  'except',
  'group',
  'having',
  'distinct',
  'window',
];

/** Words that follow a table, and are therefore no name for it. */
const behindTable = [
  ...['set', 'where', 'values', 'default', 'on', 'returning', 'order', 'limit', 'for', 'overriding', 'select', 'using'],
  ...['offset', 'fetch', 'cross', 'natural', 'left', 'right', 'full', 'inner', 'join', 'group', 'having', 'window'],
  ...['union', 'intersect', 'except', 'from', 'tablesample'],
];

/** The form of `text`; null for any other statement. */
export function waitingForm(text: string): WaitingForm | null {
  const tokens = splitStatements(text)[0]?.tokens ?? [];
  const [first] = tokens;
  if (isWord(first, 'insert')) return insertForm(tokens);
  if (isWord(first, 'update')) return updateForm(text, tokens);
  if (isWord(first, 'delete')) return deleteForm(text, tokens);
  if (isWord(first, 'select')) return isAdvisory(tokens) ? { kind: 'advisory' } : lockForm(text, tokens);
  return null;
}

/** How deep each token lies in parentheses and brackets; these themselves lie outside. */
function depthsOf(tokens: readonly Token[]): number[] {
  let depth = 0;
  return tokens.map((token) => {
    if (isOperator(token, ')') || isOperator(token, ']')) depth--;
    const at = depth;
    if (isOperator(token, '(') || isOperator(token, '[')) depth++;
    return at;
  });
}

/** Whether every call from `start` on is of a plain function, and nothing looks beyond the table. */
function isPlain(tokens: readonly Token[], start: number): boolean {
  return tokens.every((token, index) => {
    if (index < start) return true;
    if (isWord(token, ...beyond)) return false;
    const name = tokens[index - 1];
    if (!isOperator(token, '(') || !name || index === start) return true;
    if (name.kind === 'word') return plainFunctions.includes(name.value) || beforeParenthesis.includes(name.value);
    return name.kind !== 'identifier';
  });
}

/** The table that is named at `at`, what it is called, and where the rest begins; null where that is not plain. */
function tableAt(
  tokens: readonly Token[],
  at: number,
): { readonly name: string; readonly alias: string; readonly next: number } | null {
  let next = isWord(tokens[at], 'only') ? at + 1 : at;
  // A session can name no other schema than its own.
  if (isOperator(tokens[next + 1], '.')) next += 2;
  const name = tokens[next];
  if (name?.kind !== 'word' && name?.kind !== 'identifier') return null;
  let alias = name;
  next++;
  if (isWord(tokens[next], 'as')) next++;
  const candidate = tokens[next];
  if (
    candidate &&
    (candidate.kind === 'identifier' || (candidate.kind === 'word' && !behindTable.includes(candidate.value)))
  ) {
    alias = candidate;
    next++;
  }
  return { name: name.value, alias: alias.text, next };
}

function insertForm(tokens: readonly Token[]): WaitingForm | null {
  if (!isWord(tokens[1], 'into')) return null;
  const table = tableAt(tokens, 2);
  if (!table) return null;
  const depths = depthsOf(tokens);
  const values = tokens.findIndex((token, index) => depths[index] === 0 && isWord(token, 'values'));
  if (values < 0 || !isPlain(tokens, values)) return null;
  const end = tokens.findIndex(
    (token, index) => index > values && depths[index] === 0 && isWord(token, 'on', 'returning'),
  );
  const rows = tokens.slice(values, end < 0 ? undefined : end);
  // What one row has taken before the next one waits would have to be held meanwhile.
  if (rows.some((token, index) => depths[values + index] === 0 && isOperator(token, ','))) return null;
  return { kind: 'insert', table: table.name, onConflict: isWord(tokens[end], 'on') };
}

function updateForm(text: string, tokens: readonly Token[]): RowsForm | null {
  const table = tableAt(tokens, 1);
  if (!table || !isWord(tokens[table.next], 'set')) return null;
  const depths = depthsOf(tokens);
  const outside = (...words: string[]) =>
    tokens.findIndex((token, index) => index > table.next && depths[index] === 0 && isWord(token, ...words));
  const set = tokens.slice(table.next + 1, endBefore(tokens, outside('where', 'returning')));
  if (outside('from') >= 0 || !isPlain(tokens, table.next)) return null;
  const setColumns = set.flatMap((token, index) => {
    const begins = index === 0 || isOperator(set[index - 1], ',') || isOperator(set[index - 1], '(');
    return begins && (token.kind === 'word' || token.kind === 'identifier') ? [token.value] : [];
  });
  return rowsForm('update', text, tokens, table, { strength: 'NO KEY UPDATE', setColumns, ends: ['returning'] });
}

function deleteForm(text: string, tokens: readonly Token[]): RowsForm | null {
  const table = isWord(tokens[1], 'from') ? tableAt(tokens, 2) : null;
  if (!table || !isPlain(tokens, table.next)) return null;
  return rowsForm('delete', text, tokens, table, { strength: 'UPDATE', setColumns: [], ends: ['returning'] });
}

function lockForm(text: string, tokens: readonly Token[]): RowsForm | null {
  const depths = depthsOf(tokens);
  const from = tokens.findIndex((token, index) => depths[index] === 0 && isWord(token, 'from'));
  const table = from < 0 ? null : tableAt(tokens, from + 1);
  if (!table || !isPlain(tokens, 1)) return null;
  const lock = tokens.findIndex((token, index) => index > from && depths[index] === 0 && isWord(token, 'for'));
  const rest = tokens.slice(table.next, lock);
  const strength = lock < 0 ? null : strengthAt(tokens, lock + 1);
  const begins = lock === table.next || isWord(rest[0], 'where', 'order', 'limit');
  if (strength === null || !begins || rest.some((token) => isWord(token, 'offset', 'fetch'))) return null;
  return rowsForm('lock', text, tokens, table, { strength, setColumns: [], ends: ['order', 'limit', 'for'] });
}

function strengthAt(tokens: readonly Token[], at: number): LockStrength | null {
  const words = tokens.slice(at, at + 3).map(({ value }) => value.toUpperCase());
  // The longest name first: UPDATE is the end of NO KEY UPDATE.
  const found = lockStrengths.toReversed().find((strength) => words.join(' ').startsWith(strength));
  const others = tokens.slice(at).some((token) => isWord(token, 'for'));
  return others ? null : (found ?? null);
}

function endBefore(tokens: readonly Token[], at: number): number {
  return at < 0 ? tokens.length : at;
}

function rowsForm(
  kind: RowsForm['kind'],
  text: string,
  tokens: readonly Token[],
  table: { readonly name: string; readonly alias: string; readonly next: number },
  { ends, ...rest }: Pick<RowsForm, 'strength' | 'setColumns'> & { readonly ends: readonly string[] },
): RowsForm | null {
  const depths = depthsOf(tokens);
  const find = (...words: string[]) =>
    tokens.findIndex((token, index) => index >= table.next && depths[index] === 0 && isWord(token, ...words));
  const where = find('where');
  const end = endBefore(tokens, find(...ends));
  if (where >= 0 && (where > end || isWord(tokens[where + 1], 'current'))) return null;
  const textFrom = (from: number, to: number) => text.slice(tokens[from]?.start, tokens[to - 1]?.end);
  const condition = where < 0 ? null : textFrom(where + 1, end);
  const order = kind === 'lock' ? find('order') : -1;
  const orderEnd = kind === 'lock' ? endBefore(tokens, find('limit', 'for')) : -1;
  const orderBy = order < 0 ? '' : ` ${textFrom(order, orderEnd)}`;
  // An expression of ORDER BY that is a number or a name of the list of columns means nothing in another query.
  if (order >= 0 && tokens.slice(order, orderEnd).some(({ kind: each }) => each === 'number')) return null;
  const begin =
    kind === 'update' ? 1 : tokens.findIndex((token, index) => depths[index] === 0 && isWord(token, 'from')) + 1;
  const head = textFrom(begin, table.next);
  const before = text.slice(0, tokens[(where < 0 ? end : where) - 1]?.end);
  const behind = end < tokens.length ? ` ${text.slice(tokens[end]?.start)}` : '';
  return {
    ...{ kind, table: table.name, alias: table.alias, ...rest },
    rowsQuery: (columns) =>
      `SELECT ${columns} FROM ${head}${condition === null ? '' : ` WHERE ${condition}`}${orderBy}`,
    among: (extra) => `${before} WHERE ${condition === null ? '' : `(${condition}) AND `}${extra}${behind}`,
  };
}

/** A part of a statement with those of its values alone that it has: of a parameter that is nowhere no type can be told. */
export function withUsedParameters(
  part: string,
  values: readonly SqlValue[],
): { readonly text: string; readonly values: readonly SqlValue[] } {
  const tokens = tokensOf(part).filter(({ kind }) => kind === 'parameter');
  const used = [...new Set(tokens.map(({ text }) => Number(text.slice(1))))].toSorted((one, other) => one - other);
  let text = '';
  let at = 0;
  for (const token of tokens) {
    text += `${part.slice(at, token.start)}$${used.indexOf(Number(token.text.slice(1))) + 1}`;
    at = token.end;
  }
  return { text: text + part.slice(at), values: used.map((number) => values[number - 1] ?? null) };
}

function isAdvisory(tokens: readonly Token[]): boolean {
  const [, name, opening] = tokens;
  const functions = ['pg_advisory_xact_lock', 'pg_advisory_xact_lock_shared'];
  const closing = tokens.findIndex((token) => isOperator(token, ')'));
  const inside = tokens.slice(3, closing);
  const isPlainCall = inside.every(
    (token) =>
      token.kind === 'number' || token.kind === 'parameter' || isOperator(token, ',') || isOperator(token, '-'),
  );
  return isWord(name, ...functions) && isOperator(opening, '(') && isPlainCall && closing === tokens.length - 1;
}
