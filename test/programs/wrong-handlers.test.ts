import { describe, expect, test } from 'vitest';
import * as wrong from '../../src/programs/history/wrong-handlers.js';
import { type CallName, event900, FakeRepository, type FakeScript } from '../support/fake-repository.js';

const handles = { ...wrong };
type HandlerName = keyof typeof handles;

interface Case {
  readonly what: string;
  readonly script: FakeScript;
  readonly calls: readonly CallName[];
  readonly outcome: string;
}

const injected = new Error('injected');

/** One call that fails; `2` stands for the second call of that name. */
function failing(call: CallName, calls: readonly CallName[], occurrence = 1, isNew = true): Case {
  const often = occurrence > 1 ? `, call ${occurrence}` : '';
  return {
    what: `an error of ${call}${often}${isNew ? '' : ' for a known event'}`,
    script: { isNew, failures: [{ call, value: injected, occurrence }] },
    calls,
    outcome: 'unknown',
  };
}

function fresh(outcome: string, calls: readonly CallName[]): Case {
  return { what: 'a new event', script: { isNew: true }, calls, outcome };
}

function known(outcome: string, calls: readonly CallName[]): Case {
  return { what: 'a known event', script: { isNew: false }, calls, outcome };
}

/** A clean-up that fails must never change what was decided before it. */
function brokenCleanUp(isNew: boolean, outcome: string, calls: readonly CallName[]): Case {
  return {
    what: `a ${isNew ? 'new' : 'known'} event when the rollback fails`,
    script: { isNew, failures: [{ call: 'rollback', value: new Error('the session is gone') }] },
    calls,
    outcome,
  };
}

/**
 * Each handler does one thing wrong and is careful otherwise: the same clean-up as the right one, so no rollback where
 * no transaction could be opened.
 */
const handlers: Readonly<Record<HandlerName, readonly Case[]>> = {
  splitInboxFirst: [
    fresh('applied', ['begin', 'tryInbox', 'commit', 'begin', 'saveHistory', 'commit']),
    known('already-applied', ['begin', 'tryInbox', 'rollback']),
    brokenCleanUp(false, 'already-applied', ['begin', 'tryInbox', 'rollback']),
    failing('begin', ['begin']),
    failing('tryInbox', ['begin', 'tryInbox', 'rollback']),
    failing('commit', ['begin', 'tryInbox', 'commit', 'rollback']),
    failing('begin', ['begin', 'tryInbox', 'commit', 'begin'], 2),
    failing('saveHistory', ['begin', 'tryInbox', 'commit', 'begin', 'saveHistory', 'rollback']),
    failing('commit', ['begin', 'tryInbox', 'commit', 'begin', 'saveHistory', 'commit', 'rollback'], 2),
  ],
  splitHistoryFirst: [
    fresh('applied', ['begin', 'saveHistory', 'commit', 'begin', 'tryInbox', 'commit']),
    known('already-applied', ['begin', 'saveHistory', 'commit', 'begin', 'tryInbox', 'commit']),
    failing('begin', ['begin']),
    failing('saveHistory', ['begin', 'saveHistory', 'rollback']),
    failing('commit', ['begin', 'saveHistory', 'commit', 'rollback']),
    failing('begin', ['begin', 'saveHistory', 'commit', 'begin'], 2),
    failing('tryInbox', ['begin', 'saveHistory', 'commit', 'begin', 'tryInbox', 'rollback']),
    failing('commit', ['begin', 'saveHistory', 'commit', 'begin', 'tryInbox', 'commit', 'rollback'], 2),
  ],
  noInbox: [
    fresh('applied', ['begin', 'saveHistory', 'commit']),
    known('applied', ['begin', 'saveHistory', 'commit']),
    failing('begin', ['begin']),
    failing('saveHistory', ['begin', 'saveHistory', 'rollback']),
    failing('commit', ['begin', 'saveHistory', 'commit', 'rollback']),
  ],
  noRowsIsError: [
    fresh('applied', ['begin', 'tryInbox', 'saveHistory', 'commit']),
    known('unknown', ['begin', 'tryInbox', 'rollback']),
    brokenCleanUp(false, 'unknown', ['begin', 'tryInbox', 'rollback']),
    failing('begin', ['begin']),
    failing('tryInbox', ['begin', 'tryInbox', 'rollback']),
    failing('saveHistory', ['begin', 'tryInbox', 'saveHistory', 'rollback']),
    failing('commit', ['begin', 'tryInbox', 'saveHistory', 'commit', 'rollback']),
  ],
  saveAfterFalse: [
    fresh('applied', ['begin', 'tryInbox', 'saveHistory', 'commit']),
    known('already-applied', ['begin', 'tryInbox', 'saveHistory', 'commit']),
    failing('begin', ['begin']),
    failing('tryInbox', ['begin', 'tryInbox', 'rollback']),
    failing('saveHistory', ['begin', 'tryInbox', 'saveHistory', 'rollback'], 1, false),
    failing('commit', ['begin', 'tryInbox', 'saveHistory', 'commit', 'rollback']),
  ],
  rollbackAfterCommit: [
    fresh('applied', ['begin', 'tryInbox', 'saveHistory', 'commit', 'rollback']),
    known('already-applied', ['begin', 'tryInbox', 'rollback']),
    brokenCleanUp(true, 'applied', ['begin', 'tryInbox', 'saveHistory', 'commit', 'rollback']),
    brokenCleanUp(false, 'already-applied', ['begin', 'tryInbox', 'rollback']),
    failing('begin', ['begin']),
    failing('tryInbox', ['begin', 'tryInbox', 'rollback']),
    failing('saveHistory', ['begin', 'tryInbox', 'saveHistory', 'rollback']),
    failing('commit', ['begin', 'tryInbox', 'saveHistory', 'commit', 'rollback']),
  ],
  noRollback: [
    fresh('applied', ['begin', 'tryInbox', 'saveHistory', 'commit']),
    known('already-applied', ['begin', 'tryInbox']),
    failing('begin', ['begin']),
    failing('tryInbox', ['begin', 'tryInbox']),
    failing('saveHistory', ['begin', 'tryInbox', 'saveHistory']),
    failing('commit', ['begin', 'tryInbox', 'saveHistory', 'commit']),
  ],
  wrappedError: [
    fresh('applied', ['begin', 'tryInbox', 'saveHistory', 'commit']),
    known('already-applied', ['begin', 'tryInbox', 'rollback']),
    brokenCleanUp(false, 'already-applied', ['begin', 'tryInbox', 'rollback']),
    failing('begin', ['begin']),
    failing('tryInbox', ['begin', 'tryInbox', 'rollback']),
    failing('saveHistory', ['begin', 'tryInbox', 'saveHistory', 'rollback']),
    failing('commit', ['begin', 'tryInbox', 'saveHistory', 'commit', 'rollback']),
  ],
};

describe.each(Object.entries(handlers) as [HandlerName, readonly Case[]][])('%s', (name, cases) => {
  test.each(cases.map((row) => [row.what, row] as const))('%s', async (_, { script, calls, outcome }) => {
    const repository = new FakeRepository(script);
    const result = await handles[name](repository, event900);
    expect(result.outcome).toBe(outcome);
    expect(repository.names).toEqual(calls);
    for (const [call, ...given] of repository.calls) {
      expect(given).toEqual(call === 'tryInbox' ? ['event-ticket-900'] : call === 'saveHistory' ? [event900] : []);
    }
  });
});

const failingCalls = ['begin', 'tryInbox', 'saveHistory', 'commit'] as const;

// Whoever wraps an error does only that wrong; all the others hand on the very value, although they are wrong elsewhere.
describe.each((Object.keys(handlers) as HandlerName[]).filter((name) => name !== 'wrappedError'))('%s', (name) => {
  const met = failingCalls.filter((call) => !(name === 'noInbox' && call === 'tryInbox'));
  test.each(met)('hands on the very error of %s, also when the rollback fails', async (call) => {
    const failures = [
      { call, value: injected },
      { call: 'rollback', value: new Error('the session is gone') },
    ] as const;
    const result = await handles[name](new FakeRepository({ failures }), event900);
    expect(Object.keys(result)).toEqual(['outcome', 'error']);
    expect('error' in result && result.error).toBe(injected);
  });
});

test.each(failingCalls)('wrappedError hides the error of %s as the cause of its own', async (call) => {
  const result = await wrong.wrappedError(new FakeRepository({ failures: [{ call, value: injected }] }), event900);
  const error = 'error' in result ? result.error : undefined;
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBe(injected);
  expect([(error as Error).message, (error as Error).cause]).toEqual(['process history', injected]);
});

test('noRowsIsError makes up an error of its own, which no operation gave', async () => {
  const result = await wrong.noRowsIsError(new FakeRepository({ isNew: false }), event900);
  expect(result).toStrictEqual({ outcome: 'unknown', error: new Error('no rows in result set') });
});
