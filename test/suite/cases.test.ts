import { describe, expect, test } from 'vitest';
import { announcedCases, caseOfVariant } from '../../src/suite/cases.js';
import { bundledScenarios } from '../support/bundled.js';
import { scenarioOf, smallWorld } from '../support/play.js';

const names = (text: string) => announcedCases(scenarioOf(text)).map(({ name, variant }) => [name, variant]);
const run = '  - publisher: {produce: e1}\n  - run: p';

describe('the cases of a scenario', () => {
  test.each([
    ['a scenario that announces nothing', smallWorld(run), [['small', null]]],
    ['one that names no variant', `${smallWorld(run)}\nend: {violates: []}`, [['small', null]]],
    [
      'its own variant is the scenario as it is',
      `${smallWorld(run, 'invariants: [drained]')}\nend: {violates: {no-inbox: [], inbox: [], offset-first: []}}`,
      [
        ['small', null],
        ['small.no-inbox', 'no-inbox'],
        ['small.offset-first', 'offset-first'],
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  test('with two processes of different variants each variant is a run of its own', () => {
    const two = smallWorld(run, 'invariants: [drained]').replace(
      'processes: {p: {program: history, group: g, database: history}}',
      'processes: {p: {program: history, group: g, database: history}, q: {program: history, variant: offset-first, group: g, database: history}}',
    );
    expect(names(`${two}\nend: {violates: {inbox: [], offset-first: []}}`)).toEqual([
      ['small', null],
      ['small.inbox', 'inbox'],
      ['small.offset-first', 'offset-first'],
    ]);
  });

  test('every variant that a bundled scenario names is among them', () => {
    const all = bundledScenarios().flatMap((scenario) => announcedCases(scenario).map(({ name }) => name));
    expect(all).toHaveLength(90);
    expect(new Set(all).size).toBe(all.length);
  });

  test('a variant that is wanted', () => {
    const scenario = scenarioOf(smallWorld(run));
    expect(caseOfVariant(scenario, 'inbox')).toEqual({ name: 'small', scenario, variant: null });
    expect(caseOfVariant(scenario, 'no-inbox')).toEqual({ name: 'small.no-inbox', scenario, variant: 'no-inbox' });
    expect(caseOfVariant(scenario, 'nobody')).toBeNull();
  });
});
