import { Ajv } from 'ajv';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Run, runBranch } from '../../src/engine/run.js';
import { LANGUAGES } from '../../src/model/text.js';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { renderJson, traceDocument } from '../../src/report/json.js';
import { renderText } from '../../src/report/text/text.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import { traceSchema } from '../../src/trace/document-schema.js';
import { bundledIds, bundledText } from '../support/bundled.js';
import { scenarioOf } from '../support/play.js';
import { openServer } from '../support/server.js';

const text = { columns: 80, color: 0, tables: 'all' } as const;
const validate = new Ajv({ allErrors: true, strict: false }).compile(traceSchema);

let server: PgliteServer;
beforeAll(() => {
  server = openServer();
});
afterAll(() => server.close());

async function playAll(scenario: Scenario): Promise<Run[]> {
  const runs: Run[] = [];
  for (const branch of scenario.branches) runs.push(await runBranch(scenario, branch, server));
  return runs;
}

describe.each(bundledIds())('%s', (id) => {
  let scenario: Scenario;
  let runs: Run[];
  beforeAll(async () => {
    scenario = scenarioOf(bundledText(id));
    runs = await playAll(scenario);
  });

  test('is as it announces', () => {
    expect(runs.map(({ verdict }) => verdict)).toEqual(scenario.branches.map(() => 'as-announced'));
  });

  test.each(LANGUAGES)('prints its transcript as text in %s', async (lang) => {
    const printed = renderText({ scenario, runs, options: { target: id, variant: null, lang } }, text);
    await expect(printed).toMatchFileSnapshot(`../transcripts/${id}.${lang}.txt`);
  });

  test.each(LANGUAGES)('prints its transcript as JSON in %s', async (lang) => {
    const printed = renderJson({ scenario, runs, options: { target: id, variant: null, lang } });
    await expect(printed).toMatchFileSnapshot(`../transcripts/${id}.${lang}.json`);
  });

  test('the JSON fits its schema', () => {
    validate(traceDocument({ scenario, runs, options: { target: id, variant: null, lang: 'en' } }));
    expect(validate.errors).toBeNull();
  });

  test('a second run gives the same bytes', async () => {
    const again = await playAll(scenario);
    const options = { target: id, variant: null, lang: 'en' } as const;
    expect(renderText({ scenario, runs: again, options }, text)).toBe(renderText({ scenario, runs, options }, text));
    expect(renderJson({ scenario, runs: again, options })).toBe(renderJson({ scenario, runs, options }));
  });

  test.each([
    ['a tiny terminal', 20, 40],
    ['a narrow terminal', 60, 60],
    ['a wide terminal', 120, 120],
  ])('fits %s of %i columns', (_, columns, widest) => {
    const shown = renderText(
      { scenario, runs, options: { target: id, variant: null, lang: 'ru' } },
      { ...text, columns },
    );
    expect(shown.split('\n').filter((line) => stringWidth(line) > widest)).toEqual([]);
  });

  test.each([40, 80, 120])('colours change nothing but colours, in %i columns', (columns) => {
    const report = { scenario, runs, options: { target: id, variant: null, lang: 'en' } } as const;
    const coloured = renderText(report, { ...text, columns, color: 1 });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences are what is taken away.
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(renderText(report, { ...text, columns }));
  });

  test('no line is wider than 80 columns', () => {
    const lines = LANGUAGES.flatMap((lang) =>
      renderText({ scenario, runs, options: { target: id, variant: null, lang } }, text).split('\n'),
    );
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });
});

describe('the schema notices', () => {
  type Mutable = Record<string, unknown> & { steps: Record<string, unknown>[]; final: Record<string, unknown> };
  const breakIt: [string, (document: Mutable) => void][] = [
    ['another version', (document) => Object.assign(document, { version: 2 })],
    ['a missing member', (document) => Object.assign(document, { final: undefined })],
    ['a member that nobody knows', (document) => Object.assign(document, { extra: 1 })],
    ['an outcome that does not exist', (document) => Object.assign(document.steps[0] ?? {}, { outcome: 'done' })],
    ['a hash that is none', (document) => Object.assign(document, { scenario: { id: 'x', hash: 'y' } })],
  ];
  test.each(breakIt)('%s', async (_, change) => {
    const scenario = scenarioOf(bundledText('duplicate-900'));
    const document = traceDocument({
      scenario,
      runs: await playAll(scenario),
      options: { target: scenario.id, variant: null, lang: 'en' },
    });
    const changed = structuredClone(document) as unknown as Mutable;
    change(changed);
    expect(validate(changed)).toBe(false);
  });
});
