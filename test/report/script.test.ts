import { readFileSync } from 'node:fs';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { ACTOR_STEPS, STEP_MODIFIERS, WORLD_STEPS } from '../../src/model/names.js';
import { LANGUAGES } from '../../src/model/text.js';
import { renderScript } from '../../src/report/script.js';
import { bundledScenarios } from '../support/bundled.js';
import { scenarioOf } from '../support/play.js';

const text = readFileSync(new URL('every-word.yaml', import.meta.url), 'utf8');
const scenario = scenarioOf(text);

test('the scenario of this test uses every word of the language', () => {
  const words = [...WORLD_STEPS, ...STEP_MODIFIERS, ...ACTOR_STEPS.filter((word) => word !== 'sql')];
  expect(words.filter((word) => !new RegExp(`[ {]${word}[:}\\n]`).test(text))).toEqual([]);
});

describe.each(LANGUAGES)('in %s', (lang) => {
  test('a scenario with every word of the language', async () => {
    await expect(renderScript(scenario, lang, 80)).toMatchFileSnapshot(`every-word.${lang}.txt`);
  });

  test.each([80, 120])('fits %i columns', (columns) => {
    const scripts = [scenario, ...bundledScenarios()].map((each) => renderScript(each, lang, columns));
    const lines = scripts.flatMap((script) => script.split('\n'));
    expect(lines.filter((line) => stringWidth(line) > columns)).toEqual([]);
    expect(lines.filter((line) => line !== line.trimEnd())).toEqual([]);
  });

  test('what the author writes cannot steer a terminal', () => {
    const evil = scenarioOf(text.replace('"order-1"', '"order-\\u001b[31m1"'));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(renderScript(evil, lang, 80))).toBe(false);
  });
});

test('everything that the scenario says is there', () => {
  const shown = renderScript(scenario, 'en', 120).replace(/\s+/g, ' ');
  const parts = [
    ...['acks=all', 'group.min.session.timeout.ms=6000', 'retention.ms=1000', 'max.poll.records=10'],
    ...['pending published_at', 'row of orders', 'subscribes', 'partitions [0]', 'memory {cursor: 0, none: NULL}'],
    ...['until idle', 'until commit (#2)', 'params [7, null]', 'each batch', 'as batch', 'label at-last', 'async'],
    ...['commit: delay: later', 'lost-reply, noticed: 5s (#2)', 'concludes applied of ${each}', 'metadata why'],
    ...[
      'blocked: [A2.read]',
      'resumed: [A2.read: 1]',
      'rows: [[1, NULL]]',
      'client: no-reply',
      'constraint: orders_pkey',
    ],
    ...['ledger: [[mail, e1]]', 'lag of g in t-0: 1', 'assignment of g: {p: [0, 1]}', 'violates, no-inbox:'],
    ...['headers [trace: abc]', 'timestamp 2026-10-03T08:00:00Z', 'no value (a tombstone)', 'without p'],
  ];
  expect(parts.filter((part) => !shown.includes(part))).toEqual([]);
});
