import { describe, expect, test } from 'vitest';
import type { Evidence } from '../../src/checks/check.js';
import {
  consumer,
  group,
  holds,
  judged,
  notExercised,
  type TraceBuilder,
  type TraceCase,
  table,
  topic,
  violated,
} from '../support/trace-builder.js';

const before = (step: number, event: string, later: string, where = topic, key = 'ticket-42'): Evidence => ({
  code: 'later-before-earlier',
  step,
  args: { event, later, key, where },
});

/** Rows of the source, committed in this order. */
function rows(trace: TraceBuilder, ...events: string[]): TraceBuilder {
  trace.step();
  for (const event of events) trace.insert('tickets.outbox', event, null);
  return trace.step();
}

const inTheLog: readonly TraceCase[] = [
  {
    what: 'is not exercised by one event',
    trace: (t) => rows(t, 'e1', 'e2').record('e1'),
    verdict: notExercised,
  },
  {
    what: 'is not exercised by events of different keys, whatever their order',
    trace: (t) => rows(t, 'e1', 'e2').record('e2', { key: 'a' }).record('e1', { key: 'b' }),
    verdict: notExercised,
  },
  {
    what: 'is not exercised by records without a key',
    trace: (t) => rows(t, 'e1', 'e2').record('e2', { key: null }).record('e1', { key: null }),
    verdict: notExercised,
  },
  {
    what: 'is not exercised by records without an event',
    trace: (t) => t.step().record(null).record(null),
    verdict: notExercised,
  },
  {
    what: 'holds in the order of the rows',
    trace: (t) => rows(t, 'e1', 'e2').record('e1').record('e2'),
    verdict: holds,
  },
  {
    what: 'remembers the order of rows that TRUNCATE has taken',
    trace: (t) => rows(t, 'e1', 'e2').truncate('tickets.outbox').record('e2').record('e1'),
    verdict: violated(before(2, 'e1', 'e2')),
  },
  {
    what: 'holds for events that are called what every object has',
    trace: (t) =>
      rows(t, 'e1', 'constructor', '__proto__', 'e2')
        .record('e1')
        .record('constructor')
        .record('__proto__')
        .record('e2'),
    verdict: holds,
  },
  {
    what: 'is violated by the earlier row that comes later, at its step',
    trace: (t) => rows(t, 'e1', 'e2').record('e2').step().record('e1').step(),
    verdict: violated(before(3, 'e1', 'e2')),
  },
  {
    what: 'goes by the order of commits: an update does not make a row younger',
    trace: (t) =>
      rows(t, 'e1', 'e2')
        .rows('tickets', { table: 'outbox', kind: 'update', before: ['e1', null], after: ['e1', '2026-10-03'] })
        .record('e1')
        .record('e2'),
    verdict: holds,
  },
  {
    what: 'goes by the order in which records were handed to the producer where no row tells',
    trace: (t) => t.step().queued('e1').queued('e2').step().record('e2').record('e1'),
    verdict: violated(before(2, 'e1', 'e2')),
  },
  {
    what: 'goes by the order in which records were sent: one that was lost at first comes late',
    trace: (t) =>
      t
        .step()
        .call('produce', { subject: 'e1', client: 'no-reply', server: 'nothing' })
        .step()
        .record('e2')
        .call('produce', { subject: 'e2' })
        .step()
        .record('e1')
        .call('produce', { subject: 'e1' }),
    verdict: violated(before(3, 'e1', 'e2')),
  },
  {
    what: 'prefers the rows to the order of sending',
    trace: (t) => rows(t, 'e1', 'e2').queued('e2').queued('e1').record('e1').record('e2'),
    verdict: holds,
  },
  {
    what: 'takes the log itself for the order where nothing else tells',
    trace: (t) => t.step().record('e2').record('e1'),
    verdict: holds,
  },
  {
    what: 'holds where an event comes again after a later one: a redelivery is late by nature',
    trace: (t) => rows(t, 'e1', 'e2').record('e1').record('e2').record('e1'),
    verdict: holds,
  },
  {
    what: 'compares with the latest of the key, and goes on from there',
    trace: (t) => rows(t, 'e1', 'e2', 'e3').record('e3').step().record('e1').step().record('e2'),
    verdict: violated(before(3, 'e1', 'e3'), before(4, 'e2', 'e3')),
  },
  {
    what: 'follows a key into another partition, when there are more of them',
    trace: (t) =>
      rows(t, 'e1', 'e2')
        .add({ kind: 'partitions-added', topic, partitions: 4 })
        .record('e2', { partition: 3 })
        .record('e1'),
    verdict: violated(before(2, 'e1', 'e2')),
  },
  {
    what: 'judges each topic by itself',
    world: {
      topics: [
        { name: topic, partitions: 3 },
        { name: 'other', partitions: 3 },
      ],
    },
    trace: (t) => rows(t, 'e1', 'e2').record('e2', { topic: 'other' }).record('e1'),
    verdict: notExercised,
  },
];

/** Two events of one key in two partitions, in the right order in the log. */
function twoRecords(trace: TraceBuilder): TraceBuilder {
  return trace.step().record('e1').record('e2', { partition: 2 }).step();
}

const inAGroup: readonly TraceCase[] = [
  {
    what: 'holds in the order of the log',
    trace: (t) => twoRecords(t).concluded('applied', 0).concluded('applied', 0, { partition: 2 }),
    verdict: holds,
  },
  {
    what: 'is violated by a group that applies the later one first',
    trace: (t) => twoRecords(t).concluded('applied', 0, { partition: 2 }).step().concluded('applied', 0),
    verdict: violated(before(3, 'e1', 'e2', 'history')),
  },
  {
    what: 'counts only what is applied: an unknown outcome and a known event change nothing',
    trace: (t) =>
      twoRecords(t)
        .concluded('unknown', 0, { partition: 2 })
        .concluded('already-applied', 0, { partition: 2 })
        .concluded('applied', 0),
    verdict: holds,
  },
  {
    what: 'holds where an event is applied a second time: the first time counts',
    trace: (t) =>
      twoRecords(t).concluded('applied', 0).concluded('applied', 0, { partition: 2 }).step().concluded('applied', 0),
    verdict: holds,
  },
  {
    what: 'judges each group by itself',
    world: {
      databases: [{ name: 'tickets', tables: [table('outbox', 'source')] }],
      groups: [group('history'), group('audit')],
      processes: [consumer('history'), consumer('audit')],
    },
    trace: (t) =>
      twoRecords(t)
        .concluded('applied', 0, { process: 'audit' })
        .concluded('applied', 0, { partition: 2 })
        .concluded('applied', 0, { partition: 2, process: 'audit' }),
    verdict: holds,
  },
];

describe.each([
  ['key-order in the log', inTheLog],
  ['key-order in a group', inAGroup],
])('%s', (_, cases) => {
  test.each(judged('key-order', cases))('%s', (_what, judge) => {
    const [said, verdict] = judge();
    expect(said).toEqual(verdict);
  });
});
