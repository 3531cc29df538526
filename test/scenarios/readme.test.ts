import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { type Document, isSeq, parseDocument } from 'yaml';
import { runBranch } from '../../src/engine/run.js';
import { FAULT_KINDS } from '../../src/model/fault.js';
import { loadScenario } from '../../src/scenario/load.js';
import { scenarioSchema } from '../../src/scenario/schema.js';
import { openServer } from '../support/server.js';

const page = readFileSync(new URL('../../scenarios/README.md', import.meta.url), 'utf8');
const snippets = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, yaml = '']) => yaml);
const [whole = '', ...parts] = snippets;

const server = openServer();
afterAll(() => server.close());

/** Scalars stay the texts that they are written as. */
const asWritten = { schema: 'failsafe' } as const;

/** The whole scenario of the page with the keys of a part in the place of its own; what it judged belongs to it alone. */
function withPart(part: string): string {
  const scenario = parseDocument(whole, asWritten);
  for (const key of ['steps', 'end', 'invariants']) scenario.delete(key);
  const changes: Document = parseDocument(part, asWritten);
  if (isSeq(changes.contents)) throw new Error('a part is a mapping');
  for (const { key, value } of (changes.contents as unknown as { items: { key: { value: string }; value: unknown }[] })
    .items) {
    scenario.set(key.value, value);
  }
  return String(scenario);
}

test.each([
  ['the whole', whole] as const,
  ...parts.map((part, index) => [`part ${index + 1}`, withPart(part)] as const),
])('%s of the page for authors runs as it says', async (_, text) => {
  const loaded = loadScenario(text);
  expect(loaded.kind === 'scenario' ? [] : loaded.diagnostics).toEqual([]);
  if (loaded.kind !== 'scenario') return;
  for (const branch of loaded.scenario.branches) {
    const { trace, invariants } = await runBranch(loaded.scenario, branch, server);
    const wrong = trace.filter(
      (event) =>
        (event.kind === 'expectation' && !event.met) || event.kind === 'step-skipped' || event.kind === 'fault-unfired',
    );
    expect(wrong).toEqual([]);
    const announced = invariants.filter((each) => (each.verdict === 'violated') !== each.announced);
    expect(announced).toEqual([]);
  }
});

/** The names of all properties anywhere in a JSON Schema. */
function propertiesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties } = schema as { properties?: object };
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(propertiesOf)];
}

test('every key of the language and every fault stand on the page, in code', () => {
  const code = (page.match(/^```yaml\n[\s\S]*?^```$|`[^`\n]+`/gm) ?? []).join('\n');
  const words = new Set(code.match(/[\p{L}\p{N}_-]+/gu));
  const names = new Set([...propertiesOf(scenarioSchema()), ...FAULT_KINDS]);
  expect(names.size).toBeGreaterThan(100);
  expect([...names].filter((name) => !words.has(name))).toEqual([]);
});

test('the page has snippets', () => {
  expect(snippets.length).toBe(17);
});
