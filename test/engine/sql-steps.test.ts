import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { play } from '../support/play.js';
import { openServer } from '../support/server.js';
import { actorWorld, deeds, holdings, uncommitted, unmet } from '../support/story.js';

let server: PgliteServer;
beforeAll(() => {
  server = openServer();
});
afterAll(() => server.close());

async function played(steps: string, more: Parameters<typeof actorWorld>[1] = {}) {
  const run = await play(server, actorWorld(steps, more));
  return { deeds: deeds(run.trace), open: uncommitted(run.trace), end: holdings(run), unmet: unmet(run.trace) };
}

describe('SQL of an actor', () => {
  test('commits by itself outside of a transaction', async () => {
    expect(
      await played(`
  - A: INSERT INTO notes VALUES (1, 'x') RETURNING id, note
  - A: UPDATE notes SET note = 'y'
  - A: SELECT note FROM notes
  - A: INSERT INTO notes VALUES (2, NULL)
  - A: DELETE FROM notes WHERE id = 1`),
    ).toEqual({
      deeds: [
        'A sql ok/done INSERT 0 1 [["1","x"]]',
        'A sql ok/done UPDATE 1',
        'A sql ok/done SELECT 1 [["y"]]',
        'A sql ok/done INSERT 0 1',
        'A sql ok/done DELETE 1',
      ],
      open: [],
      end: { 'db.notes': [['2', null]] },
      unmet: [],
    });
  });

  test('holds a transaction over steps, with savepoints, and shows what is not committed', async () => {
    expect(
      await played(`
  - A: BEGIN
  - A: INSERT INTO notes VALUES (1, 'kept')
  - A: SAVEPOINT s
  - A: INSERT INTO notes VALUES (2, 'undone')
  - A: ROLLBACK TO s
  - A: UPDATE notes SET note = 'changed'
  - check: {tables: {db.notes: []}}
  - A: COMMIT`),
    ).toEqual({
      deeds: [
        'A begin ok/done BEGIN',
        'A sql ok/done INSERT 0 1',
        'A sql ok/done SAVEPOINT',
        'A sql ok/done INSERT 0 1',
        'A sql ok/done ROLLBACK',
        'A sql ok/done UPDATE 1',
        'A commit ok/done COMMIT',
      ],
      open: [
        '1 A:',
        '2 A: insert notes ["1","kept"]',
        '3 A: insert notes ["1","kept"]',
        '4 A: insert notes ["1","kept"], insert notes ["2","undone"]',
        '5 A: insert notes ["1","kept"]',
        '6 A: insert notes ["1","kept"], update notes ["1","changed"]',
        '7 A: insert notes ["1","kept"], update notes ["1","changed"]',
      ],
      end: { 'db.notes': [['1', 'changed']] },
      unmet: [],
    });
  });

  test('rolls back what it has not committed, whoever says so', async () => {
    const write = '  - A: BEGIN\n  - A: INSERT INTO notes VALUES (1, NULL)\n';
    const ends = ['- A: ROLLBACK', '- crash: A', '- restart: A', '- kill-session: A'];
    for (const end of ends) expect((await played(`${write}  ${end}`)).end).toEqual({});
  });

  test('has the isolation level that BEGIN names', async () => {
    const { deeds } = await played(`
  - A: BEGIN
  - A: SHOW transaction_isolation
  - A: COMMIT
  - A: BEGIN ISOLATION LEVEL SERIALIZABLE
  - A: SHOW transaction_isolation
  - A: ROLLBACK
  - A: START TRANSACTION ISOLATION LEVEL REPEATABLE READ
  - A: SHOW transaction_isolation
  - A: COMMIT`);
    expect(deeds.filter((line) => line.includes('SHOW'))).toEqual([
      'A sql ok/done SHOW [["read committed"]]',
      'A sql ok/done SHOW [["serializable"]]',
      'A sql ok/done SHOW [["repeatable read"]]',
    ]);
  });

  test('meets an error: the statement does nothing, an open transaction is aborted, COMMIT answers ROLLBACK', async () => {
    expect(
      await played(`
  - A: INSERT INTO notes VALUES (1, 'x')
  - A: INSERT INTO notes VALUES (1, 'again')
    expect: {error: 23505, constraint: notes_pkey, client: error, server: refused}
  - A: BEGIN
  - A: INSERT INTO notes VALUES (2, 'y')
  - A: SELECT 1 / 0
    expect: {error: 22012}
  - A: SELECT 1
    expect: {error: 25P02}
  - A: COMMIT
    expect: {tag: ROLLBACK}`),
    ).toEqual({
      deeds: [
        'A sql ok/done INSERT 0 1',
        'A sql error/refused 23505',
        'A begin ok/done BEGIN',
        'A sql ok/done INSERT 0 1',
        'A sql error/refused 22012',
        'A sql error/refused 25P02',
        'A commit ok/done ROLLBACK',
      ],
      open: ['3 A:', '4 A: insert notes ["2","y"]', '5 A:', '6 A:'],
      end: { 'db.notes': [['1', 'x']] },
      unmet: [],
    });
  });
});

describe('values', () => {
  test.each([
    ['a number', '42', '42'],
    ['a text', 'plain', 'plain'],
    ['quotes', `"it's \\"so\\""`, `it's "so"`],
    ['what would end a statement', '"\'); DROP TABLE notes; --"', "'); DROP TABLE notes; --"],
    ['a dollar', '"$1 $$"', '$1 $$'],
    ['an escaped expression', '"$${not.one}"', '${not.one}'],
    ['unicode', '"заявка № 42 🎫 é"', 'заявка № 42 🎫 é'],
    ['line ends and tabs', '"a\\n\\tb"', 'a\n\tb'],
    ['an empty text', '""', ''],
    ['what looks like null', '"null"', 'null'],
    ['null', 'null', null],
    ['a remembered null', '"${nothing}"', null],
    ['a remembered value', '"${cursor}"', '0'],
    ['a text around remembered values', '"<${cursor}|${nothing}>"', '<0|>'],
  ])('%s goes in as a parameter and comes out the same', async (_, written, value) => {
    const { deeds, end } = await played(
      `  - A: INSERT INTO notes VALUES (1, $1) RETURNING note\n    params: [${written}]\n    expect: {rows: [[${written.includes('$') ? JSON.stringify(value) : written}]]}`,
    );
    expect(deeds).toEqual([`A sql ok/done INSERT 0 1 ${JSON.stringify([[value]])}`]);
    expect(end).toEqual({ 'db.notes': [['1', value]] });
  });

  test('expressions stand behind the params, in the order of the text; what is quoted is text', async () => {
    const { deeds } = await played(`
  - A: SELECT $1 || '-' || \${cursor} || '-' || $2 || '$3' AS all_of_it, \${cursor}::int + 1
    params: [a, b]`);
    expect(deeds).toEqual(['A sql ok/done SELECT 1 [["a-0-b$3","1"]]']);
  });
});

const rows = "  - A: SELECT * FROM (VALUES (7, 'seven'), (8, NULL), (9, 'nine')) AS v(id, word)\n    as: found\n";

describe('what a result is remembered as', () => {
  test.each([
    ['${found.first.id}', '7'],
    ['${found.last.id}', '9'],
    ['${found.0.word}', 'seven'],
    ['${found.1.word}', null],
    ['${found.2.word}', 'nine'],
  ])('%s is %s', async (expression, value) => {
    const { deeds } = await played(`${rows}  - A: SELECT ${expression}::text`);
    expect(deeds.at(-1)).toBe(`A sql ok/done SELECT 1 ${JSON.stringify([[value]])}`);
  });

  test.each([
    '${found}',
    '${found.first}',
    '${found.3.id}',
    '${found.first.nope}',
    '${found.id}',
    '${found.first.id.x}',
  ])('%s has no value: the step is not taken, and the run is inconclusive', async (expression) => {
    const run = await play(
      server,
      actorWorld(
        `${rows}  - A: INSERT INTO notes VALUES (1, ${expression}::text)\n  - check: {tables: {db.notes: []}}`,
      ),
    );
    expect(deeds(run.trace).slice(1)).toEqual([`skipped: no-value ${expression}`]);
    expect(unmet(run.trace)).toEqual([]);
    expect(run.verdict).toBe('inconclusive');
  });

  test.each([
    ['a single value', 'SELECT 5 AS five', '${found}', 'SELECT 1 [["5"]]'],
    ['a single value by its column', 'SELECT 5 AS five', '${found.five}', 'SELECT 1 [["5"]]'],
    ['a single row by a column', 'SELECT 5 AS five, 6 AS six', '${found.six}', 'SELECT 1 [["6"]]'],
    ['a single NULL', 'SELECT NULL AS none', '${found}', 'SELECT 1 [[null]]'],
  ])('%s needs no place', async (_, statement, expression, answer) => {
    const { deeds } = await played(`  - A: ${statement}\n    as: found\n  - A: SELECT ${expression}::text`);
    expect(deeds.at(-1)).toBe(`A sql ok/done ${answer}`);
  });

  test.each([
    ['no row', 'SELECT id FROM notes', '${found}'],
    ['no first row', 'SELECT id FROM notes', '${found.first.id}'],
    ['no last row', 'SELECT id FROM notes', '${found.last.id}'],
    ['two values', 'SELECT 1, 2', '${found}'],
    ['no column', "INSERT INTO notes VALUES (1, 'x')", '${found}'],
  ])('%s is no value', async (_, statement, expression) => {
    const { deeds } = await played(`  - A: ${statement}\n    as: found\n  - A: SELECT ${expression}::text`);
    expect(deeds.at(-1)).toBe(`skipped: no-value ${expression}`);
  });

  test('a statement that fails leaves what was remembered before', async () => {
    const { deeds } = await played(`
  - A: SELECT 5
    as: found
  - A: SELECT 1 / 0
    as: found
    expect: {error: 22012}
  - A: SELECT \${found}::int`);
    expect(deeds.at(-1)).toBe('A sql ok/done SELECT 1 [["5"]]');
  });

  test('a reply that is lost is not remembered', async () => {
    const { deeds } = await played(`
  - A: INSERT INTO notes VALUES (5, NULL) RETURNING id
    as: found
    fault: lost-reply
  - A: SELECT \${found}::int`);
    expect(deeds).toEqual(['A sql no-reply/done 08006', 'skipped: no-value ${found}']);
  });

  test('a name given twice is what came last', async () => {
    const { deeds } = await played(`
  - A: SELECT 5
    as: cursor
  - A: SELECT \${cursor}::int + 1
    as: cursor
  - A: SELECT \${cursor}::int`);
    expect(deeds.at(-1)).toBe('A sql ok/done SELECT 1 [["6"]]');
  });
});

describe('memory', () => {
  test('is wiped by a crash, and back from the start after a restart', async () => {
    const { deeds } = await played(`
  - A: SELECT 5
    as: cursor
  - A: SELECT 6
    as: other
  - crash: A
  - A: SELECT 1
  - restart: A
  - A: SELECT \${cursor}::int
  - A: SELECT \${other}::int`);
    expect(deeds).toEqual([
      'A sql ok/done SELECT 1 [["5"]]',
      'A sql ok/done SELECT 1 [["6"]]',
      'skipped: dead A',
      'A sql ok/done SELECT 1 [["0"]]',
      'skipped: no-value ${other}',
    ]);
  });

  test('belongs to one actor', async () => {
    const { deeds } = await played(
      `
  - A: SELECT 5
    as: cursor
  - B: SELECT \${cursor}::int`,
      { actors: '  B: {database: db, memory: {cursor: 3}}' },
    );
    expect(deeds).toEqual(['A sql ok/done SELECT 1 [["5"]]', 'B sql ok/done SELECT 1 [["3"]]']);
  });
});

describe('each', () => {
  test('does a statement once for every row', async () => {
    const { deeds, end } = await played(
      `${rows}  - A: INSERT INTO notes VALUES (\${each.id}, \${each.word})\n    each: found`,
    );
    expect(deeds.slice(1)).toEqual([
      'A sql ok/done INSERT 0 1',
      'A sql ok/done INSERT 0 1',
      'A sql ok/done INSERT 0 1',
    ]);
    expect(end).toEqual({
      'db.notes': [
        ['7', 'seven'],
        ['8', null],
        ['9', 'nine'],
      ],
    });
  });

  test.each([
    ['crash-before', ['ok/done INSERT 0 1', 'crashed/nothing'], ['7']],
    ['crash-after', ['ok/done INSERT 0 1', 'crashed/done'], ['7', '8']],
    ['lost-request', ['ok/done INSERT 0 1', 'no-reply/nothing 08006', 'ok/done INSERT 0 1'], ['7', '9']],
    ['lost-reply', ['ok/done INSERT 0 1', 'no-reply/done 08006', 'ok/done INSERT 0 1'], ['7', '8', '9']],
    ['{error: 53300}', ['ok/done INSERT 0 1', 'error/refused 53300', 'ok/done INSERT 0 1'], ['7', '9']],
    [
      '{delay: late}',
      ['ok/done INSERT 0 1', 'waiting/pending', 'ok/done late INSERT 0 1', 'ok/done INSERT 0 1'],
      ['7', '8', '9'],
    ],
  ])('meets %s at its second row', async (fault, lines, ids) => {
    const planned = fault.startsWith('{') ? fault.replace('}', ', occurrence: 2}') : `{kind: ${fault}, occurrence: 2}`;
    const { deeds, end, unmet } = await played(
      `${rows}  - A: INSERT INTO notes VALUES (\${each.id}, \${each.word})\n    each: found\n    fault: ${planned}\n  - say: now\n    label: late`,
    );
    expect(deeds.slice(1)).toEqual(lines.map((line) => `A sql ${line}`));
    expect((end['db.notes'] as string[][]).map(([id]) => id)).toEqual(ids);
    expect(unmet).toEqual([]);
  });

  test('does nothing where there is no row', async () => {
    expect(
      await played(
        '  - A: SELECT id FROM notes\n    as: found\n  - A: DELETE FROM notes WHERE id = ${each.id}\n    each: found',
      ),
    ).toEqual({ deeds: ['A sql ok/done SELECT 0 []'], open: [], end: {}, unmet: [] });
  });

  test('needs rows or records', async () => {
    const { deeds } = await played('  - A: SELECT ${each}::text\n    each: cursor');
    expect(deeds).toEqual(['skipped: no-value ${cursor}']);
  });
});

describe('sessions', () => {
  const several = { actors: '  U: {sessions: {write: db, read: db}}' };

  test('of one actor are apart: what one has not committed the other does not see', async () => {
    const { deeds } = await played(
      `
  - U.write: BEGIN
  - U.write: INSERT INTO notes VALUES (1, 'x')
  - U.write: COMMIT
  - U.read: SELECT * FROM notes`,
      several,
    );
    expect(deeds.at(-1)).toBe('U sql ok/done SELECT 1 [["1","x"]]');
  });

  test('are ended one by one', async () => {
    const { deeds, end } = await played(
      `
  - U.read: SELECT 1
  - U.write: BEGIN
  - U.write: INSERT INTO notes VALUES (1, 'x')
  - kill-session: U.read
  - U.write: COMMIT
  - U.read: SELECT 2
    expect: {error: 57P01}
  - U.read: SELECT 3`,
      several,
    );
    expect(deeds).toEqual([
      'U sql ok/done SELECT 1 [["1"]]',
      'U begin ok/done BEGIN',
      'U sql ok/done INSERT 0 1',
      'U commit ok/done COMMIT',
      'U sql error/refused 57P01',
      'U sql ok/done SELECT 1 [["3"]]',
    ]);
    expect(end).toEqual({ 'db.notes': [['1', 'x']] });
  });
});

describe('a session that the server ends', () => {
  test('outside of a transaction costs one statement', async () => {
    expect(
      await played(`
  - A: SELECT 1
  - kill-session: A
  - A: INSERT INTO notes VALUES (1, NULL)
    expect: {error: 57P01, client: error, server: refused}
  - A: INSERT INTO notes VALUES (2, NULL)`),
    ).toEqual({
      deeds: ['A sql ok/done SELECT 1 [["1"]]', 'A sql error/refused 57P01', 'A sql ok/done INSERT 0 1'],
      open: [],
      end: { 'db.notes': [['2', null]] },
      unmet: [],
    });
  });

  test('in a transaction takes it along, and nothing is sent until the next BEGIN', async () => {
    expect(
      await played(`
  - A: BEGIN
  - A: INSERT INTO notes VALUES (1, NULL)
  - kill-session: A
  - A: INSERT INTO notes VALUES (2, NULL)
    expect: {error: 57P01}
  - A: COMMIT
    expect: {error: 08003, client: not-sent, server: nothing}
  - A: BEGIN
  - A: INSERT INTO notes VALUES (3, NULL)
  - A: COMMIT`),
    ).toEqual({
      deeds: [
        'A begin ok/done BEGIN',
        'A sql ok/done INSERT 0 1',
        'A sql error/refused 57P01',
        'A commit not-sent/nothing 08003',
        'A begin ok/done BEGIN',
        'A sql ok/done INSERT 0 1',
        'A commit ok/done COMMIT',
      ],
      open: ['1 A:', '2 A: insert notes ["1",null]', '6 A:', '7 A: insert notes ["3",null]'],
      end: { 'db.notes': [['3', null]] },
      unmet: [],
    });
  });

  test.each(['COMMIT', 'ROLLBACK'])('in a transaction is noticed by its %s, which ends it', async (end) => {
    const { deeds } = await played(`
  - A: BEGIN
  - kill-session: A
  - A: ${end}
    expect: {error: 57P01}
  - A: SELECT 1`);
    expect(deeds).toEqual([
      'A begin ok/done BEGIN',
      `A ${end.toLowerCase()} error/refused 57P01`,
      'A sql ok/done SELECT 1 [["1"]]',
    ]);
  });

  test.each(['lost-request', 'lost-reply', 'crash-before', 'crash-after', '{error: 40001}', '{delay: late}'])(
    'says so also to a statement that meets %s',
    async (fault) => {
      const { deeds, end } = await played(`
  - A: SELECT 1
  - kill-session: A
  - A: INSERT INTO notes VALUES (1, NULL)
    fault: ${fault}
  - say: now
    label: late`);
      const seen = {
        'lost-request': ['no-reply/nothing 08006'],
        'lost-reply': ['no-reply/refused 08006'],
        'crash-before': ['crashed/nothing'],
        'crash-after': ['crashed/refused 57P01'],
        '{error: 40001}': ['error/refused 57P01'],
        '{delay: late}': ['waiting/pending', 'error/refused 57P01 late'],
      }[fault];
      expect(deeds.slice(1)).toEqual(seen?.map((line) => `A sql ${line}`));
      expect(end).toEqual({});
    },
  );

  test('has to be open', async () => {
    const steps = '  - kill-session: A\n  - A: SELECT 1\n  - kill-session: A\n  - kill-session: A';
    expect((await played(steps)).deeds).toEqual([
      'skipped: no-session A',
      'A sql ok/done SELECT 1 [["1"]]',
      'skipped: no-session A',
    ]);
  });
});
