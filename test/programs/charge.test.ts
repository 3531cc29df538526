import { expect, test } from 'vitest';
import { chargeOnce, type Remembers } from '../../src/programs/billing/charge.js';
import { fakeOutside, type OutsideScript } from '../support/fake-outside.js';
import { consumed } from '../support/fake-ports.js';

test.each<[string, Remembers, OutsideScript, string, string[]]>([
  [
    'charges between marker and commit',
    'events',
    {},
    'applied',
    ['begin', 'tryInbox e1', 'effect charge e1', 'commit'],
  ],
  ['knows an event again', 'events', { isNew: false }, 'already-applied', ['begin', 'tryInbox e1', 'rollback']],
  [
    'takes the marker back where nobody answers the charge',
    'events',
    { failing: ['effect 1'] },
    'unknown',
    ['begin', 'tryInbox e1', 'effect charge e1 fails', 'rollback'],
  ],
  [
    'cannot take back the charge where the commit fails',
    'events',
    { failing: ['commit 1'] },
    'unknown',
    ['begin', 'tryInbox e1', 'effect charge e1', 'commit fails', 'rollback'],
  ],
  ['rolls nothing back where BEGIN fails', 'events', { failing: ['begin 1'] }, 'unknown', ['begin fails']],
  ['remembers nothing', 'nothing', { isNew: false }, 'applied', ['effect charge e1']],
])('%s', async (_, remembers, script, outcome, expected) => {
  const { ports, calls } = fakeOutside(script);
  const result = await chargeOnce(ports, consumed(0, { value: '{"event_id":"e1"}' }), remembers);
  expect([result.outcome, calls]).toEqual([outcome, expected]);
});

test('a record without an event is unknown, and nobody is charged', async () => {
  const { ports, calls } = fakeOutside({});
  expect(await chargeOnce(ports, consumed(0, { value: 'plain' }), 'events')).toMatchObject({ outcome: 'unknown' });
  expect(calls).toEqual([]);
});
