import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { operationLines, outcomes, play, smallWorld, stores } from '../support/play.js';
import { openServer } from '../support/server.js';

/**
 * Every operation with every fault. Each row says what the client and the server saw of the operation and of what
 * followed it, what the program concluded, and what the stores hold. A delayed operation arrives at the next step.
 */
type Row = [operation: string, fault: string, seen: string[], outcome: string[], stores: ReturnType<typeof stores>];

const rows: Row[] = [
  ['fetch', 'crash-before', ['fetch crashed/nothing'], [], { inbox: 0, rows: 0, committed: 0, end: 1 }],
  ['fetch', 'crash-after', ['fetch crashed/done'], [], { inbox: 0, rows: 0, committed: 0, end: 1 }],
  ['fetch', 'lost-request', ['fetch no-reply/nothing'], [], { inbox: 0, rows: 0, committed: 0, end: 1 }],
  ['fetch', 'lost-reply', ['fetch no-reply/done'], [], { inbox: 0, rows: 0, committed: 0, end: 1 }],
  [
    'fetch',
    '{error: KAFKA_STORAGE_ERROR}',
    ['fetch error/refused KAFKA_STORAGE_ERROR'],
    [],
    { inbox: 0, rows: 0, committed: 0, end: 1 },
  ],
  ['begin', 'crash-before', ['begin crashed/nothing'], [], { inbox: 0, rows: 0, committed: 0, end: 1 }],
  ['begin', 'crash-after', ['begin crashed/done'], [], { inbox: 0, rows: 0, committed: 0, end: 1 }],
  ['begin', 'lost-request', ['begin no-reply/nothing 08006'], ['unknown'], { inbox: 0, rows: 0, committed: 0, end: 1 }],
  ['begin', 'lost-reply', ['begin no-reply/done 08006'], ['unknown'], { inbox: 0, rows: 0, committed: 0, end: 1 }],
  ['begin', '{error: 53300}', ['begin error/refused 53300'], ['unknown'], { inbox: 0, rows: 0, committed: 0, end: 1 }],
  [
    'begin',
    '{delay: later-step}',
    [
      'begin waiting/pending',
      'begin ok/done late',
      'tryInbox ok/done',
      'saveHistory ok/done',
      'commit ok/done',
      'commit-offset ok/done',
    ],
    ['applied'],
    { inbox: 1, rows: 1, committed: 1, end: 1 },
  ],
  ['tryInbox', 'crash-before', ['tryInbox crashed/nothing'], [], { inbox: 0, rows: 0, committed: 0, end: 1 }],
  ['tryInbox', 'crash-after', ['tryInbox crashed/done'], [], { inbox: 0, rows: 0, committed: 0, end: 1 }],
  [
    'tryInbox',
    'lost-request',
    ['tryInbox no-reply/nothing 08006', 'rollback not-sent/nothing 08003'],
    ['unknown'],
    { inbox: 0, rows: 0, committed: 0, end: 1 },
  ],
  [
    'tryInbox',
    'lost-reply',
    ['tryInbox no-reply/done 08006', 'rollback not-sent/nothing 08003'],
    ['unknown'],
    { inbox: 0, rows: 0, committed: 0, end: 1 },
  ],
  [
    'tryInbox',
    '{error: 53300}',
    ['tryInbox error/refused 53300', 'rollback ok/done'],
    ['unknown'],
    { inbox: 0, rows: 0, committed: 0, end: 1 },
  ],
  [
    'tryInbox',
    '{delay: later-step}',
    [
      'tryInbox waiting/pending',
      'tryInbox ok/done late',
      'saveHistory ok/done',
      'commit ok/done',
      'commit-offset ok/done',
    ],
    ['applied'],
    { inbox: 1, rows: 1, committed: 1, end: 1 },
  ],
  ['saveHistory', 'crash-before', ['saveHistory crashed/nothing'], [], { inbox: 0, rows: 0, committed: 0, end: 1 }],
  ['saveHistory', 'crash-after', ['saveHistory crashed/done'], [], { inbox: 0, rows: 0, committed: 0, end: 1 }],
  [
    'saveHistory',
    'lost-request',
    ['saveHistory no-reply/nothing 08006', 'rollback not-sent/nothing 08003'],
    ['unknown'],
    { inbox: 0, rows: 0, committed: 0, end: 1 },
  ],
  [
    'saveHistory',
    'lost-reply',
    ['saveHistory no-reply/done 08006', 'rollback not-sent/nothing 08003'],
    ['unknown'],
    { inbox: 0, rows: 0, committed: 0, end: 1 },
  ],
  [
    'saveHistory',
    '{error: 53300}',
    ['saveHistory error/refused 53300', 'rollback ok/done'],
    ['unknown'],
    { inbox: 0, rows: 0, committed: 0, end: 1 },
  ],
  [
    'saveHistory',
    '{delay: later-step}',
    ['saveHistory waiting/pending', 'saveHistory ok/done late', 'commit ok/done', 'commit-offset ok/done'],
    ['applied'],
    { inbox: 1, rows: 1, committed: 1, end: 1 },
  ],
  ['commit', 'crash-before', ['commit crashed/nothing'], [], { inbox: 0, rows: 0, committed: 0, end: 1 }],
  ['commit', 'crash-after', ['commit crashed/done'], [], { inbox: 1, rows: 1, committed: 0, end: 1 }],
  [
    'commit',
    'lost-request',
    ['commit no-reply/nothing 08006', 'rollback not-sent/nothing 08003'],
    ['unknown'],
    { inbox: 0, rows: 0, committed: 0, end: 1 },
  ],
  [
    'commit',
    'lost-reply',
    ['commit no-reply/done 08006', 'rollback not-sent/nothing 08003'],
    ['unknown'],
    { inbox: 1, rows: 1, committed: 0, end: 1 },
  ],
  [
    'commit',
    '{error: 53300}',
    ['commit error/refused 53300', 'rollback ok/done'],
    ['unknown'],
    { inbox: 0, rows: 0, committed: 0, end: 1 },
  ],
  [
    'commit',
    '{delay: later-step}',
    ['commit waiting/pending', 'commit ok/done late', 'commit-offset ok/done'],
    ['applied'],
    { inbox: 1, rows: 1, committed: 1, end: 1 },
  ],
  ['rollback', 'crash-before', ['rollback crashed/nothing'], [], { inbox: 1, rows: 1, committed: 1, end: 2 }],
  ['rollback', 'crash-after', ['rollback crashed/done'], [], { inbox: 1, rows: 1, committed: 1, end: 2 }],
  [
    'rollback',
    'lost-request',
    ['rollback no-reply/nothing 08006', 'commit-offset ok/done'],
    ['already-applied'],
    { inbox: 1, rows: 1, committed: 2, end: 2 },
  ],
  [
    'rollback',
    'lost-reply',
    ['rollback no-reply/done 08006', 'commit-offset ok/done'],
    ['already-applied'],
    { inbox: 1, rows: 1, committed: 2, end: 2 },
  ],
  [
    'rollback',
    '{error: 57P01}',
    ['rollback error/refused 57P01', 'commit-offset ok/done'],
    ['already-applied'],
    { inbox: 1, rows: 1, committed: 2, end: 2 },
  ],
  [
    'rollback',
    '{delay: later-step}',
    ['rollback waiting/pending', 'rollback ok/done late', 'commit-offset ok/done'],
    ['already-applied'],
    { inbox: 1, rows: 1, committed: 2, end: 2 },
  ],
  ['commit-offset', 'crash-before', ['commit-offset crashed/nothing'], [], { inbox: 1, rows: 1, committed: 0, end: 1 }],
  ['commit-offset', 'crash-after', ['commit-offset crashed/done'], [], { inbox: 1, rows: 1, committed: 1, end: 1 }],
  [
    'commit-offset',
    'lost-request',
    ['commit-offset no-reply/nothing REQUEST_TIMED_OUT'],
    [],
    { inbox: 1, rows: 1, committed: 0, end: 1 },
  ],
  [
    'commit-offset',
    'lost-reply',
    ['commit-offset no-reply/done REQUEST_TIMED_OUT'],
    [],
    { inbox: 1, rows: 1, committed: 1, end: 1 },
  ],
  [
    'commit-offset',
    '{error: NOT_COORDINATOR}',
    ['commit-offset error/refused NOT_COORDINATOR'],
    [],
    { inbox: 1, rows: 1, committed: 0, end: 1 },
  ],
  [
    'commit-offset',
    '{delay: later-step}',
    ['commit-offset waiting/pending', 'commit-offset ok/done late'],
    [],
    { inbox: 1, rows: 1, committed: 1, end: 1 },
  ],
  ['produce', 'crash-before', ['produce crashed/nothing'], [], { inbox: 0, rows: 0, committed: 0, end: 0 }],
  ['produce', 'crash-after', ['produce crashed/done'], [], { inbox: 0, rows: 0, committed: 0, end: 1 }],
  [
    'produce',
    'lost-request',
    ['produce no-reply/nothing REQUEST_TIMED_OUT'],
    [],
    { inbox: 0, rows: 0, committed: 0, end: 0 },
  ],
  [
    'produce',
    'lost-reply',
    ['produce no-reply/done REQUEST_TIMED_OUT'],
    [],
    { inbox: 0, rows: 0, committed: 0, end: 1 },
  ],
  [
    'produce',
    '{error: NOT_ENOUGH_REPLICAS}',
    ['produce error/refused NOT_ENOUGH_REPLICAS'],
    [],
    { inbox: 0, rows: 0, committed: 0, end: 0 },
  ],
  [
    'produce',
    '{delay: later-step}',
    ['produce waiting/pending', 'produce ok/done late'],
    [],
    { inbox: 0, rows: 0, committed: 0, end: 1 },
  ],
];

/** The steps in which `operation` is sent: a rollback belongs to a duplicate, everything else to the first delivery. */
function stepsFor(operation: string, fault: string): string {
  const withFault = `    fault: {${operation}: ${fault}}`;
  const produce = '  - publisher: {produce: e1}';
  const before = {
    produce: [produce, withFault],
    rollback: [produce, produce, '  - run: p', '  - run: p', withFault],
  }[operation] ?? [produce, '  - run: p', withFault];
  return [...before, '  - say: the delay is over', '    label: later-step'].join('\n');
}

describe('every operation meets every fault', () => {
  let server: PgliteServer;
  beforeAll(() => {
    server = openServer();
  });
  afterAll(() => server.close());

  test.each(rows)('%s with %s', async (operation, fault, seen, outcome, expected) => {
    const run = await play(server, smallWorld(stepsFor(operation, fault)));
    const from = run.trace.findIndex((event) => event.kind === 'operation' && event.fault !== null);
    const after = { ...run, trace: run.trace.slice(from) };
    expect({ seen: operationLines(after.trace), outcome: outcomes(after), stores: stores(run) }).toEqual({
      seen,
      outcome,
      stores: expected,
    });
    expect(run.trace.filter(({ kind }) => kind === 'fault-unfired' || kind === 'step-skipped')).toEqual([]);
  });
});
