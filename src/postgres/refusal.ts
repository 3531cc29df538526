import type { RefusalCode } from '../model/refusal.js';
import type { Span, Token } from './lexer.js';
import { isOperator, isWord, type StatementTokens } from './split.js';

export interface Refusal extends Span {
  readonly code: RefusalCode;
  /** The words of the statement that it is refused for, such as `CREATE TABLE` or `pg_sleep`. */
  readonly words: string;
}

/** Where a statement stands: in a step of a scenario or in the definition of a database. */
export type Place = 'step' | 'definition';

const byFirstWord: Readonly<Record<string, RefusalCode>> = {
  ...{ copy: 'copy', listen: 'notification', notify: 'notification', unlisten: 'notification' },
  ...{ execute: 'prepared-statement', deallocate: 'prepared-statement', load: 'library' },
  ...{ vacuum: 'maintenance', cluster: 'maintenance', checkpoint: 'maintenance', reindex: 'maintenance' },
  ...{ analyze: 'maintenance', analyse: 'maintenance', discard: 'session-setting', reassign: 'role' },
};

const schemaWords = ['create', 'alter', 'drop', 'comment', 'grant', 'revoke', 'refresh', 'security', 'import'];

/** What CREATE, ALTER and DROP are refused for wherever they stand. */
const byObject: Readonly<Record<string, RefusalCode>> = {
  ...{
    role: 'role',
    user: 'role',
    group: 'role',
    default: 'role',
    owned: 'role',
    schema: 'schema',
    extension: 'extension',
  },
  ...{ database: 'server', tablespace: 'server', system: 'server', server: 'server', subscription: 'server' },
  ...{ publication: 'server', language: 'server', foreign: 'server', event: 'server' },
};

const lockFunctions = ['lock', 'lock_shared', 'unlock', 'unlock_shared', 'unlock_all'].map(
  (end) => `pg_advisory_${end}`,
);
const fileFunctions = [
  ...['pg_read_file', 'pg_read_binary_file', 'pg_ls_dir', 'pg_stat_file', 'pg_ls_logdir', 'pg_ls_waldir'],
  ...['pg_ls_tmpdir', 'pg_ls_archive_statusdir', 'pg_file_write', 'lo_import', 'lo_export'],
];

/** They answer a transaction id as a bigint, which no type tells from any other number. */
const transactionIdFunctions = [
  ...['txid_current', 'txid_current_if_assigned', 'txid_snapshot_xmin', 'txid_snapshot_xmax', 'txid_snapshot_xip'],
  'txid_current_snapshot',
];
/** They answer one as a type of its own, by which it is numbered anew; what these may be cast to keeps that type. */
const typedIdFunctions = ['pg_current_xact_id', 'pg_current_xact_id_if_assigned', 'pg_current_snapshot'];
const idTypes = ['xid', 'xid8', 'pg_snapshot'];

/** Functions that are refused wherever they are called, also in the body of a block. */
const byFunction = new Map<string, RefusalCode>([
  ...[...lockFunctions, 'pg_try_advisory_lock', 'pg_try_advisory_lock_shared'].map(pairWith('session-lock')),
  ...fileFunctions.map(pairWith('server-file')),
  ...['currval', 'lastval'].map(pairWith('sequence-memory')),
  ...['pg_sleep', 'pg_sleep_for', 'pg_sleep_until'].map(pairWith('sleep')),
  ...['dblink', 'dblink_connect', 'dblink_exec', 'dblink_send_query'].map(pairWith('other-server')),
  ...transactionIdFunctions.map(pairWith('transaction-id')),
  ['pg_notify', 'notification'],
  ...['pg_terminate_backend', 'pg_cancel_backend', 'pg_reload_conf'].map(pairWith('server')),
]);

function pairWith(code: RefusalCode): (name: string) => [string, RefusalCode] {
  return (name) => [name, code];
}

/** Why `statement` is refused at `place`; null when it is not. */
export function refusalOf(statement: StatementTokens, place: Place): Refusal | null {
  return leading(statement.tokens, place) ?? (place === 'step' ? selectInto(statement.tokens) : null);
}

/** Calls of functions that are refused, and what changes the role from within a block. */
export function refusedCallIn(tokens: readonly Token[]): Refusal | null {
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    if (isWord(token, 'session') && isWord(next, 'authorization'))
      return refuse('role', tokens.slice(index, index + 2));
    const isName = token.kind === 'word' || token.kind === 'identifier';
    if (!isName || !isOperator(next, '(')) continue;
    const code = callCode(token.value, tokens, index);
    if (code) return { code, words: token.value, start: token.start, end: token.end };
  }
  return null;
}

/** Why the call whose name stands at `index` is refused. */
function callCode(name: string, tokens: readonly Token[], index: number): RefusalCode | undefined {
  if (name === 'set_config') return settingCode(tokens.slice(index + 2, index + 2 + followedTokens));
  if (typedIdFunctions.includes(name) && isOperator(tokens[index + 2], ')') && isCastAway(tokens, index)) {
    return 'transaction-id';
  }
  return byFunction.get(name);
}

/** Whether a call without arguments, whose name stands at `index`, is cast to another type: `f()::text`, `CAST(f() AS text)`. */
function isCastAway(tokens: readonly Token[], index: number): boolean {
  const [cast, first, second] = tokens.slice(index + 3);
  const inCast = isOperator(tokens[index - 1], '(') && isWord(tokens[index - 2], 'cast') && isWord(cast, 'as');
  if (!isOperator(cast, '::') && !inCast) return false;
  const type = isWord(first, 'pg_catalog') && isOperator(second, '.') ? tokens[index + 6] : first;
  return !isWord(type, ...idTypes);
}

function leading(tokens: readonly Token[], place: Place): Refusal | null {
  const [first, second] = tokens;
  if (first?.kind !== 'word') return null;
  const plain = byFirstWord[first.value];
  if (plain) return refuse(plain, [first]);
  if (isWord(first, 'prepare', 'commit', 'rollback')) {
    if (isWord(second, 'transaction') && first.value === 'prepare')
      return refuse('two-phase-commit', tokens.slice(0, 2));
    if (isWord(second, 'prepared')) return refuse('two-phase-commit', tokens.slice(0, 2));
    return first.value === 'prepare' ? refuse('prepared-statement', [first]) : null;
  }
  if (isWord(first, 'declare')) {
    const hold = tokens.findIndex((token, index) => isWord(token, 'with') && isWord(tokens[index + 1], 'hold'));
    return hold < 0 ? null : refuse('cursor-with-hold', tokens.slice(hold, hold + 2));
  }
  if (isWord(first, 'set', 'reset')) return setting(tokens, place);
  return schemaWords.includes(first.value) ? schemaChange(tokens, place) : null;
}

function schemaChange(tokens: readonly Token[], place: Place): Refusal | null {
  const [first] = tokens;
  let words = tokens.slice(0, 2);
  if (isWord(first, 'create', 'alter', 'drop')) {
    const object = tokens.findIndex(
      (token, index) => index > 0 && !isWord(token, 'or', 'replace', 'global', 'local', 'unlogged'),
    );
    const named = tokens[object];
    if (first && named?.kind === 'word') {
      if (isWord(named, 'temp', 'temporary')) return refuse('temporary-table', [first, named]);
      const code = byObject[named.value];
      if (code) return refuse(code, [first, named]);
      words = [first, named];
    }
  }
  return place === 'step' ? refuse('schema-change', words) : null;
}

/** SET LOCAL, SET TRANSACTION and SET CONSTRAINTS end with the transaction; a definition's settings end with it. */
function setting(tokens: readonly Token[], place: Place): Refusal | null {
  const [first, second] = tokens;
  const at = isWord(second, 'local', 'session') && !isWord(tokens[2], 'authorization') ? 2 : 1;
  const named = tokens[at];
  const until = (end: number) => tokens.slice(0, end);
  if (isWord(named, 'role')) return refuse('role', until(at + 1));
  if (isWord(named, 'session') && isWord(tokens[at + 1], 'authorization')) return refuse('role', until(at + 2));
  if (named?.value === 'search_path' || (isWord(named, 'schema') && isWord(first, 'set')))
    return refuse('search-path', until(at + 1));
  if (named?.value === 'inbox_sim') return refuse('session-setting', until(at + 1));
  const ends = isWord(first, 'set') && isWord(second, 'local', 'transaction', 'constraints');
  return ends || place === 'definition' ? null : refuse('session-setting', until(2));
}

/** Arguments that go on for longer are not followed: calls within calls would be read again and again. */
const followedTokens = 1000;

/** `set_config(name, value, is_local)`: `rest` begins behind the parenthesis. */
function settingCode(rest: readonly Token[]): RefusalCode | undefined {
  const name = rest[0]?.kind === 'string' ? rest[0].value.toLowerCase() : '';
  if (name === 'role' || name === 'session_authorization') return 'role';
  if (name === 'search_path') return 'search-path';
  const closing = rest.findIndex((token) => isOperator(token, ')'));
  if (closing < 0 && rest.length === followedTokens) return 'session-setting';
  const isLocal = rest[closing - 1];
  return name.startsWith('inbox_sim.') || isWord(isLocal, 'false') ? 'session-setting' : undefined;
}

function selectInto(tokens: readonly Token[]): Refusal | null {
  if (!isWord(tokens[0], 'select', 'with', 'explain') && !isOperator(tokens[0], '(')) return null;
  const into = tokens.find((token, index) => isWord(token, 'into') && !isWord(tokens[index - 1], 'insert', 'merge'));
  return into ? refuse('select-into', [into]) : null;
}

function refuse(code: RefusalCode, tokens: readonly Token[]): Refusal {
  // What is written with an underscore is a name of somebody's, not a keyword.
  const words = tokens.map(({ kind, text }) => (kind === 'word' && !text.includes('_') ? text.toUpperCase() : text));
  return { code, words: words.join(' '), start: tokens[0]?.start ?? 0, end: tokens.at(-1)?.end ?? 0 };
}
