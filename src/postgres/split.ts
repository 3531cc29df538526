import { type Span, type Token, tokensOf } from './lexer.js';

/** One statement of a text, without the semicolon; its tokens without comments. There is at least one. */
export interface StatementTokens extends Span {
  readonly tokens: readonly Token[];
}

/** The statements of `text`, as PostgreSQL divides it; empty ones are none. */
export function splitStatements(text: string): StatementTokens[] {
  const statements: StatementTokens[] = [];
  let tokens: Token[] = [];
  let parentheses = 0;
  let blocks = 0;
  const finish = () => {
    const [first, last] = [tokens[0], tokens.at(-1)];
    if (first && last) statements.push({ tokens, start: first.start, end: last.end });
    tokens = [];
    parentheses = 0;
    blocks = 0;
  };
  for (const token of tokensOf(text)) {
    if (token.kind === 'comment') continue;
    if (isOperator(token, ';') && parentheses === 0 && blocks === 0) {
      finish();
      continue;
    }
    if (isOperator(token, '(')) parentheses++;
    if (isOperator(token, ')')) parentheses = Math.max(0, parentheses - 1);
    // The body of a function in SQL, BEGIN ATOMIC ... END, has semicolons of its own.
    if (token.kind === 'word' && createsRoutine(tokens)) {
      if (token.value === 'atomic' && tokens.at(-1)?.value === 'begin') blocks++;
      else if (token.value === 'case' && blocks > 0) blocks++;
      else if (token.value === 'end' && blocks > 0) blocks--;
    }
    tokens.push(token);
  }
  finish();
  return statements;
}

function createsRoutine(tokens: readonly Token[]): boolean {
  const words = tokens.slice(0, 4).map(({ value }) => value);
  const kind = words[1] === 'or' ? words[3] : words[1];
  return words[0] === 'create' && (kind === 'function' || kind === 'procedure');
}

/** Whether `token` is the operator or punctuation mark `value`. */
export function isOperator(token: Token | undefined, value: string): boolean {
  return token?.kind === 'operator' && token.value === value;
}

/** Whether `token` is the word `value`, in whatever letters; a quoted name is none. */
export function isWord(token: Token | undefined, ...values: readonly string[]): boolean {
  return token?.kind === 'word' && values.includes(token.value);
}
