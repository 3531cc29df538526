import type { Span, Token } from './lexer.js';
import { isOperator, isWord } from './split.js';

/** Words that need no parentheses. */
const clockWords = ['current_timestamp', 'current_date', 'current_time', 'localtimestamp', 'localtime'];

/** By these a primary tells how far its log has come: counted from its definition on where it has a replica. */
export const positionFunctions = ['pg_current_wal_lsn', 'pg_current_wal_insert_lsn', 'pg_current_wal_flush_lsn'];

/** What differs from run to run. PostgreSQL's own `now()` and `gen_random_uuid()` are hidden unless somebody names them. */
const clockFunctions = new Set([
  ...['clock_timestamp', 'statement_timestamp', 'transaction_timestamp', 'timeofday', 'pg_postmaster_start_time'],
  ...['pg_conf_load_time', 'random', 'random_normal', 'uuidv4', 'uuidv7', 'pg_backend_pid'],
  ...positionFunctions,
]);
const hiddenFunctions = new Set(['now', 'gen_random_uuid']);

const clockConstants = /^\s*(?:now|today|tomorrow|yesterday)\s*$/i;
const timeTypes = ['timestamp', 'timestamptz', 'date', 'time', 'timetz'];

/** Words of a statement that read the wall clock, chance or the backend's identity, so that two runs would differ. */
export function unrepeatableIn(tokens: readonly Token[]): Span[] {
  return tokens.filter((_, index) => isUnrepeatable(tokens, index)).map(({ start, end }) => ({ start, end }));
}

function isUnrepeatable(tokens: readonly Token[], index: number): boolean {
  const [token, previous, next] = [tokens[index], tokens[index - 1], tokens[index + 1]];
  if (!token) return false;
  if (isWord(token, ...clockWords)) return !isOperator(previous, '.');
  if (token.kind === 'string' || token.kind === 'dollar-string') {
    if (!clockConstants.test(token.value)) return false;
    const castTo = isOperator(next, '::') || isWord(next, 'as') ? tokens[index + 2] : previous;
    return isWord(castTo, ...timeTypes);
  }
  if ((token.kind !== 'word' && token.kind !== 'identifier') || !isOperator(next, '(')) return false;
  if (clockFunctions.has(token.value)) return true;
  if (token.value === 'age') return hasOneArgument(tokens, index + 1);
  return hiddenFunctions.has(token.value) && isOperator(previous, '.') && tokens[index - 2]?.value === 'pg_catalog';
}

/** Whoever looks for the end of an argument looks no further, so that no text takes long to read. */
const longestArgumentTokens = 200;

/** `age(x)` counts from today, `age(x, y)` does not. */
function hasOneArgument(tokens: readonly Token[], opening: number): boolean {
  let depth = 0;
  for (const token of tokens.slice(opening, opening + longestArgumentTokens)) {
    if (isOperator(token, '(') || isOperator(token, '[')) depth++;
    if (isOperator(token, ')') || isOperator(token, ']')) depth--;
    if (depth === 0) return true;
    if (depth === 1 && isOperator(token, ',')) return false;
  }
  return false;
}
