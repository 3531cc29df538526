import { expect, test } from 'vitest';
import type { Evidence } from '../../src/checks/check.js';
import { holds, judged, notExercised, type TraceCase, violated } from '../support/trace-builder.js';

const back = (step: number, before: string, saw: string): Evidence => ({
  code: 'read-went-back',
  step,
  args: { client: 'U', item: 'order', before, saw },
});

const cases: readonly TraceCase[] = [
  {
    what: 'is not exercised by one read of each client',
    trace: (t) => t.step().writes('W', 'order', 'a').reads('U', 'order', 'a').reads('V', 'order'),
    verdict: notExercised,
  },
  {
    what: 'is not exercised by reads of different things',
    trace: (t) => t.step().writes('W', 'order', 'a').reads('U', 'order', 'a').reads('U', 'bill'),
    verdict: notExercised,
  },
  {
    what: 'holds where nothing is ever found',
    trace: (t) => t.step().writes('W', 'order', 'a').reads('U', 'order').reads('U', 'order'),
    verdict: holds,
  },
  {
    what: 'holds where each read shows the same or something later',
    trace: (t) =>
      t
        .step()
        .writes('W', 'order', 'a')
        .writes('W', 'order', 'b')
        .reads('U', 'order')
        .reads('U', 'order', 'a')
        .reads('U', 'order', 'a')
        .reads('U', 'order', 'b'),
    verdict: holds,
  },
  {
    what: 'holds where it is gone because it was removed',
    trace: (t) =>
      t.step().writes('W', 'order', 'a').reads('U', 'order', 'a').writes('W', 'order', null).reads('U', 'order'),
    verdict: holds,
  },
  {
    what: 'does not ask for what the client has only written',
    trace: (t) => t.step().writes('U', 'order', 'a').reads('U', 'order').reads('U', 'order', 'a'),
    verdict: holds,
  },
  {
    what: 'is violated where what was seen is gone again, at the step of the read',
    trace: (t) => t.step().writes('W', 'order', 'a').reads('U', 'order', 'a').step().reads('U', 'order').step(),
    verdict: violated(back(2, 'a', '-')),
  },
  {
    what: 'is violated by an earlier version, and compares with the latest seen',
    trace: (t) =>
      t
        .step()
        .writes('W', 'order', 'a')
        .writes('W', 'order', 'b', { client: 'no-reply' })
        .reads('U', 'order', 'b')
        .reads('U', 'order', 'a')
        .step()
        .reads('U', 'order', 'a')
        .reads('U', 'order', 'b'),
    verdict: violated(back(1, 'b', 'a'), back(2, 'b', 'a')),
  },
  {
    what: 'forgets what somebody saw who has died',
    trace: (t) =>
      t
        .step()
        .writes('W', 'order', 'a')
        .reads('U', 'order', 'a')
        .process('stopped', 'U')
        .process('started', 'U')
        .reads('U', 'order'),
    verdict: notExercised,
  },
];

test.each(judged('monotonic-reads', cases))('%s', (_, judge) => {
  const [found, expected] = judge();
  expect(found).toEqual(expected);
});
