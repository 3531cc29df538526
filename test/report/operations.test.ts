import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Run } from '../../src/engine/run.js';
import { LANGUAGES } from '../../src/model/text.js';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { renderJson, traceDocument } from '../../src/report/json.js';
import { renderText } from '../../src/report/text/text.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import { traceSchema } from '../../src/trace/document-schema.js';
import { play, scenarioOf } from '../support/play.js';
import { openServer } from '../support/server.js';

/** Scenarios whose every operation is written out: one of databases, producers and effects, one of groups and time. */
const ids = ['outbox-by-hand', 'members-by-hand'] as const;
const widths = [80, 120] as const;

let server: PgliteServer;
beforeAll(() => {
  server = openServer();
});
afterAll(() => server.close());

describe.each(ids)('%s', (id) => {
  let scenario: Scenario;
  let runs: Run[];
  beforeAll(async () => {
    const yaml = readFileSync(new URL(`scenarios/${id}.yaml`, import.meta.url), 'utf8');
    scenario = scenarioOf(yaml);
    runs = [await play(server, yaml)];
  });
  const printed = (lang: (typeof LANGUAGES)[number], columns: number, color: 0 | 1 = 0) =>
    renderText({ scenario, runs, options: { target: id, variant: null, lang } }, { columns, color, tables: 'changed' });

  test('is as it announces', () => {
    expect(runs.map(({ verdict }) => verdict)).toEqual(['as-announced']);
  });

  test.each(LANGUAGES.flatMap((lang) => widths.map((columns) => [lang, columns] as const)))(
    'prints its transcript as text in %s and %i columns',
    async (lang, columns) => {
      const text = printed(lang, columns);
      await expect(text).toMatchFileSnapshot(`../transcripts/${id}.${lang}.${columns}.txt`);
      expect(text.split('\n').filter((line) => stringWidth(line) > columns)).toEqual([]);
    },
  );

  test.each(LANGUAGES)('prints its transcript as JSON in %s, which fits its schema', async (lang) => {
    const report = { scenario, runs, options: { target: id, variant: null, lang } };
    await expect(renderJson(report)).toMatchFileSnapshot(`../transcripts/${id}.${lang}.json`);
    const validate = new Ajv({ allErrors: true, strict: false }).compile(traceSchema);
    validate(traceDocument(report));
    expect(validate.errors).toBeNull();
  });

  test.each(widths)('colours change nothing but colours, in %i columns', (columns) => {
    const coloured = printed('en', columns, 1);
    expect(coloured).not.toBe(printed('en', columns));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences are what is taken away.
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(printed('en', columns));
  });
});
