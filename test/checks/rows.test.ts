import { describe, expect, test } from 'vitest';
import type { Evidence } from '../../src/checks/check.js';
import {
  consumer,
  historyDatabase,
  holds,
  judged,
  notExercised,
  type TraceCase,
  table,
  violated,
} from '../support/trace-builder.js';

function rowsOfOneEvent(step: number, event: string, count: string, place = 'history.history_events'): Evidence {
  return { code: 'rows-of-one-event', step, args: { table: place, event, count } };
}

const oneRow: readonly TraceCase[] = [
  { what: 'is not exercised without a row of effect', trace: (t) => t.step().record('e1'), verdict: notExercised },
  {
    what: 'is not exercised by markers and sources, which are no effects',
    trace: (t) =>
      t.step().insert('history.inbox', 'e1').insert('history.inbox', 'e1').insert('tickets.outbox', 'e1', null),
    verdict: notExercised,
  },
  { what: 'holds with one row for each event', trace: (t) => t.step().pair('e1').pair('e2'), verdict: holds },
  {
    what: 'is violated by a second row, at the step that wrote it',
    trace: (t) => t.step().pair('e1').step().pair('e2').step().insert('history.history_events', 'e1'),
    verdict: violated(rowsOfOneEvent(3, 'e1', '2')),
  },
  {
    what: 'counts the rows of each event, and names each event once',
    trace: (t) =>
      t
        .step()
        .insert('history.history_events', 'e1')
        .insert('history.history_events', 'e2')
        .insert('history.history_events', 'e1')
        .step()
        .insert('history.history_events', 'e2')
        .insert('history.history_events', 'e1'),
    verdict: violated(rowsOfOneEvent(2, 'e1', '3'), rowsOfOneEvent(2, 'e2', '2')),
  },
  {
    what: 'holds again once the second row is gone: it judges what is there',
    trace: (t) => t.step().pair('e1').insert('history.history_events', 'e1').delete('history.history_events', 'e1'),
    verdict: holds,
  },
  {
    what: 'counts no row that TRUNCATE has taken',
    trace: (t) =>
      t.step().pair('e1').insert('history.history_events', 'e1').truncate('history.history_events').pair('e1'),
    verdict: holds,
  },
  {
    what: 'judges each table by itself: a row in each of two databases is no second row',
    world: { databases: [historyDatabase('history'), historyDatabase('audit')] },
    trace: (t) => t.step().pair('e1').pair('e1', 'audit').insert('audit.history_events', 'e1'),
    verdict: violated(rowsOfOneEvent(1, 'e1', '2', 'audit.history_events')),
  },
];

describe('one-row-per-event', () => {
  test.each(judged('one-row-per-event', oneRow))('%s', (_, judge) => {
    const [said, verdict] = judge();
    expect(said).toEqual(verdict);
  });
});

const alone = (step: number, event: string, database = 'history'): Evidence => ({
  code: 'marker-without-row',
  step,
  args: { table: `${database}.inbox`, event, others: `${database}.history_events` },
});
const unmarked = (step: number, event: string, database = 'history', others = `${database}.inbox`): Evidence => ({
  code: 'row-without-marker',
  step,
  args: { table: `${database}.history_events`, event, others },
});

const markers: readonly TraceCase[] = [
  {
    what: 'is not exercised without a marker or a row of effect',
    trace: (t) => t.step().record('e1').insert('tickets.outbox', 'e1', null),
    verdict: notExercised,
  },
  { what: 'holds where each marker has its row', trace: (t) => t.step().pair('e1').pair('e2'), verdict: holds },
  {
    what: 'is violated by a marker alone, at the step that wrote it',
    trace: (t) => t.step().pair('e1').step().insert('history.inbox', 'e2').step(),
    verdict: violated(alone(2, 'e2')),
  },
  {
    what: 'is violated by a row alone, at the step that wrote it',
    trace: (t) => t.step().pair('e1').step().insert('history.history_events', 'e2').step(),
    verdict: violated(unmarked(2, 'e2')),
  },
  {
    what: 'names an event once, at the step of its first row',
    trace: (t) => t.step().insert('history.history_events', 'e1').step().insert('history.history_events', 'e1'),
    verdict: violated(unmarked(1, 'e1')),
  },
  {
    what: 'is not deceived by equal totals: one marker alone and one row alone are two violations',
    trace: (t) => t.step().insert('history.inbox', 'e1').step().insert('history.history_events', 'e2'),
    verdict: violated(alone(1, 'e1'), unmarked(2, 'e2')),
  },
  {
    what: 'holds once the row has come after its marker',
    trace: (t) => t.step().insert('history.inbox', 'e1').step().insert('history.history_events', 'e1'),
    verdict: holds,
  },
  {
    what: 'is violated by the marker whose row TRUNCATE has taken',
    trace: (t) => t.step().pair('e1').step().truncate('history.history_events'),
    verdict: violated(alone(1, 'e1')),
  },
  {
    what: 'does not take the marker of another database for one',
    world: { databases: [historyDatabase('history'), historyDatabase('audit')] },
    trace: (t) => t.step().insert('history.inbox', 'e1').step().insert('audit.history_events', 'e1'),
    verdict: violated(alone(1, 'e1'), unmarked(2, 'e1', 'audit')),
  },
  {
    what: 'is violated by every row of a service that has no inbox',
    world: {
      databases: [{ name: 'history', tables: [table('history_events', 'effect')] }],
      processes: [consumer('history', { variant: 'no-inbox', claims: [] })],
    },
    trace: (t) => t.step().insert('history.history_events', 'e1'),
    verdict: violated(unmarked(1, 'e1', 'history', '')),
  },
];

describe('marker-with-row', () => {
  test.each(judged('marker-with-row', markers))('%s', (_, judge) => {
    const [said, verdict] = judge();
    expect(said).toEqual(verdict);
  });
});
