import type { Node } from 'yaml';
import { sha256 } from '../base/hash.js';
import type { Diagnostic } from '../model/diagnostic.js';
import { scenario as scenarioRule } from './grammar.js';
import { Linker } from './link.js';
import { Reader } from './rules.js';
import type { Scenario } from './scenario.js';
import { parseYaml } from './syntax.js';

export type Loaded =
  | { readonly kind: 'scenario'; readonly scenario: Scenario }
  | { readonly kind: 'diagnostics'; readonly diagnostics: readonly Diagnostic[] };

/** Reads a scenario. All that is wrong with it comes in one go, in the order of the text; nothing is thrown. */
export function loadScenario(source: string): Loaded {
  const text = readableText(source);
  const { document, lines, diagnostics } = parseYaml(text);
  if (diagnostics.length > 0) return { kind: 'diagnostics', diagnostics };
  if (!document?.contents || (document.contents as Node).range?.[0] === (document.contents as Node).range?.[1]) {
    return { kind: 'diagnostics', diagnostics: [{ code: 'empty', args: {}, span: { start: 0, end: 0 } }] };
  }
  const reader = new Reader((offset) => lines.linePos(offset).line);
  const read = scenarioRule.read(document.contents, reader);
  const scenario = read && new Linker(read, reader).link(sha256(text));
  if (scenario && reader.diagnostics.length === 0) return { kind: 'scenario', scenario };
  return { kind: 'diagnostics', diagnostics: inOrder(reader.diagnostics) };
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
