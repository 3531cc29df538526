import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { play } from '../support/play.js';
import { openServer } from '../support/server.js';
import { actorWorld, deeds, holdings, unmet } from '../support/story.js';

let server: PgliteServer;
beforeAll(() => {
  server = openServer();
});
afterAll(() => server.close());

/**
 * A transaction of an actor in which one statement meets a fault, and what client and server know of it. What follows is
 * sent as the scenario has it; a delayed operation arrives before the last step.
 */
const faults: [at: string, fault: string, lines: string[], rows: string[]][] = [
  ['begin', 'crash-before', ['begin crashed/nothing', 'dead', 'dead', 'SELECT'], []],
  ['begin', 'crash-after', ['begin crashed/done', 'dead', 'dead', 'SELECT'], []],
  ['begin', 'lost-request', ['begin no-reply/nothing 08006', 'sql 08003', 'commit 08003', 'SELECT'], []],
  ['begin', 'lost-reply', ['begin no-reply/done 08006', 'sql 08003', 'commit 08003', 'SELECT'], []],
  ['begin', '{error: 53300}', ['begin error/refused 53300', 'sql ok/done', 'commit ok/done COMMIT', 'SELECT'], ['1']],
  ['begin', '{error: 57P01}', ['begin error/refused 57P01', 'sql 08003', 'commit 08003', 'SELECT'], []],
  ['begin', '{delay: late}', ['begin waiting/pending', 'waiting', 'waiting', 'begin ok/done late BEGIN', 'SELECT'], []],
  ['sql', 'crash-before', ['begin ok/done BEGIN', 'sql crashed/nothing', 'dead', 'SELECT'], []],
  ['sql', 'crash-after', ['begin ok/done BEGIN', 'sql crashed/done', 'dead', 'SELECT'], []],
  ['sql', 'lost-request', ['begin ok/done BEGIN', 'sql no-reply/nothing 08006', 'commit 08003', 'SELECT'], []],
  ['sql', 'lost-reply', ['begin ok/done BEGIN', 'sql no-reply/done 08006', 'commit 08003', 'SELECT'], []],
  [
    'sql',
    '{error: 40001}',
    ['begin ok/done BEGIN', 'sql error/refused 40001', 'commit ok/done ROLLBACK', 'SELECT'],
    [],
  ],
  ['sql', '{error: 57P01}', ['begin ok/done BEGIN', 'sql error/refused 57P01', 'commit 08003', 'SELECT'], []],
  [
    'sql',
    '{delay: late}',
    ['begin ok/done BEGIN', 'sql waiting/pending', 'waiting', 'sql ok/done late INSERT 0 1', 'SELECT'],
    [],
  ],
  ['commit', 'crash-before', ['begin ok/done BEGIN', 'sql ok/done', 'commit crashed/nothing', 'SELECT'], []],
  ['commit', 'crash-after', ['begin ok/done BEGIN', 'sql ok/done', 'commit crashed/done', 'SELECT'], ['1']],
  ['commit', 'lost-request', ['begin ok/done BEGIN', 'sql ok/done', 'commit no-reply/nothing 08006', 'SELECT'], []],
  ['commit', 'lost-reply', ['begin ok/done BEGIN', 'sql ok/done', 'commit no-reply/done 08006', 'SELECT'], ['1']],
  ['commit', '{error: 40001}', ['begin ok/done BEGIN', 'sql ok/done', 'commit error/refused 40001', 'SELECT'], []],
  ['commit', '{error: 57P01}', ['begin ok/done BEGIN', 'sql ok/done', 'commit error/refused 57P01', 'SELECT'], []],
  [
    'commit',
    '{delay: late}',
    ['begin ok/done BEGIN', 'sql ok/done', 'commit waiting/pending', 'commit ok/done late COMMIT', 'SELECT'],
    ['1'],
  ],
];

/** The short forms above. */
const written: Readonly<Record<string, string>> = {
  dead: 'skipped: dead A',
  waiting: 'skipped: waiting A',
  'sql 08003': 'A sql not-sent/nothing 08003',
  'commit 08003': 'A commit not-sent/nothing 08003',
  'sql ok/done': 'A sql ok/done INSERT 0 1',
};

describe('a transaction of an actor', () => {
  test.each(faults)('whose %s meets %s', async (at, fault, lines, rows) => {
    const step = (operation: string, statement: string) =>
      `  - A: ${statement}\n${operation === at ? `    fault: ${fault}\n` : ''}`;
    const run = await play(
      server,
      actorWorld(
        `${step('begin', 'BEGIN')}${step('sql', 'INSERT INTO notes VALUES (1, NULL)')}${step('commit', 'COMMIT')}  - say: now
    label: late
  - B: SELECT id FROM notes`,
        { actors: '  B: {database: db}' },
      ).replace(/^ {2}- B.*$/m, fault === '{delay: late}' && at !== 'commit' ? '  - A: SELECT id FROM notes' : '$&'),
    );
    const said = deeds(run.trace);
    expect(said.slice(0, -1)).toEqual(lines.slice(0, -1).map((line) => written[line] ?? `A ${line}`));
    const own = at === 'sql' && fault === '{delay: late}' ? ['1'] : rows;
    expect(said.at(-1)?.slice(1)).toBe(` sql ok/done SELECT ${own.length} ${JSON.stringify(own.map((id) => [id]))}`);
    expect((holdings(run)['db.notes'] as string[][] | undefined)?.map(([id]) => id) ?? []).toEqual(rows);
  });

  test('goes on in a new connection after one was lost between two transactions', async () => {
    const run = await play(
      server,
      actorWorld(`
  - A: BEGIN
  - A: COMMIT
    fault: lost-reply
  - A: INSERT INTO notes VALUES (1, NULL)
  - A: INSERT INTO notes VALUES (2, NULL)
    fault: lost-reply
  - A: INSERT INTO notes VALUES (3, NULL)`),
    );
    expect(deeds(run.trace)).toEqual([
      'A begin ok/done BEGIN',
      'A commit no-reply/done 08006',
      'A sql ok/done INSERT 0 1',
      'A sql no-reply/done 08006',
      'A sql ok/done INSERT 0 1',
    ]);
    expect(holdings(run)['db.notes']).toEqual([
      ['1', null],
      ['2', null],
      ['3', null],
    ]);
  });

  test('stays open at a server that notices the loss later, and is rolled back then', async () => {
    const run = await play(
      server,
      actorWorld(`
  - A: BEGIN
  - A: INSERT INTO notes VALUES (1, NULL)
    fault: {kind: lost-reply, noticed: 5s}
  - say: it is still open
  - advance: 5s
  - A: INSERT INTO notes VALUES (1, 'new')
    expect: {error: "08003"}
  - A: BEGIN
  - A: INSERT INTO notes VALUES (1, 'new')
  - A: COMMIT`),
    );
    const open = run.trace.flatMap((event) => (event.kind === 'step-ended' ? [event.uncommitted.length] : []));
    expect(open).toEqual([1, 1, 1, 0, 0, 1, 1, 0]);
    expect([holdings(run), unmet(run.trace)]).toEqual([{ 'db.notes': [['1', 'new']] }, []]);
  });
});

describe('a statement under way', () => {
  const insert = '  - A: INSERT INTO notes VALUES (1, NULL)\n    fault: {delay: late}\n';
  test.each([
    ['arrives though its actor has died', '  - crash: A\n', 'crashed/done late', [['1', null]]],
    ['arrives though its actor was started anew', '  - restart: A\n', 'crashed/done late', [['1', null]]],
    ['is refused where its session has been ended', '  - kill-session: A\n', 'error/refused 57P01 late', undefined],
  ])('%s', async (_, between, line, rows) => {
    const run = await play(server, actorWorld(`${insert}${between}  - say: now\n    label: late`));
    expect(deeds(run.trace)).toEqual(['A sql waiting/pending', `A sql ${line}`]);
    expect(holdings(run)['db.notes']).toEqual(rows);
  });

  test('is judged by what came of it, and a send by what is known when it has been sent', async () => {
    const run = await play(
      server,
      actorWorld(`  - A: SELECT 1
    fault: {delay: late}
    expect: {rows: [[1]], client: ok, server: done}
  - say: now
    label: late
  - A: {produce: e1}
    fault: {delay: later}
    expect: {client: waiting, server: pending, log: {t: {0: []}}}`),
    );
    expect([unmet(run.trace), run.verdict]).toEqual([[], 'as-announced']);
  });
});

describe('an operation that a scenario writes out', () => {
  const refused = '  - A: SELECT 1 / 0\n';
  test.each([
    ['is meant to succeed', refused, ['error: - / 22012'], 'not-as-announced'],
    ['may be meant to fail', `${refused}    expect: {error: 22012}`, [], 'as-announced'],
    ['may be meant to fail in the view of its client', `${refused}    expect: {client: error}`, [], 'as-announced'],
    [
      'is meant to succeed whatever else is said of it',
      `${refused}    expect: {server: refused}`,
      ['error: - / 22012'],
      'not-as-announced',
    ],
    [
      'is meant to fail in this way',
      `${refused}    expect: {error: 22013}`,
      ['error: 22013 / 22012'],
      'not-as-announced',
    ],
    [
      'is meant to fail, and does not',
      '  - A: SELECT 1\n    expect: {error: 22012}',
      ['error: 22012 / -'],
      'not-as-announced',
    ],
    ['may fail by a fault', '  - A: SELECT 1\n    fault: {error: 40001}', [], 'as-announced'],
    [
      'may fail by a fault of Kafka',
      '  - A: {produce: e1}\n    fault: {error: NOT_ENOUGH_REPLICAS}',
      [],
      'as-announced',
    ],
    [
      'is meant to be sent',
      '  - A: BEGIN\n  - A: SELECT 1\n    fault: lost-reply\n  - A: COMMIT',
      ['error: - / 08003'],
      'not-as-announced',
    ],
    [
      'is meant to reach a broker',
      '  - broker: down\n  - A: {produce: e1}',
      ['error: - / REQUEST_TIMED_OUT'],
      'not-as-announced',
    ],
    [
      'is judged each time that it is repeated',
      '  - A: SELECT * FROM (VALUES (0), (1), (0)) AS v(n)\n    as: got\n  - A: SELECT 1 / ${each.n}::int\n    each: got',
      ['error: - / 22012', 'error: - / 22012'],
      'not-as-announced',
    ],
    ['may be given up', '  - A: {enqueue: e1}\n    as: q\n  - A: {nack: q}', [], 'as-announced'],
  ])('%s', async (_, steps, failures, verdict) => {
    const run = await play(server, actorWorld(`${steps}\n  - check: {tables: {db.notes: []}}`));
    expect([unmet(run.trace), run.verdict]).toEqual([failures, verdict]);
  });

  test.each([
    'lost-reply',
    '{kind: lost-reply, occurrence: 1}',
    '{sql: lost-reply}',
    '{sql: {kind: lost-reply}}',
    '{sql: [{kind: lost-reply}]}',
  ])('takes its fault as %s', async (fault) => {
    const run = await play(server, actorWorld(`  - A: SELECT 1\n    fault: ${fault}`));
    expect(deeds(run.trace)).toEqual(['A sql no-reply/done 08006']);
  });

  test('that is repeated less often than its fault says makes the run inconclusive', async () => {
    const run = await play(
      server,
      actorWorld('  - A: SELECT 1\n    fault: {kind: lost-reply, occurrence: 2}\n  - check: {tables: {db.notes: []}}'),
    );
    expect([deeds(run.trace), run.verdict]).toEqual([
      ['A sql ok/done SELECT 1 [["1"]]', 'unfired: sql lost-reply 2'],
      'inconclusive',
    ]);
  });
});
