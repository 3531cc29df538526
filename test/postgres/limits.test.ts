import { afterEach, describe, expect, it } from 'vitest';
import { machine } from '../../src/cli/host.js';
import type { PgliteOptions, PgliteServer } from '../../src/postgres/pglite-server.js';
import { type Database, EngineBroken, LimitExceeded, type Session } from '../../src/postgres/ports.js';
import { done, failed } from '../support/answers.js';
import { openServer } from '../support/server.js';

const answer42 = done('SELECT 1', { columns: ['answer'], rows: [['42']] });
const schema = 'CREATE TABLE t(id int PRIMARY KEY)';

let server: PgliteServer;
/** How far the host's clock is ahead of the machine's: nobody here waits for a limit. */
let ahead = 0;
const host = { ...machine, milliseconds: () => machine.milliseconds() + ahead };

afterEach(() => server.close());

async function sessionWith(options: PgliteOptions, definition = schema): Promise<[Session, Database]> {
  server = openServer({ host, ...options });
  const database = await server.createDatabase('d', definition);
  const session = database.session('S');
  await session.execute('SELECT 1');
  return [session, database];
}

function limitOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'an answer',
    (error: unknown) => (error instanceof LimitExceeded ? [error.limit, error.value, error.unit] : error),
  );
}

/** The next scenario finds a server as good as new. */
async function expectFresh(): Promise<void> {
  await server.reset();
  const session = (await server.createDatabase('d', schema)).session('next');
  expect(await session.execute('SELECT 42 AS answer')).toEqual(answer42);
  expect((await session.execute('SELECT now()')).answer).toMatchObject({
    result: { rows: [['2026-10-03 09:00:00+00']] },
  });
}

/** Sends something, and lets so much time pass before its answer can be there. */
async function late<T>(milliseconds: number, send: () => Promise<T>): Promise<T> {
  const answer = send();
  ahead += milliseconds;
  return answer;
}

describe('the time of a statement', () => {
  it.each([
    'SELECT count(*) FROM generate_series(1, 1e12)',
    'DO $$ BEGIN LOOP END LOOP; END $$',
    'SELECT pg_sleep(100)',
  ])('ends %s, what waits behind it, and whatever comes until the next reset', async (statement) => {
    const [session, database] = await sessionWith({});
    const outcomes = await late(5001, () =>
      Promise.all([session.execute(statement), session.execute('SELECT 1'), database.tables()].map(limitOf)),
    );
    expect(outcomes).toEqual(Array(3).fill(['statement-time', 5000, 'ms']));
    expect(await limitOf(session.execute('SELECT 1'))).toEqual(['statement-time', 5000, 'ms']);
    expect(await limitOf(server.save())).toEqual(['statement-time', 5000, 'ms']);
    server.setClock(0);
    await expectFresh();
  });

  it('ends a definition too, and can be another', async () => {
    await sessionWith({ limits: { statementMilliseconds: 8000 } });
    await server.reset();
    const endless = 'DO $$ BEGIN LOOP END LOOP; END $$';
    expect(await late(8001, () => limitOf(server.createDatabase('d', endless)))).toEqual([
      ...['statement-time', 8000, 'ms'],
    ]);
    await expectFresh();
  });

  it('is not used up by several short ones', async () => {
    const [session] = await sessionWith({});
    for (let round = 0; round < 5; round++) {
      await late(4000, () => session.execute('SELECT pg_sleep(0)'));
    }
    expect(await session.execute('SELECT 42 AS answer')).toEqual(answer42);
  });

  it('is not used up by a main thread that was busy while the answer came', async () => {
    const [session] = await sessionWith({});
    const answer = session.execute('SELECT 42 AS answer');
    const begun = performance.now();
    while (performance.now() - begun < 100);
    ahead += 6000;
    expect(await answer).toEqual(answer42);
  });
});

describe('the time of a scenario', () => {
  it('is that of all its statements since the reset, and only of them', async () => {
    const [session] = await sessionWith({});
    await late(20_000, () => session.execute('SELECT 1'));
    await server.reset();
    const again = (await server.createDatabase('d', schema)).session('S');
    await again.execute('SELECT 1');
    ahead += 40_000;
    for (let round = 0; round < 7; round++) await late(4200, () => again.execute('SELECT 1'));
    const last = late(1000, () => limitOf(again.execute('SELECT count(*) FROM generate_series(1, 1e12)')));
    expect(await last).toEqual(['scenario-time', 30_000, 'ms']);
    expect(await limitOf(again.execute('SELECT 1'))).toEqual(['scenario-time', 30_000, 'ms']);
    await expectFresh();
  });
});

describe('the memory', () => {
  it('is watched while a statement runs', async () => {
    const residentBytes = machine.residentBytes() + 400 * 1024 * 1024;
    const [session] = await sessionWith({ limits: { residentBytes } });
    const greedy = session.execute("SELECT array_agg(repeat('x', 1000000) || g) FROM generate_series(1, 100000) g");
    expect(await limitOf(greedy)).toEqual(['memory', residentBytes, 'bytes']);
    await expectFresh();
  });
});

describe('an answer', () => {
  it('of a million rows is refused, and the session goes on', async () => {
    const [session] = await sessionWith({});
    expect(await limitOf(session.execute('SELECT * FROM generate_series(1, 1000000)'))).toEqual([
      ...['answer-rows', 10_000, 'rows'],
    ]);
    expect(await session.execute('SELECT 42 AS answer')).toEqual(answer42);
  });

  it('may have exactly as many rows as allowed', async () => {
    const [session] = await sessionWith({ limits: { rowsPerAnswer: 3 } });
    expect((await session.execute('SELECT * FROM generate_series(1, 3)')).answer.kind).toEqual('done');
    expect(await limitOf(session.execute('SELECT * FROM generate_series(1, 4)'))).toEqual(['answer-rows', 3, 'rows']);
  });

  it('of many bytes is refused, in one row or in many, and the session goes on', async () => {
    const [session] = await sessionWith({ limits: { answerBytes: 1_000_000 } });
    const refused = ['answer-bytes', 1_000_000, 'bytes'];
    expect(await limitOf(session.execute("SELECT repeat('x', 2000000)"))).toEqual(refused);
    expect(await limitOf(session.execute("SELECT repeat('x', 400000) FROM generate_series(1, 3)"))).toEqual(refused);
    const { answer } = await session.execute("SELECT repeat('x', 400000) FROM generate_series(1, 2)");
    expect(answer.kind === 'done' && answer.result.rows.map(([text]) => text?.length)).toEqual([400_000, 400_000]);
  });

  it('of half a gigabyte does not end the program', async () => {
    const [session] = await sessionWith({ limits: { statementMilliseconds: 60_000 } });
    const [limit] = (await limitOf(session.execute("SELECT repeat('x', 500000000)"))) as unknown[];
    expect(limit).toMatch(/^(answer-bytes|memory)$/);
    await expectFresh();
  });

  it('that is refused has taken effect, and the transaction can go on', async () => {
    const [session, database] = await sessionWith({ limits: { rowsPerAnswer: 1 } });
    await session.begin();
    const both = session.execute('INSERT INTO t VALUES (1), (2) RETURNING id');
    expect(await limitOf(both)).toEqual(['answer-rows', 1, 'rows']);
    expect((await session.commit()).changes.length).toEqual(2);
    expect((await database.tables())[0]?.rows).toEqual([['1'], ['2']]);
  });

  it('of tables and saved states is not bounded', async () => {
    const [session, database] = await sessionWith({ limits: { rowsPerAnswer: 10, answerBytes: 100 } });
    await session.execute('INSERT INTO t SELECT generate_series(1, 1000)');
    expect((await database.tables())[0]?.rows.length).toEqual(1000);
    expect((await server.save()).tables[0]?.rows.length).toEqual(1000);
  });
});

describe('an engine that breaks', () => {
  it.each(['sql', 'plpgsql'])('does not by an endless recursion in %s: 54001', async (language) => {
    const body = language === 'sql' ? 'SELECT f($1 + 1)' : 'BEGIN RETURN f($1 + 1); END';
    const definition = `CREATE FUNCTION f(int) RETURNS int LANGUAGE ${language} AS $$ SELECT 1 $$;`;
    const [session] = await sessionWith(
      {},
      language === 'sql'
        ? `${definition} CREATE OR REPLACE FUNCTION f(int) RETURNS int LANGUAGE sql AS $$ ${body} $$`
        : `CREATE FUNCTION f(int) RETURNS int LANGUAGE plpgsql AS $$ ${body} $$`,
    );
    expect(await session.execute('SELECT f(1)')).toEqual(failed('54001'));
    expect(await session.execute('SELECT 42 AS answer')).toEqual(answer42);
  });

  it.each(['SELECT pg_terminate_backend(pg_backend_pid())', "COPY t TO PROGRAM 'cat'", "COPY t FROM PROGRAM 'echo 1'"])(
    'does not by %s: sessions may not',
    async (statement) => {
      const [session] = await sessionWith({});
      expect(await session.execute(statement)).toEqual(failed('42501'));
      expect(await session.execute('SELECT 42 AS answer')).toEqual(answer42);
    },
  );

  it('does not by COPY FROM STDIN, which nobody has data for', async () => {
    const [session] = await sessionWith({});
    expect(await session.execute('COPY t FROM STDIN')).toEqual(failed('57014'));
    expect(await session.execute('SELECT 42 AS answer')).toEqual(answer42);
  });

  it('is thrown away by the next reset', async () => {
    // Only the server's own role can break it; a session becomes that here without the words that are looked for.
    const leave = "EXECUTE 'SET SESSION AUTHORI' || 'ZATION postgres'";
    const [session] = await sessionWith(
      {},
      `CREATE TABLE t(a int); CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN ${leave}; END $$`,
    );
    await session.begin();
    await session.execute('SELECT f()');
    const outcomes = [];
    for (const statement of ["COPY t TO PROGRAM 'cat'", 'SELECT 42', 'SELECT 42']) {
      outcomes.push(await session.execute(statement).catch((error: unknown) => error));
    }
    expect(outcomes.at(-1)).toBeInstanceOf(EngineBroken);
    await expectFresh();
  });
});
