import { describe, expect, it } from 'vitest';
import type { Database, Session } from '../../../src/postgres/ports.js';
import { deleted, done, failed, inserted, updated } from '../../support/answers.js';
import type { ServerOf } from '../conformance-suite.js';
import { anySchema } from './history-schema.js';

const schema = `
CREATE TABLE parent(id int PRIMARY KEY, note text);
CREATE TABLE child(id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, parent int REFERENCES parent ON DELETE CASCADE,
  at timestamptz DEFAULT now(), double int GENERATED ALWAYS AS (parent * 2) STORED);
CREATE TABLE keyless(v text, n numeric);
INSERT INTO parent VALUES (1, 'a'), (2, 'b'), (3, NULL);
INSERT INTO keyless VALUES ('x', 1.50), ('x', 1.50), (NULL, NULL)`;

const at = '2026-10-03 09:00:00+00';

/** Sessions that speak in turn, so that each finds its transaction where it has left it. */
export function describeOpenTransactions(server: ServerOf): void {
  async function two(definition = schema): Promise<[a: Session, b: Session, database: Database]> {
    const database = await server().createDatabase('d', definition);
    const [a, b] = [database.session('A'), database.session('B')];
    await a.begin();
    await b.begin();
    await b.execute('INSERT INTO parent VALUES (99)').catch(() => {});
    return [a, b, database];
  }

  describe('a transaction that goes on after another session has spoken', () => {
    it('has its rows, in every kind of change, and hands them on once and in order', async () => {
      const [a, b] = await two();
      const statements = [
        "INSERT INTO parent VALUES (4, 'it''s'), (5, '')",
        'INSERT INTO child(parent) VALUES (4), (1)',
        "UPDATE parent SET note = note || '!' WHERE id = 1",
        'DELETE FROM parent WHERE id = 2',
        'UPDATE parent SET id = 6 WHERE id = 3',
        "UPDATE keyless SET v = 'y' WHERE ctid = '(0,2)'",
        'DELETE FROM keyless WHERE v IS NULL',
        'DELETE FROM parent WHERE id = 4',
      ];
      for (const statement of statements) {
        expect((await a.execute(statement)).answer.kind).toEqual('done');
        expect((await b.execute('SELECT 1')).answer.kind).toEqual('done');
      }
      const changes = [
        inserted('parent', '4', "it's"),
        inserted('parent', '5', ''),
        inserted('child', '1', '4', at, '8'),
        inserted('child', '2', '1', at, '2'),
        updated('parent', ['1', 'a'], ['1', 'a!']),
        deleted('parent', '2', 'b'),
        updated('parent', ['3', null], ['6', null]),
        updated('keyless', ['x', '1.50'], ['y', '1.50']),
        deleted('keyless', null, null),
        deleted('parent', '4', "it's"),
        deleted('child', '1', '4', at, '8'),
      ];
      expect(await a.uncommitted()).toEqual(changes);
      await b.execute('SELECT 1');
      expect(await a.uncommitted()).toEqual(changes);
      expect(await a.execute('SELECT id, note FROM parent ORDER BY id')).toEqual(
        done('SELECT 3', {
          columns: ['id', 'note'],
          rows: [
            ['1', 'a!'],
            ['5', ''],
            ['6', null],
          ],
        }),
      );
      expect(await a.commit()).toEqual(done('COMMIT', { changes }));
      expect(await b.commit()).toEqual(done('COMMIT', { changes: [inserted('parent', '99', null)] }));
    });

    it('keeps the numbers that it has drawn, and draws the next ones behind those of others', async () => {
      const [a, b] = await two();
      const insert = 'INSERT INTO child(parent) VALUES (1) RETURNING id';
      const ids = [];
      for (const session of [a, b, a, a, b]) {
        const { answer } = await session.execute(insert);
        ids.push(answer.kind === 'done' ? answer.result.rows[0]?.[0] : answer);
      }
      expect(ids).toEqual(['1', '2', '3', '4', '5']);
      expect((await a.commit()).changes.map(({ after }) => after?.[0])).toEqual(['1', '3', '4']);
      await b.rollback();
      expect((await b.execute(insert)).changes.map(({ after }) => after?.[0])).toEqual(['6']);
    });

    it('goes back to its savepoints', async () => {
      const [a, b] = await two();
      const turns = async (...statements: string[]) => {
        for (const statement of statements) {
          expect((await a.execute(statement)).answer.kind).toEqual('done');
          await b.execute('SELECT 1');
        }
      };
      await turns('INSERT INTO parent VALUES (10)', 'SAVEPOINT a', 'INSERT INTO parent VALUES (11)', 'SAVEPOINT "a b"');
      await turns('DELETE FROM parent WHERE id = 10', 'SAVEPOINT a', 'INSERT INTO parent VALUES (12)', 'ROLLBACK TO a');
      await turns('INSERT INTO parent VALUES (13)', 'RELEASE a', 'ROLLBACK TO SAVEPOINT "a b"');
      expect(await a.uncommitted()).toEqual([inserted('parent', '10', null), inserted('parent', '11', null)]);
      await turns('INSERT INTO parent VALUES (14)', 'ROLLBACK WORK TO a', 'INSERT INTO parent VALUES (15)');
      const changes = [inserted('parent', '10', null), inserted('parent', '15', null)];
      expect(await a.commit()).toEqual(done('COMMIT', { changes }));
    });

    it('is still aborted, and comes out of that by a savepoint', async () => {
      const [a, b] = await two();
      await a.execute('INSERT INTO parent VALUES (10)');
      await a.execute('SAVEPOINT s');
      await a.execute('INSERT INTO parent VALUES (11)');
      expect(await a.execute('INSERT INTO parent VALUES (1)')).toEqual(failed('23505', 'parent_pkey'));
      await b.execute('SELECT 1');
      expect(await a.uncommitted()).toEqual([]);
      expect(await a.execute('SELECT 1')).toEqual({ ...failed('25P02'), transaction: 'aborted' });
      await b.execute('SELECT 1');
      expect(await a.execute('SELEC 1')).toEqual({ ...failed('42601'), transaction: 'aborted' });
      expect(await a.execute('ROLLBACK TO s')).toEqual({ ...done('ROLLBACK'), transaction: 'open' });
      await b.execute('SELECT 1');
      expect(await a.commit()).toEqual(done('COMMIT', { changes: [inserted('parent', '10', null)] }));
      await a.begin();
      await a.raise('40001');
      await b.execute('SELECT 1');
      expect(await a.execute('SELECT 1')).toEqual(failed('25P02'));
      await b.execute('SELECT 1');
      expect(await a.commit()).toEqual({ ...done('ROLLBACK'), transaction: 'none' });
    });

    it('gives up by an error what others may have then', async () => {
      const [a, b] = await two();
      await a.execute("UPDATE parent SET note = 'mine' WHERE id = 1");
      await a.execute('SELEC');
      expect(await b.execute("UPDATE parent SET note = 'yours' WHERE id = 1")).toEqual(done('UPDATE 1'));
    });

    it('keeps its time, its settings and its mode', async () => {
      const [a, b] = await two();
      await a.execute("SET LOCAL timezone = 'Europe/Moscow'");
      await a.execute('SET LOCAL extra_float_digits = -1');
      server().setClock(Date.UTC(2027, 0, 1));
      await b.execute('SELECT 1');
      expect(await a.execute('SELECT now(), 0.1::float8 + 0.2 AS sum')).toEqual(
        done('SELECT 1', { columns: ['now', 'sum'], rows: [['2026-10-03 12:00:00+03', '0.3']] }),
      );
      await a.execute('SET TRANSACTION READ ONLY');
      await b.execute('SELECT 1');
      expect(await a.execute('INSERT INTO parent VALUES (10)')).toEqual(failed('25006'));
      await a.rollback();
      expect(await a.execute('SELECT now()')).toEqual(
        done('SELECT 1', { columns: ['now'], rows: [['2027-01-01 00:00:00+00']] }),
      );
      expect(await b.execute('SELECT now()')).toEqual(done('SELECT 1', { columns: ['now'], rows: [[at]] }));
    });

    it('sees what others have committed meanwhile, though not while it was asked', async () => {
      const [a, b] = await two();
      await a.execute("UPDATE parent SET note = 'a' WHERE id = 2");
      await b.execute("INSERT INTO parent VALUES (10, 'b')");
      const count = async () => (await a.execute("SELECT count(*) FROM parent WHERE note = 'b'")).answer;
      expect(await count()).toEqual(done('SELECT 1', { columns: ['count'], rows: [['0']] }).answer);
      await b.commit();
      expect(await count()).toEqual(done('SELECT 1', { columns: ['count'], rows: [['1']] }).answer);
    });

    it('is gone when its session is closed, with its locks', async () => {
      const [a, b, database] = await two();
      await a.execute("UPDATE parent SET note = 'a' WHERE id = 1");
      await a.execute('SELECT pg_advisory_xact_lock(7)');
      await b.execute('SELECT 1');
      expect(await a.close()).toEqual([]);
      expect(await b.execute("UPDATE parent SET note = 'b' WHERE id = 1")).toEqual(done('UPDATE 1'));
      expect((await b.execute('SELECT pg_try_advisory_xact_lock(7)')).answer).toMatchObject({
        result: { rows: [['t']] },
      });
      await b.rollback();
      expect((await database.tables())[0]?.rows[0]).toEqual(['1', 'a']);
    });

    it('keeps the locks of the rows that it has only looked at, and gives them back at its savepoint', async () => {
      const [a, b] = await two();
      await a.execute('SELECT FROM parent WHERE id = 1 FOR NO KEY UPDATE');
      await a.execute('SAVEPOINT s');
      await a.execute('SELECT FROM parent WHERE id = 2 FOR UPDATE');
      await a.execute('INSERT INTO child(parent) VALUES (3)');
      const free = async (how: string) => {
        await a.execute('SELECT 1');
        const { answer } = await b.execute(`SELECT id FROM parent WHERE id < 4 ORDER BY id FOR ${how} SKIP LOCKED`);
        return answer.kind === 'done' && answer.result.rows.flat().join(' ');
      };
      expect(await free('KEY SHARE')).toEqual('1 3');
      await b.rollback();
      await b.begin();
      expect(await free('UPDATE')).toEqual('');
      await a.execute('ROLLBACK TO s');
      expect(await free('UPDATE')).toEqual('2 3');
    });
  });

  it('transactions of several databases are open at once', async () => {
    const first = (await server().createDatabase('one', anySchema)).session('first');
    const second = (await server().createDatabase('two', anySchema)).session('second');
    await first.begin();
    await second.begin();
    await first.execute('INSERT INTO anything VALUES (1)');
    await second.execute('INSERT INTO anything VALUES (2)');
    await first.execute('INSERT INTO anything VALUES (3)');
    expect((await second.commit()).changes).toEqual([inserted('anything', '2')]);
    expect((await first.commit()).changes).toEqual([inserted('anything', '1'), inserted('anything', '3')]);
  });
}
