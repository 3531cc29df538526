import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { machine } from '../../../src/cli/host.js';
import { EngineRefusal, type Session } from '../../../src/postgres/ports.js';
import { openPostgres } from '../../../src/postgres/server/open-postgres.js';
import type { PostgresServer } from '../../../src/postgres/server/postgres-server.js';
import { blocked, done, failed, gone, inserted, releasing, updated } from '../../support/answers.js';
import { type EmbeddedServer, startServer } from '../../support/embedded-server.js';

let embedded: EmbeddedServer;
let server: PostgresServer;
beforeAll(async () => {
  embedded = await startServer();
  server = await openPostgres(embedded.url, { host: machine });
});
afterEach(() => server.reset());
afterAll(async () => {
  await server.close();
  await embedded.stop();
});

const schema = `
CREATE TABLE t(id int PRIMARY KEY, v int);
INSERT INTO t VALUES (1, 0), (2, 0);
CREATE TABLE other(id int PRIMARY KEY)`;

async function two(level: string): Promise<[Session, Session]> {
  const database = await server.createDatabase('d', schema);
  const [a, b] = [database.session('A'), database.session('B')];
  for (const session of [a, b]) {
    expect(await session.execute(`BEGIN ISOLATION LEVEL ${level}`)).toEqual(done('BEGIN'));
    expect(await session.uncommitted()).toEqual([]);
  }
  return [a, b];
}

const value = (v: string) => done('SELECT 1', { columns: ['v'], rows: [[v]] });

test('a repeatable read sees the moment of its first query, which nobody but its author asks', async () => {
  const [a, b] = await two('REPEATABLE READ');
  await a.execute('UPDATE t SET v = 1 WHERE id = 1');
  expect(await a.commit()).toEqual(done('COMMIT', { changes: [updated('t', ['1', '0'], ['1', '1'])] }));
  // Looking at its uncommitted rows has not been its first query.
  expect(await b.execute('SELECT v FROM t WHERE id = 1')).toEqual(value('1'));
  await a.execute('UPDATE t SET v = 2 WHERE id = 1');
  expect(await b.execute('SELECT v FROM t WHERE id = 1')).toEqual(value('1'));
  await b.execute('INSERT INTO other VALUES (1)');
  expect(await b.uncommitted()).toEqual([inserted('other', '1')]);
  expect(await b.execute('SELECT v FROM t WHERE id = 1')).toEqual(value('1'));
  expect(await b.commit()).toEqual(done('COMMIT', { changes: [inserted('other', '1')] }));
});

test('a repeatable read that waited for a change is refused with 40001, and done where there was none', async () => {
  for (const [end, answer] of [
    ['commit', { ...failed('40001'), transaction: 'aborted' }],
    ['rollback', { ...done('UPDATE 1'), transaction: 'open' }],
  ] as const) {
    const [a, b] = await two('REPEATABLE READ');
    await a.execute('UPDATE t SET v = 1 WHERE id = 1');
    expect(await b.execute('UPDATE t SET v = 2 WHERE id = 1')).toEqual(blocked('A'));
    expect((await a[end]()).resumed).toEqual([gone(b, answer)]);
    await server.reset();
  }
});

test('a serializable transaction that would not fit into any order is refused with 40001', async () => {
  const [a, b] = await two('SERIALIZABLE');
  expect(await a.execute('SELECT v FROM t WHERE id = 1')).toEqual(value('0'));
  expect(await b.execute('SELECT v FROM t WHERE id = 2')).toEqual(value('0'));
  await a.execute('UPDATE t SET v = 1 WHERE id = 2');
  await b.execute('UPDATE t SET v = 1 WHERE id = 1');
  expect((await a.commit()).answer).toEqual(done('COMMIT').answer);
  expect(await b.commit()).toEqual(failed('40001'));
});

test('serializable transactions that fit are not refused because their changes are written down and looked at', async () => {
  const [a, b] = await two('SERIALIZABLE');
  for (const [session, id] of [
    [a, '1'],
    [b, '2'],
  ] as const) {
    await session.execute('INSERT INTO other VALUES ($1)', [id]);
    expect(await session.uncommitted()).toEqual([inserted('other', id)]);
  }
  expect(await a.commit()).toEqual(done('COMMIT', { changes: [inserted('other', '1')] }));
  expect(await b.commit()).toEqual(done('COMMIT', { changes: [inserted('other', '2')] }));
});

test('a transaction that waits until its snapshot is safe is blocked by whoever may spoil it', async () => {
  const database = await server.createDatabase('d', schema);
  const [a, b] = [database.session('A'), database.session('B')];
  await a.execute('BEGIN ISOLATION LEVEL SERIALIZABLE');
  await a.execute('UPDATE t SET v = 1 WHERE id = 1');
  await b.execute('BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY DEFERRABLE');
  expect(await b.execute('SELECT v FROM t WHERE id = 1')).toEqual(blocked('A'));
  expect(await a.commit()).toEqual(
    releasing(done('COMMIT', { changes: [updated('t', ['1', '0'], ['1', '1'])] }), gone(b, value('0'))),
  );
});

test('the tables cannot be read while a session has one for itself, and whose it is is said', async () => {
  const database = await server.createDatabase('d', schema);
  const [a, b] = [database.session('A'), database.session('B')];
  await b.begin();
  await b.execute('SELECT 1 FROM t');
  await a.begin();
  await a.execute('TRUNCATE other');
  await expect(database.tables()).rejects.toEqual(new EngineRefusal('locked-table', ['A']));
  await a.rollback();
  expect((await database.tables()).map(({ table }) => table)).toEqual(['t', 'other']);
});
