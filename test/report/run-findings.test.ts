import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { runFindings } from '../../src/report/run-findings.js';
import { wordings } from '../../src/report/wording/wordings.js';
import { caseOf, variantsOf } from '../../src/suite/cases.js';
import { playScenario, wholeVerdict } from '../../src/suite/play.js';
import { bundledScenarios } from '../support/bundled.js';
import { scenarioOf, smallWorld } from '../support/play.js';
import { openServer } from '../support/server.js';

let server: PgliteServer;
beforeAll(() => {
  server = openServer({ limits: { rowsPerAnswer: 3 } });
});
afterAll(() => server.close());

async function textsOf(text: string, variant?: string, lang: 'en' | 'ru' = 'en'): Promise<string[]> {
  const runs = await playScenario(scenarioOf(text), server, { variant });
  return runFindings(runs, wordings[lang]).map((finding) => finding.text);
}

// Every scenario in every variant takes its time on a slow machine.
test('there are none exactly where a run is as announced', { timeout: 300_000 }, async () => {
  const server = openServer();
  const verdicts = new Set<string>();
  const unlike: string[] = [];
  for (const scenario of bundledScenarios()) {
    for (const variant of [undefined, ...variantsOf(scenario)]) {
      const runs = await playScenario(scenario, server, { variant });
      const verdict = wholeVerdict(runs);
      verdicts.add(verdict);
      if ((verdict === 'as-announced') !== (runFindings(runs, wordings.en).length === 0))
        unlike.push(caseOf(scenario, variant ?? null).name);
    }
  }
  await server.close();
  expect(unlike).toEqual([]);
  expect([...verdicts].sort()).toEqual(['as-announced', 'not-as-announced']);
});

test('an invariant that is violated although nothing is announced: the line of the step, and all that shows it', async () => {
  const world = smallWorld(
    '  - publisher: {produce: e1}\n  - run: p\n  - publisher: {produce: e2}\n  - run: p',
    'invariants: [marker-with-row]',
  );
  expect(await textsOf(world, 'no-inbox')).toEqual([
    'line 14: marker-with-row: violated, not announced. e1 has a row in history.history_events and no marker. (step 2) e2 has a row in history.history_events and no marker. (step 4)',
  ]);
  expect(await textsOf(world, 'no-inbox', 'ru')).toEqual([
    'строка 14: marker-with-row: нарушен, не объявлено. У e1 есть строка в history.history_events, а маркера нет. (шаг 2) У e2 есть строка в history.history_events, а маркера нет. (шаг 4)',
  ]);
});

test('an invariant that is announced and holds, and one that nothing exercised', async () => {
  const world = smallWorld(
    '  - publisher: {produce: e1}\n  - run: p',
    'invariants: [marker-with-row, key-order, {name: own, sql: SELECT 1 WHERE false, message: never}]\nend: {violates: [marker-with-row]}',
  );
  expect(await textsOf(world)).toEqual([
    'marker-with-row: announced as violated, and is not',
    'key-order: not exercised. No two events of one key came to the same place.',
    'line 12: violates: expected marker-with-row, found -',
  ]);
});

test('expectations, faults that never fired, steps that were not taken', async () => {
  const steps = [
    ...['  - publisher: {produce: e1}', '  - run: p', '    expect: {outcome: unknown}'],
    ...['    fault: {rollback: lost-reply}', '  - crash: p', '  - run: p'],
  ];
  expect(await textsOf(smallWorld(steps.join('\n'), 'end: {tables: {history.inbox: [[e1], [e2]]}}'))).toEqual([
    'line 16: the fault lost-reply of step 2 never fired: no rollback number 1 was sent',
    'line 15: outcome: expected unknown, found applied',
    'line 18: step 4 was not taken',
    'line 11: history.inbox (- expected, + found):\n  ["e1"]\n- ["e2"]',
  ]);
});

test('each says its branch where there are several', async () => {
  const world = smallWorld('  - publisher: {produce: e1}', 'invariants: [marker-with-row]');
  const branches = [
    'branches:',
    ...['  right:', '    steps: [{run: p}]'],
    ...['  wrong:', '    steps: [{run: p, expect: {outcome: unknown}}]'],
  ];
  expect(await textsOf(`${world}\n${branches.join('\n')}`)).toEqual([
    'branch wrong: line 18: outcome: expected unknown, found applied',
  ]);
});

test('a run that was stopped says so, and nothing of the invariants that it has not come to', async () => {
  const world = smallWorld('  - A: SELECT * FROM generate_series(1, 4)', 'invariants: [drained]').replace(
    'processes:',
    'actors: {A: {database: history}}\nprocesses:',
  );
  expect(await textsOf(world)).toEqual([
    'line 14: step 1 was stopped: a statement answered more than 3 rows (--max-rows allows more)',
  ]);
});

test('what could steer a terminal is written out, and the lines of a difference stay lines', async () => {
  const world = smallWorld(
    '  - A: SELECT 1 AS a\n    expect: {rows: [[1], [2]]}',
    String.raw`actors: {A: {database: history}}
invariants: [{name: own, sql: SELECT 1 AS a, message: "turned \u202e round"}]`,
  );
  expect(await textsOf(world)).toEqual([
    String.raw`own: violated, not announced. turned \u{202e} round (a=1)`,
    'line 15: rows (- expected, + found):\n  ["1"]\n- ["2"]',
  ]);
});
