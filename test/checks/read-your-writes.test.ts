import { expect, test } from 'vitest';
import type { Evidence } from '../../src/checks/check.js';
import { holds, judged, notExercised, type TraceCase, violated } from '../support/trace-builder.js';

const unseen = (step: number, wrote: string, saw: string, client = 'U'): Evidence => ({
  code: 'own-write-unseen',
  step,
  args: { client, item: 'order', wrote, saw },
});

const cases: readonly TraceCase[] = [
  {
    what: 'is not exercised where nobody reads',
    trace: (t) => t.step().writes('U', 'order', 'new'),
    verdict: notExercised,
  },
  {
    what: 'is not exercised where nobody has written',
    trace: (t) => t.step().reads('U', 'order'),
    verdict: notExercised,
  },
  {
    what: 'is not exercised by what others have written',
    trace: (t) => t.step().writes('V', 'order', 'new').reads('U', 'order'),
    verdict: notExercised,
  },
  {
    what: 'is not exercised by a read of something else',
    trace: (t) => t.step().writes('U', 'order', 'new').reads('U', 'bill'),
    verdict: notExercised,
  },
  {
    what: 'is not exercised by a write that nobody has acknowledged',
    trace: (t) => t.step().writes('U', 'order', 'new', { client: 'no-reply' }).reads('U', 'order'),
    verdict: notExercised,
  },
  {
    what: 'holds where the answer shows what was written',
    trace: (t) => t.step().writes('U', 'order', 'new').reads('U', 'order', 'new'),
    verdict: holds,
  },
  {
    what: 'holds where it shows something later, of whomever',
    trace: (t) => t.step().writes('U', 'order', 'new').writes('V', 'order', 'paid').reads('U', 'order', 'paid'),
    verdict: holds,
  },
  {
    what: 'holds where somebody else has removed it',
    trace: (t) => t.step().writes('U', 'order', 'new').writes('V', 'order', null).reads('U', 'order'),
    verdict: holds,
  },
  {
    what: 'holds where a value that comes again may be the later one',
    trace: (t) =>
      t.step().writes('U', 'order', 'a').writes('U', 'order', 'b').writes('V', 'order', 'a').reads('U', 'order', 'a'),
    verdict: holds,
  },
  {
    what: 'holds where only being there is asked for, or said',
    trace: (t) => t.step().writes('U', 'order').reads('U', 'order', null).reads('U', 'order', 'anything'),
    verdict: holds,
  },
  {
    what: 'holds where a later write of somebody was never acknowledged, and is seen',
    trace: (t) =>
      t.step().writes('U', 'order', 'a').writes('V', 'order', 'b', { client: 'crashed' }).reads('U', 'order', 'b'),
    verdict: holds,
  },
  {
    what: 'is violated where nothing is found, at the step of the read',
    trace: (t) => t.step().writes('U', 'order', 'new').step().reads('U', 'order').step(),
    verdict: violated(unseen(2, 'new', '-')),
  },
  {
    what: 'is violated where what was there before is found',
    trace: (t) =>
      t.step().insert('tickets.outbox', 'order', 'new').writes('U', 'order', 'paid').reads('U', 'order', 'new'),
    verdict: violated(unseen(1, 'paid', 'new')),
  },
  {
    what: 'is not exercised by a value that nobody has said to have written, and that was not there before',
    trace: (t) => t.step().writes('U', 'order', 'new').reads('U', 'order', 'paid'),
    verdict: notExercised,
  },
  {
    what: 'is not exercised where somebody has removed it without saying so',
    trace: (t) =>
      t
        .step()
        .insert('tickets.outbox', 'order', 'new')
        .writes('U', 'order', 'new')
        .delete('tickets.outbox', 'order', 'new')
        .reads('U', 'order'),
    verdict: notExercised,
  },
  {
    what: 'is violated where an own earlier version is found',
    trace: (t) => t.step().writes('U', 'order', 'new').writes('U', 'order', 'paid').reads('U', 'order', 'new'),
    verdict: violated(unseen(1, 'paid', 'new')),
  },
  {
    what: 'is violated where what was removed is found',
    trace: (t) => t.step().writes('U', 'order', 'new').writes('U', 'order', null).reads('U', 'order', 'new'),
    verdict: violated(unseen(1, '-', 'new')),
  },
  {
    what: 'counts a late acknowledgement from when it comes, and the write from when it took effect',
    trace: (t) =>
      t
        .step()
        .writes('U', 'order', 'a', { client: 'waiting' })
        .reads('U', 'order')
        .writes('V', 'order', 'b')
        .writes('U', 'order', 'a', { id: 1, client: 'ok' })
        .reads('U', 'order', 'b')
        .step()
        .reads('U', 'order'),
    verdict: violated(unseen(2, 'a', '-')),
  },
  {
    what: 'forgets what somebody wrote who has died',
    trace: (t) =>
      t.step().writes('U', 'order', 'new').process('crashed', 'U').process('started', 'U').reads('U', 'order'),
    verdict: notExercised,
  },
];

test.each(judged('read-your-writes', cases))('%s', (_, judge) => {
  const [found, expected] = judge();
  expect(found).toEqual(expected);
});
