import type { ColorSupportLevel } from 'chalk';
import { limits } from '../base/limits.js';
import { LANGUAGES, type Language } from '../model/text.js';
import type { DiagnosticPlace } from '../report/diagnostics.js';
import { UsageError } from './exit.js';

/** What is known of the place that output goes to. Off a terminal nothing of it depends on the machine. */
export interface Surface {
  readonly columns: number;
  readonly color: ColorSupportLevel;
}

type Environment = Readonly<Record<string, string | undefined>>;

const columnsElsewhere = 80;

/** `toFile`: the output goes into a file, whatever the standard output is. */
export function surfaceOf(stream: NodeJS.WriteStream, environment: Environment, toFile: boolean): Surface {
  const terminal = stream.isTTY === true && !toFile;
  return {
    columns: terminal && stream.columns > 0 ? Math.min(stream.columns, limits.widestColumns) : columnsElsewhere,
    color: toFile ? 0 : colorLevel(stream, environment),
  };
}

/** How diagnostics are laid out: whoever reads them from a pipe finds each in one line. */
export function diagnosticPlace(stream: NodeJS.WriteStream, environment: Environment): DiagnosticPlace {
  return { columns: surfaceOf(stream, environment, false).columns, wraps: stream.isTTY === true };
}

/** FORCE_COLOR goes before NO_COLOR, and both before what the terminal can do. */
function colorLevel(stream: NodeJS.WriteStream, environment: Environment): ColorSupportLevel {
  const forced = environment.FORCE_COLOR;
  if (forced !== undefined) {
    if (forced === '0' || forced === 'false') return 0;
    return forced === '2' ? 2 : forced === '3' ? 3 : 1;
  }
  if (environment.NO_COLOR || !stream.isTTY || environment.TERM === 'dumb') return 0;
  const depth = stream.getColorDepth(environment as NodeJS.ProcessEnv);
  return depth >= 24 ? 3 : depth >= 8 ? 2 : depth >= 4 ? 1 : 0;
}

/** Whether nobody is there to look: by custom, CI servers set CI. */
export function isInCi({ CI = '' }: Environment): boolean {
  return !['', '0', 'false'].includes(CI.toLowerCase());
}

/** The flag, else INBOX_SIM_LANG, else on a terminal the locale, else English. */
export function languageOf(flag: string | undefined, stream: NodeJS.WriteStream, environment: Environment): Language {
  const wanted = flag ?? environment.INBOX_SIM_LANG;
  if (wanted) {
    const known = LANGUAGES.find((language) => language === wanted);
    if (known) return known;
    throw new UsageError(`INBOX_SIM_LANG is "${wanted}"; it can be ${LANGUAGES.join(' or ')}`);
  }
  if (!stream.isTTY) return 'en';
  const locale = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || '';
  return locale.startsWith('ru') ? 'ru' : 'en';
}
