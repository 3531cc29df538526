import type { Span } from '../model/diagnostic.js';
import { ACTOR_STEPS } from '../model/names.js';
import { type Token, tokensOf } from '../postgres/lexer.js';
import type { Located, Reader } from './reader.js';

/** What an operation looks like to somebody who writes it as SQL, and how the language writes it. */
interface Mistaken {
  readonly found: string;
  readonly right: string;
}

const bare: readonly string[] = ['fetch', 'join', 'leave'];

/** What may follow words that begin or end a transaction; `begin tx` is no SQL. */
const behind: Readonly<Record<string, readonly string[]>> = {
  begin: ['work', 'transaction', 'isolation', 'read', 'not', 'deferrable'],
  commit: ['work', 'transaction', 'and', 'prepared'],
  rollback: ['work', 'transaction', 'and', 'prepared', 'to'],
};

/** Reports an operation of the language that was written as if it were SQL, which PostgreSQL would only call a syntax error. */
export function reportOperation(actor: string, text: Located<string>, reader: Reader): boolean {
  const mistaken = mistakenFor(text.value.trim());
  if (mistaken) reader.report('operation-as-sql', text.span, { actor, ...mistaken });
  return mistaken !== null;
}

function mistakenFor(text: string): Mistaken | null {
  const [, first = '', rest = ''] = /^([a-z]+(?:-[a-z]+)?)(?![\w-])[\s:]*([\s\S]*?)[\s;]*$/i.exec(text) ?? [];
  const word = first.toLowerCase();
  const found = first;
  const committed = /^offsets?\s*(\S*)$/i.exec(rest);
  if (word === 'commit' && committed) return { found: text, right: `{commit-offset: ${committed[1] || '...'}}` };
  const next = /^[a-z_]\w*/i.exec(rest)?.[0];
  if (Object.hasOwn(behind, word)) {
    return next === undefined || behind[word]?.includes(next.toLowerCase())
      ? null
      : { found: text, right: word.toUpperCase() };
  }
  if (word === 'sql' || !(ACTOR_STEPS as readonly string[]).includes(word)) return null;
  // FETCH is SQL too, where it names a cursor.
  if (word === 'fetch' && !/^\d*$/.test(rest)) return null;
  if (bare.includes(word) && (rest === '' || word !== 'fetch')) return { found, right: word };
  return { found, right: `{${word}: ${rest === '' || rest.length > 40 ? '...' : rest}}` };
}

/** Reports a ` #` that YAML has taken for the beginning of a comment, and that has cut a quoted text of the statement. */
export function reportComment({ value, span }: Located<string>, reader: Reader): boolean {
  const at = commentBehind(reader.text, span);
  if (at === null || tokensOf(value).every(({ closed }: Token) => closed)) return false;
  reader.report('comment-cuts-text', { start: at, end: at + 1 }, {});
  return true;
}

/** Where a comment begins on the line on which a text without quotes ends. */
function commentBehind(text: string, { start, end }: Span): number | null {
  if (/["'|>]/.test(text.charAt(start))) return null;
  const [blanks] = /^[ \t]+(?=#)/.exec(text.slice(end, end + 1000)) ?? [];
  return blanks === undefined ? null : end + blanks.length;
}
