import { limits } from '../base/limits.js';
import { type Diagnostic, isWarning } from '../model/diagnostic.js';
import type { Language } from '../model/text.js';
import { Places } from './places.js';
import { visible } from './text/visible.js';
import type { DiagnosticWording } from './wording/diagnostics.js';
import { en } from './wording/diagnostics-en.js';
import { ru } from './wording/diagnostics-ru.js';

/** What is said about scenarios, in each language. */
export const diagnosticWordings: Readonly<Record<Language, DiagnosticWording>> = { en, ru };

/**
 * Diagnostics as people read them: `file:line:column error code: sentence`, then the line with a caret under the place;
 * below them all, once, how to read more. `file` is the name as the user wrote it, `text` what the spans refer to.
 */
export function renderDiagnostics(
  file: string,
  text: string,
  diagnostics: readonly Diagnostic[],
  language: Language,
): string {
  const [first] = diagnostics;
  if (!first) return '';
  const blocks = diagnosticBlocks(file, text, diagnostics, language);
  return `${blocks.join('\n\n')}\n\n${diagnosticWordings[language].explain(first.code)}\n`;
}

/** The same, each by itself; where there are very many the last one counts the rest. */
export function diagnosticBlocks(
  file: string,
  text: string,
  diagnostics: readonly Diagnostic[],
  language: Language,
): string[] {
  const wording = diagnosticWordings[language];
  const places = new Places(text);
  const blocks = diagnostics.slice(0, limits.shownDiagnostics).map((diagnostic) => {
    const { code, span } = diagnostic;
    const { line, column } = places.at(span.start);
    const source = places.line(line);
    const length = Math.max(1, Math.min(span.end, span.start + source.length - column + 1) - span.start);
    // Tabs and control characters are shown as one blank, so that the caret stays below what it points at.
    const shown = source.replace(/[\p{Cc}\p{Cf}]/gu, ' ');
    const number = String(line);
    const frame = windowAround(shown, column, length);
    const kind = isWarning(code) ? wording.warning : wording.error;
    return [
      `${visible(file)}:${line}:${column} ${kind} ${code}: ${diagnosticSentence(diagnostic, language)}`,
      ` ${number} | ${frame.text}`,
      ` ${' '.repeat(number.length)} | ${' '.repeat(frame.column - 1)}${'^'.repeat(frame.length)}`,
    ].join('\n');
  });
  const left = diagnostics.length - blocks.length;
  return left > 0 ? [...blocks, wording.further(left)] : blocks;
}

/** What a diagnostic says, in one line. */
export function diagnosticSentence({ code, args }: Diagnostic, language: Language): string {
  const { sentences } = diagnosticWordings[language];
  // Code and args of one diagnostic belong together; the compiler loses that when it looks the sentence up.
  const sentence = (sentences[code] as (args: unknown) => string)(args);
  return visible(sentence.length > limits.sentenceChars ? `${sentence.slice(0, limits.sentenceChars)}...` : sentence);
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
