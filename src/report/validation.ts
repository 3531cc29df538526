import { type Diagnostic, isWarning } from '../model/diagnostic.js';
import type { Language } from '../model/text.js';
import {
  type DiagnosticPlace,
  diagnosticBlocks,
  diagnosticSentence,
  diagnosticWordings,
  worstOf,
} from './diagnostics.js';
import { Places } from './places.js';

/** A file that has been checked. */
export interface CheckedFile {
  /** The name as the user gave it. */
  readonly file: string;
  /** What the diagnostics point into. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Why there is nothing to check: the file cannot be read, or is no text. */
  readonly problem: string | null;
}

/** A diagnostic as machines read it. Places count from 1, columns in UTF-16 units; the end is exclusive. */
interface DiagnosticDocument {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly message: string;
}

/** A checked file as machines read it. */
interface CheckedDocument {
  readonly file: string;
  readonly valid: boolean;
  readonly problem: string | null;
  readonly diagnostics: readonly DiagnosticDocument[];
}

/** Whether a file is a scenario that can be run. */
export function isRight({ problem, diagnostics }: CheckedFile): boolean {
  return problem === null && diagnostics.every(({ code }) => isWarning(code));
}

export function warningCount(files: readonly CheckedFile[]): number {
  return files.reduce((sum, { diagnostics }) => sum + diagnostics.filter(({ code }) => isWarning(code)).length, 0);
}

/** What has been found in each file, once how to read more, and the totals in the last line. */
export function renderValidation(files: readonly CheckedFile[], language: Language, place: DiagnosticPlace): string {
  const wording = diagnosticWordings[language];
  const blocks = files.flatMap(({ file, text, diagnostics, problem }) =>
    problem === null ? diagnosticBlocks(file, text, diagnostics, language, place) : [problem],
  );
  const worst = worstOf(files.flatMap(({ diagnostics }) => diagnostics));
  const wrong = files.filter((file) => !isRight(file)).length;
  const totals = wording.totals(files.length, wrong, warningCount(files));
  return `${[...blocks, ...(worst ? [wording.explain(worst.code)] : []), totals].join('\n\n')}\n`;
}

export function renderValidationJson(files: readonly CheckedFile[], language: Language): string {
  return `${JSON.stringify(
    files.map((file) => checkedDocument(file, language)),
    null,
    2,
  )}\n`;
}

function checkedDocument(checked: CheckedFile, language: Language): CheckedDocument {
  const { file, text, diagnostics, problem } = checked;
  const places = new Places(text);
  return {
    file,
    valid: isRight(checked),
    problem,
    diagnostics: diagnostics.map((diagnostic) => {
      const { code, span } = diagnostic;
      const [start, end] = [places.at(span.start), places.at(span.end)];
      return {
        code,
        severity: isWarning(code) ? 'warning' : 'error',
        line: start.line,
        column: start.column,
        endLine: end.line,
        endColumn: end.column,
        message: diagnosticSentence(diagnostic, language),
      };
    }),
  };
}
