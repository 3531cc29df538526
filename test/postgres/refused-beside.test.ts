import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import type { EngineRefusal, Session } from '../../src/postgres/ports.js';
import { done, failed, inserted } from '../support/answers.js';
import { openServer } from '../support/server.js';

const schema = `
CREATE TABLE t(id int PRIMARY KEY, v int);
INSERT INTO t VALUES (1, 0), (2, 0), (3, 0);
CREATE TABLE two(a int UNIQUE, b int UNIQUE);
CREATE TABLE keyless(v int);
INSERT INTO keyless VALUES (1);
CREATE TABLE watched(id int PRIMARY KEY);
CREATE FUNCTION watch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TRIGGER watch BEFORE INSERT ON watched FOR EACH ROW EXECUTE FUNCTION watch();
CREATE TABLE stamped(id int PRIMARY KEY, xid xid8 DEFAULT pg_current_xact_id())`;

let server: PgliteServer;
beforeAll(() => {
  server = openServer();
});
afterEach(() => server.reset());
afterAll(() => server.close());

async function three(definition = schema): Promise<[a: Session, b: Session, c: Session]> {
  const database = await server.createDatabase('d', definition);
  return [database.session('A'), database.session('B'), database.session('C')];
}

/** Why the engine refuses `asked`, and whom it names. */
function refusalOf(asked: Promise<unknown>): Promise<unknown> {
  return asked.then(
    (answer) => answer,
    ({ name, reason, sessions }: EngineRefusal) => (name === 'EngineRefusal' ? [reason, ...sessions] : name),
  );
}

describe('beside a transaction that is open, the embedded engine refuses', () => {
  it.each(['REPEATABLE READ', 'SERIALIZABLE'])('to speak while one is %s', async (level) => {
    const [a, b] = await three();
    await a.execute(`BEGIN ISOLATION LEVEL ${level}`);
    await a.execute('SELECT * FROM t');
    expect(await refusalOf(b.execute('SELECT 1'))).toEqual(['isolation', 'B', 'A']);
    expect(await a.commit()).toEqual(done('COMMIT'));
  });

  it('to speak while one has something deferred', async () => {
    const [a, b] = await three('CREATE TABLE t(v int UNIQUE DEFERRABLE INITIALLY DEFERRED)');
    await a.begin();
    await a.execute('INSERT INTO t VALUES (1), (1)');
    expect(await refusalOf(b.execute('SELECT 1'))).toEqual(['deferred', 'B', 'A']);
    expect(await a.commit()).toEqual(failed('23505', 't_v_key'));
  });

  it.each([
    ['a statement that locks a table', 'TRUNCATE t', 'locks-table'],
    ['a statement that locks a table', 'LOCK TABLE t', 'locks-table'],
    ["the server's view of its sessions", 'SELECT * FROM pg_locks', 'views'],
    ["the server's view of its sessions", 'SELECT * FROM pg_stat_activity', 'views'],
  ])('%s: %s', async (_what, statement, reason) => {
    const [a, b] = await three();
    await a.begin();
    await a.execute('SELECT * FROM t');
    expect(await refusalOf(b.execute(statement))).toEqual([reason, 'B', 'A']);
    expect(await b.execute('SELECT count(*) FROM t')).toEqual(done('SELECT 1', { columns: ['count'], rows: [['3']] }));
  });

  it('a sixteenth one that holds something', async () => {
    const database = await server.createDatabase('d', 'CREATE TABLE t(id int)');
    const sessions = Array.from({ length: 17 }, (_, index) => database.session(`S${index + 1}`));
    const asked = [];
    for (const session of sessions) {
      await session.begin().catch(() => {});
      asked.push(await refusalOf(session.execute('INSERT INTO t VALUES (1)')));
    }
    expect(asked.slice(0, 16)).toEqual(Array(16).fill({ ...done('INSERT 0 1'), transaction: 'open' }));
    expect(asked[16]).toEqual(['too-many', 'S16']);
  });
});

describe('a transaction can only end when another session has spoken', () => {
  it.each([
    ['its id has been seen', 'SELECT pg_current_xact_id() IS NOT NULL, pg_current_xact_id()'],
    ['its id is stored', 'INSERT INTO stamped VALUES (1)'],
    ['it has a cursor', 'DECLARE c CURSOR FOR SELECT * FROM t'],
    ['it has emptied a table', 'TRUNCATE keyless'],
    ['it has locked a table', 'LOCK TABLE keyless'],
  ])('if %s', async (_why, statement) => {
    const [a, b] = await three();
    await a.begin();
    await a.execute('INSERT INTO t VALUES (4, 4)');
    expect((await a.execute(statement)).answer.kind).toEqual('done');
    await b.execute('SELECT 1');
    expect(await refusalOf(a.execute('SELECT 1'))).toEqual(['comes-back', 'A']);
    expect((await a.commit()).changes).toContainEqual(inserted('t', '4', '4'));
  });

  it('if somebody has seen which transactions are open', async () => {
    const [a, b] = await three();
    await a.begin();
    await a.execute('INSERT INTO t VALUES (4, 4)');
    await b.execute('SELECT pg_current_snapshot()');
    expect(await refusalOf(a.execute('SELECT 1'))).toEqual(['comes-back', 'A']);
    expect(await a.rollback()).toEqual(done('ROLLBACK'));
  });

  it('if it has an advisory lock behind a savepoint', async () => {
    const [a, b] = await three();
    await a.begin();
    await a.execute('SAVEPOINT s');
    await a.execute('SELECT pg_advisory_xact_lock(1)');
    await b.execute('SELECT 1');
    expect(await refusalOf(a.execute('ROLLBACK TO s'))).toEqual(['comes-back', 'A']);
  });
});

describe('a wait is refused that would not come to the same', () => {
  it.each([
    ['of several rows, not the first', 'UPDATE t SET v = 2 WHERE id = 2', 'UPDATE t SET v = 1'],
    ['of several new rows', 'INSERT INTO t VALUES (5, 5)', 'INSERT INTO t VALUES (4, 4), (5, 5)'],
    ['of a row that a query finds', 'UPDATE t SET v = 2 WHERE id = 1', 'UPDATE t SET v = (SELECT 1) WHERE id = 1'],
    ['within a block', 'UPDATE t SET v = 2 WHERE id = 1', 'DO $$ BEGIN UPDATE t SET v = 3 WHERE id = 1; END $$'],
    ['with other tables', 'UPDATE t SET v = 2 WHERE id = 1', 'UPDATE t SET v = 3 FROM keyless k WHERE id = k.v'],
    ['of a second unique key', 'INSERT INTO two VALUES (1, 1)', 'INSERT INTO two VALUES (2, 1)'],
    ['of a table without a key', 'UPDATE keyless SET v = 2', 'UPDATE keyless SET v = 3'],
    ['of a table with triggers', 'INSERT INTO watched VALUES (1)', 'INSERT INTO watched VALUES (1)'],
    ['of a new key for a row', 'INSERT INTO t VALUES (4, 4)', 'UPDATE t SET id = 4 WHERE id = 1'],
    ['to set a key, even to what it is', 'UPDATE t SET v = 2 WHERE id = 1', 'UPDATE t SET id = 1 WHERE id = 1'],
    ['of a table', 'TRUNCATE keyless', 'SELECT * FROM keyless'],
  ])('%s', async (_what, holds, waits) => {
    const [a, b] = await three();
    await a.begin();
    expect((await a.execute(holds)).answer.kind).toEqual('done');
    expect(await refusalOf(b.execute(waits))).toEqual(['waits', 'B', 'A']);
    expect((await a.commit()).answer).toEqual(done('COMMIT').answer);
    expect((await b.execute(waits)).answer.kind).not.toEqual('blocked');
  });

  it('for a shared advisory lock that somebody waits to have alone', async () => {
    const [a, b, c] = await three();
    await a.begin();
    await a.execute('SELECT pg_advisory_xact_lock_shared(1)');
    await b.execute('SELECT pg_advisory_xact_lock(1)');
    expect(await refusalOf(c.execute('SELECT pg_advisory_xact_lock_shared(1)'))).toEqual(['waits', 'C', 'B']);
  });

  it('for a row whose key somebody writes again', async () => {
    const [a, b] = await three('CREATE TABLE p(id int PRIMARY KEY, v int); CREATE TABLE c(id int REFERENCES p)');
    await a.execute('INSERT INTO p VALUES (1, 1), (2, 2)');
    await a.begin();
    await a.execute('DELETE FROM p WHERE id = 1');
    const waits = await b.execute('INSERT INTO c VALUES (1)');
    expect(waits.answer).toEqual({ kind: 'blocked', by: ['A'] });
    await a.execute('UPDATE p SET v = 3 WHERE id = 2');
    await a.execute('INSERT INTO p VALUES (1, 2)');
    expect(await refusalOf(a.commit())).toEqual(['waits', 'B']);
  });

  it('while a time limit of the session could end it', async () => {
    const [a, b] = await three();
    await a.begin();
    await a.execute('UPDATE t SET v = 1 WHERE id = 1');
    await b.begin();
    await b.execute("SET LOCAL lock_timeout = '1s'");
    expect(await refusalOf(b.execute('UPDATE t SET v = 2 WHERE id = 1'))).toEqual(['waits', 'B', 'A']);
  });
});
