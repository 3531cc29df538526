import { expect, test } from 'vitest';
import { commitRules } from './rules/commit.js';
import { logRules } from './rules/log.js';
import { positionRules } from './rules/position.js';
import { producerRules } from './rules/producer.js';

const rules = [...logRules, ...positionRules, ...commitRules, ...producerRules];

test.each(rules.map((rule) => [`${rule.rule}: ${rule.says}`, rule] as const))('%s', (_, { seen, expected }) => {
  expect(seen()).toEqual(expected);
});

// A rule that loses its last row would otherwise vanish without a sound.
test('every rule that the simulated log follows has a row', () => {
  expect([...new Set(rules.map(({ rule }) => rule))]).toEqual([
    ...['L1', 'L2', 'L3', 'L4', 'L6', 'L9'],
    ...['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'C12', 'C13'],
    ...['P1', 'P4', 'P7'],
  ]);
});
