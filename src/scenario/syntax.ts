import { type Document, Lexer, LineCounter, parseDocument } from 'yaml';
import { limits } from '../base/limits.js';
import type { Diagnostic } from '../model/diagnostic.js';

export interface ParsedYaml {
  readonly document: Document.Parsed | null;
  readonly lines: LineCounter;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads `text` as one YAML document with positions. Errors are collected; a broken document is not handed on. */
export function parseYaml(text: string): ParsedYaml {
  const lines = new LineCounter();
  const tooDeep = deepOffset(text);
  if (tooDeep !== null) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
    const args = { limit: String(limits.scenarioDepthLevels) };
    return {
      document: null,
      lines,
      diagnostics: [{ code: 'too-deep', args, span: { start: tooDeep, end: tooDeep + 1 } }],
    };
  }
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, stringKeys: true, prettyErrors: false });
  const diagnostics = [...document.errors, ...document.warnings].map(
    ({ code, message, pos: [start, end] }): Diagnostic => ({
      code: 'yaml-syntax',
      args: { code, message },
      span: { start, end: Math.max(end, start) },
    }),
  );
  if (diagnostics.length === 0) return { document, lines, diagnostics };
  // A tab in the indentation makes the parser complain about everything that follows; the tab is what has to go.
  const tabs = [...text.matchAll(/^ *\t+/gm)].map(({ index, 0: indentation }): Diagnostic => {
    const start = index + indentation.indexOf('\t');
    return {
      code: 'yaml-syntax',
      args: { code: 'TAB_AS_INDENT', message: '' },
      span: { start, end: index + indentation.length },
    };
  });
  return { document: null, lines, diagnostics: tabs.length > 0 ? tabs : diagnostics };
}

/**
 * Where the nesting first goes beyond the limit, or null. Counted on the tokens, before anything is composed: in block
 * style by the columns at which collections begin, in flow style by the open brackets.
 */
function deepOffset(text: string): number | null {
  const columns: number[] = [];
  let flow = 0;
  let offset = 0;
  let lineStart = 0;
  for (const token of new Lexer().lex(text)) {
    // The lexer puts out its own marks, which stand for no text, as single control characters.
    const mark = token === '\u0002' || token === '\u0018' || token === '\u001f' || token === '\ufeff';
    if (!mark) {
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
