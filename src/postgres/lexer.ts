/** A piece of a text, in UTF-16 units from 0; `end` is behind its last one. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type TokenKind =
  /** A keyword or a name without quotes. */
  | 'word'
  /** A name in double quotes, also `U&"..."`. */
  | 'identifier'
  /** A constant in single quotes, with its prefix (`E`, `B`, `X`, `N`, `U&`) if it has one. */
  | 'string'
  /** A constant between two `$$` or `$tag$`. */
  | 'dollar-string'
  | 'number'
  /** `$1`. */
  | 'parameter'
  /** `${name.path}` outside quotes, which is no SQL: the scenario language makes a parameter of it. */
  | 'expression'
  | 'comment'
  | 'operator'
  /** A character that begins nothing in SQL. */
  | 'other';

export interface Token extends Span {
  readonly kind: TokenKind;
  /** As it is written, quotes included. */
  readonly text: string;
  /**
   * What it means: a word in small letters, a quoted name or constant without its quotes. Escapes of `E'...'` and
   * `U&'...'` stay as they are written.
   */
  readonly value: string;
  /** False for a quote or a comment that never ends. */
  readonly closed: boolean;
}

type Scanned = Omit<Token, 'start' | 'end' | 'text'> & { readonly end: number };

const space = /[ \t\n\r\f\v]+/y;
const word = /[A-Za-z_\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*/y;
const number = /0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*(?:\.(?!\.)\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const parameter = /\$\d+/y;
const expression = /\$\{[^}\n]*\}/y;
const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*)?\$/y;
const quotePrefix = /(?:[eE]|[bBxXnN]|[uU]&)?'|(?:[uU]&)?"/y;
const operatorCharacters = '+-*/<>=~!@#%^&|`?';

/** Reads SQL as PostgreSQL's scanner does; comments are tokens too, white space is none. It never fails. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    at = matchAt(space, text, at)?.end ?? at;
    if (at >= text.length) break;
    const { end, ...scanned } = scan(text, at);
    tokens.push({ ...scanned, start: at, end, text: text.slice(at, end) });
    at = end;
  }
  return tokens;
}

function scan(text: string, at: number): Scanned {
  return (
    comment(text, at) ??
    quoted(text, at) ??
    dollarQuoted(text, at) ??
    simple('word', matchAt(word, text, at), (found) => found.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())) ??
    simple('number', matchAt(number, text, at)) ??
    simple('parameter', matchAt(parameter, text, at)) ??
    simple('expression', matchAt(expression, text, at), (found) => found.slice(2, -1)) ??
    operator(text, at)
  );
}

function matchAt(pattern: RegExp, text: string, at: number): { found: string; end: number } | null {
  pattern.lastIndex = at;
  const [found] = pattern.exec(text) ?? [];
  return found === undefined ? null : { found, end: at + found.length };
}

function simple(
  kind: TokenKind,
  match: { found: string; end: number } | null,
  readValue: (found: string) => string = (found) => found,
): Scanned | null {
  return match && { kind, end: match.end, value: readValue(match.found), closed: true };
}

function comment(text: string, at: number): Scanned | null {
  if (text.startsWith('--', at)) {
    const line = /[^\n\r]*/y;
    const end = matchAt(line, text, at)?.end ?? text.length;
    return { kind: 'comment', end, value: text.slice(at + 2, end), closed: true };
  }
  if (!text.startsWith('/*', at)) return null;
  // PostgreSQL's block comments nest.
  let depth = 1;
  let end = at + 2;
  while (depth > 0 && end < text.length) {
    if (text.startsWith('/*', end)) depth++;
    else if (text.startsWith('*/', end)) depth--;
    else {
      end++;
      continue;
    }
    end += 2;
  }
  return { kind: 'comment', end, value: text.slice(at + 2, depth === 0 ? end - 2 : end), closed: depth === 0 };
}

function quoted(text: string, at: number): Scanned | null {
  const opening = matchAt(quotePrefix, text, at);
  if (!opening) return null;
  const quote = opening.found.slice(-1);
  const escapes = /^e/i.test(opening.found);
  let end = opening.end;
  let value = '';
  while (end < text.length) {
    const character = text.charAt(end);
    const isPair = character === quote && text.charAt(end + 1) === quote;
    if (character === quote && !isPair) break;
    if (escapes && character === '\\') {
      value += text.slice(end, end + 2);
      end += 2;
    } else {
      value += character;
      end += isPair ? 2 : 1;
    }
  }
  const closed = end < text.length;
  return { kind: quote === '"' ? 'identifier' : 'string', end: Math.min(end + 1, text.length), value, closed };
}

function dollarQuoted(text: string, at: number): Scanned | null {
  const tag = matchAt(dollarTag, text, at);
  if (!tag) return null;
  const closing = text.indexOf(tag.found, tag.end);
  if (closing < 0) return { kind: 'dollar-string', end: text.length, value: text.slice(tag.end), closed: false };
  const value = text.slice(tag.end, closing);
  return { kind: 'dollar-string', end: closing + tag.found.length, value, closed: true };
}

function operator(text: string, at: number): Scanned {
  let end = at;
  while (end < text.length && operatorCharacters.includes(text.charAt(end))) {
    if (end > at && (text.startsWith('--', end) || text.startsWith('/*', end))) break;
    end++;
  }
  if (end === at) end = text.startsWith('::', at) || text.startsWith(':=', at) ? at + 2 : at + 1;
  const found = text.slice(at, end);
  const known = /^(?:[()[\],;:.]|::|:=|[-+*/<>=~!@#%^&|`?]+)$/.test(found);
  return { kind: known ? 'operator' : 'other', end, value: found, closed: true };
}
