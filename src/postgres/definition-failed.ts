import { type SqlFailure, textOffset } from '../model/sql.js';
import type { Span } from './lexer.js';
import type { Refusal } from './refusal.js';
import { splitStatements } from './split.js';
import { describeDefinition, statementAt } from './statement.js';

/** Why a definition was not taken: PostgreSQL's own error, or something that a definition may not hold. */
export type DefinitionProblem =
  | { readonly kind: 'error'; readonly failure: SqlFailure }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** It has begun a transaction and not ended it. */
  | { readonly kind: 'transaction-left-open' };

/** The definition of a database is wrong: a mistake of whoever wrote it. */
export class DefinitionFailed extends Error {
  override readonly name = 'DefinitionFailed';

  constructor(
    readonly database: string,
    readonly problem: DefinitionProblem,
    /** Where the statement stands that failed; null where that cannot be told. */
    readonly statement: Span | null,
  ) {
    super(`the definition of ${database}: ${wordsOf(problem)}`);
  }
}

function wordsOf(problem: DefinitionProblem): string {
  switch (problem.kind) {
    case 'error':
      return `${problem.failure.code}: ${problem.failure.message}`;
    case 'refused':
      return `${problem.refusal.code}: ${problem.refusal.words}`;
    case 'transaction-left-open':
      return 'it leaves a transaction open';
  }
}

/** What `definition` may not hold, before PostgreSQL sees it. */
export function refusalOfDefinition(database: string, definition: string): DefinitionFailed | null {
  const { refusal } = describeDefinition(definition);
  if (!refusal) return null;
  return new DefinitionFailed(database, { kind: 'refused', refusal }, statementAt(definition, refusal.start));
}

/** What PostgreSQL made of `definition`: so many statements done, an error, a transaction left open. */
export function failureOfDefinition(
  database: string,
  definition: string,
  { done, failure, open }: { readonly done: number; readonly failure: SqlFailure | null; readonly open: boolean },
): DefinitionFailed | null {
  if (!failure) return open ? new DefinitionFailed(database, { kind: 'transaction-left-open' }, null) : null;
  // A syntax error anywhere keeps all of it from running, so that a place says more than how far it came.
  const failing = splitStatements(definition)[done];
  const statement =
    failure.position === null
      ? failing && { start: failing.start, end: failing.end }
      : statementAt(definition, textOffset(definition, failure.position));
  return new DefinitionFailed(database, { kind: 'error', failure }, statement ?? null);
}
