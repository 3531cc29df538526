import { describe, expect, test } from 'vitest';
import type { Evidence, EvidenceCode, Verdict } from '../../src/checks/check.js';
import type { Operation, Outcome } from '../../src/model/names.js';
import type { ClientView } from '../../src/trace/event.js';
import { consumer, holds, notExercised, TraceBuilder, topic, violated } from '../support/trace-builder.js';

/** `begin`, `tryInbox=new`, `tryInbox=known`, ...; behind a space what the client saw where that is not `ok`. */
type Calls = string;

interface Unit {
  readonly calls: Calls;
  /** Null where a crash cuts the unit short. */
  readonly outcome: Outcome | null;
  /** The call whose error is handed on: the first that failed unless said. */
  readonly errorFrom?: 'other' | 'last' | null;
}

/** Writes the unit down; the calls stand between commas. */
function play(trace: TraceBuilder, { calls, outcome, errorFrom }: Unit): void {
  let failed: number | null = null;
  for (const call of calls === '' ? [] : calls.split(', ')) {
    const [request = '', client = 'ok'] = call.split(' ') as [string, ClientView?];
    const [name, answer] = request.split('=') as [Operation, string?];
    const rows = answer === 'new' ? [['e1']] : [];
    const error = client === 'ok' || client === 'crashed' ? null : { code: '08006', constraint: null, position: null };
    trace.call(name, {
      client,
      error,
      result: client === 'ok' ? { kind: 'sql', tag: '', columns: ['event_id'], rows } : null,
    });
    if (client !== 'ok') failed ??= trace.operation;
  }
  if (outcome === null) trace.process('crashed').process('started');
  else {
    const from = errorFrom === 'last' ? trace.operation : errorFrom === undefined ? failed : errorFrom;
    trace.concluded(outcome, 0, { errorFrom: outcome === 'unknown' ? from : null });
  }
  trace.unit();
}

function verdictOn(...units: Unit[]): Verdict {
  const trace = new TraceBuilder().step().record('e1').process('started').step();
  for (const unit of units) play(trace, unit);
  return trace.verdict('repository-contract');
}

const applied: Unit = { calls: 'begin, tryInbox=new, saveHistory, commit', outcome: 'applied' };
const alreadyApplied: Unit = { calls: 'begin, tryInbox=known, rollback', outcome: 'already-applied' };

describe('repository-contract holds', () => {
  test.each<[string, Unit]>([
    ['a new event', applied],
    ['a known event', alreadyApplied],
    ['a known event whose clean-up fails', { ...alreadyApplied, calls: 'begin, tryInbox=known, rollback error' }],
    ['an error of begin', { calls: 'begin error', outcome: 'unknown' }],
    ['an error of tryInbox', { calls: 'begin, tryInbox error, rollback', outcome: 'unknown' }],
    ['an error of saveHistory', { calls: 'begin, tryInbox=new, saveHistory error, rollback', outcome: 'unknown' }],
    ['an error of commit', { calls: 'begin, tryInbox=new, saveHistory, commit error, rollback', outcome: 'unknown' }],
    [
      'a lost reply of commit, with a clean-up that is never sent',
      { calls: 'begin, tryInbox=new, saveHistory, commit no-reply, rollback not-sent', outcome: 'unknown' },
    ],
    ['an error whose clean-up fails as well', { calls: 'begin, tryInbox error, rollback error', outcome: 'unknown' }],
    ['fetches and offset commits in between', { calls: `fetch, ${applied.calls}, commit-offset`, outcome: 'applied' }],
  ])('for %s', (_, unit) => {
    expect(verdictOn(unit)).toEqual(holds);
  });

  // A crash may fall before, in or after any call; what is there must only be the beginning of something allowed.
  const whole = ['begin', 'tryInbox=new', 'saveHistory', 'commit'];
  test.each([
    ...whole.map((_, index) => whole.slice(0, index + 1).join(', ')),
    ...whole.map((_, index) => `${whole.slice(0, index + 1).join(', ')} crashed`),
    'begin, tryInbox=known',
    'begin, tryInbox=known, rollback crashed',
    'begin, tryInbox error',
    'begin, tryInbox error, rollback crashed',
  ])('when a crash cuts a unit short after: %s', (calls) => {
    expect(verdictOn({ calls, outcome: null }, alreadyApplied)).toEqual(holds);
  });

  test('for an operation that was under way and arrived', () => {
    const trace = new TraceBuilder().step().record('e1').call('begin').call('tryInbox', newMarker).call('saveHistory');
    trace.call('commit', { client: 'waiting', server: 'pending' }).step().call('commit', { arrived: true });
    expect(trace.concluded('applied', 0).verdict('repository-contract')).toEqual(holds);
  });

  test('for an operation that failed on arrival, and is then cleaned up', () => {
    const trace = new TraceBuilder().step().record('e1').call('begin').call('tryInbox', newMarker).call('saveHistory');
    trace.call('commit', { client: 'waiting', server: 'pending' });
    const errorFrom = trace.operation;
    trace
      .step()
      .call('commit', { arrived: true, client: 'error', error: { code: '53300', constraint: null, position: null } });
    trace.call('rollback').concluded('unknown', 0, { errorFrom });
    expect(trace.verdict('repository-contract')).toEqual(holds);
  });

  // The life that sent the commit is over; nobody of the next life has called anything out of turn.
  test('when an operation of a dead life arrives while the next unit is at work', () => {
    const trace = new TraceBuilder().step().record('e1').call('begin').call('tryInbox', newMarker).call('saveHistory');
    trace.call('commit', { client: 'waiting', server: 'pending' });
    const late = { id: trace.operation, unit: 1 };
    trace.step().process('crashed').process('started').unit().call('begin');
    trace.call('commit', { ...late, arrived: true });
    trace.call('tryInbox', knownMarker).call('rollback').concluded('already-applied', 0);
    expect(trace.verdict('repository-contract')).toEqual(holds);
  });
});

const newMarker = { result: { kind: 'sql', tag: 'INSERT 0 1', columns: ['event_id'], rows: [['e1']] } } as const;
const knownMarker = { result: { kind: 'sql', tag: 'INSERT 0 0', columns: ['event_id'], rows: [] } } as const;

describe('repository-contract is not exercised', () => {
  test('before anything is called', () => {
    expect(new TraceBuilder().step().record('e1').fetch(0).verdict('repository-contract')).toEqual(notExercised);
  });

  test('by a record that could not be decoded and never came to the repository', () => {
    expect(verdictOn({ calls: '', outcome: 'unknown', errorFrom: 'other' })).toEqual(notExercised);
  });

  test('by a program that does not claim it', () => {
    const world = { processes: [consumer('history', { variant: 'split-inbox-first', claims: [] })] };
    const trace = new TraceBuilder(world).step().record('e1');
    play(trace, { calls: 'begin, tryInbox=new, commit, begin, saveHistory, commit', outcome: 'applied' });
    expect(trace.verdict('repository-contract')).toEqual(notExercised);
  });

  test('by an actor that is no process', () => {
    const trace = new TraceBuilder().step().call('commit', { actor: 'publisher', unit: 0 });
    expect(trace.verdict('repository-contract')).toEqual(notExercised);
  });
});

function byCall(code: EvidenceCode, call: string): Evidence {
  return { code, step: 2, args: { process: 'history', call } };
}

function byOutcome(code: EvidenceCode, outcome: Outcome): Evidence {
  return { code, step: 2, args: { process: 'history', outcome, record: `${topic}-1@0` } };
}

describe('contract-unexpected-call', () => {
  test.each<[Calls, call: string]>([
    ['tryInbox=new', 'tryInbox'],
    ['begin, begin', 'begin'],
    ['begin, saveHistory', 'saveHistory'],
    ['begin, commit', 'commit'],
    ['begin, rollback', 'rollback'],
    ['begin, tryInbox=new, tryInbox=known', 'tryInbox'],
    ['begin, tryInbox=new, commit', 'commit'],
    ['begin, tryInbox=new, rollback', 'rollback'],
    ['begin, tryInbox=new, saveHistory, rollback', 'rollback'],
    ['begin, tryInbox=known, saveHistory', 'saveHistory'],
    ['begin, tryInbox=known, commit', 'commit'],
    ['begin, tryInbox=known, rollback, rollback', 'rollback'],
    ['begin error, rollback', 'rollback'],
    ['begin error, begin', 'begin'],
    ['begin, tryInbox error, saveHistory', 'saveHistory'],
    ['begin, tryInbox error, rollback, rollback', 'rollback'],
    ['begin, tryInbox=new, saveHistory, commit, begin', 'begin'],
    ['begin, tryInbox=new, saveHistory, commit no-reply, commit', 'commit'],
  ])('%s', (calls, call) => {
    expect(verdictOn({ calls, outcome: null })).toEqual(violated(byCall('contract-unexpected-call', call)));
  });
});

describe('contract-rollback-after-commit', () => {
  test.each(['ok', 'error'])('whether or not that rollback works: %s', (client) => {
    const unit: Unit = { calls: `${applied.calls}, rollback ${client}`, outcome: 'applied' };
    expect(verdictOn(unit)).toEqual(violated(byCall('contract-rollback-after-commit', 'rollback')));
  });
});

describe('contract-no-clean-up', () => {
  test.each<[Calls, Outcome]>([
    ['begin, tryInbox=known', 'already-applied'],
    ['begin, tryInbox error', 'unknown'],
    ['begin, tryInbox=new, saveHistory error', 'unknown'],
    ['begin, tryInbox=new, saveHistory, commit no-reply', 'unknown'],
  ])('%s, then %s', (calls, outcome) => {
    expect(verdictOn({ calls, outcome })).toEqual(violated(byOutcome('contract-no-clean-up', outcome)));
  });
});

describe('contract-wrong-outcome', () => {
  test.each<[Calls, Outcome]>([
    ['', 'applied'],
    ['', 'already-applied'],
    ['begin error', 'applied'],
    ['begin, tryInbox=new', 'applied'],
    ['begin, tryInbox=new, saveHistory', 'applied'],
    [applied.calls, 'already-applied'],
    [applied.calls, 'unknown'],
    [alreadyApplied.calls, 'applied'],
    [alreadyApplied.calls, 'unknown'],
    ['begin, tryInbox=new, saveHistory, commit no-reply, rollback', 'applied'],
    ['begin, tryInbox=new, saveHistory, commit no-reply, rollback', 'already-applied'],
  ])('%s, then %s', (calls, outcome) => {
    expect(verdictOn({ calls, outcome })).toEqual(violated(byOutcome('contract-wrong-outcome', outcome)));
  });
});

describe('contract-other-error', () => {
  test.each<[string, Calls, 'other' | 'last' | null]>([
    ['an error of the program itself', 'begin, tryInbox error, rollback', 'other'],
    ['the error of the clean-up', 'begin, tryInbox error, rollback error', 'last'],
    ['no error at all', 'begin, tryInbox error, rollback', null],
    ['another error after a failed begin', 'begin error', 'other'],
  ])('%s', (_, calls, errorFrom) => {
    expect(verdictOn({ calls, outcome: 'unknown', errorFrom })).toEqual(
      violated(byOutcome('contract-other-error', 'unknown')),
    );
  });
});

test('a unit is accused once, of the first thing that is wrong with it', () => {
  const unit: Unit = { calls: 'begin, tryInbox=known, saveHistory, commit, rollback', outcome: 'applied' };
  expect(verdictOn(unit)).toEqual(violated(byCall('contract-unexpected-call', 'saveHistory')));
});

test('the next unit is judged anew', () => {
  const unclean: Unit = { calls: 'begin, tryInbox=known', outcome: 'already-applied' };
  expect(verdictOn(unclean, applied, unclean)).toEqual(
    violated(
      byOutcome('contract-no-clean-up', 'already-applied'),
      byOutcome('contract-no-clean-up', 'already-applied'),
    ),
  );
});
