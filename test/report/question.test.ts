import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Run } from '../../src/engine/run.js';
import { LANGUAGES } from '../../src/model/text.js';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { traceDocument } from '../../src/report/json.js';
import { renderScript } from '../../src/report/script.js';
import { renderText } from '../../src/report/text/text.js';
import { bundledScenarios } from '../support/bundled.js';
import { play, scenarioOf, smallWorld } from '../support/play.js';
import { openServer } from '../support/server.js';

const text = smallWorld(`  - publisher: {produce: e1}
  - run: p
    ask: {en: Will it read e1?, ru: Прочитает ли он e1?}
    say: {en: It reads., ru: Он читает.}
  - say: {en: That is all., ru: Это всё.}
    ask: {en: Is that all?, ru: Это всё?}`);
const scenario = scenarioOf(text);

const questions = {
  en: ['Question: Will it read e1?', 'Question: Is that all?'],
  ru: ['Вопрос: Прочитает ли он e1?', 'Вопрос: Это всё?'],
};

describe.each(LANGUAGES)('a question in %s', (lang) => {
  let server: PgliteServer;
  let run: Run;
  beforeAll(async () => {
    server = openServer();
    run = await play(server, text);
  });
  afterAll(() => server.close());
  const options = { target: 'small', variant: null, lang };

  test('is printed by a run before its step, so that the step does not give the answer away', () => {
    const printed = renderText({ scenario, runs: [run], options }, { columns: 80, color: 0, tables: 'none' });
    const lines = printed.split('\n');
    for (const [index, step] of ['2 ', '3 '].entries()) {
      const at = lines.findIndex((line) => line.startsWith(step));
      expect(lines.slice(at - 3, at)).toEqual(['', `   ${questions[lang][index]}`, '']);
    }
  });

  test('stands in the script before what the step does', () => {
    const lines = renderScript(scenario, lang, 80).split('\n');
    expect(lines).toContain(`  2  ${questions[lang][0]}`);
    expect(lines).toContain(`  3  ${questions[lang][1]}`);
  });

  test('is in the JSON, in the language of the run', () => {
    const { steps } = traceDocument({ scenario, runs: [run], options });
    const wanted = questions[lang].map((question) => question.replace(/^\S+ /, ''));
    expect(steps.map(({ question }) => question)).toEqual([null, ...wanted]);
  });
});

test('every bundled scenario asks one on each of its ways, in two languages', () => {
  const silent = bundledScenarios().filter(
    ({ branches }) => !branches.every(({ steps }) => steps.some(({ ask }) => ask)),
  );
  expect(silent.map(({ id }) => id)).toEqual([]);
  const same = bundledScenarios().flatMap(({ id, branches }) =>
    branches.flatMap(({ steps }) => steps.flatMap(({ ask }) => (ask && ask.en === ask.ru ? [`${id}: ${ask.en}`] : []))),
  );
  expect(same).toEqual([]);
});
