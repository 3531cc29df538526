import { limits } from '../base/limits.js';
import { type Diagnostic, isWarning, type Span } from '../model/diagnostic.js';
import type { Language } from '../model/text.js';
import { Places } from './places.js';
import { hanging } from './text/layout.js';
import { blanked, visible } from './text/visible.js';
import type { DiagnosticWording } from './wording/diagnostics.js';
import { en } from './wording/diagnostics-en.js';
import { ru } from './wording/diagnostics-ru.js';

/** What is said about scenarios, in each language. */
export const diagnosticWordings: Readonly<Record<Language, DiagnosticWording>> = { en, ru };

/** Where diagnostics are shown. */
export interface DiagnosticPlace {
  readonly columns: number;
  /** Whether a sentence is broken at the width, as on a terminal. */
  readonly wraps: boolean;
}

const elsewhere: DiagnosticPlace = { columns: limits.frameColumns, wraps: false };

/**
 * Diagnostics as people read them: `file:line:column error code: sentence`, then the line with a caret under the place;
 * below them all, once, how to read more. `file` is the name as the user wrote it, `text` what the spans refer to.
 * On a terminal sentences are broken at its width; what a program reads keeps each in one line.
 */
export function renderDiagnostics(
  file: string,
  text: string,
  diagnostics: readonly Diagnostic[],
  language: Language,
  place: DiagnosticPlace = elsewhere,
): string {
  const worst = worstOf(diagnostics);
  if (!worst) return '';
  const blocks = diagnosticBlocks(file, text, diagnostics, language, place);
  return `${blocks.join('\n\n')}\n\n${diagnosticWordings[language].explain(worst.code)}\n`;
}

/** The one to read more about: the first error, since a warning on a line before it stops nobody. */
export function worstOf(diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  return diagnostics.find(({ code }) => !isWarning(code)) ?? diagnostics[0];
}

/** The same, each by itself; where there are very many the last one counts the rest. */
export function diagnosticBlocks(
  file: string,
  text: string,
  diagnostics: readonly Diagnostic[],
  language: Language,
  place: DiagnosticPlace = elsewhere,
): string[] {
  const wording = diagnosticWordings[language];
  const places = new Places(text);
  const blocks = diagnostics.slice(0, limits.shownDiagnostics).map((diagnostic) => {
    const { code, span } = diagnostic;
    const { line, column } = places.at(span.start);
    const kind = isWarning(code) ? wording.warning : wording.error;
    const sentence = `${visible(file)}:${line}:${column} ${kind} ${code}: ${diagnosticSentence(diagnostic, language)}`;
    return [
      ...(place.wraps ? hanging(sentence, 0, place.columns) : [sentence]),
      ...spanFrame(places, span, place.columns),
    ].join('\n');
  });
  const left = diagnostics.length - blocks.length;
  return left > 0 ? [...blocks, wording.further(left)] : blocks;
}

/** The line that a span begins in, and carets below it. */
export function spanFrame(places: Places, span: Span, columns: number): string[] {
  const { line, column } = places.at(span.start);
  const source = places.line(line);
  const length = Math.max(1, Math.min(span.end, span.start + source.length - column + 1) - span.start);
  const number = ` ${line} | `;
  // Tabs and what is not seen are shown as one blank, so that the caret stays below what it points at.
  const frame = windowAround(blanked(source), column, length, Math.max(20, columns - number.length));
  const margin = number.replace(/\d/g, ' ');
  return [number + frame.text, `${margin}${' '.repeat(frame.column - 1)}${'^'.repeat(frame.length)}`];
}

/** What a diagnostic says, in one line. */
export function diagnosticSentence({ code, args }: Diagnostic, language: Language): string {
  const { sentences } = diagnosticWordings[language];
  // Code and args of one diagnostic belong together; the compiler loses that when it looks the sentence up.
  const sentence = (sentences[code] as (args: unknown) => string)(shortened(args));
  return visible(sentence.length > limits.sentenceChars ? `${sentence.slice(0, limits.sentenceChars)}...` : sentence);
}

/** A text in place of what is expected, as far as it is short: it may be all of a file. */
function shortened(args: unknown): unknown {
  const { found } = args as { readonly found?: string | { readonly text: string } };
  if (typeof found !== 'object' || found === null || found.text.length <= limits.foundChars) return args;
  return { ...(args as object), found: { ...found, text: `${found.text.slice(0, limits.foundChars - 1)}…` } };
}

interface Frame {
  readonly text: string;
  /** From 1. */
  readonly column: number;
  readonly length: number;
}

const cut = '…';

/** The part of a line that holds the place pointed at, in at most `width` columns; a sign stands where it is cut. */
function windowAround(line: string, column: number, length: number, width: number): Frame {
  const text = line.trimEnd();
  if (text.length <= width && column <= width) return { text, column, length: Math.min(length, width - column + 1) };
  // So much of what stands before the place that it can be recognised.
  const before = Math.min(20, width >> 2);
  const start = column > width - before ? column - 1 - before : 0;
  const left = start > 0 ? cut : '';
  const right = text.length - start > width ? cut : '';
  const shown = text.slice(start + left.length, start + width - right.length);
  const place = column - start;
  return { text: left + shown + right, column: place, length: Math.max(1, Math.min(length, width - place + 1)) };
}
