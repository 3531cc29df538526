import { expect, test } from 'vitest';
import type { Evidence } from '../../src/checks/check.js';
import {
  historyDatabase,
  holds,
  judged,
  notExercised,
  type TraceCase,
  table,
  topic,
  violated,
} from '../support/trace-builder.js';

function claimed(step: number, outcome: string, event: string, args: Readonly<Record<string, string>> = {}): Evidence {
  const usual = { process: 'history', outcome, event, record: `${topic}-1@0`, table: 'history.history_events' };
  return { code: 'claim-without-row', step, args: { ...usual, ...args } };
}

const cases: readonly TraceCase[] = [
  {
    what: 'is not exercised while nobody concludes',
    trace: (t) => t.step().record('e1').pair('e1'),
    verdict: notExercised,
  },
  {
    what: 'never accuses unknown, whether or not the row is there',
    trace: (t) =>
      t.step().record('e1').concluded('unknown', 0).step().pair('e1').concluded('unknown', 0, { errorFrom: 'other' }),
    verdict: notExercised,
  },
  {
    what: 'holds for applied and already applied with the row there',
    trace: (t) => t.step().record('e1').pair('e1').concluded('applied', 0).step().concluded('already-applied', 0),
    verdict: holds,
  },
  {
    what: 'is violated by applied without a row',
    trace: (t) => t.step().record('e1').step().concluded('applied', 0),
    verdict: violated(claimed(2, 'applied', 'e1')),
  },
  {
    what: 'is violated by already applied with nothing but the marker',
    trace: (t) => t.step().record('e1').insert('history.inbox', 'e1').step().step().concluded('already-applied', 0),
    verdict: violated(claimed(3, 'already-applied', 'e1')),
  },
  {
    what: 'judges at the moment of the claim: a row that comes later does not help',
    trace: (t) => t.step().record('e1').concluded('applied', 0).step().pair('e1').concluded('already-applied', 0),
    verdict: violated(claimed(1, 'applied', 'e1')),
  },
  {
    what: 'judges at the moment of the claim: a row that is deleted later does no harm',
    trace: (t) =>
      t.step().record('e1').pair('e1').concluded('applied', 0).step().delete('history.history_events', 'e1'),
    verdict: holds,
  },
  {
    what: 'looks for the row of the event itself',
    trace: (t) => t.step().record('e1').record('e2').pair('e1').step().concluded('applied', 1),
    verdict: violated(claimed(2, 'applied', 'e2', { record: `${topic}-1@1` })),
  },
  {
    what: 'looks in the database of the process, not in another one',
    world: { databases: [historyDatabase('history'), historyDatabase('audit')] },
    trace: (t) => t.step().record('e1').pair('e1', 'audit').concluded('applied', 0),
    verdict: violated(claimed(1, 'applied', 'e1')),
  },
  {
    what: 'names every table in which the row might have been',
    world: { databases: [{ name: 'history', tables: [table('history_events', 'effect'), table('totals', 'effect')] }] },
    trace: (t) =>
      t.step().record('e1').record('e2').insert('history.totals', 'e1').concluded('applied', 0).concluded('applied', 1),
    verdict: violated(
      claimed(1, 'applied', 'e2', { record: `${topic}-1@1`, table: 'history.history_events, history.totals' }),
    ),
  },
  {
    what: 'does not judge a record without an event',
    trace: (t) => t.step().record(null).concluded('applied', 0),
    verdict: notExercised,
  },
  {
    what: 'does not judge a process whose database has no table of effects',
    world: { databases: [{ name: 'history', tables: [table('inbox', 'marker')] }] },
    trace: (t) => t.step().record('e1').concluded('applied', 0),
    verdict: notExercised,
  },
];

test.each(judged('honest-outcome', cases))('honest-outcome %s', (_, judge) => {
  const [said, verdict] = judge();
  expect(said).toEqual(verdict);
});
