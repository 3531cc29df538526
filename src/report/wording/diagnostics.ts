import type {
  DiagnosticArgs,
  DiagnosticCode,
  FileProblem,
  ImpossibleFault,
  YamlProblem,
} from '../../model/diagnostic.js';
import type { Expected, Found, Named, PlainExpectation } from '../../model/expected.js';
import type { NotSimulated, SettingConflict } from '../../model/kafka-setting.js';
import type { RefusalCode } from '../../model/refusal.js';

/** The parts that sentences about a scenario are made of, in one language. */
export interface DiagnosticParts {
  readonly plain: Readonly<Record<PlainExpectation, string>>;
  readonly expected: (expected: Expected) => string;
  readonly found: (found: Exclude<Found, null>) => string;
  /** As it stands behind "there is no". */
  readonly named: Readonly<Record<Named, string>>;
  /** What the parser's own words leave open: how to mend it. */
  readonly yaml: Readonly<Record<Exclude<YamlProblem, 'other'>, string>>;
  readonly impossible: Readonly<Record<ImpossibleFault, (detail: string) => string>>;
  readonly notSimulated: Readonly<Record<NotSimulated, string>>;
  readonly conflict: Readonly<Record<SettingConflict, string>>;
  readonly fileProblem: Readonly<Record<FileProblem, string>>;
}

/** Why a statement is refused, and what a scenario does instead. */
export type RefusalWording = Readonly<Record<RefusalCode, { readonly why: string; readonly instead: string }>>;

/** Everything that is said about a scenario that is not right, in one language. */
export interface DiagnosticWording {
  readonly error: string;
  readonly warning: string;
  /** How many there are, such as "3 errors". */
  readonly errors: (count: number) => string;
  readonly notYet: (file: string, errors: string) => string;
  readonly refusals: RefusalWording;
  /** In the place of those that are not shown. */
  readonly further: (count: number) => string;
  /** The last line of a check of several files. */
  readonly totals: (files: number, wrong: number, warnings: number) => string;
  /** The line below all diagnostics. */
  readonly explain: (code: DiagnosticCode) => string;
  readonly sentences: { readonly [C in DiagnosticCode]: (args: DiagnosticArgs[C]) => string };
}
