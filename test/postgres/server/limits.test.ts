import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { machine } from '../../../src/cli/host.js';
import { type Database, LimitExceeded, type Session } from '../../../src/postgres/ports.js';
import { openPostgres } from '../../../src/postgres/server/open-postgres.js';
import type { PostgresServer } from '../../../src/postgres/server/postgres-server.js';
import type { EngineLimits } from '../../../src/postgres/watchdog.js';
import { blocked, done, inserted } from '../../support/answers.js';
import { type EmbeddedServer, startServer } from '../../support/embedded-server.js';

const answer42 = done('SELECT 1', { columns: ['answer'], rows: [['42']] });

let embedded: EmbeddedServer;
beforeAll(async () => {
  embedded = await startServer();
});
afterAll(() => embedded.stop());

let server: PostgresServer;
afterEach(() => server.close());

async function sessionWith(limits: Partial<EngineLimits>): Promise<[Session, Database]> {
  server = await openPostgres(embedded.url, { host: machine, limits });
  const database = await server.createDatabase('d', 'CREATE TABLE t(id int PRIMARY KEY)');
  return [database.session('S'), database];
}

/** What was too much in `promise`. */
async function limitOf(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.catch((reason: unknown) => reason);
  return error instanceof LimitExceeded ? [error.limit, error.value, error.unit] : error;
}

/** How many processes of the server work for a run. */
async function working(): Promise<number> {
  const [[count] = []] = await embedded.ask(
    "SELECT count(*) FROM pg_stat_activity WHERE application_name ~ '^inbox_sim_[0-9a-f]+ '",
  );
  return Number(count);
}

describe('a statement that takes too long', () => {
  test.each([
    'DO $$ BEGIN LOOP END LOOP; END $$',
    'SELECT pg_sleep(60)',
    'SELECT count(*) FROM generate_series(1, 1e11)',
  ])('is ended at the server, and a reset brings a new start: %s', async (statement) => {
    const [session] = await sessionWith({ statementMilliseconds: 300 });
    expect(await limitOf(session.execute(statement))).toEqual(['statement-time', 300, 'ms']);
    expect(await limitOf(session.execute('SELECT 1'))).toEqual(['statement-time', 300, 'ms']);
    await expect.poll(working).toBe(0);
    await server.reset();
    const again = (await server.createDatabase('d', '')).session('S');
    expect(await again.execute('SELECT 42 AS answer')).toEqual(answer42);
  });

  test('because somebody outside of the run is in its way is too long too, and not blocked', async () => {
    const [session] = await sessionWith({ statementMilliseconds: 300 });
    const other = await openPostgres(embedded.url, { host: machine });
    const holder = (await other.createDatabase('d', '')).session('holder');
    await holder.begin();
    await holder.execute('SELECT pg_advisory_xact_lock(900)');
    expect(await limitOf(session.execute('SELECT pg_advisory_xact_lock(900)'))).toEqual(['statement-time', 300, 'ms']);
    await other.close();
  });

  test('is no statement that waits for another session, however long that takes', async () => {
    const [holder, database] = await sessionWith({ statementMilliseconds: 300, scenarioMilliseconds: 2000 });
    const waiter = database.session('waiter');
    await holder.begin();
    await holder.execute('INSERT INTO t VALUES (1)');
    expect(await waiter.execute('INSERT INTO t VALUES (1)')).toEqual(blocked('S'));
    await new Promise((resolve) => setTimeout(resolve, 700));
    const { resumed } = await holder.rollback();
    expect(resumed.map(({ changes }) => changes)).toEqual([[inserted('t', '1')]]);
  });

  test('is one of many, where the scenario takes too long', async () => {
    const [session] = await sessionWith({ scenarioMilliseconds: 400 });
    const all = async () => {
      for (let round = 0; round < 100; round++) await session.execute('SELECT pg_sleep(0.05)');
    };
    expect(await limitOf(all())).toEqual(['scenario-time', 400, 'ms']);
  });
});

describe('an answer', () => {
  test('of too many rows or bytes is refused alone: it has taken effect, and the session goes on', async () => {
    const [session] = await sessionWith({ rowsPerAnswer: 3, answerBytes: 1_000_000 });
    await session.begin();
    const many = session.execute('INSERT INTO t SELECT generate_series(1, 4) RETURNING id');
    expect(await limitOf(many)).toEqual(['answer-rows', 3, 'rows']);
    const large = session.execute("SELECT repeat('x', 400000) FROM generate_series(1, 3)");
    expect(await limitOf(large)).toEqual(['answer-bytes', 1_000_000, 'bytes']);
    expect(await session.execute('SELECT 42 AS answer')).toEqual(answer42);
    expect((await session.commit()).changes.length).toBe(4);
  });

  test('of one large text is thrown away unread', async () => {
    const [session] = await sessionWith({});
    const bytes = 16 * 1024 * 1024;
    expect(await limitOf(session.execute("SELECT repeat('x', 60000000)"))).toEqual(['answer-bytes', bytes, 'bytes']);
    expect(await session.execute('SELECT 42 AS answer')).toEqual(answer42);
  });

  test('of COPY has no rows, and nobody has data for it', async () => {
    const [session] = await sessionWith({});
    await session.execute('INSERT INTO t VALUES (1), (2)');
    expect(await session.execute('COPY t TO STDOUT')).toEqual(done('COPY 2'));
    const { answer } = await session.execute('COPY t FROM STDIN');
    expect(answer).toMatchObject({ kind: 'error', failure: { code: '57014' } });
    expect(await session.execute('SELECT 42 AS answer')).toEqual(answer42);
  });
});
