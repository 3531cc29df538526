import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { type DatabaseServer, EngineBroken, type Session } from '../../src/postgres/ports.js';
import { traceSchema } from '../../src/trace/document-schema.js';
import { cli, type Ended, inFolder } from '../support/cli.js';
import { play, smallWorld } from '../support/play.js';
import { openServer } from '../support/server.js';

const endless = 'SELECT count(*) FROM generate_series(1, 1000000000000)';

/** A scenario with one actor on a database of its own. */
function scenario(steps: string, { schema = 'CREATE TABLE t(id int PRIMARY KEY)', rest = '' } = {}): string {
  return `id: own
title: own
teaches: own
databases:
  shop:
    schema: ${JSON.stringify(schema)}
${rest}
actors: {A: {database: shop}}
steps:
${steps}
end: {tables: {shop.t: [[1]]}}
`;
}

function run(text: string, ...flags: string[]): Promise<Ended> {
  return inFolder(async (folder) => {
    writeFileSync(join(folder, 'own.yaml'), text);
    return cli(['run', 'own.yaml', '--tables', 'none', ...flags], { cwd: folder });
  });
}

const stopping = scenario(`  - A: INSERT INTO t VALUES (1)\n  - A: ${endless}\n  - A: SELECT 1`);

describe('a run that PostgreSQL cannot go on with', () => {
  test('says at which step, which limit, and how to raise it; what ran before is reported', async () => {
    const { code, out, err } = await run(stopping, '--statement-timeout', '2s');
    expect({ code, err }).toEqual({ code: 3, err: '' });
    expect(out).toContain('1  A · INSERT INTO t VALUES (1)\n     sql             INSERT 0 1\n');
    expect(out).toContain('     a statement took longer than 2s (--statement-timeout allows more)\n');
    expect(out).toContain('   line 11: step 2 was stopped: a statement took longer than 2s\n');
    expect(out).not.toContain('SELECT 1\n');
    expect(out).not.toContain('shop.t: expected');
    expect(out).toContain('Inconclusive');
  });

  test('says it in Russian and as JSON', async () => {
    const { code, out } = await run(stopping, '--statement-timeout', '2s', '--lang', 'ru', '--format', 'json');
    const document = JSON.parse(out) as Record<string, unknown[]>;
    const { problems, verdict, steps } = document;
    const fits = new Ajv({ strict: false }).compile(traceSchema);
    expect(fits(document), JSON.stringify(fits.errors)).toBe(true);
    expect({ code, problems, verdict, taken: steps?.length }).toEqual({
      code: 3,
      verdict: 'inconclusive',
      taken: 2,
      problems: [
        {
          code: 'stopped',
          line: 11,
          text: 'строка 11: шаг 2 остановлен: запрос выполнялся дольше 2s (--statement-timeout поднимает предел)',
        },
      ],
    });
  });

  test.each([
    [['--max-rows', '10'], 'SELECT * FROM generate_series(1, 11)', 'more than 10 rows (--max-rows allows more)'],
    [['--scenario-timeout', '2s'], endless, 'longer than 2s for this scenario (--scenario-timeout allows more)'],
    [
      ['--memory-limit', '500'],
      "SELECT array_agg(repeat('x', 1000000) || g) FROM generate_series(1, 100000) g",
      'more than 500 MiB of memory (--memory-limit allows more)',
    ],
  ])('%j', async (flags, statement, words) => {
    const { code, out } = await run(scenario(`  - A: ${JSON.stringify(statement)}`), ...flags);
    expect(code).toBe(3);
    expect(out.replace(/\s+/g, ' ')).toContain(words);
  });

  test('more is allowed by the flag', async () => {
    const steps = '  - A: INSERT INTO t VALUES (1)\n  - A: SELECT * FROM generate_series(1, 10001)';
    expect((await run(scenario(steps))).code).toBe(3);
    expect((await run(scenario(steps), '--max-rows', '20000')).code).toBe(0);
  });

  test('an unmet expectation before the stop weighs more', async () => {
    const steps = `  - A: INSERT INTO t VALUES (1)\n    expect: {count: 2}\n  - A: ${endless}`;
    expect((await run(scenario(steps), '--statement-timeout', '2s')).code).toBe(1);
  });

  test('a definition that never ends is told, and nothing is played', async () => {
    const schema = 'CREATE TABLE t(id int); DO $$ BEGIN LOOP END LOOP; END $$';
    const { code, err } = await run(scenario('  - A: SELECT 1', { schema }), '--statement-timeout', '2s');
    expect(code).toBe(3);
    expect(err).toBe(
      'inbox-sim: own.yaml:5: databases: shop: a statement took longer than 2s (--statement-timeout allows more)\n',
    );
  });

  test.each([
    ['--statement-timeout', '0s'],
    ['--scenario-timeout', 'soon'],
    ['--memory-limit', '1'],
    ['--max-rows', '0'],
    ['--max-rows', '1e3'],
  ])('%s %s is refused', async (...flags) => {
    const { code, err } = await cli(['run', 'duplicate-900', ...flags]);
    expect([code, err]).toEqual([2, expect.stringContaining(`argument '${flags[1]}' is invalid.`)]);
  });
});

describe('in one process', () => {
  let server: PgliteServer;
  beforeAll(() => {
    server = openServer({ limits: { statementMilliseconds: 2000 } });
  });
  afterAll(() => server.close());

  test('the next scenario finds a server as good as new', async () => {
    const stopped = await play(server, stopping);
    expect(stopped.verdict).toBe('inconclusive');
    expect(stopped.trace.filter(({ kind }) => kind === 'run-stopped' || kind === 'run-ended')).toEqual([
      { kind: 'run-stopped', step: 2, line: 11, why: 'statement-time', limit: 2000 },
    ]);
    expect((await play(server, scenario('  - A: INSERT INTO t VALUES (1)'))).verdict).toBe('as-announced');
    expect((await play(server, stopping)).verdict).toBe('inconclusive');
  });
});

/** `server`, whose PostgreSQL breaks with the first statement that matches. */
function breaking(server: DatabaseServer, statement: RegExp): DatabaseServer {
  const broken = (session: Session): Session =>
    new Proxy(session, {
      get: (target, name) => {
        if (name !== 'execute') {
          const member: unknown = Reflect.get(target, name);
          return typeof member === 'function' ? member.bind(target) : member;
        }
        return async (text: string, parameters?: readonly (string | null)[]) => {
          if (statement.test(text)) throw new EngineBroken('PostgreSQL answers nonsense');
          return target.execute(text, parameters);
        };
      },
    });
  return {
    createDatabase: async (name, definition) => {
      const database = await server.createDatabase(name, definition);
      return {
        name,
        initial: database.initial,
        session: (session) => broken(database.session(session)),
        tables: () => database.tables(),
      };
    },
    createReplica: (name, primary) => server.createReplica(name, primary),
    setClock: (now) => server.setClock(now),
    save: () => server.save(),
    restore: (state) => server.restore(state),
    reset: () => server.reset(),
    close: () => server.close(),
  };
}

describe('PostgreSQL that has stopped answering', () => {
  let server: PgliteServer;
  beforeAll(() => {
    server = openServer();
  });
  afterAll(() => server.close());

  test('by a statement of the author leaves the run inconclusive', async () => {
    const own = scenario('  - A: INSERT INTO t VALUES (1)\n  - A: SELECT 1');
    const { verdict, trace } = await play(breaking(server, /SELECT 1/), own);
    expect(verdict).toBe('inconclusive');
    expect(trace.slice(-2)).toEqual([
      { kind: 'run-stopped', step: 2, line: 11, why: 'broken', limit: null },
      { kind: 'step-ended', step: 2, uncommitted: [] },
    ]);
  });

  test('by statements of ours is a bug', async () => {
    const ours = smallWorld('  - publisher: {produce: e1}\n  - run: p');
    await expect(play(breaking(server, /history_events/), ours)).rejects.toThrow(EngineBroken);
  });
});

/** A session with a snapshot of its own, and another one that wants to speak. */
const isolated = scenario(
  '  - A: BEGIN ISOLATION LEVEL REPEATABLE READ\n  - A: SELECT id FROM t\n  - B: SELECT 1',
).replace('actors: {A: {database: shop}}', 'actors: {A: {database: shop}, B: {database: shop}}');

test('what the embedded PostgreSQL cannot give is refused in Russian too', async () => {
  const { code, out, err } = await run(isolated, '--lang', 'ru');
  expect(code).toBe(2);
  expect(out).toContain('\n3  B · SELECT 1\n     B обращается к PostgreSQL');
  expect(out).toMatch(/\n\nПрогон остановлен на шаге 3; ничего не проверено\.\n$/);
  expect(err).toMatch(
    /^inbox-sim: own\.yaml:12: шаг 3: B обращается к PostgreSQL, пока у A открыта транзакция с изоляцией/,
  );
});

test('a report in a file that breaks off is written as far as it goes', async () => {
  await inFolder(async (folder) => {
    writeFileSync(join(folder, 'own.yaml'), isolated);
    const { code } = await cli(['run', 'own.yaml', '--out', 'report.txt'], { cwd: folder });
    expect([code, readFileSync(join(folder, 'report.txt'), 'utf8')]).toEqual([
      2,
      expect.stringContaining('The run stopped at step 3; nothing was judged.'),
    ]);
  });
});

describe('what PostgreSQL does not take', () => {
  test.each([
    [
      'a definition',
      { schema: 'CREATE TABLE t(id int);\nCREATE TABLE u(\n  id itn\n)' },
      'own.yaml:5: databases: shop: PostgreSQL says: type "itn" does not exist\n    id itn\n       ^\n',
    ],
    [
      'a row',
      { rest: '    rows:\n      t: [[1], [x]]' },
      'own.yaml:8: databases: shop: rows: t: PostgreSQL says: invalid input syntax for type integer: "x"\n',
    ],
    [
      'a role of a column that is not there',
      { rest: '    roles: {effect: {table: t, event: event_id}}' },
      'own.yaml:5: databases: shop: roles: t has no column "event_id"; it has id\n',
    ],
    [
      'the query of an invariant',
      { rest: 'invariants: [{name: none, sql: SELECT nope FROM t, message: none}]' },
      'own.yaml:7: invariants: none: PostgreSQL says: column "nope" does not exist\n  SELECT nope FROM t\n         ^\n',
    ],
  ])('%s: file, line and subject, its words and the place', async (_, parts, message) => {
    const { code, out, err } = await run(scenario('  - A: SELECT 1', parts));
    expect([code, err]).toEqual([2, `inbox-sim: ${message}`]);
    // An invariant is asked when the steps have been played; without databases there is no report to begin.
    if (message.includes(': databases: ')) expect(out).toBe('');
    else {
      expect(out.replace(/\s+/g, ' ')).toContain('own.yaml:7: invariants: none: PostgreSQL does not take it');
      expect(out).toMatch(/\n\nThe run stopped after the steps; nothing was judged\.\n$/);
    }
  });

  test('a file beside the scenario: its name, and the line in it', async () => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'own.yaml'), scenario('  - A: SELECT 1', { schema: './own.sql' }));
      writeFileSync(join(folder, 'own.sql'), 'CREATE TABLE t(id int);\nCREATE TABLE u(\n  id itn\n)');
      const { code, err } = await cli(['run', 'own.yaml'], { cwd: folder });
      const message =
        'own.yaml:5: databases: shop: ./own.sql:3: PostgreSQL says: type "itn" does not exist\n    id itn\n       ^\n';
      expect([code, err]).toEqual([2, `inbox-sim: ${message}`]);
    });
  });

  test('in Russian', async () => {
    const parts = { rest: '    roles: {effect: {table: t, event: event_id}}' };
    const { err } = await run(scenario('  - A: SELECT 1', parts), '--lang', 'ru');
    expect(err).toBe('inbox-sim: own.yaml:5: databases: shop: roles: в t нет столбца "event_id"; есть id\n');
  });
});

describe('an error that the scenario does not expect', () => {
  const steps =
    '  - A: SELECT nope FROM t\n  - A: INSERT INTO t VALUES (1)\n  - A: SELECT none\n    expect: {error: 42703}';

  test('is noted on the standard error in the words of PostgreSQL', async () => {
    const { code, err } = await run(scenario(steps));
    expect(code).toBe(1);
    expect(err).toBe(
      'own.yaml:10: step 1: PostgreSQL says: column "nope" does not exist\n  SELECT nope FROM t\n         ^\n',
    );
  });

  test('in Russian, and beside JSON', async () => {
    const { out, err } = await run(scenario(steps), '--lang', 'ru', '--format', 'json');
    expect(err).toContain('own.yaml:10: шаг 1: PostgreSQL сообщает: column "nope" does not exist\n');
    expect(out).not.toContain('does not exist');
  });

  test('is noted of a program too, where its statements do not fit the tables', async () => {
    const { err } = await run(`id: misfit
title: misfit
teaches: misfit
databases: {history: {schema: CREATE TABLE inbox(id text)}}
topics: {t: {partitions: 1}}
events: {e1: {topic: t, key: k, value: {event_id: e1, ticket_id: k, from_status: open, to_status: closed, changed_at: "2026-10-03T08:00:00Z"}}}
groups: {g: {topic: t, reset: earliest}}
processes: {p: {program: history, group: g, database: history}}
invariants: [no-lost-event]
steps:
  - publisher: {produce: e1}
  - run: p
`);
    expect(err).toBe('own.yaml:12: step 2: PostgreSQL says: column "event_id" of relation "inbox" does not exist\n');
  });
});
