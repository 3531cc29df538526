import { describe, expect, test } from 'vitest';
import { processHistoryOnce } from '../../src/programs/history/process-once.js';
import { event900, FakeRepository, type Store, StoringRepository } from '../support/fake-repository.js';

const begin = ['begin'];
const tryInbox = ['tryInbox', 'event-ticket-900'];
const saveHistory = ['saveHistory', event900];
const commit = ['commit'];
const rollback = ['rollback'];

/** The calls up to and with the one that fails, and the clean-up that follows it. */
const failing = [
  { call: 'begin', calls: [begin] },
  { call: 'tryInbox', calls: [begin, tryInbox, rollback] },
  { call: 'saveHistory', calls: [begin, tryInbox, saveHistory, rollback] },
  { call: 'commit', calls: [begin, tryInbox, saveHistory, commit, rollback] },
] as const;

/** Whatever a driver may throw. The value must come back as it is, so each is compared by identity. */
const values: readonly [name: string, value: unknown][] = [
  ['an Error', new Error('connection reset')],
  ['a frozen Error', Object.freeze(new Error('frozen'))],
  ['a string', 'connection reset'],
  ['an empty string', ''],
  ['the number 0', 0],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
  ['an object without a prototype', Object.create(null)],
  ['an object that looks like an outcome', { outcome: 'applied' }],
];

describe('a new event', () => {
  test('is applied by begin, tryInbox, saveHistory, commit and nothing else', async () => {
    const repository = new FakeRepository();
    const result = await processHistoryOnce(repository, event900);
    expect(result).toStrictEqual({ outcome: 'applied' });
    expect(repository.calls).toEqual([begin, tryInbox, saveHistory, commit]);
  });

  // A rollback that would fail proves nothing here: it must not even be called.
  test('is never rolled back after its commit was acknowledged', async () => {
    const repository = new FakeRepository({ failures: [{ call: 'rollback', value: new Error('no transaction') }] });
    const result = await processHistoryOnce(repository, event900);
    expect(result).toStrictEqual({ outcome: 'applied' });
    expect(repository.calls).toEqual([begin, tryInbox, saveHistory, commit]);
  });
});

describe('a known event', () => {
  test.each([
    ['works', []],
    ['fails', [{ call: 'rollback', value: new Error('the session is gone') }] as const],
  ])(
    'is already applied, with one rollback, neither saveHistory nor commit, when the rollback %s',
    async (_, failures) => {
      const repository = new FakeRepository({ isNew: false, failures });
      const result = await processHistoryOnce(repository, event900);
      expect(result).toStrictEqual({ outcome: 'already-applied' });
      expect(repository.calls).toEqual([begin, tryInbox, rollback]);
    },
  );
});

describe.each(failing)('an error of $call is unknown', ({ call, calls }) => {
  describe.each([
    ['works', []],
    ['fails as well', [{ call: 'rollback', value: new Error('the session is gone') }] as const],
  ])('when the rollback %s', (_, rollbackFailures) => {
    test.each(values)('and hands on %s as it is', async (_name, value) => {
      const repository = new FakeRepository({ failures: [{ call, value }, ...rollbackFailures] });
      const result = await processHistoryOnce(repository, event900);
      expect(Object.keys(result)).toEqual(['outcome', 'error']);
      expect(result.outcome).toBe('unknown');
      expect('error' in result && result.error).toBe(value);
      expect(repository.calls).toEqual(calls);
    });
  });

  test('also where the method throws at once and no promise rejects', async () => {
    const value = new Error('not connected');
    const repository = new FakeRepository({ failures: [{ call, value }], throwAtOnce: true });
    const result = await processHistoryOnce(repository, event900);
    expect('error' in result && result.error).toBe(value);
    expect(repository.calls).toEqual(calls);
  });
});

// The two worlds that one observation cannot tell apart; the next delivery finds out which it was.
test.each([
  { what: 'applied, its reply lost', applied: true, second: 'already-applied' },
  { what: 'never applied', applied: false, second: 'applied' },
])('a commit that was $what is unknown, and the next delivery is $second', async ({ applied, second }) => {
  const store: Store = { inbox: new Set(), history: new Set() };
  const lost = new Error('no reply');
  const stored = applied ? ['event-ticket-900'] : [];

  const first = new StoringRepository(store, { applied, error: lost });
  const unknown = await processHistoryOnce(first, event900);
  expect(unknown.outcome).toBe('unknown');
  expect('error' in unknown && unknown.error).toBe(lost);
  expect(first.calls).toEqual(['begin', 'tryInbox', 'saveHistory', 'commit', 'rollback']);
  expect([[...store.inbox], [...store.history]]).toEqual([stored, stored]);

  const next = new StoringRepository(store);
  expect(await processHistoryOnce(next, event900)).toStrictEqual({ outcome: second });
  expect(next.calls).toEqual(
    applied ? ['begin', 'tryInbox', 'rollback'] : ['begin', 'tryInbox', 'saveHistory', 'commit'],
  );
  expect([[...store.inbox], [...store.history]]).toEqual([['event-ticket-900'], ['event-ticket-900']]);
});

test('two events of one ticket are two facts', async () => {
  const store: Store = { inbox: new Set(), history: new Set() };
  const outcomes: string[] = [];
  for (const eventId of ['event-ticket-900', 'event-ticket-901', 'event-ticket-900']) {
    outcomes.push((await processHistoryOnce(new StoringRepository(store), { ...event900, eventId })).outcome);
  }
  expect(outcomes).toEqual(['applied', 'applied', 'already-applied']);
  expect([...store.history]).toEqual(['event-ticket-900', 'event-ticket-901']);
});
