import { type Span, type Token, tokensOf } from './lexer.js';
import { type Place, type Refusal, refusalOf, refusedCallIn } from './refusal.js';
import { isOperator, isWord, type StatementTokens, splitStatements } from './split.js';
import { unrepeatableIn } from './wall-clock.js';

export type IsolationLevel = 'read uncommitted' | 'read committed' | 'repeatable read' | 'serializable';

/** What a statement does to the transaction; everything else is a `query`. */
export type StatementKind =
  | 'empty'
  | 'begin'
  | 'commit'
  | 'rollback'
  | 'savepoint'
  | 'release'
  | 'rollback-to'
  | 'query';

export interface StatementDescription {
  /** How many statements the text holds; a step takes exactly one. */
  readonly count: number;
  /** Of the first statement. */
  readonly kind: StatementKind;
  /** Of a `begin` that names one. */
  readonly isolation: IsolationLevel | null;
  /** COMMIT AND CHAIN and ROLLBACK AND CHAIN open the next transaction at once. */
  readonly chain: boolean;
  /** Where the second statement begins; null when there is none. */
  readonly second: Span | null;
  /** The first thing that is not taken here; null when all is. */
  readonly refusal: Refusal | null;
  /** Words that read the wall clock, chance or the backend's identity. */
  readonly unrepeatable: readonly Span[];
}

/** Reads a statement of a step without asking PostgreSQL, which then judges what this cannot know. */
export function describeStatement(text: string): StatementDescription {
  return describe(text, 'step');
}

/** Whether a statement only asks for rows, as far as its words tell: nothing in it or in its WITH writes. */
export function isQuery(text: string): boolean {
  const tokens = (splitStatements(text)[0]?.tokens ?? []).filter(
    (token, index, all) => !isOperator(token, '(') || all.slice(0, index).some((before) => !isOperator(before, '(')),
  );
  const [begin] = tokens;
  if (!isWord(begin, 'with')) return isWord(begin, 'select', 'values', 'table');
  const writes = tokens.some(
    (token, index) =>
      isWord(token, 'insert', 'update', 'delete', 'merge') &&
      isOperator(tokens[index - 1], '(') &&
      isWord(tokens[index - 2], 'as', 'materialized'),
  );
  return !writes && isWord(behindWith(tokens), 'select', 'values', 'table');
}

/** The word with which the statement behind a WITH begins: the first of its kind outside of all parentheses. */
function behindWith(tokens: readonly Token[]): Token | undefined {
  let depth = 0;
  return tokens.find((token) => {
    if (isOperator(token, '(')) depth++;
    if (isOperator(token, ')')) depth--;
    return depth === 0 && isWord(token, 'select', 'values', 'table', 'insert', 'update', 'delete', 'merge');
  });
}

/** The same for the definition of a database, which may hold many statements. */
export function describeDefinition(text: string): Pick<StatementDescription, 'count' | 'refusal' | 'unrepeatable'> {
  return describe(text, 'definition');
}

function describe(text: string, place: Place): StatementDescription {
  const statements = splitStatements(text);
  const [first, second] = statements;
  const { kind, chain } = first ? kindOf(first.tokens) : { kind: 'empty' as const, chain: false };
  const parts = statements.map((statement) => [...statement.tokens, ...blockTokens(statement)]);
  return {
    count: statements.length,
    kind,
    chain,
    isolation: kind === 'begin' && first ? isolationOf(first.tokens) : null,
    second: second ? { start: second.start, end: second.end } : null,
    refusal: firstOf(
      statements.flatMap((statement, index) => refusalOf(statement, place) ?? refusedCallIn(parts[index] ?? []) ?? []),
    ),
    unrepeatable: parts.flatMap(unrepeatableIn),
  };
}

function firstOf(refusals: readonly Refusal[]): Refusal | null {
  return refusals.toSorted((one, other) => one.start - other.start)[0] ?? null;
}

function kindOf(tokens: readonly Token[]): { kind: StatementKind; chain: boolean } {
  const [first, second] = tokens;
  const chain = isWord(tokens.at(-1), 'chain') && !isWord(tokens.at(-2), 'no');
  if (isWord(first, 'begin') || (isWord(first, 'start') && isWord(second, 'transaction'))) {
    return { kind: 'begin', chain: false };
  }
  if (isWord(first, 'commit', 'end')) return { kind: isWord(second, 'prepared') ? 'query' : 'commit', chain };
  if (isWord(first, 'rollback', 'abort')) {
    if (isWord(second, 'prepared')) return { kind: 'query', chain: false };
    const back = isWord(second, 'work', 'transaction') ? tokens[2] : second;
    return isWord(back, 'to') ? { kind: 'rollback-to', chain: false } : { kind: 'rollback', chain };
  }
  if (isWord(first, 'savepoint')) return { kind: 'savepoint', chain: false };
  if (isWord(first, 'release')) return { kind: 'release', chain: false };
  return { kind: 'query', chain: false };
}

function isolationOf(tokens: readonly Token[]): IsolationLevel | null {
  const level = tokens.findIndex((token, index) => isWord(token, 'level') && isWord(tokens[index - 1], 'isolation'));
  if (level < 0) return null;
  const [one, two] = [tokens[level + 1]?.value, tokens[level + 2]?.value];
  if (one === 'serializable') return one;
  const both = `${one} ${two}`;
  return both === 'read uncommitted' || both === 'read committed' || both === 'repeatable read' ? both : null;
}

/** The tokens of the bodies that a statement carries in quotes: of DO, and of the functions that it creates. */
function blockTokens({ tokens }: StatementTokens): Token[] {
  if (!isWord(tokens[0], 'do', 'create')) return [];
  const bodies = tokens.filter(
    ({ kind }, index) =>
      kind === 'dollar-string' || (kind === 'string' && (isWord(tokens[0], 'do') || isWord(tokens[index - 1], 'as'))),
  );
  return bodies.flatMap((body) => {
    const shift = body.start + Math.max(0, body.text.indexOf(body.value));
    return tokensOf(body.value)
      .filter(({ kind }) => kind !== 'comment')
      .map((token) => ({ ...token, start: token.start + shift, end: token.end + shift }));
  });
}

/** The statement of `text` that holds the character at `offset`; null between statements. */
export function statementAt(text: string, offset: number): Span | null {
  const found = splitStatements(text).find(({ start, end }) => start <= offset && offset <= end);
  return found ? { start: found.start, end: found.end } : null;
}
