import type { Node } from 'yaml';
import { sha256 } from '../base/hash.js';
import { type Diagnostic, isWarning } from '../model/diagnostic.js';
import { scenario as scenarioRule } from './grammar.js';
import { Linker } from './link.js';
import type { ReadFile } from './link-databases.js';
import { Reader } from './reader.js';
import type { Scenario } from './scenario.js';
import { parseYaml } from './syntax.js';
import { addWarnings } from './warnings.js';

export type Loaded =
  | { readonly kind: 'scenario'; readonly scenario: Scenario; readonly warnings: readonly Diagnostic[] }
  | { readonly kind: 'diagnostics'; readonly diagnostics: readonly Diagnostic[] };

/** Without files: whoever has none to give has no scenario that needs one. */
const noFiles: ReadFile = () => ({ problem: 'not-available' });

/**
 * Reads a scenario. All that is wrong with it comes in one go, in the order of the text; nothing is thrown.
 * `readFile` gives the SQL files that the scenario names.
 */
export function loadScenario(source: string, readFile: ReadFile = noFiles): Loaded {
  const text = readableText(source);
  const { document, lines, diagnostics } = parseYaml(text);
  if (diagnostics.length > 0) return { kind: 'diagnostics', diagnostics };
  if (!document?.contents || (document.contents as Node).range?.[0] === (document.contents as Node).range?.[1]) {
    return { kind: 'diagnostics', diagnostics: [{ code: 'empty', args: {}, span: { start: 0, end: 0 } }] };
  }
  const reader = new Reader(text, (offset) => lines.linePos(offset).line);
  const read = scenarioRule.read(document.contents, reader);
  const hashOf = (files: readonly string[]) => sha256([text, ...files].join('\0'));
  const scenario = read && new Linker(read, reader, readFile).link(hashOf);
  const isRight = scenario && reader.diagnostics.every(({ code }) => isWarning(code));
  if (isRight) addWarnings(scenario, read, reader);
  const said = inOrder(reader.diagnostics);
  return isRight ? { kind: 'scenario', scenario, warnings: said } : { kind: 'diagnostics', diagnostics: said };
}

/** The text that spans of diagnostics refer to. */
export function readableText(source: string): string {
  return source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}

/** In the order of the text, each once: the steps that branches share are read for each of them. */
function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const different = new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic]));
  return [...different.values()].sort((first, second) => first.span.start - second.span.start);
}
