import { expect, test } from 'vitest';
import { memberNames } from '../../src/report/text/news.js';
import type { GroupChanged } from '../../src/trace/group-event.js';

function group(state: string, ...members: [memberId: string, process: string | null, partitions: number[]][]) {
  return {
    kind: 'group-changed',
    group: 'g',
    state,
    generation: 1,
    members: members.map(([memberId, process, partitions]) => ({ memberId, process, instanceId: null, partitions })),
  } as const satisfies GroupChanged;
}

test('partitions are named once they have been given out', () => {
  expect(memberNames(group('Stable', ['C1-1', 'C1', [0, 1]], ['C2-2', 'C2', []]))).toBe('C1 [0, 1], C2 []');
  expect(memberNames(group('PreparingRebalance', ['C1-1', 'C1', []], ['C2-2', 'C2', []]))).toBe('C1, C2');
});

test('two lives of one process are told apart by their member ids, and so is a member that nobody runs', () => {
  expect(memberNames(group('PreparingRebalance', ['C1-1', 'C1', []], ['C1-3', 'C1', []], ['x-2', null, []]))).toBe(
    'C1-1, C1-3, x-2',
  );
});
