import { expect, test } from 'vitest';
import { clientCommitRules } from './rules/client-commit.js';
import { commitRules } from './rules/commit.js';
import { commitAnswerRules } from './rules/commit-answers.js';
import { groupRules } from './rules/group.js';
import { logRules } from './rules/log.js';
import { offsetCommitRules } from './rules/offset-commit.js';
import { positionRules } from './rules/position.js';
import { producerRules } from './rules/producer.js';
import { retentionRules } from './rules/retention.js';
import { sendingRules } from './rules/sending.js';
import { staticMemberRules } from './rules/static-member.js';

const rules = [
  ...[
    ...logRules,
    ...positionRules,
    ...commitRules,
    ...producerRules,
    ...clientCommitRules,
    ...commitAnswerRules,
    ...retentionRules,
  ],
  ...[...sendingRules, ...groupRules, ...staticMemberRules, ...offsetCommitRules],
];

test.each(rules.map((rule) => [`${rule.rule}: ${rule.says}`, rule] as const))('%s', (_, { seen, expected }) => {
  expect(seen()).toEqual(expected);
});

// A rule that loses its last row would otherwise vanish without a sound.
test('every rule that the simulated log follows has a row', () => {
  expect([...new Set(rules.map(({ rule }) => rule))].sort()).toEqual(
    [
      ...['L1', 'L2', 'L3', 'L4', 'L6', 'L8', 'L9', 'L10', 'L11'],
      ...['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'C9', 'C10', 'C11', 'C12', 'C13', 'C14'],
      ...['1.3', 'G1', 'G2', 'G3', 'G4', 'G5', 'G6', 'G7', 'G10', 'G11'],
      ...['R1', 'R2', 'R3', 'R4', 'R5', 'R6'],
      ...['P1', 'P2', 'P3', 'P4', 'P5', 'P7'],
    ].sort(),
  );
});
