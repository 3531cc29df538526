import { expect, test } from 'vitest';
import type { Evidence } from '../../src/checks/check.js';
import { holds, judged, notExercised, type TraceCase, violated } from '../support/trace-builder.js';

const again = (step: number, effect: string, event: string, actor = 'history', first = 'history'): Evidence => ({
  code: 'effect-again',
  step,
  args: { effect, event, actor, first },
});

const cases: readonly TraceCase[] = [
  { what: 'is not exercised without an effect', trace: (t) => t.step().pair('e1'), verdict: notExercised },
  {
    what: 'is not exercised by effects of no event, however many',
    trace: (t) => t.step().effect('mail', null).effect('mail', null),
    verdict: notExercised,
  },
  {
    what: 'holds for one effect of each event',
    trace: (t) => t.step().effect('mail', 'e1').effect('mail', 'e2'),
    verdict: holds,
  },
  {
    what: 'holds for different effects of one event',
    trace: (t) => t.step().effect('mail', 'e1').effect('charge', 'e1'),
    verdict: holds,
  },
  {
    what: 'is violated by the second time, at its step',
    trace: (t) => t.step().effect('mail', 'e1').step().effect('mail', 'e1').step(),
    verdict: violated(again(2, 'mail', 'e1')),
  },
  {
    what: 'is violated by whoever does it after another',
    trace: (t) => t.step().effect('mail', 'e1', 'A').step().effect('mail', 'e1', 'B'),
    verdict: violated(again(2, 'mail', 'e1', 'B', 'A')),
  },
  {
    what: 'names every further time, and who was first each time',
    trace: (t) => t.step().effect('mail', 'e1', 'A').step().effect('mail', 'e1', 'B').step().effect('mail', 'e1', 'C'),
    verdict: violated(again(2, 'mail', 'e1', 'B', 'A'), again(3, 'mail', 'e1', 'C', 'A')),
  },
  {
    what: 'is not deceived by names that run together',
    trace: (t) => t.step().effect('mail e1', 'e2').effect('mail', 'e1 e2'),
    verdict: holds,
  },
];

test.each(judged('effect-once', cases))('effect-once %s', (_, judge) => {
  const [said, verdict] = judge();
  expect(said).toEqual(verdict);
});
