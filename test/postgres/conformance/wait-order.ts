import { describe, expect, it } from 'vitest';
import { Bug } from '../../../src/base/assert.js';
import type { Database, Session } from '../../../src/postgres/ports.js';
import { blocked, done, failed, gone, inserted, releasing, updated } from '../../support/answers.js';
import { itWhere } from '../../support/where.js';
import type { EngineTraits, ServerOf } from '../conformance-suite.js';

const schema = `
CREATE TABLE t(id int PRIMARY KEY, v int);
INSERT INTO t VALUES (1, 0), (2, 0), (3, 0);
CREATE TABLE other(id int)`;

/** Adds one to a row. */
const add = (id: number) => `UPDATE t SET v = v + 1 WHERE id = ${id}`;
const added = (id: number, from: number) => updated('t', [String(id), String(from)], [String(id), String(from + 1)]);
const inTransaction = { ...done('UPDATE 1'), transaction: 'open' } as const;

export function describeWaitOrder(server: ServerOf, { allWait, exactVictims }: EngineTraits): void {
  /** Sessions A, B, C and D; the first `open` of them have a transaction open. */
  async function four(open: number): Promise<[Session, Session, Session, Session, Database]> {
    const database = await server().createDatabase('d', schema);
    const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((name) => database.session(name)) as [
      Session,
      Session,
      Session,
      Session,
    ];
    for (const session of [a, b, c, d].slice(0, open)) await session.begin();
    return [a, b, c, d, database];
  }

  describe('transactions that are open at once', () => {
    it('do not see what is not committed, nor do the tables', async () => {
      const [a, b, , , database] = await four(2);
      await a.execute(add(1));
      await b.execute('INSERT INTO other VALUES (7)');
      const before = [
        {
          table: 't',
          columns: ['id', 'v'],
          rows: [
            ['1', '0'],
            ['2', '0'],
            ['3', '0'],
          ],
        },
        { table: 'other', columns: ['id'], rows: [] },
      ];
      expect(await database.tables()).toEqual(before);
      expect(await b.execute('SELECT v FROM t WHERE id = 1')).toEqual(
        done('SELECT 1', { columns: ['v'], rows: [['0']] }),
      );
      expect(await a.uncommitted()).toEqual([added(1, 0)]);
      expect(await b.uncommitted()).toEqual([inserted('other', '7')]);
      expect(await a.commit()).toEqual(done('COMMIT', { changes: [added(1, 0)] }));
      expect(await b.execute('SELECT v FROM t WHERE id = 1')).toEqual(
        done('SELECT 1', { columns: ['v'], rows: [['1']] }),
      );
      expect(await b.commit()).toEqual(done('COMMIT', { changes: [inserted('other', '7')] }));
      expect(await database.tables()).toEqual([
        {
          table: 't',
          columns: ['id', 'v'],
          rows: [
            ['1', '1'],
            ['2', '0'],
            ['3', '0'],
          ],
        },
        { table: 'other', columns: ['id'], rows: [['7']] },
      ]);
    });

    it('draw numbers from a sequence that no rollback gives back', async () => {
      const database = await server().createDatabase('d', 'CREATE TABLE s(id serial, v text)');
      const [a, b] = [database.session('A'), database.session('B')];
      await a.begin();
      await b.begin();
      await a.execute("INSERT INTO s(v) VALUES ('a')");
      await b.execute("INSERT INTO s(v) VALUES ('b')");
      await a.rollback();
      expect(await b.commit()).toEqual(done('COMMIT', { changes: [inserted('s', '2', 'b')] }));
    });
  });

  describe('sessions that wait', () => {
    it('in a chain go on one after another', async () => {
      const [a, b, c] = await four(3);
      await a.execute(add(1));
      await b.execute(add(2));
      await c.execute(add(3));
      expect(await c.execute(add(2))).toEqual(blocked('B'));
      expect(await b.execute(add(1))).toEqual(blocked('A'));
      expect(await a.commit()).toEqual(releasing(done('COMMIT', { changes: [added(1, 0)] }), gone(b, inTransaction)));
      expect(await b.commit()).toEqual(
        releasing(done('COMMIT', { changes: [added(2, 0), added(1, 1)] }), gone(c, inTransaction)),
      );
      expect(await c.commit()).toEqual(done('COMMIT', { changes: [added(3, 0), added(2, 1)] }));
    });

    // PostgreSQL has them look for the row anew once it has changed, and the first to find it has it.
    it('for the same row may overtake each other, and are told in the order in which they wrote', async () => {
      const [a, b, c, d] = await four(1);
      await a.execute(add(1));
      expect(await b.execute(add(1))).toEqual(blocked('A'));
      expect(await c.execute(add(1))).toEqual(blocked('B'));
      expect(await d.execute(add(1))).toEqual(blocked('B', 'C'));
      const { resumed } = await a.commit();
      expect(resumed.map(({ answer, changes }) => ({ answer, changes }))).toEqual(
        [1, 2, 3].map((from) => ({ answer: done('UPDATE 1').answer, changes: [added(1, from)] })),
      );
      expect(new Set(resumed.map(({ session }) => session))).toEqual(new Set([b, c, d]));
    });

    it('for the same event all go on at once, in the order in which they blocked', async () => {
      const [a, b, c, d] = await four(1);
      const insert = 'INSERT INTO t VALUES (9, 9) ON CONFLICT DO NOTHING';
      await a.execute(insert);
      expect(await c.execute(insert)).toEqual(blocked('A'));
      expect(await b.execute(insert)).toEqual(blocked('A'));
      expect(await d.execute(insert)).toEqual(blocked('A'));
      expect(await a.commit()).toEqual(
        releasing(
          done('COMMIT', { changes: [inserted('t', '9', '9')] }),
          ...[c, b, d].map((session) => gone(session, done('INSERT 0 0'))),
        ),
      );
    });

    it('for the same row go on waiting for whoever has got it, where that one keeps it', async () => {
      const [a, b, c] = await four(2);
      await a.execute(add(1));
      expect(await b.execute(add(1))).toEqual(blocked('A'));
      expect(await c.execute(add(1))).toEqual(blocked('B'));
      expect(await a.rollback()).toEqual(releasing(done('ROLLBACK'), gone(b, inTransaction)));
      expect(await b.commit()).toEqual(
        releasing(done('COMMIT', { changes: [added(1, 0)] }), gone(c, done('UPDATE 1', { changes: [added(1, 1)] }))),
      );
    });

    itWhere(allWait)('for two others need both: of a table at once, of a row one after the other', async () => {
      const [a, b, c, d] = await four(2);
      await b.execute('SELECT * FROM other');
      await a.execute('SELECT * FROM other');
      await a.execute('SELECT v FROM t WHERE id = 1 FOR SHARE');
      await b.execute('SELECT v FROM t WHERE id = 1 FOR SHARE');
      expect(await c.execute('TRUNCATE other')).toEqual(blocked('A', 'B'));
      expect(await d.execute(add(1))).toEqual(blocked('A'));
      expect(await a.commit()).toEqual(done('COMMIT'));
      const { answer, resumed } = await b.commit();
      expect({ answer, resumed }).toEqual({
        answer: done('COMMIT').answer,
        resumed: [
          gone(c, {
            ...done('TRUNCATE TABLE'),
            changes: [{ table: 'other', kind: 'truncate', before: null, after: null }],
          }),
          gone(d, done('UPDATE 1', { changes: [added(1, 0)] })),
        ],
      });
    });

    it('takes nothing else, and what it was asked stays under way', async () => {
      const [a, b] = await four(1);
      await a.execute(add(1));
      expect(await b.execute(add(1))).toEqual(blocked('A'));
      for (const ask of [
        () => b.execute('SELECT 1'),
        () => b.begin(),
        () => b.commit(),
        () => b.rollback(),
        () => b.raise('40001'),
        () => b.uncommitted(),
      ]) {
        await expect(ask()).rejects.toThrow(Bug);
      }
      expect(await a.commit()).toEqual(
        releasing(done('COMMIT', { changes: [added(1, 0)] }), gone(b, done('UPDATE 1', { changes: [added(1, 1)] }))),
      );
      expect(await b.execute('SELECT 1 AS one')).toEqual(done('SELECT 1', { columns: ['one'], rows: [['1']] }));
    });
  });

  describe('closing a session', () => {
    it('that waits ends its wait and rolls back what it had done; whoever waited for it goes on', async () => {
      const [a, b, c, , database] = await four(2);
      await a.execute(add(1));
      await b.execute(add(2));
      expect(await b.execute(add(1))).toEqual(blocked('A'));
      expect(await c.execute(add(2))).toEqual(blocked('B'));
      expect(await b.close()).toEqual([gone(c, done('UPDATE 1', { changes: [added(2, 0)] }))]);
      expect(await a.commit()).toEqual(done('COMMIT', { changes: [added(1, 0)] }));
      expect((await database.tables())[0]?.rows).toEqual([
        ['1', '1'],
        ['2', '1'],
        ['3', '0'],
      ]);
      await expect(b.execute('SELECT 1')).rejects.toThrow(Bug);
      expect(await b.close()).toEqual([]);
    });

    it('that waits moves up those behind it', async () => {
      const [a, b, c] = await four(1);
      await a.execute(add(1));
      expect(await b.execute(add(1))).toEqual(blocked('A'));
      expect(await c.execute(add(1))).toEqual(blocked('B'));
      expect(await b.close()).toEqual([]);
      expect(await a.commit()).toEqual(
        releasing(done('COMMIT', { changes: [added(1, 0)] }), gone(c, done('UPDATE 1', { changes: [added(1, 1)] }))),
      );
    });

    it('that nobody waits for lets nobody go on', async () => {
      const [a, b, c] = await four(2);
      await a.execute(add(1));
      await b.execute(add(2));
      expect(await c.execute(add(1))).toEqual(blocked('A'));
      expect(await b.close()).toEqual([]);
      expect(await a.close()).toEqual([gone(c, done('UPDATE 1', { changes: [added(1, 0)] }))]);
    });
  });

  describe('a deadlock', () => {
    it('is an error of whoever closes the circle, and lets the other one go on', async () => {
      const [a, b] = await four(2);
      await a.execute(add(1));
      await b.execute(add(2));
      expect(await a.execute(add(2))).toEqual(blocked('B'));
      expect(await b.execute(add(1))).toEqual(
        releasing({ ...failed('40P01'), transaction: 'aborted' }, gone(a, inTransaction)),
      );
      expect(await b.execute('SELECT 1')).toEqual(failed('25P02'));
      expect(await b.commit()).toEqual(done('ROLLBACK'));
      expect(await a.commit()).toEqual(done('COMMIT', { changes: [added(1, 0), added(2, 0)] }));
    });

    it.each([0, 1, 2])('of three is one of whoever closes it, wherever it begins: %i', async (first) => {
      const [a, b, c] = await four(3);
      const all = [a, b, c] as const;
      for (const [index, session] of all.entries()) await session.execute(add(index + 1));
      const names = ['A', 'B', 'C'] as const;
      const turn = (by: number) => (first + by) % 3;
      const next = (index: number) => (index + 1) % 3;
      for (const index of [turn(0), turn(1)]) {
        expect(await all[index]?.execute(add(next(index) + 1))).toEqual(blocked(names[next(index)] ?? ''));
      }
      const [closer, released] = [all[turn(2)] as Session, all[turn(1)] as Session];
      expect(await closer.execute(add(turn(0) + 1))).toEqual(releasing(failed('40P01'), gone(released, inTransaction)));
      expect((await released.commit()).resumed).toEqual([gone(all[turn(0)] as Session, inTransaction)]);
    });

    it('of advisory locks and rows is one too, and a savepoint brings back the transaction', async () => {
      const [a, b] = await four(2);
      await a.execute('SELECT pg_advisory_xact_lock(900)');
      await b.execute(add(1));
      await b.execute('SAVEPOINT s');
      expect(await a.execute(add(1))).toEqual(blocked('B'));
      expect(await b.execute('SELECT pg_advisory_xact_lock(900)')).toEqual(failed('40P01'));
      expect(await b.execute('ROLLBACK TO s')).toEqual(done('ROLLBACK'));
      expect(await b.commit()).toEqual(releasing(done('COMMIT', { changes: [added(1, 0)] }), gone(a, inTransaction)));
    });

    itWhere(allWait && exactVictims)('may be closed by a COMMIT', async () => {
      const late = 'v int UNIQUE DEFERRABLE INITIALLY DEFERRED';
      const database = await server().createDatabase('d', `CREATE TABLE one(${late}); CREATE TABLE two(${late})`);
      const [a, b] = [database.session('A'), database.session('B')];
      await a.begin();
      await b.begin();
      // Whoever comes second at a key has to look again when he commits.
      await a.execute('INSERT INTO one VALUES (1)');
      await b.execute('INSERT INTO two VALUES (1)');
      await a.execute('INSERT INTO two VALUES (1)');
      await b.execute('INSERT INTO one VALUES (1)');
      expect(await a.commit()).toEqual({ ...blocked('B'), transaction: 'open' });
      const changes = [inserted('one', '1'), inserted('two', '1')];
      expect(await b.commit()).toEqual(
        releasing(
          { ...failed('40P01'), transaction: 'none' },
          gone(a, { ...done('COMMIT', { changes }), transaction: 'none' }),
        ),
      );
    });
  });
}
