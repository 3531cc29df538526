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

const phantom = (step: number, event: string, place = '1@0', tables = 'tickets.outbox'): Evidence => ({
  code: 'event-without-fact',
  step,
  args: { event, record: `${topic}-${place}`, table: tables },
});

const cases: readonly TraceCase[] = [
  {
    what: 'is not exercised by an empty log',
    trace: (t) => t.step().insert('tickets.outbox', 'e1', null),
    verdict: notExercised,
  },
  {
    what: 'is not exercised by records without an event',
    trace: (t) => t.step().record(null),
    verdict: notExercised,
  },
  {
    what: 'is not exercised where no table is a source',
    world: { databases: [historyDatabase('history')] },
    trace: (t) => t.step().record('e1'),
    verdict: notExercised,
  },
  {
    what: 'holds for a record of a committed row',
    trace: (t) => t.step().insert('tickets.outbox', 'e1', null).step().record('e1'),
    verdict: holds,
  },
  {
    what: 'holds where the row has been deleted since',
    trace: (t) =>
      t.step().insert('tickets.outbox', 'e1', null).step().record('e1').delete('tickets.outbox', 'e1', null),
    verdict: holds,
  },
  {
    what: 'holds for a record that is ahead of its row: the fact comes before the end',
    trace: (t) => t.step().record('e1').step().insert('tickets.outbox', 'e1', null),
    verdict: holds,
  },
  {
    what: 'holds where TRUNCATE has taken the row since',
    trace: (t) => t.step().insert('tickets.outbox', 'e1', null).record('e1').truncate('tickets.outbox'),
    verdict: holds,
  },
  {
    what: 'knows events that are called what every object has',
    trace: (t) => t.step().insert('tickets.outbox', '__proto__', null).record('__proto__').record('constructor'),
    verdict: violated(phantom(1, 'constructor', '1@1')),
  },
  {
    what: 'is violated by a record without a row, at the step that appended it',
    trace: (t) => t.step().insert('tickets.outbox', 'e1', null).record('e1').step().record('e2').step(),
    verdict: violated(phantom(2, 'e2', '1@1')),
  },
  {
    what: 'names every record of the event, also in other partitions',
    trace: (t) => t.step().record('e1').step().record('e1', { partition: 2 }),
    verdict: violated(phantom(1, 'e1'), phantom(2, 'e1', '2@0')),
  },
  {
    what: 'takes a row of effect for no fact',
    trace: (t) => t.step().record('e1').pair('e1'),
    verdict: violated(phantom(1, 'e1')),
  },
  {
    what: 'takes a row of any of several sources, and names them all',
    world: {
      databases: [
        { name: 'tickets', tables: [table('outbox', 'source')] },
        { name: 'orders', tables: [table('outbox', 'source')] },
      ],
    },
    trace: (t) => t.step().insert('orders.outbox', 'e1', null).record('e1').record('e2'),
    verdict: violated(phantom(1, 'e2', '1@1', 'tickets.outbox, orders.outbox')),
  },
];

test.each(judged('no-phantom-event', cases))('no-phantom-event %s', (_, judge) => {
  const [said, verdict] = judge();
  expect(said).toEqual(verdict);
});
