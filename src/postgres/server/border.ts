import { type SqlFailure, textOffset } from '../../model/sql.js';
import { type Token, tokensOf } from '../lexer.js';
import { isOperator } from '../split.js';

/** What PostgreSQL says of a name that it does not know: a table, a schema, a function, a type. */
const unknownName = ['42P01', '3F000', '42883', '42704'];

/** The names of schemas as a scenario knows them. */
export interface KnownSchemas {
  readonly own: string;
  readonly others: readonly string[];
}

/** What an error comes to where a scenario's databases are the schemas: the error as it is there, or nothing of it. */
export type AtBorder =
  | { readonly kind: 'error'; readonly failure: SqlFailure }
  /** The statement would have been done: it names its own database, which has another name here. */
  | { readonly kind: 'own-name' };

/**
 * On a server the schemas of a run have names that no scenario knows. A name qualified with that of another database is
 * then unknown, where PostgreSQL elsewhere would say that the session may not use it (42501): so that is what is said.
 */
export function atBorder(text: string, failure: SqlFailure, { own, others }: KnownSchemas): AtBorder {
  if (!unknownName.includes(failure.code)) return { kind: 'error', failure };
  const qualifiers = qualifiersIn(text, failure);
  const other = qualifiers.find((name) => others.includes(name));
  if (other !== undefined) {
    const message = `permission denied for schema ${other}`;
    return { kind: 'error', failure: { ...failure, code: '42501', message } };
  }
  return qualifiers.includes(own) ? { kind: 'own-name' } : { kind: 'error', failure };
}

/** The names in front of a dot in `text`; only the one that PostgreSQL points at, if it points at one. */
function qualifiersIn(text: string, { position }: SqlFailure): string[] {
  const tokens = tokensOf(text).filter(({ kind }) => kind !== 'comment');
  const pointed = position === null ? null : textOffset(text, position);
  const here = pointed === null ? -1 : tokens.findIndex(({ start }) => start === pointed);
  return tokens.flatMap((_, index) => {
    const name = qualifierAt(tokens, index);
    return name !== null && (here < 0 || here === index) ? [name] : [];
  });
}

function qualifierAt(tokens: readonly Token[], index: number): string | null {
  const token = tokens[index];
  if (!token || isOperator(tokens[index - 1], '.')) return null;
  if (token.kind === 'string') return /^"?([a-z][a-z0-9_]*)"?\./.exec(token.value)?.[1] ?? null;
  const isName = token.kind === 'word' || token.kind === 'identifier';
  return isName && isOperator(tokens[index + 1], '.') ? token.value : null;
}
