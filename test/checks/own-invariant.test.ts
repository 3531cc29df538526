import { expect, test } from 'vitest';
import { limits } from '../../src/base/limits.js';
import type { Evidence, Verdict } from '../../src/checks/check.js';
import { Watch } from '../../src/checks/registry.js';
import type { SqlValue } from '../../src/model/sql.js';
import { holds, notExercised, TraceBuilder, violated } from '../support/trace-builder.js';

const message = { en: 'a balance is below zero', ru: 'баланс ниже нуля' };

function answer(trace: TraceBuilder, rows: readonly (readonly SqlValue[])[], invariant = 'no-debt'): TraceBuilder {
  return trace.add({ kind: 'query-answered', invariant, columns: ['id', 'note'], rows });
}

/** A query says what is so, and not since which step. */
const found = (row: string): Evidence => ({
  code: 'query-found-rows',
  step: 0,
  args: { ...message, row },
});

test.each<[string, (trace: TraceBuilder) => unknown, Verdict]>([
  ['is not exercised while nobody has asked', (t) => t.step().step(), notExercised],
  ['holds where the query answers no row', (t) => answer(t.step(), []), holds],
  [
    'is violated by each row, with its columns and its NULLs',
    (t) =>
      answer(t.step(), [
        ['1', 'x'],
        ['2', null],
      ]),
    violated(found('id=1, note=x'), found('id=2, note=NULL')),
  ],
  [
    'goes by the last answer',
    (t) => answer(answer(t.step(), [['1', 'x']]).step(), [['2', 'y']]),
    violated(found('id=2, note=y')),
  ],
  ['holds again when the rows are gone', (t) => answer(answer(t.step(), [['1', 'x']]).step(), []), holds],
  ['does not take the answer to another query', (t) => answer(t.step(), [['1', 'x']], 'other'), notExercised],
])('an invariant of the scenario %s', (_, write, verdict) => {
  const trace = new TraceBuilder();
  write(trace);
  const watch = new Watch(['effect-once'], [{ name: 'no-debt', message }]);
  for (const event of trace.events) watch.see(event);
  expect(watch.verdicts()).toEqual([
    { name: 'effect-once', applies: true, ...notExercised },
    { name: 'no-debt', applies: true, ...verdict },
  ]);
});

test('an invariant of the scenario shows its first rows, as many as there are pieces of evidence', () => {
  const watch = new Watch([], [{ name: 'no-debt', message }]);
  const rows = Array.from({ length: limits.evidencePieces + 1 }, (_, index) => [String(index), null]);
  for (const event of answer(new TraceBuilder().step(), rows).events) watch.see(event);
  expect(watch.verdicts()[0]?.evidence).toEqual(
    rows.slice(0, limits.evidencePieces).map(([id]) => found(`id=${id}, note=NULL`)),
  );
});
