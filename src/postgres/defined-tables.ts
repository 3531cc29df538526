import type { Span, Token } from './lexer.js';
import { isOperator, isWord, splitStatements } from './split.js';

export interface DefinedTable extends Span {
  readonly name: string;
  /** In their order; null where they cannot be known from the text alone, as with LIKE, INHERITS or a query. */
  readonly columns: readonly string[] | null;
}

export interface DefinedTables {
  /** In the order in which they are created; partitions belong to their root and are not among them. */
  readonly tables: readonly DefinedTable[];
  /** False where a statement may create or remove tables in a way that only running it shows. */
  readonly complete: boolean;
}

/** Words that begin a part of CREATE TABLE which is no column. */
const noColumns = ['constraint', 'primary', 'unique', 'check', 'foreign', 'exclude'];

/** The tables that the definition of a database creates, read without PostgreSQL. */
export function tablesOf(definition: string): DefinedTables {
  const tables = new Map<string, DefinedTable>();
  let complete = true;
  for (const { tokens } of splitStatements(definition)) {
    const words = tokens.slice(0, 4).map(({ value }) => value);
    if (words[0] === 'create') {
      const created = createdTable(tokens);
      if (created) tables.set(created.name, created);
    } else if (words[0] === 'drop' && words[1] === 'table') {
      for (const name of droppedTables(tokens)) tables.delete(name);
    } else if (words[0] === 'alter' && words[1] === 'table') {
      complete = alter(tokens, tables) && complete;
    } else if (isWord(tokens[0], 'do', 'call', 'execute', 'select', 'with')) {
      complete = false;
    }
  }
  return { tables: [...tables.values()], complete };
}

/** A name, perhaps behind that of a schema, at `at`; `next` is behind it. */
function nameAt(tokens: readonly Token[], at: number): { token: Token; next: number } | null {
  let last = at;
  while (isName(tokens[last]) && isOperator(tokens[last + 1], '.')) last += 2;
  const token = tokens[last];
  return isName(token) ? { token, next: last + 1 } : null;
}

function isName(token: Token | undefined): token is Token {
  return token?.kind === 'word' || token?.kind === 'identifier';
}

/** Behind IF EXISTS, IF NOT EXISTS and ONLY, which may stand at `at`. */
function behindIf(tokens: readonly Token[], at: number): number {
  let next = at;
  while (isWord(tokens[next], 'if', 'not', 'exists', 'only')) next++;
  return next;
}

function createdTable(tokens: readonly Token[]): DefinedTable | null {
  const at = tokens.findIndex((token, index) => index > 0 && !isWord(token, 'unlogged', 'global', 'local'));
  if (!isWord(tokens[at], 'table')) return null;
  const name = nameAt(tokens, behindIf(tokens, at + 1));
  if (!name || isWord(tokens[name.next], 'partition')) return null;
  const { token, next } = name;
  return { name: token.value, start: token.start, end: token.end, columns: columnsAt(tokens, next) };
}

function columnsAt(tokens: readonly Token[], opening: number): string[] | null {
  if (!isOperator(tokens[opening], '(')) return null;
  const columns: string[] = [];
  let depth = 0;
  let at = opening;
  for (; at < tokens.length; at++) {
    const [token, next] = [tokens[at], tokens[at + 1]];
    if (isOperator(token, '(')) depth++;
    if (isOperator(token, ')')) depth--;
    if (depth === 0) break;
    const begins = depth === 1 && (isOperator(token, ',') || at === opening);
    if (!begins || !next || isOperator(next, ')')) continue;
    if (isWord(next, 'like')) return null;
    if (next.kind === 'identifier' || (next.kind === 'word' && !noColumns.includes(next.value)))
      columns.push(next.value);
  }
  return tokens.slice(at).some((token) => isWord(token, 'inherits', 'as')) ? null : columns;
}

function droppedTables(tokens: readonly Token[]): string[] {
  const names: string[] = [];
  let name = nameAt(tokens, behindIf(tokens, 2));
  while (name) {
    names.push(name.token.value);
    name = isOperator(tokens[name.next], ',') ? nameAt(tokens, name.next + 1) : null;
  }
  return names;
}

/** Follows ALTER TABLE as far as it can; false where a table may have another name or another root afterwards. */
function alter(tokens: readonly Token[], tables: Map<string, DefinedTable>): boolean {
  const altered = nameAt(tokens, behindIf(tokens, 2));
  if (!altered) return false;
  const attach = tokens.findIndex((token) => isWord(token, 'attach', 'detach'));
  if (attach >= 0) {
    const partition = nameAt(tokens, attach + 2);
    if (partition && isWord(tokens[attach], 'attach')) tables.delete(partition.token.value);
    return isWord(tokens[attach], 'attach');
  }
  const table = tables.get(altered.token.value);
  const changesColumns = tokens.some(
    (token, index) => isWord(token, 'add', 'drop', 'rename', 'inherit') && !isWord(tokens[index + 1], ...noColumns),
  );
  if (table && changesColumns) tables.set(table.name, { ...table, columns: null });
  return !tokens.some((token, index) => isWord(token, 'rename') && isWord(tokens[index + 1], 'to'));
}
