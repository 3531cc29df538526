import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { DIAGNOSTIC_CODES, type Diagnostic } from '../../src/model/diagnostic.js';
import { FAULT_KINDS } from '../../src/model/fault.js';
import { INVARIANTS, OUTCOMES } from '../../src/model/names.js';
import { REFUSAL_CODES } from '../../src/model/refusal.js';
import { LANGUAGES } from '../../src/model/text.js';
import { describeStatement } from '../../src/postgres/statement.js';
import { diagnosticExamples } from '../../src/report/explain/diagnostic-examples.js';
import { renderTermList, renderTerms } from '../../src/report/explain/explain.js';
import { faultExamples } from '../../src/report/explain/fault-examples.js';
import { refusalExamples } from '../../src/report/explain/refusal-examples.js';
import { shownBy } from '../../src/report/explain/shown-by.js';
import { explainWordings, findTerms, knownNames, termsIn } from '../../src/report/explain/terms.js';
import { widthOf } from '../../src/report/text/layout.js';
import { WORDS } from '../../src/report/wording/explain.js';
import { loadScenario } from '../../src/scenario/load.js';
import { nearest } from '../../src/scenario/nearest.js';
import { bundledIds, bundledText } from '../support/bundled.js';
import { scenarioAround } from '../support/example.js';

function saidOf(example: string): readonly Diagnostic['code'][] {
  const loaded = loadScenario(scenarioAround(example));
  return (loaded.kind === 'scenario' ? loaded.warnings : loaded.diagnostics).map(({ code }) => code);
}

describe('examples', () => {
  test.each(DIAGNOSTIC_CODES)('the wrong one of %s has it', (code) => {
    expect(saidOf(diagnosticExamples[code].wrong)).toContain(code);
  });

  test.each(DIAGNOSTIC_CODES)('the right one of %s has nothing wrong', (code) => {
    expect(saidOf(diagnosticExamples[code].right)).toEqual([]);
  });

  test.each(FAULT_KINDS)('the one of the fault %s is right and has that fault', (kind) => {
    expect(saidOf(faultExamples[kind])).toEqual([]);
    const loaded = loadScenario(scenarioAround(faultExamples[kind]));
    const steps = loaded.kind === 'scenario' ? loaded.scenario.branches.flatMap((branch) => branch.steps) : [];
    expect(steps.flatMap(({ faults }) => faults.map(({ fault }) => fault.kind))).toEqual([kind]);
  });

  test.each(REFUSAL_CODES)('the statement of %s is refused for it', (code) => {
    expect(describeStatement(refusalExamples[code]).refusal?.code).toBe(code);
  });
});

describe.each(LANGUAGES)('in %s', (language) => {
  test('everything that a message, a step or a report names can be explained', () => {
    const names = [...DIAGNOSTIC_CODES, ...FAULT_KINDS, ...INVARIANTS, ...OUTCOMES, ...REFUSAL_CODES, ...WORDS];
    for (const name of names) expect(findTerms(name, language), name).not.toEqual([]);
  });

  test('whoever asks for the kinds of something is told them all', () => {
    const { fault, outcome } = explainWordings[language].words;
    for (const kind of FAULT_KINDS) expect(fault.text).toContain(kind);
    for (const name of OUTCOMES) expect(outcome.text).toContain(name);
  });

  test('texts are sentences, and no two terms have the same', () => {
    const texts = termsIn(language).flatMap(({ paragraphs }) => paragraphs);
    for (const text of texts) expect(text).toMatch(/^["\p{L}].*\.$/su);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('a text fits its width, and examples stand as they are', () => {
    const shown = renderTerms(findTerms('refused-statement', language), language, 60);
    const [text = ''] = shown.split(explainWordings[language].wrong);
    expect(text.split('\n').every((line) => widthOf(line) <= 60)).toBe(true);
    expect(shown).toContain('    steps:\n      - W1: SET statement_timeout = 100\n');
  });

  test('the list has every name once', () => {
    const list = renderTermList(language, 80);
    const inOneLine = list.replaceAll(/\n +/g, ' ');
    for (const { called } of termsIn(language)) expect(inOneLine).toContain(called);
    for (const columns of [40, 80]) {
      const lines = renderTermList(language, columns).split('\n');
      expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
    }
  });
});

test('no text of one language has been left in the other', () => {
  for (const { name, paragraphs, called } of termsIn('en'))
    expect(paragraphs.join() + called, name).not.toMatch(/\p{sc=Cyrillic}/u);
  for (const { name, paragraphs } of termsIn('ru')) {
    for (const text of paragraphs) expect(text, name).toMatch(/\p{sc=Cyrillic}/u);
  }
});

test('a term is found by its name, its words and its Russian name', () => {
  const found = (typed: string) => findTerms(typed, 'en').map(({ kind, name }) => `${kind} ${name}`);
  expect(found('committed offset')).toEqual(['word committed-offset']);
  expect(found('Committed-Offset')).toEqual(['word committed-offset']);
  expect(found('сохранённый  offset')).toEqual(['word committed-offset']);
  expect(found('сохраненный offset')).toEqual(['word committed-offset']);
  expect(found('CDC')).toEqual(['word cdc']);
  expect(found('двойная запись')).toEqual(['word dual-write']);
  expect(found('Публикатор')).toEqual(found('relay'));
  expect(found('replica lag')).toEqual(['word replica']);
  expect(found('неизвестный исход')).toEqual(['outcome unknown']);
  expect(found('schema')).toEqual(['refusal schema']);
  expect(found('nothing')).toEqual([]);
});

test('another name of a term leads to nothing else', () => {
  for (const { name, also } of termsIn('en'))
    for (const other of also) expect(findTerms(other, 'en'), other).toEqual(findTerms(name, 'en'));
});

test('what is watched in a bundled scenario is watched in one that there is', () => {
  const shown = termsIn('en').flatMap((term) => term.shownBy ?? []);
  expect(shown.length).toBeGreaterThan(30);
  expect(shown.filter((scenario) => !bundledIds().includes(scenario))).toEqual([]);
});

test.each(INVARIANTS)('the scenario of %s announces it as violated', (name) => {
  const announced: string[] = [];
  parse(bundledText(shownBy[name]), (key, value) => {
    if (key === 'violates') announced.push(...Object.values(value as string[] | Record<string, string[]>).flat());
    return value;
  });
  expect(announced).toContain(name);
});

test('the nearest names are known for a slip', () => {
  expect(nearest('uknown-key', knownNames('en'))[0]).toBe('unknown-key');
  expect(nearest('чекпойнт', knownNames('ru'))).toEqual([]);
  expect(nearest('ребалансеровка', knownNames('ru'))[0]).toBe('ребалансировка');
});

test('a term reads like this', () => {
  expect(renderTerms(findTerms('never-produced', 'en'), 'en', 80)).toBe(`never-produced · warning about a scenario

The scenario describes an event and no step sends it.

Either a step is missing, or an event has been left over from an earlier
version.

Wrong:
    events:
      e1: {topic: tickets, value: {event_id: e1}}
    steps:
      - run: history

Right:
    events:
      e1: {topic: tickets, value: {event_id: e1}}
    steps:
      - publisher: {produce: e1}
      - run: history

(The rest of the scenario is left out.)
`);
  expect(renderTerms(findTerms('lag', 'ru'), 'ru', 80)).toBe(`лаг (lag) · термин

Конец лога минус сохранённый offset (а не позиция). Лаг 0 говорит, что offset
дошёл до конца, а не что события применены.

Посмотреть: inbox-sim run highest-offset-wins
`);
});
