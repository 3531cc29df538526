/** A range of a scenario's text: offsets in UTF-16 units, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Something wrong with a scenario. The wording of each code stands in one table, in the report. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  /** What the wording needs: names, what was found, what was expected. */
  readonly args: Readonly<Record<string, string>>;
  readonly span: Span;
}

export const DIAGNOSTIC_CODES = [
  'yaml-syntax',
  'too-deep',
  'empty',
  'unknown-key',
  'duplicate-name',
  'missing-key',
  'wrong-type',
  'wrong-value',
  'unknown-name',
  'not-one-action',
  'impossible-fault',
  'fault-not-in-step',
  'reserved-name',
] as const;
export type DiagnosticCode = (typeof DIAGNOSTIC_CODES)[number];
