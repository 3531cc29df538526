import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '../../../src/model/text.js';
import type { PgliteServer } from '../../../src/postgres/pglite-server.js';
import { programs } from '../../../src/programs/registry.js';
import { type Comparison, compare } from '../../../src/report/compare/comparison.js';
import { comparisonDocument } from '../../../src/report/compare/json.js';
import { renderComparison } from '../../../src/report/compare/text.js';
import { playScenario } from '../../../src/suite/play.js';
import { bundledText } from '../../support/bundled.js';
import { scenarioOf, smallWorld } from '../../support/play.js';
import { openServer } from '../../support/server.js';

let server: PgliteServer;
beforeAll(() => {
  server = openServer();
});
afterAll(() => server.close());

async function compared(text: string, names: readonly [string, string], lang: Language = 'en'): Promise<Comparison> {
  const scenario = scenarioOf(text);
  const variant = (wanted: string) => {
    const found = programs.flatMap(({ variants }) => variants).find(({ name }) => name === wanted);
    if (!found) throw new Error(`no program has the variant ${wanted}`);
    return found;
  };
  const [left, right] = [variant(names[0]), variant(names[1])];
  const runs = {
    left: await playScenario(scenario, server, { variant: left.name }),
    right: await playScenario(scenario, server, { variant: right.name }),
  };
  return compare(scenario, { left, right }, runs, lang, null);
}

/** An event that is published twice and delivered twice. */
const twice = smallWorld(
  `
  - publisher: {produce: e1}
  - publisher: {produce: e1}
  - run: p
  - run: p`,
  'actors: {publisher: {}}\ninvariants: [one-row-per-event]',
);

describe('a comparison', () => {
  test.each([
    ['duplicate-900', 'inbox', 'no-inbox', 40],
    ['duplicate-900', 'inbox', 'no-inbox', 80],
    ['duplicate-900', 'inbox', 'no-inbox', 120],
    ['dual-write-four-outcomes', 'outbox', 'dual-broker-first', 80],
    ['relay-marks-first', 'after-ack', 'before-send', 80],
  ] as const)('of %s on %s and %s in %i columns', async (id, left, right, columns) => {
    for (const lang of ['en', 'ru'] as const) {
      const text = renderComparison(await compared(bundledText(id), [left, right], lang), { columns, color: 0 });
      await expect(text).toMatchFileSnapshot(`texts/${id}.${columns}.${lang}.txt`);
      expect(text.split('\n').filter((line) => stringWidth(line) > columns || line !== line.trimEnd())).toEqual([]);
    }
  });

  test('in colour is the same text', async () => {
    const comparison = await compared(twice, ['inbox', 'no-inbox']);
    const coloured = renderComparison(comparison, { columns: 80, color: 1 });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences are what is taken away.
    const bare = coloured.replace(/\u001b\[\d+m/g, '');
    expect(bare).not.toBe(coloured);
    expect(bare).toBe(renderComparison(comparison, { columns: 80, color: 0 }));
  });

  test('knows the first difference, what is left and the verdicts', async () => {
    const [branch] = comparisonDocument(await compared(twice, ['inbox', 'no-inbox'])).branches;
    expect(branch?.firstDifference).toBe(3);
    expect(branch?.steps.map(({ index, differs }) => [index, differs])).toEqual([
      [1, false],
      [2, false],
      [3, true],
      [4, true],
    ]);
    const row = 'e1, k, open, resolved, 2026-10-03 08:00:00+00';
    const same = (label: string, text: string) => ({ left: { label, text }, right: { label, text } });
    expect(branch?.end).toEqual([
      { left: { label: 'history.inbox', text: 'e1' }, right: null },
      { left: null, right: { label: 'history.history_events', text: row } },
      same('history.history_events', row),
      same('t-0@0', 'e1'),
      same('t-0@1', 'e1'),
      same('g t-0', '2/2'),
    ]);
    expect(branch?.invariants).toEqual([
      {
        name: 'one-row-per-event',
        differs: true,
        left: { verdict: 'holds', evidence: [] },
        right: { verdict: 'violated', evidence: ['e1 has 2 rows in history.history_events. (step 4)'] },
      },
    ]);
  });

  test('of two that do the same says so', async () => {
    const idle = smallWorld('  - publisher: {produce: e1}', 'actors: {publisher: {}}');
    const text = renderComparison(await compared(idle, ['inbox', 'no-inbox']), { columns: 120, color: 0 });
    expect(text).toBe(`small · small
variant inbox: marker and history row in one transaction, the offset after it
variant no-inbox (wrong on purpose): knows no inbox; every delivery makes a row

= 1  publisher · produce e1
Both do the same in every step.
Both leave the same.

No invariant is judged here.
`);
  });

  test('tells whose fault never fired', async () => {
    const fault = smallWorld(
      '  - publisher: {produce: e1}\n  - publisher: {produce: e1}\n  - run: p\n    fault: {tryInbox: crash-before}\n  - restart: p\n  - run: p',
      'actors: {publisher: {}}\ninvariants: [one-row-per-event]',
    );
    const text = renderComparison(await compared(fault, ['inbox', 'no-inbox']), { columns: 120, color: 0 });
    expect(text.split('\n').slice(-5)).toEqual([
      'inbox violates nothing.',
      'no-inbox violates one-row-per-event.',
      '   e1 has 2 rows in history.history_events. (step 5)',
      '   no-inbox: a step was not taken, a fault never fired, or something was never judged; "run" tells which.',
      '',
    ]);
  });
});
