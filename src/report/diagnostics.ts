import { limits } from '../base/limits.js';
import type { Diagnostic, DiagnosticCode } from '../model/diagnostic.js';
import { visible } from './text/visible.js';

type Args = Readonly<Record<string, string>>;

/** What each diagnostic says. One sentence that names what is wrong and, where it can, how to mend it. */
const sentences: Readonly<Record<DiagnosticCode, (args: Args) => string>> = {
  'yaml-syntax': ({ code, message }) => `this is not YAML: ${yamlSentences[code ?? ''] ?? message}`,
  'too-deep': ({ limit }) => `the nesting goes deeper than ${limit} levels`,
  empty: () => 'the file holds no scenario; it needs at least id, title, teaches and topics',
  'unknown-key': ({ key, nearest, known }) => `"${key}" is not known here${meant(nearest, known)}`,
  'duplicate-name': ({ what, name }) => `the ${what} "${name}" is used twice; give each its own`,
  'missing-key': ({ key }) => `"${key}" is missing here`,
  'wrong-type': ({ expected, found }) => `expected ${expected}, found ${found}`,
  'wrong-value': ({ expected, found }) => `expected ${expected}, found ${found}`,
  'unknown-name': ({ what, name, nearest, known }) => `there is no ${what} "${name}"${meant(nearest, known)}`,
  'not-one-action': ({ actions }) =>
    actions === ''
      ? 'a step needs one action: an actor with an operation, or run, crash, restart, advance, check, say'
      : `a step has exactly one action, this one has ${actions}; make a step of each`,
  'impossible-fault': (args) => `${args.operation} cannot meet the fault ${args.fault}: ${impossible(args)}`,
  'fault-not-in-step': ({ operation, known }) => `this step never sends "${operation}"; its operations are ${known}`,
  'reserved-name': ({ name }) => `"${name}" is a reserved name; choose another`,
};

/** What the parser's own words leave open: how to mend it. */
const yamlSentences: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY:
    'a key begins here that does not fit; look at the indentation, and quote a text that holds ": "',
  MULTILINE_IMPLICIT_KEY: 'a key has to stand on one line; look at the indentation, and at the colon behind the key',
  MULTIPLE_DOCS: 'there are several documents (lines with ---); a scenario is one file with one document',
  TAB_AS_INDENT: 'a tab cannot indent; use spaces',
  DUPLICATE_KEY: 'this key stands twice in one mapping',
};

function meant(nearest: string | undefined, known: string | undefined): string {
  if (nearest) return `; did you mean ${nearest.replace(/, ([^,]*)$/, ' or $1')}?`;
  return known ? `; known here: ${known}` : '';
}

function impossible({ why, detail }: Args): string {
  switch (why) {
    case 'broker-error':
      return `a broker answers it without having done it only with ${detail}; where the effect may be there, use lost-reply`;
    case 'sqlstate':
      return `"${detail}" is no SQLSTATE of an error (five digits or capital letters, not of class 00, 01 or 02)`;
    case 'rollback-error':
      return `ROLLBACK fails only with its session, not with ${detail}; use 57P01, lost-request or lost-reply`;
    case 'fetch-delay':
      return 'a fetch that has no answer yet is an empty poll; leave the step out, or use lost-request';
    default:
      return '"noticed" is about a PostgreSQL session; Kafka keeps none open';
  }
}

/** Where `offset` stands in `text`, both from 1; columns count UTF-16 units, as editors do. */
function position(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - (before.lastIndexOf('\n') + 1) + 1 };
}

/**
 * Diagnostics as people read them: `file:line:column code: sentence`, then the line with a caret under the place.
 * `file` is the name as the user wrote it.
 */
export function renderDiagnostics(file: string, text: string, diagnostics: readonly Diagnostic[]): string {
  const lines = text.split('\n');
  const blocks = diagnostics.map(({ code, args, span }) => {
    const { line, column } = position(text, span.start);
    const source = lines[line - 1] ?? '';
    const length = Math.max(1, Math.min(span.end, span.start + source.length - column + 1) - span.start);
    // Tabs and control characters are shown as one blank, so that the caret stays below what it points at.
    const shown = source.replace(/[\p{Cc}\p{Cf}]/gu, ' ');
    const number = String(line);
    const frame = windowAround(shown, column, length);
    return [
      `${file}:${line}:${column} ${code}: ${visible(sentences[code](args))}`,
      ` ${number} | ${frame.text}`,
      ` ${' '.repeat(number.length)} | ${' '.repeat(frame.column - 1)}${'^'.repeat(frame.length)}`,
    ].join('\n');
  });
  return `${blocks.join('\n\n')}\n`;
}

const { frameColumns } = limits;

/** The part of a long line that holds the place pointed at. */
function windowAround(text: string, column: number, length: number): { text: string; column: number; length: number } {
  const start = column > frameColumns - 20 ? column - 20 : 0;
  return {
    text: text.slice(start, start + frameColumns).trimEnd(),
    column: column - start,
    length: Math.min(length, Math.max(1, frameColumns - (column - start) + 1)),
  };
}
