import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { limits } from '../base/limits.js';
import { isWarning } from '../model/diagnostic.js';
import type { Language } from '../model/text.js';
import { diagnosticSentence, spanFrame } from '../report/diagnostics.js';
import { Places } from '../report/places.js';
import type { CaseResult, Finding } from '../report/suite/result.js';
import { blanked, visible } from '../report/text/visible.js';
import { wordings } from '../report/wording/wordings.js';
import { loadScenario, readableText } from '../scenario/load.js';
import type { Scenario } from '../scenario/scenario.js';
import { announcedCases, caseOfVariant, type SuiteCase } from '../suite/cases.js';
import { UsageError } from './exit.js';
import { filesBeside, readScenario } from './scenario-files.js';
import { words } from './words.js';

/** A scenario's file. */
export interface SuiteFile {
  /** For messages: from the current folder where it lies in it, with `/` between folders. */
  readonly file: string;
  readonly path: string;
  readonly places: Places;
}

/** A case to be played, or a file of which it is known already that it cannot be. */
export type SuiteEntry = {
  readonly name: string;
  readonly file: string;
  /** The files that it is made of: the scenario and its SQL. */
  readonly uses: readonly string[];
} & (
  | { readonly kind: 'case'; readonly of: SuiteFile; readonly suiteCase: SuiteCase }
  | { readonly kind: 'wrong'; readonly result: CaseResult }
);

export interface SuiteChoice {
  readonly variant?: string;
  readonly filter?: RegExp;
}

/** The cases of the scenarios named `wanted`, in order. @throws UsageError where nothing is left to be played. */
export function suiteEntries(
  wanted: readonly string[],
  { variant, filter }: SuiteChoice,
  lang: Language,
): SuiteEntry[] {
  const byId = new Map<string, string>();
  const all = wanted.flatMap((each) => entriesOf(each, variant, byId, lang));
  if (variant !== undefined && all.length === 0) throw new UsageError(words().noCaseOfVariant(visible(variant)));
  const chosen = all.filter(({ name, file }) => !filter || filter.test(name) || filter.test(file));
  if (chosen.length === 0) throw new UsageError(words().noCaseFor(visible(filter?.source ?? '')));
  return chosen;
}

function entriesOf(
  wanted: string,
  variant: string | undefined,
  byId: Map<string, string>,
  lang: Language,
): SuiteEntry[] {
  let read: ReturnType<typeof readScenario>;
  try {
    read = readScenario(wanted);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [wrong(shownPath(wanted), wanted, { code: 'unreadable', line: null, text: error.message, frame: [] })];
  }
  const { path, name, text } = read;
  const places = new Places(readableText(text));
  const file = path === wanted ? shownPath(path) : name;
  const loaded = loadScenario(text, filesBeside(path));
  if (loaded.kind === 'diagnostics') {
    const findings = loaded.diagnostics
      .filter(({ code }) => !isWarning(code))
      .map(
        (diagnostic): Finding => ({
          code: 'diagnostic',
          line: places.at(diagnostic.span.start).line,
          text: `${diagnostic.code}: ${diagnosticSentence(diagnostic, lang)}`,
          frame: spanFrame(places, diagnostic.span, limits.frameColumns),
        }),
      );
    return [wrong(file, path, ...findings)];
  }
  const { scenario } = loaded;
  const other = byId.get(scenario.id);
  if (other !== undefined) {
    const line = places.text.split('\n').findIndex((each) => /^["']?id\b/.test(each)) + 1 || 1;
    const text = wordings[lang].suite.sameId(scenario.id, other);
    return [wrong(file, path, { code: 'same-id', line, text, frame: frameOf(places, line) })];
  }
  byId.set(scenario.id, file);
  const only = variant === undefined ? null : caseOfVariant(scenario, variant);
  const cases = variant === undefined ? announcedCases(scenario) : only ? [only] : [];
  const of = { file, path, places };
  const uses = [path, ...sqlFiles(scenario).map((name) => join(dirname(path), name))];
  return cases.map((suiteCase) => ({ kind: 'case', name: suiteCase.name, file, uses, of, suiteCase }));
}

function sqlFiles({ databases }: Scenario): string[] {
  return databases.flatMap(({ schema }) => (schema.kind === 'own' && schema.from !== null ? [schema.from] : []));
}

function wrong(file: string, path: string, ...findings: Finding[]): SuiteEntry {
  return {
    kind: 'wrong',
    name: file,
    file,
    uses: [path],
    result: { name: file, file, status: 'invalid', snapshot: null, findings },
  };
}

/** A line of a scenario with its number. */
export function frameOf(places: Places, line: number): string[] {
  return [` ${line} | ${blanked(places.line(line)).trimEnd()}`];
}

/** The path from the current folder where the file lies in it, else as the user wrote it. */
function shownPath(path: string): string {
  const way = relative(process.cwd(), resolve(path));
  const isInside = way !== '' && !isAbsolute(way) && !/^\.\.([/\\]|$)/.test(way);
  return visible((isInside ? way : path).replaceAll('\\', '/'));
}
