import { expect, test } from 'vitest';
import type { Evidence } from '../../src/checks/check.js';
import {
  consumer,
  group,
  historyDatabase,
  holds,
  judged,
  notExercised,
  type TraceBuilder,
  type TraceCase,
  topic,
  violated,
} from '../support/trace-builder.js';

function unresolved(step: number, event: string, error: string, offset = 0, name = 'history'): Evidence {
  return {
    code: 'record-unresolved',
    step,
    args: { group: name, record: `${topic}-1@${offset}`, event, error },
  };
}

/** A delivery of record 0 whose statement fails with `code`, and which is cleaned up. */
function refused(trace: TraceBuilder, code: string): TraceBuilder {
  trace.call('saveHistory', { client: 'error', server: 'refused', error: { code, constraint: null, position: null } });
  const errorFrom = trace.operation;
  return trace.call('rollback').concluded('unknown', 0, { errorFrom });
}

const cases: readonly TraceCase[] = [
  {
    what: 'is not exercised without the drain, whatever is left',
    trace: (t) => t.step().record('e1').insert('tickets.outbox', 'e2', null).end('history'),
    verdict: notExercised,
  },
  {
    what: 'is not exercised where there was never anything to do',
    trace: (t) => t.step().drain().end(),
    verdict: notExercised,
  },
  {
    what: 'holds when every record is resolved and committed',
    trace: (t) => t.step().record('e1').pair('e1').step().drain().concluded('already-applied', 0).commit(1).end(),
    verdict: holds,
  },
  {
    what: 'holds when every row of a source is published',
    trace: (t) => t.step().insert('tickets.outbox', 'e1', '2026-10-03 09:00:00+00').step().drain().end(),
    verdict: holds,
  },
  {
    what: 'holds where the reset leads past everything: what is lost is not reachable',
    world: { groups: [group('history', 'latest')] },
    trace: (t) => t.step().record('e1').step().drain().end(),
    verdict: holds,
  },
  {
    what: 'names the record that failed last, with its error and the step of its last delivery',
    trace: (t) =>
      refused(refused(t.step().record('e1').step(), '53300').step().drain(), '23503')
        .step()
        .end(),
    verdict: violated(unresolved(3, 'e1', '23503')),
  },
  {
    what: 'names the error that the program handed on, not a later one of its clean-up',
    trace: (t) => {
      t.step().record('e1').step().drain();
      t.call('commit', { client: 'no-reply', error: { code: '08006', constraint: null, position: null } });
      const errorFrom = t.operation;
      t.call('rollback', {
        client: 'not-sent',
        server: 'nothing',
        error: { code: '08003', constraint: null, position: null },
      });
      t.concluded('unknown', 0, { errorFrom }).end();
    },
    verdict: violated(unresolved(2, 'e1', '08006')),
  },
  {
    what: 'gives no code for an error that no operation gave, although one failed before',
    trace: (t) =>
      refused(t.step().record('e1').step(), '53300')
        .step()
        .drain()
        .concluded('unknown', 0, { errorFrom: 'other' })
        .end(),
    verdict: violated(unresolved(3, 'e1', '-')),
  },
  {
    what: 'names a record that was never tried, at the end',
    trace: (t) => t.step().record('e1').step().drain().end(),
    verdict: violated(unresolved(2, 'e1', '-')),
  },
  {
    what: 'names a record without an event',
    trace: (t) => t.step().record(null).step().drain().concluded('unknown', 0, { errorFrom: 'other' }).end(),
    verdict: violated(unresolved(2, '-', '-')),
  },
  {
    what: 'names the first record of a partition that cannot move, not the resolved ones before nor the others after it',
    trace: (t) =>
      t
        .step()
        .record('e1')
        .record('e2')
        .record('e3')
        .step()
        .drain()
        .concluded('applied', 0)
        .concluded('unknown', 1, { errorFrom: 'other' })
        .concluded('unknown', 2, { errorFrom: 'other' })
        .end(),
    verdict: violated(unresolved(2, 'e2', '-', 1)),
  },
  {
    what: 'forgets an error once the record is resolved',
    trace: (t) => refused(t.step().record('e1').step(), '53300').drain().concluded('applied', 0).commit(1).end(),
    verdict: holds,
  },
  {
    what: 'takes nothing for resolved that a new leader has replaced by another record',
    trace: (t) => t.step().record('e1').concluded('applied', 0).step().truncated(0).record('e2').step().drain().end(),
    verdict: violated(unresolved(3, 'e2', '-')),
  },
  {
    what: 'is violated by an offset that stays behind although everything is resolved',
    trace: (t) =>
      t.step().record('e1').record('e2').concluded('applied', 0).concluded('applied', 1).commit(1).step().drain().end(),
    verdict: violated({
      code: 'offset-behind',
      step: 2,
      args: { group: 'history', partition: `${topic}-1`, position: '1', end: '2' },
    }),
  },
  {
    what: 'is violated by a row of a source that is still pending, at the step that wrote it',
    trace: (t) =>
      t.step().insert('tickets.outbox', 'e1', null).insert('tickets.outbox', 'e2', 'now').step().drain().end(),
    verdict: violated({ code: 'row-pending', step: 1, args: { event: 'e1', table: 'tickets.outbox' } }),
  },
  {
    what: 'is violated by whoever has not finished',
    trace: (t) => t.step().record('e1').concluded('applied', 0).commit(1).step().drain().end('history', 'relay'),
    verdict: violated(
      { code: 'unfinished', step: 2, args: { actor: 'history' } },
      { code: 'unfinished', step: 2, args: { actor: 'relay' } },
    ),
  },
  {
    what: 'is violated where reset none leaves a group without a position',
    world: { groups: [group('history', 'none')] },
    trace: (t) => t.step().record('e1').step().drain().end(),
    verdict: violated({ code: 'no-position', step: 2, args: { group: 'history', partition: `${topic}-1` } }),
  },
  {
    what: 'holds with reset none where the offset is committed',
    world: { groups: [group('history', 'none')] },
    trace: (t) => t.step().record('e1').concluded('applied', 0).commit(1).step().drain().end(),
    verdict: holds,
  },
  {
    what: 'names what is left of each kind and in each partition',
    trace: (t) =>
      t
        .step()
        .record('e1')
        .record('e2', { partition: 2 })
        .insert('tickets.outbox', 'e3', null)
        .step()
        .drain()
        .concluded('applied', 0)
        .end('history'),
    verdict: violated(
      { code: 'unfinished', step: 2, args: { actor: 'history' } },
      { code: 'row-pending', step: 1, args: { event: 'e3', table: 'tickets.outbox' } },
      { code: 'offset-behind', step: 2, args: { group: 'history', partition: `${topic}-1`, position: '0', end: '1' } },
      {
        code: 'record-unresolved',
        step: 2,
        args: { group: 'history', record: `${topic}-2@0`, event: 'e2', error: '-' },
      },
    ),
  },
  {
    what: 'judges each group by itself, and none that nobody reads for',
    world: {
      databases: [historyDatabase('history'), historyDatabase('audit')],
      groups: [group('history'), group('audit'), group('nobody')],
      processes: [consumer('history'), consumer('audit')],
    },
    trace: (t) => t.step().record('e1').concluded('applied', 0).commit(1).step().drain().end(),
    verdict: violated(unresolved(2, 'e1', '-', 0, 'audit')),
  },
];

test.each(judged('drained', cases))('drained %s', (_, judge) => {
  const [said, verdict] = judge();
  expect(said).toEqual(verdict);
});
