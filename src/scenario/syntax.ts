import {
  Composer,
  type Document,
  isMap,
  isScalar,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  visit,
  YAMLParseError,
  type YAMLWarning,
} from 'yaml';
import { present } from '../base/assert.js';
import { limits } from '../base/limits.js';
import type { Diagnostic, Span, YamlProblem } from '../model/diagnostic.js';
import { isText } from '../model/record.js';
import { type NodePair, pairsOf, sourceOf, spanOf } from './reader.js';

export interface ParsedYaml {
  readonly document: Document.Parsed | null;
  readonly lines: LineCounter;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads `text` as one YAML document with positions. Errors are collected; a broken document is not handed on. */
export function parseYaml(text: string): ParsedYaml {
  const lines = new LineCounter();
  const lexemes: string[] = [];
  const tooDeep = deepOffset(text, lexemes);
  if (tooDeep !== null) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
    const args = { limit: limits.scenarioDepthLevels };
    return {
      document: null,
      lines,
      diagnostics: [{ code: 'too-deep', args, span: { start: tooDeep, end: tooDeep + 1 } }],
    };
  }
  const document = composed(text, lexemes, lines);
  // Behind the first of them the parser only guesses, and says of one mistake many things.
  const [first] = [...document.errors, ...document.warnings]
    .filter(({ code }) => code !== 'TAG_RESOLVE_FAILED')
    .toSorted((one, other) => one.pos[0] - other.pos[0]);
  const diagnostics = first ? [complaint(first, text, lexemes)] : foreignParts(document);
  if (diagnostics.length === 0) return { document, lines, diagnostics };
  // A tab in the indentation makes the parser complain about everything that follows; the tab is what has to go.
  const tabs = [...text.matchAll(/^ *\t+/gm)]
    .slice(0, limits.diagnostics)
    .map(({ index, 0: indentation }): Diagnostic => {
      const start = index + indentation.indexOf('\t');
      return syntaxError('tab', { start, end: index + indentation.length });
    });
  return { document: null, lines, diagnostics: tabs.length > 0 ? tabs : diagnostics };
}

/** What the parser complains of, at the place where an author has to look. */
function complaint(
  { code, message, pos: [start, end] }: YAMLParseError | YAMLWarning,
  text: string,
  lexemes: string[],
) {
  const problem = problemOf(code, message);
  const span = within(text, { start, end: Math.max(end, start) });
  if (problem === 'unclosed-quote') {
    const opened = openedAt(lexemes, start);
    return syntaxError(problem, { start: opened, end: opened + 1 });
  }
  const line = text.slice(span.start).split('\n', 1)[0] ?? '';
  const colon = problem === 'key-does-not-fit' ? line.search(/: /) : -1;
  if (colon > 0) return syntaxError('colon-in-text', { start: span.start + colon, end: span.start + colon + 1 });
  if (problem === 'key-over-lines' && /^[\p{L}\p{N}_-]+( [^:]*)?$/u.test(line)) {
    return syntaxError('no-colon', { start: span.start, end: span.start + line.search(/ |$/) });
  }
  const blanks = problem === 'indentation' || problem === 'item-without-dash' ? line.search(/[^ ]/) : 0;
  return syntaxError(
    problem,
    blanks > 0 ? { start: span.start + blanks, end: Math.max(span.end, span.start + blanks) } : span,
    message,
  );
}

/** Where the quoted text begins in which `offset` lies, or which ends there. */
function openedAt(lexemes: readonly string[], offset: number): number {
  let at = 0;
  let opened = offset;
  for (const lexeme of lexemes) {
    if (at >= offset) break;
    if (isMark(lexeme)) continue;
    if (/^["']/.test(lexeme)) opened = at;
    at += lexeme.length;
  }
  return opened;
}

/** The lexer puts out its own marks, which stand for no text, as single control characters. */
function isMark(token: string): boolean {
  return token === '\u0002' || token === '\u0018' || token === '\u001f' || token === '\ufeff';
}

function syntaxError(problem: YamlProblem, span: Span, message = ''): Diagnostic {
  return { code: 'yaml-syntax', args: { problem, message }, span };
}

/** The parser may point behind the end of the text. */
function within(text: string, { start, end }: Span): Span {
  return { start: Math.min(start, text.length), end: Math.min(end, text.length) };
}

/** What YAML allows and a scenario has no use for: keys that stand twice, tags, and texts that no store could hold. */
function foreignParts(document: Document.Parsed): Diagnostic[] {
  const found: Diagnostic[] = [];
  const report = (problem: YamlProblem, node: Node) => {
    if (found.length < limits.diagnostics) found.push(syntaxError(problem, spanOf(node)));
  };
  visit(document, {
    Node: (_, node) => {
      if (isMap(node)) for (const [problem, key] of foreignKeys(pairsOf(node))) report(problem, key);
      if ('tag' in node && node.tag !== undefined) report('tag', node);
      const text = isScalar(node) ? sourceOf(node) : '';
      if (text.includes('\0')) report('nul', node);
      if (!isText(text)) report('surrogate', node);
    },
  });
  return found;
}

function foreignKeys(pairs: readonly NodePair[]): [problem: YamlProblem, key: Node][] {
  const seen = new Set<unknown>();
  return pairs.flatMap(({ key }): [YamlProblem, Node][] => {
    if (!isScalar(key)) return [];
    if (key.type === 'PLAIN' && key.value === '<<') return [['merge-key', key]];
    if (seen.has(key.value)) return [['same-key-twice', key]];
    seen.add(key.value);
    return [];
  });
}

/** The parser has few codes for many things; its words tell them apart. */
const problems: readonly (readonly [code: string, words: RegExp, problem: YamlProblem])[] = [
  ['BAD_INDENT', /^Flow/, 'unclosed-bracket'],
  ['BAD_INDENT', /./, 'indentation'],
  ['MISSING_CHAR', /quote/, 'unclosed-quote'],
  ['MISSING_CHAR', /without - indicator/, 'item-without-dash'],
  ['MISSING_CHAR', /^Implicit/, 'key-without-value'],
  ['MISSING_CHAR', /./, 'unclosed-bracket'],
  ['BLOCK_AS_IMPLICIT_KEY', /./, 'key-does-not-fit'],
  ['BLOCK_IN_FLOW', /./, 'unclosed-bracket'],
  ['MULTILINE_IMPLICIT_KEY', /./, 'key-over-lines'],
  ['MULTIPLE_DOCS', /./, 'several-documents'],
  ['TAB_AS_INDENT', /./, 'tab'],
  ['NON_STRING_KEY', /./, 'key-of-parts'],
  ['BAD_ALIAS', /./, 'alias'],
  ['BAD_SCALAR_START', /./, 'text-start'],
  ['UNEXPECTED_TOKEN', /./, 'out-of-place'],
];

function problemOf(code: string, message: string): YamlProblem {
  return problems.find(([known, words]) => known === code && words.test(message))?.[2] ?? 'other';
}

/** The same as `parseDocument` of the library, which would divide the text into its lexemes once more. */
function composed(text: string, lexemes: readonly string[], lines: LineCounter): Document.Parsed {
  const parser = new Parser(lines.addNewLine);
  // The parser's own search for keys that stand twice compares each with each.
  // Named, the schema stays that of YAML 1.2 whatever a %YAML line says.
  const schema = { schema: 'core', merge: false, uniqueKeys: false, stringKeys: true };
  const composer = new Composer({ ...schema, prettyErrors: false });
  function* tokens() {
    for (const lexeme of lexemes) yield* parser.next(lexeme);
    yield* parser.end();
  }
  lines.addNewLine(0);
  let first: Document.Parsed | null = null;
  for (const document of composer.compose(tokens(), true, text.length)) {
    if (first) {
      const [start, end] = document.range;
      first.errors.push(new YAMLParseError([start, end], 'MULTIPLE_DOCS', 'there are several documents'));
      break;
    }
    first = document as Document.Parsed;
  }
  return present(first, 'document');
}

/**
 * Where the nesting first goes beyond the limit, or null. Counted on the tokens, before anything is composed: in block
 * style by the columns at which collections begin, in flow style by the open brackets. Hands the lexemes on in `lexemes`.
 */
function deepOffset(text: string, lexemes: string[]): number | null {
  const columns: number[] = [];
  let flow = 0;
  let offset = 0;
  let lineStart = 0;
  for (const token of new Lexer().lex(text)) {
    lexemes.push(token);
    if (!isMark(token)) {
      if (token === '[' || token === '{') flow++;
      else if (token === ']' || token === '}') flow = Math.max(0, flow - 1);
      else if (flow === 0 && token.trim() !== '' && token !== ':' && token !== '#') {
        const column = offset - lineStart;
        while (columns.length > 0 && (columns.at(-1) as number) >= column) columns.pop();
        columns.push(column);
      }
      if (columns.length + flow > limits.scenarioDepthLevels) return offset;
      const lastBreak = token.lastIndexOf('\n');
      if (lastBreak >= 0) lineStart = offset + lastBreak + 1;
      offset += token.length;
    }
  }
  return null;
}
