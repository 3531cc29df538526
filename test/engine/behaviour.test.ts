import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { operationLines, outcomes, play, smallWorld, stores } from '../support/play.js';
import { openServer } from '../support/server.js';

let server: PgliteServer;
beforeAll(() => {
  server = openServer();
});
afterAll(() => server.close());

describe('faults in depth', () => {
  test('an injected SQLSTATE is really raised: the transaction is aborted, the rollback ends it', async () => {
    const run = await play(
      server,
      smallWorld(
        '  - publisher: {produce: e1}\n  - run: p\n    fault: {saveHistory: {error: 40001}}\n  - restart: p\n  - run: p',
      ),
    );
    expect(operationLines(run.trace)).toEqual([
      'produce ok/done',
      'fetch ok/done',
      'begin ok/done',
      'tryInbox ok/done',
      'saveHistory error/refused 40001',
      'rollback ok/done',
      'fetch ok/done',
      'begin ok/done',
      'tryInbox ok/done',
      'saveHistory ok/done',
      'commit ok/done',
      'commit-offset ok/done',
    ]);
    expect(outcomes(run)).toEqual(['unknown', 'applied']);
  });

  test.each(['57P01', '57P02', '57P03', '08006'])(
    '%s also closes the session: the rollback is never sent',
    async (code) => {
      const run = await play(
        server,
        smallWorld(`  - publisher: {produce: e1}\n  - run: p\n    fault: {tryInbox: {error: ${code}}}`),
      );
      expect(operationLines(run.trace).slice(3)).toEqual([
        `tryInbox error/refused ${code}`,
        'rollback not-sent/nothing 08003',
      ]);
    },
  );

  test('the occurrence counts the operations of that name within the step', async () => {
    const run = await play(
      server,
      smallWorld(
        '  - publisher: {produce: e1}\n  - publisher: {produce: e2}\n  - run: {process: p, until: idle}\n    fault: {commit: {kind: lost-request, occurrence: 2}}',
      ),
    );
    expect(outcomes(run)).toEqual(['applied', 'unknown']);
    expect(stores(run)).toEqual({ inbox: 1, rows: 1, committed: 1, end: 2 });
  });

  test('several faults of one step, several of one operation', async () => {
    const run = await play(
      server,
      smallWorld(
        '  - publisher: {produce: e1}\n  - publisher: {produce: e2}\n  - run: {process: p, until: idle}\n    fault:\n      begin: [{kind: lost-request}, {error: "53300", occurrence: 2}]\n      fetch: {kind: lost-reply, occurrence: 3}',
      ),
    );
    expect(outcomes(run)).toEqual(['unknown', 'unknown']);
    expect(operationLines(run.trace).slice(2)).toEqual([
      'fetch ok/done',
      'begin no-reply/nothing 08006',
      'fetch ok/done',
      'begin error/refused 53300',
      'fetch no-reply/done',
      'fetch ok/done',
    ]);
  });

  test('a fault that never fires makes the run inconclusive, even where everything else is as announced', async () => {
    const run = await play(
      server,
      smallWorld('  - publisher: {produce: e1}\n  - run: p\n    fault: {rollback: lost-reply}'),
    );
    expect(run.trace.filter(({ kind }) => kind === 'fault-unfired')).toEqual([
      { kind: 'fault-unfired', step: 2, line: 15, operation: 'rollback', fault: 'lost-reply', occurrence: 1 },
    ]);
    expect(run.verdict).toBe('inconclusive');
  });

  test('a delayed offset commit overwrites a later one: a commit is a blind overwrite', async () => {
    const run = await play(
      server,
      smallWorld(
        `  - publisher: {produce: e1}
  - publisher: {produce: e2}
  - run: p
    fault: {commit-offset: {delay: later}}
  - crash: p
  - restart: p
  - run: {process: p, until: idle}
  - check: {offsets: {g: {t: {0: 2}}}}`,
      ),
    );
    // The request of the dead process is still on its way and arrives after everything else.
    expect(operationLines(run.trace).at(-1)).toBe('commit-offset crashed/done late');
    expect(stores(run).committed).toBe(1);
    expect(run.verdict).toBe('as-announced');
  });

  test('a delay by the clock arrives when the clock has come there, at its own instant', async () => {
    const run = await play(
      server,
      smallWorld(
        '  - W: {produce: e1}\n    fault: {produce: {delay: 5s}}\n  - W: {produce: e2}\n  - advance: 4s\n  - advance: 4s',
        'actors: {W: {producer: {acks: "1"}}}',
      ),
    );
    const records = run.world
      .partition('t', 0)
      .records.map(({ event, record, step }) => ({ event, step, timestamp: record.timestamp }));
    const start = Date.UTC(2026, 9, 3, 9);
    expect(records).toEqual([
      { event: 'e2', step: 2, timestamp: start },
      { event: 'e1', step: 4, timestamp: start + 5000 },
    ]);
  });

  test('a process that waits for a delayed reply takes no other step meanwhile', async () => {
    const run = await play(
      server,
      smallWorld(
        '  - publisher: {produce: e1}\n  - run: p\n    fault: {commit: {delay: late}}\n  - run: p\n  - say: now\n    label: late',
      ),
    );
    expect(run.trace.filter(({ kind }) => kind === 'step-skipped')).toEqual([
      { kind: 'step-skipped', why: 'waiting', subject: 'p' },
    ]);
    expect(outcomes(run)).toEqual(['applied']);
    expect(run.verdict).toBe('inconclusive');
  });

  test('a COMMIT under way still takes effect when its process dies', async () => {
    const run = await play(
      server,
      smallWorld(
        '  - publisher: {produce: e1}\n  - run: p\n    fault: {commit: {delay: late}}\n  - crash: p\n  - say: now\n    label: late',
      ),
    );
    expect(stores(run)).toEqual({ inbox: 1, rows: 1, committed: 0, end: 1 });
    expect(outcomes(run)).toEqual([]);
  });

  test('a server that notices the loss later keeps the old transaction open until then', async () => {
    const text = (noticed: string) =>
      smallWorld(
        `  - publisher: {produce: e1}\n  - run: p\n    fault: {saveHistory: {kind: lost-request, noticed: ${noticed}}}\n  - restart: p\n  - run: p\n    label: retry`,
      );
    const unnoticed = await play(server, text('later'));
    expect(operationLines(unnoticed.trace).slice(-7)).toEqual([
      'fetch ok/done',
      'begin ok/done',
      'tryInbox waiting/blocked',
      'tryInbox ok/done late',
      'saveHistory ok/done',
      'commit ok/done',
      'commit-offset ok/done',
    ]);
    expect(outcomes(unnoticed)).toEqual(['unknown', 'applied']);
    const noticed = await play(server, text('retry'));
    expect(outcomes(noticed)).toEqual(['unknown', 'applied']);
  });
});

describe('steps', () => {
  test('uncommitted rows are shown apart, with their session, and are not in the tables', async () => {
    const run = await play(
      server,
      smallWorld(
        '  - publisher: {produce: e1}\n  - run: p\n    fault: {commit: {delay: late}}\n  - say: now\n    label: late',
      ),
    );
    const ended = run.trace.filter((event) => event.kind === 'step-ended');
    expect(ended.map(({ uncommitted }) => uncommitted)).toEqual([
      [],
      [
        {
          database: 'history',
          session: 'p',
          changes: [
            { table: 'inbox', kind: 'insert', before: null, after: ['e1'] },
            {
              table: 'history_events',
              kind: 'insert',
              before: null,
              after: ['e1', 'k', 'open', 'resolved', '2026-10-03 08:00:00+00'],
            },
          ],
        },
      ],
      [],
    ]);
  });

  test('steps of the dead are not taken, and the run says so', async () => {
    const run = await play(
      server,
      smallWorld(
        '  - crash: p\n  - run: p\n  - crash: p\n  - p: {seek: {partition: 0, offset: 0}}\n  - restart: p\n  - run: p',
      ),
    );
    expect(run.trace.filter(({ kind }) => kind === 'step-skipped')).toEqual(
      Array.from({ length: 3 }, () => ({ kind: 'step-skipped', why: 'dead', subject: 'p' })),
    );
    expect(run.verdict).toBe('inconclusive');
  });

  test('a dead publisher publishes nothing until it restarts', async () => {
    const run = await play(
      server,
      smallWorld(
        '  - publisher: {produce: e1}\n    fault: {produce: crash-after}\n  - publisher: {produce: e1}\n  - restart: publisher\n  - publisher: {produce: e1}',
      ),
    );
    expect(run.world.partition('t', 0).records.map(({ step }) => step)).toEqual([1, 4]);
    expect(run.verdict).toBe('inconclusive');
  });

  test('seek moves the position, commits nothing, and the next run reads there', async () => {
    const run = await play(
      server,
      smallWorld(
        '  - publisher: {produce: e1}\n  - run: p\n  - p: {seek: {partition: 0, offset: 0}}\n  - check: {offsets: {g: {t: {0: 1}}}}\n  - run: p',
      ),
    );
    expect(outcomes(run)).toEqual(['applied', 'already-applied']);
    expect(stores(run).committed).toBe(1);
    expect(run.verdict).toBe('as-announced');
  });

  test('count makes many events that differ in event_id and key', async () => {
    const run = await play(server, smallWorld('  - publisher: {produce: {event: e1, count: 3}}'));
    const records = run.world
      .partition('t', 0)
      .records.map(({ event, record }) => [event, record.key, JSON.parse(record.value ?? '')]);
    const value = { ticket_id: 'k', from_status: 'open', to_status: 'resolved', changed_at: '2026-10-03T08:00:00Z' };
    expect(records).toEqual(
      [1, 2, 3].map((number) => [`e1-${number}`, `k-${number}`, { event_id: `e1-${number}`, ...value }]),
    );
  });

  test('a restarted consumer reads on from the committed offset, a live one keeps its position', async () => {
    const run = await play(
      server,
      smallWorld(
        '  - publisher: {produce: e1}\n  - run: p\n    fault: {commit-offset: lost-request}\n  - run: p\n  - restart: p\n  - run: p',
      ),
    );
    expect(outcomes(run)).toEqual(['applied', 'already-applied']);
    expect(operationLines(run.trace).slice(7, 8)).toEqual(['fetch ok/done']);
  });
});

describe('auto.offset.reset=none', () => {
  test('a consumer without a committed offset gets an error at every fetch and handles nothing', async () => {
    const run = await play(
      server,
      smallWorld('  - publisher: {produce: e1}\n  - run: p').replace(
        'reset: earliest, committed: {0: 0}',
        'reset: none',
      ),
    );
    expect(operationLines(run.trace)).toEqual(['produce ok/done', 'fetch error/refused NoOffsetForPartitionException']);
  });
});

describe('on-unknown', () => {
  const steps =
    '  - publisher: {produce: e1}\n  - publisher: {produce: e2}\n  - run: {process: p, until: idle}\n    fault: {commit: lost-request}';
  test.each([
    ['continue', ['unknown', 'applied'], 0],
    ['seek-back', ['unknown', 'applied', 'applied'], 2],
    ['stop', ['unknown'], 0],
  ])('%s', async (reaction, expected, committed) => {
    const run = await play(
      server,
      smallWorld(steps).replace('database: history}}', `database: history, on-unknown: ${reaction}}}`),
    );
    expect(outcomes(run)).toEqual(expected);
    expect(stores(run).committed).toBe(committed);
  });
});

describe('until idle', () => {
  test('goes on after a delayed reply has come', async () => {
    const run = await play(
      server,
      smallWorld(
        '  - publisher: {produce: {event: e1, count: 3}}\n  - run: {process: p, until: idle}\n    fault: {commit: {delay: 5s}}\n  - advance: 10s',
      ),
    );
    expect(outcomes(run)).toEqual(['applied', 'applied', 'applied']);
    expect(stores(run).committed).toBe(3);
  });

  test('goes on after a fetch that a fault has spoilt', async () => {
    const run = await play(
      server,
      smallWorld(
        '  - publisher: {produce: {event: e1, count: 3}}\n  - run: {process: p, until: idle}\n    fault: {fetch: {kind: lost-request, occurrence: 2}}',
      ),
    );
    expect(outcomes(run)).toEqual(['applied', 'applied', 'applied']);
  });

  test('a record that never resolves does not starve the other partitions', async () => {
    const text = smallWorld(
      '  - publisher: {produce: bad}\n  - publisher: {produce: e1}\n  - run: {process: p, until: idle}',
      'invariants: [no-lost-event]',
    )
      .replace('{partitions: 1}', '{partitions: 2}')
      .replace('e1: {topic: t, key: k,', 'bad: {topic: t, partition: 0, value: junk}\n  e1: {topic: t, partition: 1,')
      .replace('database: history}}', 'database: history, on-unknown: seek-back}}');
    const run = await play(server, text);
    expect(outcomes(run)).toEqual(['unknown', 'applied', ...Array.from({ length: 10 }, () => 'unknown')]);
  });
});

test('two readers of one group are judged by what each of them has read', async () => {
  const text = smallWorld(
    '  - publisher: {produce: {event: e1, count: 4}}\n  - p: {seek: {partition: 0, offset: 2}}\n  - run: p\n  - q: {seek: {partition: 0, offset: 0}}\n  - run: p\n    expect: {outcome: applied}',
    'invariants: [contiguous-checkpoint]',
  ).replace('database: history}}', 'database: history}, q: {program: history, group: g, database: history}}');
  const run = await play(server, text);
  expect(run.invariants.map(({ verdict, evidence }) => [verdict, evidence])).toEqual([['holds', []]]);
});

describe('what goes round in circles', () => {
  const steps = '  - publisher: {produce: e1}\n  - run: {process: p, until: idle}';
  const backForEver = (text: string) =>
    text.replace('database: history}}', 'database: history, on-unknown: seek-back, variant: split-history-first}}');

  test('a run until idle stops at the record that it always comes back to, and is inconclusive', async () => {
    const run = await play(server, backForEver(smallWorld(steps, 'invariants: [no-lost-event]')));
    expect(outcomes(run)).toEqual(Array.from({ length: 10 }, () => 'unknown'));
    expect(run.trace.filter(({ kind }) => kind === 'step-skipped')).toEqual([
      { kind: 'step-skipped', why: 'endless', subject: 'p' },
    ]);
    expect(run.verdict).toBe('inconclusive');
  });

  test('the drain stops there too, and drained names the record', async () => {
    const run = await play(
      server,
      backForEver(smallWorld('  - publisher: {produce: e1}\nend: {violates: [drained]}', 'invariants: [drained]')),
    );
    expect(run.invariants.map(({ verdict, evidence }) => [verdict, evidence])).toEqual([
      [
        'violated',
        [{ code: 'record-unresolved', step: 2, args: { group: 'g', record: 't-0@0', event: 'e1', error: '23503' } }],
      ],
    ]);
    expect(run.verdict).toBe('as-announced');
  });
});

describe('expectations and verdicts', () => {
  test('a fault that fires after its step has ended, because its process waited, has fired', async () => {
    const run = await play(
      server,
      smallWorld(
        '  - publisher: {produce: e1}\n  - run: p\n    fault: {tryInbox: {delay: late}, commit: lost-reply}\n    expect: {outcome: unknown}\n  - say: now\n    label: late',
      ),
    );
    expect(run.trace.filter(({ kind }) => kind === 'fault-unfired' || kind === 'expectation')).toEqual([
      { kind: 'expectation', line: 16, subject: 'outcome', expected: ['unknown'], found: ['unknown'], met: true },
    ]);
    expect(run.verdict).toBe('as-announced');
  });

  test.each([
    ['nothing to judge by', smallWorld('  - publisher: {produce: e1}')],
    ['no steps', smallWorld('  []', 'invariants: [drained]').replace('steps:\n  []', 'steps: []')],
  ])('%s is inconclusive', async (_, text) => {
    expect((await play(server, text)).verdict).toBe('inconclusive');
  });

  const world = (end: string) =>
    smallWorld(
      `  - publisher: {produce: e1}\n  - run: p\n    expect: {outcome: applied}\nend: ${end}`,
      'invariants: [one-row-per-event]',
    );
  test.each([
    ['{}', 'as-announced', []],
    ['{tables: {history.inbox: [[e1]]}}', 'as-announced', []],
    ['{tables: {history.inbox: [[e2]]}}', 'not-as-announced', [['history.inbox', ['["e2"]'], ['["e1"]']]]],
    ['{offsets: {g: {t: {0: 1}}}}', 'as-announced', []],
    ['{offsets: {g: {t: {0: "-"}}}}', 'not-as-announced', [['offset of g in t-0', ['-'], ['1']]]],
    ['{violates: [one-row-per-event]}', 'not-as-announced', [['violates', ['one-row-per-event'], ['-']]]],
  ])('end: %s is %s', async (end, verdict, unmet) => {
    const run = await play(server, world(end));
    expect(run.verdict).toBe(verdict);
    const failed = run.trace.filter((event) => event.kind === 'expectation').filter(({ met }) => !met);
    expect(failed.map(({ subject, expected, found }) => [subject, expected, found])).toEqual(unmet);
  });

  test('an invariant that was never evaluated on anything makes the run inconclusive', async () => {
    const run = await play(server, smallWorld('  - publisher: {produce: e1}', 'invariants: [honest-outcome]'));
    expect(run.invariants).toEqual([
      { name: 'honest-outcome', verdict: 'not-exercised', applies: true, needed: true, announced: false, evidence: [] },
    ]);
    expect(run.verdict).toBe('inconclusive');
  });

  test.each([
    [undefined, 'inconclusive', true],
    // What it announces is its bug, and that has shown.
    ['unknown-advances', 'as-announced', false],
    // It announces that nothing is violated, and of honest-outcome nobody knows.
    ['wrapped-error', 'inconclusive', true],
    // It is not named, and held to what all are.
    ['no-rollback', 'inconclusive', true],
  ])('an invariant that variant %s has not exercised leaves the run %s', async (variant, verdict, needed) => {
    const steps = '  - publisher: {produce: e1}\n  - run: p\n    fault: {commit: lost-request}';
    const announced = '{inbox: [], unknown-advances: [contiguous-checkpoint], wrapped-error: []}';
    const text = smallWorld(steps, 'invariants: [contiguous-checkpoint, honest-outcome]');
    const run = await play(server, `${text}\nend: {violates: ${announced}}`, { variant });
    expect(run.verdict).toBe(verdict);
    expect(run.invariants.find(({ name }) => name === 'honest-outcome')).toEqual({
      name: 'honest-outcome',
      verdict: 'not-exercised',
      applies: true,
      needed,
      announced: false,
      evidence: [],
    });
  });

  test('what a variant does not claim says nothing about it', async () => {
    const run = await play(
      server,
      smallWorld('  - publisher: {produce: e1}\n  - run: p', 'invariants: [repository-contract, one-row-per-event]'),
      {
        variant: 'split-inbox-first',
      },
    );
    expect(run.invariants.map(({ name, verdict, applies }) => [name, verdict, applies])).toEqual([
      ['one-row-per-event', 'holds', true],
      ['repository-contract', 'not-exercised', false],
    ]);
    expect(run.verdict).toBe('as-announced');
  });

  test('a variant with an announcement of its own is held in the middle only to what names it', async () => {
    const steps =
      '  - publisher: {produce: e1}\n  - publisher: {produce: e1}\n  - run: p\n  - run: p\n    expect: {violates: []}\n  - check: {violates: []}\n  - check: {violates: {inbox: [], no-inbox: []}}';
    const text = smallWorld(
      `${steps}\nend: {violates: {inbox: [], no-inbox: [one-row-per-event]}}`,
      'invariants: [one-row-per-event]',
    );
    const met = async (variant: string) =>
      (await play(server, text, { variant })).trace.flatMap((event) =>
        event.kind === 'expectation' ? [[event.found, event.met]] : [],
      );
    expect(await met('inbox')).toEqual(Array.from({ length: 4 }, () => [['-'], true]));
    expect(await met('no-inbox')).toEqual([
      [['one-row-per-event'], false],
      [['one-row-per-event'], true],
    ]);
    // What nothing is announced for is held to all that is said of the scenario's own variant.
    expect(await met('split-inbox-first')).toEqual(Array.from({ length: 4 }, () => [['-'], true]));
  });

  test('check asks in the middle, for invariants too', async () => {
    const run = await play(
      server,
      smallWorld(
        '  - publisher: {produce: e1}\n  - run: p\n    fault: {saveHistory: crash-before}\n  - check: {violates: [marker-with-row]}\n  - check: {violates: []}',
        'invariants: [marker-with-row]',
      ),
      { variant: 'split-inbox-first' },
    );
    expect(
      run.trace.flatMap((event) => (event.kind === 'expectation' ? [[event.expected, event.found, event.met]] : [])),
    ).toEqual([
      [['marker-with-row'], ['marker-with-row'], true],
      [['-'], ['marker-with-row'], false],
    ]);
  });
});

test('the same run twice gives the same trace', async () => {
  const text = smallWorld(
    '  - publisher: {produce: {event: e1, count: 5}}\n  - run: {process: p, until: idle}\n    fault: {commit: {kind: lost-reply, occurrence: 3}}',
    'invariants: [drained]',
  );
  const first = await play(server, text);
  const second = await play(server, text);
  expect(JSON.stringify(second.trace)).toBe(JSON.stringify(first.trace));
});
