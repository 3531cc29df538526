import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { printRecords, printRows } from '../../src/engine/printed.js';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import type { ExpectedRow } from '../../src/scenario/expectation.js';
import { play } from '../support/play.js';
import { openServer } from '../support/server.js';
import { actorWorld } from '../support/story.js';

let server: PgliteServer;
beforeAll(() => {
  server = openServer();
});
afterAll(() => server.close());

/** Everything that was compared, and how the run came out. */
async function compared(text: string) {
  const run = await play(server, text);
  const lines = run.trace.flatMap((event) => {
    if (event.kind !== 'expectation') return [];
    const { line, subject, expected, found, met } = event;
    return [{ line, subject, expected, found, met }];
  });
  return { lines, verdict: run.verdict };
}

/** Two rows and three records, of which A has fetched the first two and committed past the first. */
const before = `  - A: INSERT INTO notes VALUES (2, 'b'), (1, NULL)
  - A: {produce: e1}
  - A: {produce: e2}
  - A: {produce: {topic: t, partition: 1, key: a, value: v, timestamp: "2026-10-03T08:00:00Z"}}
  - A: {fetch: {partition: 0}}
    concludes: applied
  - A: {commit-offset: {partition: 0, offset: 1}}
  - A: {effect: mail}
  - A: {effect: {name: charge, event: null}}
`;
/** The line at which what follows `before` begins. */
const next = actorWorld('').split('\n').length + before.split('\n').length - 1;

type Said = [expectation: string, subject: string, expected: string[], found: string[]];

const ofSteps: [step: string, ...Said][] = [
  ['A: {fetch: 1}\n    concludes: unknown', 'outcome: unknown', 'outcome', ['unknown'], ['unknown']],
  ['A: {fetch: 1}\n    concludes: unknown', 'outcome: applied', 'outcome', ['applied'], ['unknown']],
  ['A: {fetch: 1}', 'outcome: applied', 'outcome', ['applied'], ['-']],
  ['A: SELECT 1', 'blocked: true', 'blocked', ['yes'], ['no']],
  ['A: SELECT 1', 'blocked: [A]', 'blocked', ['A'], ['no']],
  ['A: SELECT 1', 'blocked: false', 'blocked', ['no'], ['no']],
  ['A: SELECT 1', 'resumed: []', 'resumed', [], []],
  ['A: SELECT 1', 'resumed: {A: 1}', 'resumed', ['A: 1'], []],
  ['A: SELECT id FROM notes ORDER BY id', 'rows: [[1], [2]]', 'rows', ['["1"]', '["2"]'], ['["1"]', '["2"]']],
  ['A: SELECT id FROM notes ORDER BY id', 'rows: [[2], [1]]', 'rows', ['["2"]', '["1"]'], ['["1"]', '["2"]']],
  ['A: SELECT id FROM notes ORDER BY id', 'rows: [[1]]', 'rows', ['["1"]'], ['["1"]', '["2"]']],
  [
    'A: SELECT * FROM notes ORDER BY id',
    'rows: [[1, null], [2, b]]',
    'rows',
    ['["1",null]', '["2","b"]'],
    ['["1",null]', '["2","b"]'],
  ],
  [
    'A: SELECT * FROM notes ORDER BY id',
    'rows: [{note: null}, {note: c}]',
    'rows',
    ['{note: null}', '{note: "c"}'],
    ['{note: null}', '{note: "b"}'],
  ],
  [
    'A: SELECT * FROM notes ORDER BY id',
    'rows: [{id: 1}, {note: b}]',
    'rows',
    ['{id: "1"}', '{note: "b"}'],
    ['{id: "1"}', '{note: "b"}'],
  ],
  ['A: SELECT 1 AS one', 'rows: [{two: 1}]', 'rows', ['{two: "1"}'], ['{two: -}']],
  ['A: SELECT 1 WHERE false', 'rows: []', 'rows', [], []],
  ['A: SELECT 1', 'rows: []', 'rows', [], ['["1"]']],
  ['A: DELETE FROM notes', 'rows: []', 'rows', [], []],
  ["A: UPDATE notes SET note = 'c'", 'count: 2', 'count', ['2'], ['2']],
  ["A: UPDATE notes SET note = 'c' WHERE id = 1", 'count: 2', 'count', ['2'], ['1']],
  ['A: SELECT id FROM notes', 'count: 2', 'count', ['2'], ['2']],
  ['A: COMMIT', 'count: 0', 'count', ['0'], ['-']],
  ['A: COMMIT', 'tag: COMMIT', 'tag', ['COMMIT'], ['COMMIT']],
  ['A: DELETE FROM notes', 'tag: DELETE 1', 'tag', ['DELETE 1'], ['DELETE 2']],
  ['A: SELECT 1 / 0', 'error: 22012', 'error', ['22012'], ['22012']],
  ['A: SELECT 1 / 0', 'error: 22013', 'error', ['22013'], ['22012']],
  ['A: SELECT 1', 'error: 22012', 'error', ['22012'], ['-']],
  [
    'A: {commit-offset: {partition: 0, offset: "-1${cursor}"}}',
    'error: IllegalArgumentException',
    'error',
    ['IllegalArgumentException'],
    ['IllegalArgumentException'],
  ],
  ['A: {fetch: 1}', 'client: ok', 'client', ['ok'], ['ok']],
  ['A: {fetch: 1}', 'client: no-reply', 'client', ['no-reply'], ['ok']],
  ['A: {fetch: 1}\n    fault: lost-reply', 'client: no-reply', 'client', ['no-reply'], ['no-reply']],
  ['A: {fetch: 1}\n    fault: lost-reply', 'server: done', 'server', ['done'], ['done']],
  ['A: COMMIT\n    fault: lost-request', 'server: done', 'server', ['done'], ['nothing']],
  ['A: {fetch: 1}', 'records: [~]', 'records', ['~'], ['~']],
  ['A: fetch\n', 'records: [e1]', 'records', ['e1'], ['~']],
  ['A: {fetch: {partition: 0}}', 'records: []', 'records', [], []],
  [
    'A: {produce: e2}',
    'records: [{event: e2, offset: 2}]',
    'records',
    ['{event: "e2", offset: "2"}'],
    ['{event: "e2", offset: "2"}'],
  ],
  [
    'A: {fetch: 1}',
    'records: [{topic: t, partition: 1, offset: 0, key: a, value: v, timestamp: "2026-10-03T08:00:00Z", event: null}]',
    'records',
    ['{event: null, topic: "t", partition: "1", offset: "0", key: "a", value: "v", timestamp: "2026-10-03T08:00:00Z"}'],
    ['{event: null, topic: "t", partition: "1", offset: "0", key: "a", value: "v", timestamp: "2026-10-03T08:00:00Z"}'],
  ],
  ['A: {fetch: 1}', 'records: [{key: b, value: v}]', 'records', ['{key: "b", value: "v"}'], ['{key: "a", value: "v"}']],
];

const ofStates: Said[] = [
  ['tables: {db.notes: [[1, null], [2, b]]}', 'db.notes', ['["1",null]', '["2","b"]'], ['["1",null]', '["2","b"]']],
  ['tables: {db.notes: [[2, b], [1, null]]}', 'db.notes', ['["1",null]', '["2","b"]'], ['["1",null]', '["2","b"]']],
  ['tables: {db.notes: [[2, b]]}', 'db.notes', ['["2","b"]'], ['["1",null]', '["2","b"]']],
  ['tables: {db.notes: [{id: 2}, {id: 1}]}', 'db.notes', ['{id: "1"}', '{id: "2"}'], ['{id: "1"}', '{id: "2"}']],
  [
    'tables: {db.notes: [{note: x, id: 2}, {id: 1, note: null}]}',
    'db.notes',
    ['{id: "1", note: null}', '{id: "2", note: "x"}'],
    ['{id: "1", note: null}', '{id: "2", note: "b"}'],
  ],
  ['tables: {db.notes: [{note: b}, {id: 1}]}', 'db.notes', ['{id: "1"}', '{note: "b"}'], ['{id: "1"}', '{note: "b"}']],
  ['tables: {db.notes: [[2, b], {id: 1}]}', 'db.notes', ['["2","b"]', '{id: "1"}'], ['["2","b"]', '{id: "1"}']],
  ['tables: {db.notes: [{id: 1}, {id: 1}]}', 'db.notes', ['{id: "1"}', '{id: "1"}'], ['{id: "1"}', '{id: "2"}']],
  ['offsets: {g: {t: {0: 1}}}', 'offset of g in t-0', ['1'], ['1']],
  ['offsets: {g: {t: {0: 2}}}', 'offset of g in t-0', ['2'], ['1']],
  ['offsets: {g: {t: {1: "-"}}}', 'offset of g in t-1', ['-'], ['-']],
  ['offsets: {g: {t: {0: "-"}}}', 'offset of g in t-0', ['-'], ['1']],
  ['lag: {g: {t: {0: 1}}}', 'lag of g in t-0', ['1'], ['1']],
  ['lag: {g: {t: {0: 0}}}', 'lag of g in t-0', ['0'], ['1']],
  ['lag: {g: {t: {1: "-"}}}', 'lag of g in t-1', ['-'], ['-']],
  ['log: {t: {0: [e1, e2]}}', 't-0', ['e1', 'e2'], ['e1', 'e2']],
  ['log: {t: {0: [e2, e1]}}', 't-0', ['e2', 'e1'], ['e1', 'e2']],
  ['log: {t: {0: [e1]}}', 't-0', ['e1'], ['e1', 'e2']],
  ['log: {t: {1: [{key: a, value: v}]}}', 't-1', ['{key: "a", value: "v"}'], ['{key: "a", value: "v"}']],
  ['log: {t: {1: [~]}}', 't-1', ['~'], ['~']],
  ['log: {t: {1: []}}', 't-1', [], ['~']],
  [
    'ledger: [[mail, e2], [charge, null]]',
    'ledger',
    ['["mail","e2"]', '["charge",null]'],
    ['["mail","e2"]', '["charge",null]'],
  ],
  [
    'ledger: [[charge, null], [mail, e2]]',
    'ledger',
    ['["charge",null]', '["mail","e2"]'],
    ['["mail","e2"]', '["charge",null]'],
  ],
  ['ledger: []', 'ledger', [], ['["mail","e2"]', '["charge",null]']],
  ['violates: []', 'violates', ['-'], ['-']],
  ['violates: [effect-once]', 'violates', ['effect-once'], ['-']],
  ['assignment: {g: {}}', 'members of g', [], []],
  ['assignment: {g: {A: [0, 1]}}', 'members of g', ['A: 0, 1'], []],
];

const said = (line: number, [, subject, expected, found]: Said) => {
  const met = expected.join('\n') === found.join('\n');
  return { lines: [{ line, subject, expected, found, met }], verdict: met ? 'as-announced' : 'not-as-announced' };
};

const rest = { rest: 'invariants: [effect-once]' };

describe('what a step is expected to come to', () => {
  test.each(ofSteps)('%s: %s', async (step, ...rest) => {
    const [expectation] = rest;
    const text = actorWorld(`${before}  - ${step.trimEnd()}\n    expect:\n      ${expectation}`);
    const line = text.split('\n').length;
    const { lines, verdict } = await compared(text);
    const { lines: expected } = said(line, rest);
    // An error that nobody expects is told of besides.
    expect(
      lines.filter(({ subject, expected }) => subject !== 'error' || expected[0] !== '-' || rest[1] === 'error'),
    ).toEqual(expected);
    expect(verdict).toBe(expected[0]?.met ? 'as-announced' : 'not-as-announced');
  });

  test('constraint', async () => {
    for (const [name, met] of [
      ['notes_pkey', true],
      ['other', false],
    ] as const) {
      const { lines } = await compared(
        actorWorld(
          `${before}  - A: INSERT INTO notes VALUES (1, 'x')\n    expect: {error: 23505, constraint: ${name}}`,
        ),
      );
      expect(lines).toEqual([
        { line: next + 1, subject: 'error', expected: ['23505'], found: ['23505'], met: true },
        { line: next + 1, subject: 'constraint', expected: [name], found: ['notes_pkey'], met },
      ]);
    }
  });

  test.each([
    ['error: "23505"', ['23505', '23505', '23505'], false],
    ['error: ["23505", "-", "-"]', ['23505', '-', '-'], true],
    ['error: ["23505", "-"]', ['23505', '-'], false],
  ])('an operation that is repeated, %s', async (expectation, expected, met) => {
    const text = actorWorld(`${before}  - A: SELECT * FROM (VALUES (1), (11), (12)) AS v(id)
    as: ids
  - A: INSERT INTO notes VALUES (\${each.id}, 'x')
    each: ids
    expect:
      ${expectation}`);
    const { lines, verdict } = await compared(text);
    expect(lines).toEqual([
      { line: text.split('\n').length, subject: 'error', expected, found: ['23505', '-', '-'], met },
    ]);
    expect(verdict).toBe(met ? 'as-announced' : 'not-as-announced');
  });

  test('rows, counts and records of an operation that is repeated are taken together', async () => {
    const text = actorWorld(`${before}  - A: SELECT id FROM notes ORDER BY id
    as: got
  - A: SELECT \${each.id}::int
    each: got
    expect: {rows: [[1], [2]], count: 2}
  - A: {produce: {event: e1, count: 2}}
    expect: {records: [e1-1, e1-2]}`);
    const { lines, verdict } = await compared(text);
    expect(lines.map(({ subject, found, met }) => [subject, found, met])).toEqual([
      ['count', ['2'], true],
      ['rows', ['["1"]', '["2"]'], true],
      ['records', ['e1-1', 'e1-2'], true],
    ]);
    expect(verdict).toBe('as-announced');
  });
});

describe('what must be so', () => {
  test.each(ofStates)('after a step: %s', async (...state) => {
    const text = actorWorld(`${before}  - A: SELECT 1\n    expect:\n      ${state[0]}`, rest);
    expect(await compared(text)).toEqual(said(next + 2, state));
  });

  test.each(ofStates)('at a check: %s', async (...state) => {
    const text = actorWorld(`${before}  - check:\n      ${state[0]}`, rest);
    expect(await compared(text)).toEqual(said(next + 1, state));
  });

  test.each(ofStates)('at the end: %s', async (...state) => {
    const text = `${actorWorld(before, rest)}end:\n  ${state[0]}\n`;
    expect(await compared(text)).toEqual(said(next + 1, state));
  });

  test('a table has no order, a result has one', async () => {
    const text = actorWorld(`${before}  - A: SELECT * FROM notes ORDER BY id
    expect: {rows: [[2, b], [1, null]], tables: {db.notes: [[2, b], [1, null]]}}`);
    expect((await compared(text)).lines.map(({ subject, met }) => [subject, met])).toEqual([
      ['rows', false],
      ['db.notes', true],
    ]);
  });

  test('a table that is not there is no empty table', async () => {
    const text = actorWorld('  - check: {tables: {db.notes: [], db.nope: []}}').replace(
      'note text)',
      'note text); SELECT 1',
    );
    expect((await compared(text)).lines.map(({ subject, found, met }) => [subject, found, met])).toEqual([
      ['db.notes', [], true],
      ['db.nope', ['-'], false],
    ]);
  });

  test('of several things each is compared, the met ones too', async () => {
    const text = actorWorld(`${before}  - check: {offsets: {g: {t: {0: 1, 1: 1}}}, lag: {g: {t: {0: 1}}}, ledger: []}`);
    expect((await compared(text)).lines.map(({ subject, met }) => [subject, met])).toEqual([
      ['offset of g in t-0', true],
      ['offset of g in t-1', false],
      ['lag of g in t-0', true],
      ['ledger', false],
    ]);
  });

  test('members and their partitions as the coordinator has them, the dead too until their session ends', async () => {
    const text = actorWorld(
      `  - M: join
  - N: join
  - advance: 10s
  - M: fetch
  - N: fetch
  - advance: 10s
  - M: fetch
  - N: fetch
  - check: {assignment: {g: {M: [0], N: [1]}}}
  - crash: N
  - check: {assignment: {g: {M: [0], N: [1]}}}
  - advance: 46s
  - check: {assignment: {g: {M: [0, 1]}}}
  - check: {assignment: {g: {M: [0], N: [1]}}}`,
      { actors: '  M: {group: g, subscribe: true}\n  N: {group: g, subscribe: true}' },
    );
    expect((await compared(text)).lines.map(({ expected, found, met }) => [expected, found, met])).toEqual([
      [['M: 0', 'N: 1'], ['M: 0', 'N: 1'], true],
      [['M: 0', 'N: 1'], ['M: 0', 'N: 1'], true],
      [['M: 0, 1'], ['M: 0, 1'], true],
      [['M: 0', 'N: 1'], ['M: 0, 1'], false],
    ]);
  });
});

describe('rows of a table that name different columns', () => {
  const found = [
    ['1', '2'],
    ['1', '3'],
  ];
  test.each<[string, ExpectedRow[], boolean]>([
    ['each meet a row of their own', [{ a: '1' }, { b: '2' }], true],
    ['in whatever order they stand', [{ b: '2' }, { a: '1' }], true],
    ['may not meet the same row', [{ a: '1', b: '3' }, { b: '3' }], false],
    ['may be given whole', [['1', '3'], { a: '1' }], true],
    ['must be as many', [{ a: '1' }, { b: '2' }, { b: '3' }], false],
    ['must each be there', [{ a: '1' }, { b: '4' }], false],
  ])('%s', (_, expected, met) => {
    const [wanted, there] = printRows(expected, ['a', 'b'], found, 'any-order');
    expect(wanted.join('\n') === there.join('\n')).toBe(met);
  });

  test('what meets none is shown beside what is left over', () => {
    expect(printRows([{ a: '1' }, { b: '4' }], ['a', 'b'], found, 'any-order')).toEqual([
      ['{a: "1"}', '{b: "4"}'],
      ['{a: "1"}', '{b: "3"}'],
    ]);
  });

  test('further records show everything that is said of any', () => {
    const record = { topic: 't', partition: '0', value: null, timestamp: '', event: 'e1' };
    const records = ['0', '1'].map((offset) => ({ ...record, offset, key: `k${offset}` }));
    expect([
      printRecords([{ event: 'e1', key: 'k0' }], records),
      printRecords([{ event: 'e1' }], records),
      printRecords([], records),
    ]).toEqual([
      [['{event: "e1", key: "k0"}'], ['{event: "e1", key: "k0"}', '{event: "e1", key: "k1"}']],
      [['e1'], ['e1', 'e1']],
      [[], ['e1', 'e1']],
    ]);
  });
});
