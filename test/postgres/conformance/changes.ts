import { describe, expect, it } from 'vitest';
import { deleted, done, failed, inserted, truncated, updated } from '../../support/answers.js';
import type { ServerOf } from '../conformance-suite.js';
import { historySession, sessionOver, tryInbox } from './history-schema.js';

const stock = `
CREATE TABLE stock(id int PRIMARY KEY, n int);
CREATE TABLE move(id int PRIMARY KEY, stock int REFERENCES stock ON DELETE CASCADE);
INSERT INTO stock VALUES (1, 10), (2, 20)`;

export function describeChanges(server: ServerOf): void {
  describe('the changes', () => {
    it('come with the commit, in the order in which they were written, with the rows before and after', async () => {
      const session = await sessionOver(server(), stock);
      await session.begin();
      expect(await session.execute('UPDATE stock SET n = 11 WHERE id = 1')).toEqual(done('UPDATE 1'));
      expect(await session.execute('INSERT INTO move VALUES (7, 2), (6, 2)')).toEqual(done('INSERT 0 2'));
      expect(await session.execute('DELETE FROM stock WHERE id = 1')).toEqual(done('DELETE 1'));
      expect(await session.execute('UPDATE move SET id = 8 WHERE id = 7')).toEqual(done('UPDATE 1'));
      expect(await session.execute('TRUNCATE move')).toEqual(done('TRUNCATE TABLE'));
      expect(await session.execute('INSERT INTO move VALUES (9, 2)')).toEqual(done('INSERT 0 1'));
      expect(await session.commit()).toEqual(
        done('COMMIT', {
          changes: [
            updated('stock', ['1', '10'], ['1', '11']),
            inserted('move', '7', '2'),
            inserted('move', '6', '2'),
            deleted('stock', '1', '11'),
            updated('move', ['7', '2'], ['8', '2']),
            truncated('move'),
            inserted('move', '9', '2'),
          ],
        }),
      );
    });

    it('keep their order in large transactions, which find the room that earlier ones have left', async () => {
      const session = await sessionOver(server(), 'CREATE TABLE t(id int PRIMARY KEY, v text)');
      await session.execute("INSERT INTO t SELECT g, repeat('x', 100) FROM generate_series(1, 5000) g");
      for (const [round, count] of [50, 769, 588, 407, 3000].entries()) {
        await session.begin();
        const update = 'UPDATE t SET v = v WHERE id <= $1 RETURNING id';
        const { answer } = await session.execute(update, [String(count)]);
        const written = answer.kind === 'done' ? answer.result.rows.map(([id]) => id) : [];
        expect(written.length).toEqual(count);
        // A transaction rolled back in between leaves room of another shape.
        const { changes } = round % 4 === 1 ? await session.rollback() : await session.commit();
        expect(changes.map(({ after }) => after?.[0])).toEqual(round % 4 === 1 ? [] : written);
      }
    });

    it('are returned once', async () => {
      const session = await sessionOver(server(), stock);
      await session.begin();
      await session.execute('DELETE FROM stock WHERE id = 1');
      expect(await session.commit()).toEqual(done('COMMIT', { changes: [deleted('stock', '1', '10')] }));
      await session.begin();
      expect(await session.commit()).toEqual(done('COMMIT'));
    });

    it('come at once from a statement outside a transaction', async () => {
      const session = await sessionOver(server(), stock);
      expect(await session.execute('INSERT INTO stock VALUES (3, NULL)')).toEqual(
        done('INSERT 0 1', { changes: [inserted('stock', '3', null)] }),
      );
      expect(await session.execute('UPDATE stock SET n = id')).toEqual(
        done('UPDATE 3', {
          changes: [
            updated('stock', ['1', '10'], ['1', '1']),
            updated('stock', ['2', '20'], ['2', '2']),
            updated('stock', ['3', null], ['3', '3']),
          ],
        }),
      );
      expect(await session.execute('DELETE FROM stock WHERE id = 2 RETURNING n')).toEqual(
        done('DELETE 1', { columns: ['n'], rows: [['2']], changes: [deleted('stock', '2', '2')] }),
      );
      expect(await session.execute('TRUNCATE stock, move')).toEqual(
        done('TRUNCATE TABLE', { changes: [truncated('stock'), truncated('move')] }),
      );
    });

    it('of ON CONFLICT are those of the row it met', async () => {
      const session = await sessionOver(server(), stock);
      const upsert = 'INSERT INTO stock VALUES ($1, 1) ON CONFLICT (id) DO UPDATE SET n = stock.n + 1';
      expect(await session.execute(upsert, ['1'])).toEqual(
        done('INSERT 0 1', { changes: [updated('stock', ['1', '10'], ['1', '11'])] }),
      );
      expect(await session.execute(upsert, ['3'])).toEqual(
        done('INSERT 0 1', { changes: [inserted('stock', '3', '1')] }),
      );
      expect(await session.execute('INSERT INTO stock VALUES (1, 1) ON CONFLICT DO NOTHING')).toEqual(
        done('INSERT 0 0'),
      );
    });

    it('include what a foreign key carries along', async () => {
      const session = await sessionOver(server(), stock);
      await session.execute('INSERT INTO move VALUES (1, 2), (2, 1)');
      expect(await session.execute('DELETE FROM stock WHERE id = 2')).toEqual(
        done('DELETE 1', { changes: [deleted('stock', '2', '20'), deleted('move', '1', '2')] }),
      );
    });

    it('do not include what the definition of the database inserted', async () => {
      const session = await sessionOver(server(), stock);
      expect(await session.execute('SELECT 1 AS one')).toEqual(done('SELECT 1', { columns: ['one'], rows: [['1']] }));
    });

    it('of a failed statement or a transaction rolled back are none, then and later', async () => {
      const session = await sessionOver(server(), stock);
      expect(await session.execute('INSERT INTO stock VALUES (3, 30), (1, 10)')).toEqual(failed('23505', 'stock_pkey'));
      await session.begin();
      await session.execute('DELETE FROM stock');
      expect(await session.rollback()).toEqual(done('ROLLBACK'));
      await session.begin();
      await session.execute('DELETE FROM stock');
      await session.raise('40001');
      expect(await session.commit()).toEqual(done('ROLLBACK'));
      expect(await session.execute('INSERT INTO stock VALUES (4, 40)')).toEqual(
        done('INSERT 0 1', { changes: [inserted('stock', '4', '40')] }),
      );
    });

    it('are exactly those that savepoints leave', async () => {
      const session = await sessionOver(server(), stock);
      await session.begin();
      await session.execute('INSERT INTO stock VALUES (3, 30)');
      await session.execute('SAVEPOINT a');
      await session.execute('INSERT INTO stock VALUES (4, 40)');
      await session.execute('SAVEPOINT b');
      await session.execute('INSERT INTO stock VALUES (5, 50)');
      await session.execute('ROLLBACK TO b');
      await session.execute('INSERT INTO stock VALUES (6, 60)');
      const both = [inserted('stock', '3', '30'), inserted('stock', '4', '40'), inserted('stock', '6', '60')];
      expect(await session.uncommitted()).toEqual(both);
      await session.execute('ROLLBACK TO a');
      await session.execute('INSERT INTO stock VALUES (7, 70)');
      const changes = [inserted('stock', '3', '30'), inserted('stock', '7', '70')];
      expect(await session.uncommitted()).toEqual(changes);
      expect(await session.commit()).toEqual(done('COMMIT', { changes }));
    });

    it('come with COMMIT AND CHAIN, which opens the next transaction', async () => {
      const session = await historySession(server());
      await session.begin();
      await session.execute(tryInbox, ['e1']);
      expect(await session.execute('COMMIT AND CHAIN')).toEqual(done('COMMIT', { changes: [inserted('inbox', 'e1')] }));
      expect(await session.uncommitted()).toEqual([]);
      await session.execute(tryInbox, ['e2']);
      expect(await session.commit()).toEqual(done('COMMIT', { changes: [inserted('inbox', 'e2')] }));
    });

    it('come though the session has made itself read-only, and the chained transaction lives', async () => {
      const session = await historySession(server());
      await session.begin();
      await session.execute(tryInbox, ['e1']);
      await session.execute('SET TRANSACTION READ ONLY');
      expect((await session.execute('COMMIT AND CHAIN')).changes).toEqual([inserted('inbox', 'e1')]);
      expect(await session.uncommitted()).toEqual([]);
      expect(await session.execute('SHOW transaction_read_only')).toEqual(
        done('SHOW', { columns: ['transaction_read_only'], rows: [['on']] }),
      );
      expect(await session.commit()).toEqual(done('COMMIT'));
      await session.begin();
      await session.execute(tryInbox, ['e2']);
      await session.execute('SET default_transaction_read_only = on');
      expect((await session.commit()).changes).toEqual([inserted('inbox', 'e2')]);
      expect(await session.execute(tryInbox, ['e3'])).toEqual(failed('25006'));
    });

    it('come from a block that commits by itself, though it fails afterwards', async () => {
      const session = await historySession(server());
      const block = "DO $$ BEGIN INSERT INTO inbox VALUES ('e1'); COMMIT; RAISE EXCEPTION 'late'; END $$";
      expect(await session.execute(block)).toEqual({ ...failed('P0001'), changes: [inserted('inbox', 'e1')] });
      expect(await session.execute("INSERT INTO inbox VALUES ('e2')")).toEqual(
        done('INSERT 0 1', { changes: [inserted('inbox', 'e2')] }),
      );
    });
  });

  describe('uncommitted changes', () => {
    it('of an open transaction are told in their order, as often as asked', async () => {
      const session = await sessionOver(server(), stock);
      await session.begin();
      expect(await session.uncommitted()).toEqual([]);
      await session.execute('INSERT INTO stock VALUES (3, 30)');
      await session.execute('DELETE FROM stock WHERE id = 1');
      const changes = [inserted('stock', '3', '30'), deleted('stock', '1', '10')];
      expect(await session.uncommitted()).toEqual(changes);
      expect(await session.uncommitted()).toEqual(changes);
      expect(await session.commit()).toEqual(done('COMMIT', { changes }));
      expect(await session.uncommitted()).toEqual([]);
    });

    it('of an aborted transaction are none', async () => {
      const session = await sessionOver(server(), stock);
      await session.begin();
      await session.execute('INSERT INTO stock VALUES (3, 30)');
      await session.raise('40001');
      expect(await session.uncommitted()).toEqual([]);
      expect(await session.execute('SELECT 1')).toEqual(failed('25P02'));
      expect(await session.commit()).toEqual(done('ROLLBACK'));
    });

    it('of an idle session, and of another one while a transaction is open, are none', async () => {
      const database = await server().createDatabase('d', stock);
      const [writer, idle] = [database.session('writer'), database.session('idle')];
      await writer.begin();
      await writer.execute('DELETE FROM stock');
      expect(await idle.uncommitted()).toEqual([]);
      await writer.rollback();
      expect(await writer.uncommitted()).toEqual([]);
    });
  });
}
