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

function over(step: number, offset: number, record: string, process = 'history'): Evidence {
  return {
    code: 'offset-over-unresolved',
    step,
    args: { group: process, offset: String(offset), record: `${topic}-${record}`, process },
  };
}

/** A living consumer that stands at the beginning of partition 1, with `count` records to read. */
function reading(trace: TraceBuilder, count: number): TraceBuilder {
  trace.process('started').position('committed', 0).step();
  for (let number = 1; number <= count; number++) trace.record(`e${number}`);
  return trace.step();
}

const cases: readonly TraceCase[] = [
  {
    what: 'takes nothing for resolved that a new leader has replaced by another record',
    trace: (t) =>
      reading(t, 2)
        .concluded('applied', 0)
        .concluded('applied', 1)
        .step()
        .truncated(1)
        .record('e3')
        .step()
        .position('reset', 0)
        .concluded('already-applied', 0)
        .commit(2),
    verdict: violated(over(4, 2, '1@1')),
  },
  {
    what: 'is not exercised while nobody commits',
    trace: (t) => reading(t, 2).concluded('unknown', 0).concluded('applied', 1),
    verdict: notExercised,
  },
  {
    what: 'does not judge what the scenario starts with',
    trace: (t) => t.commit(2, { process: null }).step().record('e1').record('e2'),
    verdict: notExercised,
  },
  {
    what: 'holds over a prefix of applied and already applied records',
    trace: (t) => reading(t, 2).concluded('applied', 0).commit(1).concluded('already-applied', 1).commit(2),
    verdict: holds,
  },
  {
    what: 'holds for a commit that stops before an unknown record',
    trace: (t) => reading(t, 2).concluded('applied', 0).concluded('unknown', 1).commit(1),
    verdict: holds,
  },
  {
    what: 'is violated over an unknown record, although a later one is resolved',
    trace: (t) => reading(t, 2).concluded('unknown', 0).concluded('applied', 1).step().commit(2),
    verdict: violated(over(3, 2, '1@0')),
  },
  {
    what: 'is violated by a commit before its record is resolved, even if it is resolved afterwards',
    trace: (t) => reading(t, 1).commit(1).step().concluded('applied', 0),
    verdict: violated(over(2, 1, '1@0')),
  },
  {
    what: 'names the first gap, and each commit that goes over it',
    trace: (t) =>
      reading(t, 4)
        .concluded('applied', 0)
        .concluded('unknown', 1)
        .concluded('applied', 2)
        .commit(3)
        .step()
        .concluded('unknown', 3)
        .commit(4),
    verdict: violated(over(2, 3, '1@1'), over(3, 4, '1@1')),
  },
  {
    what: 'holds once the gap has been resolved by a redelivery',
    trace: (t) =>
      reading(t, 2).concluded('unknown', 0).concluded('applied', 1).concluded('already-applied', 0).commit(2),
    verdict: holds,
  },
  {
    what: 'holds over records that an earlier life has resolved',
    trace: (t) =>
      reading(t, 2)
        .concluded('unknown', 0)
        .concluded('applied', 1)
        .step()
        .process('crashed')
        .process('started')
        .position('committed', 0)
        .step()
        .concluded('applied', 0)
        .commit(2),
    verdict: holds,
  },
  {
    what: 'is violated in a new life, which begins at the committed offset and not where the last one read',
    trace: (t) => reading(t, 2).step().process('crashed').process('started').position('committed', 0).step().commit(2),
    verdict: violated(over(4, 2, '1@0')),
  },
  {
    what: 'begins anew where a seek leads',
    trace: (t) => reading(t, 3).position('seek', 2).concluded('applied', 2).commit(3),
    verdict: holds,
  },
  {
    what: 'is not freed by a seek from a record that ended unknown',
    trace: (t) => reading(t, 3).concluded('unknown', 0).position('seek', 2).concluded('applied', 2).commit(3),
    verdict: violated(over(2, 3, '1@0')),
  },
  {
    what: 'is not held by a record that ended unknown after it had been resolved',
    trace: (t) =>
      reading(t, 2)
        .concluded('applied', 0)
        .position('seek', 0)
        .concluded('unknown', 0)
        .concluded('applied', 1)
        .commit(2),
    verdict: holds,
  },
  {
    what: 'begins anew where a seek leads, also back to a record that was never resolved',
    trace: (t) =>
      reading(t, 3).position('seek', 1).concluded('applied', 1).commit(2).position('seek', 0).step().commit(3),
    verdict: violated(over(3, 3, '1@0')),
  },
  {
    what: 'begins anew where a reset leads',
    trace: (t) =>
      t
        .step()
        .record('e1')
        .record('e2')
        .process('started')
        .position('reset', 2)
        .record('e3')
        .concluded('applied', 2)
        .commit(3),
    verdict: holds,
  },
  {
    what: 'begins at 0 where the process never had a position',
    trace: (t) => t.step().record('e1').record('e2').concluded('applied', 1).commit(2),
    verdict: violated(over(1, 2, '1@0')),
  },
  {
    what: 'finds nothing wrong with a rewind',
    trace: (t) => reading(t, 2).concluded('applied', 0).concluded('applied', 1).commit(2).commit(0).commit(1),
    verdict: holds,
  },
  {
    what: 'finds nothing wrong with an offset beyond the log end while every record is resolved',
    trace: (t) => reading(t, 1).concluded('applied', 0).commit(999),
    verdict: holds,
  },
  {
    what: 'counts a record that could not be decoded as unresolved',
    trace: (t) =>
      t
        .process('started')
        .position('committed', 0)
        .step()
        .record(null)
        .concluded('unknown', 0, { errorFrom: 'other' })
        .commit(1),
    verdict: violated(over(1, 1, '1@0')),
  },
  {
    what: 'keeps partitions apart',
    trace: (t) =>
      t
        .step()
        .record('e1')
        .record('e2', { partition: 2 })
        .concluded('applied', 0)
        .commit(1)
        .step()
        .commit(1, { partition: 2 }),
    verdict: violated(over(2, 1, '2@0')),
  },
  {
    what: 'keeps groups apart: what one has resolved, another has not',
    world: {
      databases: [historyDatabase('history'), historyDatabase('audit')],
      groups: [group('history'), group('audit')],
      processes: [consumer('history'), consumer('audit')],
    },
    trace: (t) => t.step().record('e1').concluded('applied', 0).commit(1).step().commit(1, { process: 'audit' }),
    verdict: violated(over(2, 1, '1@0', 'audit')),
  },
];

test.each(judged('contiguous-checkpoint', cases))('contiguous-checkpoint %s', (_, judge) => {
  const [said, verdict] = judge();
  expect(said).toEqual(verdict);
});
