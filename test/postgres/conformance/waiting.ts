import { describe, expect, it } from 'vitest';
import type { Executed, Session } from '../../../src/postgres/ports.js';
import { blocked, deleted, done, failed, gone, inserted, releasing, updated } from '../../support/answers.js';
import { itWhere } from '../../support/where.js';
import type { EngineTraits, ServerOf } from '../conformance-suite.js';
import { tryInbox } from './history-schema.js';

const schema = `
CREATE TABLE inbox(event_id text PRIMARY KEY);
CREATE TABLE t(id int PRIMARY KEY, v int);
INSERT INTO t VALUES (1, 0), (2, 0);
CREATE TABLE u(a int UNIQUE);
CREATE TABLE part(a int, gone boolean);
CREATE UNIQUE INDEX one_living ON part(a) WHERE NOT gone;
CREATE TABLE parent(id int PRIMARY KEY, note text);
INSERT INTO parent VALUES (1, NULL);
CREATE TABLE child(id int PRIMARY KEY, parent int REFERENCES parent)`;

interface Row {
  readonly what: string;
  /** What one session does in a transaction, and another one then has to wait for. */
  readonly holds: string;
  readonly waits: string;
  readonly parameters?: readonly string[];
  /** What the other one answers when the transaction has been committed, and when it has not. */
  readonly afterCommit: Executed;
  readonly afterRollback: Executed;
  /** An engine that gives only some waits does not give this one. */
  readonly isUnproven?: true;
}

const oneRow = (v: string) => done('SELECT 1', { columns: ['v'], rows: [[v]] });
const lock = done('SELECT 1', { columns: ['pg_advisory_xact_lock'], rows: [['']] });

const rows: readonly Row[] = [
  {
    what: 'an event that somebody is about to take',
    holds: "INSERT INTO inbox VALUES ('e1')",
    waits: tryInbox,
    parameters: ['e1'],
    afterCommit: done('INSERT 0 0', { columns: ['event_id'] }),
    afterRollback: done('INSERT 0 1', { columns: ['event_id'], rows: [['e1']], changes: [inserted('inbox', 'e1')] }),
  },
  {
    what: 'a row that is being updated, to update it: it then has the new value',
    holds: 'UPDATE t SET v = v + 1 WHERE id = 1',
    waits: 'UPDATE t SET v = v + 10 WHERE id = 1 RETURNING v',
    afterCommit: done('UPDATE 1', { columns: ['v'], rows: [['11']], changes: [updated('t', ['1', '1'], ['1', '11'])] }),
    afterRollback: done('UPDATE 1', {
      ...{ columns: ['v'], rows: [['10']], changes: [updated('t', ['1', '0'], ['1', '10'])] },
    }),
  },
  {
    what: 'a row that is being updated, where the search for it takes only some of the parameters',
    holds: 'UPDATE t SET v = v + 1 WHERE id = 1',
    waits: 'UPDATE t SET v = v + $1 WHERE id = $3 AND v < $2 RETURNING v',
    parameters: ['10', '5', '1'],
    afterCommit: done('UPDATE 1', { columns: ['v'], rows: [['11']], changes: [updated('t', ['1', '1'], ['1', '11'])] }),
    afterRollback: done('UPDATE 1', {
      ...{ columns: ['v'], rows: [['10']], changes: [updated('t', ['1', '0'], ['1', '10'])] },
    }),
  },
  {
    what: 'a row that is being updated, and then no longer is the one that was looked for',
    holds: 'UPDATE t SET v = 5 WHERE id = 1',
    waits: 'UPDATE t SET v = 9 WHERE id = 1 AND v = 0',
    afterCommit: done('UPDATE 0'),
    afterRollback: done('UPDATE 1', { changes: [updated('t', ['1', '0'], ['1', '9'])] }),
  },
  {
    what: 'a row that is being updated, to delete it',
    holds: 'UPDATE t SET v = v + 1 WHERE id = 1',
    waits: 'DELETE FROM t WHERE id = 1',
    afterCommit: done('DELETE 1', { changes: [deleted('t', '1', '1')] }),
    afterRollback: done('DELETE 1', { changes: [deleted('t', '1', '0')] }),
  },
  {
    what: 'a row that is being deleted',
    holds: 'DELETE FROM t WHERE id = 1',
    waits: 'UPDATE t SET v = 9 WHERE id = 1',
    afterCommit: done('UPDATE 0'),
    afterRollback: done('UPDATE 1', { changes: [updated('t', ['1', '0'], ['1', '9'])] }),
  },
  {
    what: 'a row that is being inserted, to update it if it is there',
    holds: 'INSERT INTO t VALUES (3, 7)',
    waits: 'INSERT INTO t VALUES (3, 1) ON CONFLICT (id) DO UPDATE SET v = t.v + 1',
    afterCommit: done('INSERT 0 1', { changes: [updated('t', ['3', '7'], ['3', '8'])] }),
    afterRollback: done('INSERT 0 1', { changes: [inserted('t', '3', '1')] }),
  },
  ...(
    [
      ['FOR UPDATE', 'FOR KEY SHARE'],
      ['FOR NO KEY UPDATE', 'FOR SHARE'],
      ['FOR SHARE', 'FOR NO KEY UPDATE'],
      ['FOR KEY SHARE', 'FOR UPDATE'],
    ] as const
  ).map(([held, wanted]) => ({
    what: `a row that is locked ${held}, to lock it ${wanted}`,
    holds: `SELECT v FROM t WHERE id = 1 ${held}`,
    waits: `SELECT v FROM t WHERE id = 1 ${wanted}`,
    afterCommit: oneRow('0'),
    afterRollback: oneRow('0'),
  })),
  {
    what: 'a key that somebody is about to use',
    holds: 'INSERT INTO u VALUES (1)',
    waits: 'INSERT INTO u VALUES (1)',
    afterCommit: failed('23505', 'u_a_key'),
    afterRollback: done('INSERT 0 1', { changes: [inserted('u', '1')] }),
  },
  {
    what: 'a key of a partial index that somebody is about to use',
    holds: 'INSERT INTO part VALUES (1, false)',
    waits: 'INSERT INTO part VALUES (1, false)',
    afterCommit: failed('23505', 'one_living'),
    afterRollback: done('INSERT 0 1', { changes: [inserted('part', '1', 'f')] }),
  },
  {
    what: 'a parent that is being deleted',
    holds: 'DELETE FROM parent WHERE id = 1',
    waits: 'INSERT INTO child VALUES (1, 1)',
    afterCommit: failed('23503', 'child_parent_fkey'),
    afterRollback: done('INSERT 0 1', { changes: [inserted('child', '1', '1')] }),
  },
  {
    what: 'a parent that is being given a child, to delete it',
    holds: 'INSERT INTO child VALUES (1, 1)',
    waits: 'DELETE FROM parent WHERE id = 1',
    afterCommit: failed('23503', 'child_parent_fkey'),
    afterRollback: done('DELETE 1', { changes: [deleted('parent', '1', null)] }),
  },
  {
    what: 'a table that is being emptied, to read it',
    isUnproven: true,
    holds: 'TRUNCATE t',
    waits: 'SELECT v FROM t WHERE id = 1',
    afterCommit: done('SELECT 0', { columns: ['v'] }),
    afterRollback: oneRow('0'),
  },
  {
    what: 'an advisory lock of a transaction',
    holds: 'SELECT pg_advisory_xact_lock(900)',
    waits: 'SELECT pg_advisory_xact_lock(900)',
    afterCommit: lock,
    afterRollback: lock,
  },
];

/** Pairs of statements that do not wait for each other. */
const free: readonly (readonly [holds: string, asks: string, answer: Executed])[] = [
  ['UPDATE t SET v = 9 WHERE id = 1', 'SELECT v FROM t WHERE id = 1', oneRow('0')],
  ['UPDATE t SET v = 9 WHERE id = 1', 'SELECT v FROM t WHERE id = 1 FOR KEY SHARE', oneRow('0')],
  ['SELECT FROM t WHERE id = 1 FOR SHARE', 'SELECT v FROM t WHERE id = 1 FOR SHARE', oneRow('0')],
  ['UPDATE t SET v = 9 WHERE id = 1', 'SELECT id FROM t FOR UPDATE NOWAIT', failed('55P03')],
  [
    'UPDATE t SET v = 9 WHERE id = 1',
    'SELECT id FROM t ORDER BY id FOR UPDATE SKIP LOCKED',
    done('SELECT 1', { columns: ['id'], rows: [['2']] }),
  ],
  ['INSERT INTO parent VALUES (2)', 'INSERT INTO child VALUES (1, 2)', failed('23503', 'child_parent_fkey')],
  [
    'UPDATE parent SET note = $$n$$ WHERE id = 1',
    'INSERT INTO child VALUES (1, 1)',
    done('INSERT 0 1', { changes: [inserted('child', '1', '1')] }),
  ],
  [
    'INSERT INTO part VALUES (1, true)',
    'INSERT INTO part VALUES (1, false)',
    done('INSERT 0 1', { changes: [inserted('part', '1', 'f')] }),
  ],
  [
    'SELECT pg_advisory_xact_lock(900)',
    'SELECT pg_try_advisory_xact_lock(900) AS got',
    done('SELECT 1', { columns: ['got'], rows: [['f']] }),
  ],
];

export function describeWaiting(server: ServerOf, { allWait }: EngineTraits): void {
  async function two(): Promise<[holder: Session, waiter: Session]> {
    const database = await server().createDatabase('d', schema);
    return [database.session('holder'), database.session('waiter')];
  }

  describe('a statement waits for', () => {
    it.each(rows.filter(({ isUnproven }) => allWait || !isUnproven))(
      '$what',
      async ({ holds, waits, parameters = [], afterCommit, afterRollback }) => {
        for (const [end, expected] of [
          ['commit', afterCommit],
          ['rollback', afterRollback],
          ['close', afterRollback],
        ] as const) {
          const [holder, waiter] = await two();
          await holder.begin();
          expect((await holder.execute(holds)).answer.kind).toEqual('done');
          expect(await waiter.execute(waits, parameters)).toEqual({ ...blocked('holder'), transaction: 'none' });
          const released = [gone(waiter, { ...expected, transaction: 'none' })];
          if (end === 'close') expect(await holder.close()).toEqual(released);
          else expect((await holder[end]()).resumed).toEqual(released);
          expect(await waiter.execute('SELECT 42 AS answer')).toEqual(
            done('SELECT 1', { columns: ['answer'], rows: [['42']] }),
          );
          await server().reset();
        }
      },
    );

    it('the end of a savepoint: what has been rolled back to it is free', async () => {
      const [holder, waiter] = await two();
      await holder.begin();
      await holder.execute('UPDATE t SET v = 1 WHERE id = 1');
      await holder.execute('SAVEPOINT s');
      await holder.execute('UPDATE t SET v = 2 WHERE id = 2');
      await waiter.begin();
      expect(await waiter.execute('UPDATE t SET v = 9 WHERE id = 2')).toEqual({
        ...blocked('holder'),
        transaction: 'open',
      });
      expect(await holder.execute('ROLLBACK TO s')).toEqual(
        releasing(done('ROLLBACK'), gone(waiter, { ...done('UPDATE 1'), transaction: 'open' })),
      );
      expect(await waiter.execute('UPDATE t SET v = 9 WHERE id = 1')).toEqual(blocked('holder'));
      expect(await holder.commit()).toEqual(
        releasing(done('COMMIT', { changes: [updated('t', ['1', '0'], ['1', '1'])] }), gone(waiter, done('UPDATE 1'))),
      );
      const changes = [updated('t', ['2', '0'], ['2', '9']), updated('t', ['1', '1'], ['1', '9'])];
      expect(await waiter.commit()).toEqual(done('COMMIT', { changes }));
    });

    itWhere(allWait)('another transaction when it is committed, because of a deferred key', async () => {
      const database = await server().createDatabase('d', 'CREATE TABLE t(v int UNIQUE DEFERRABLE INITIALLY DEFERRED)');
      const [holder, waiter] = [database.session('holder'), database.session('waiter')];
      await holder.begin();
      await waiter.begin();
      expect(await holder.execute('INSERT INTO t VALUES (1)')).toEqual(done('INSERT 0 1'));
      expect(await waiter.execute('INSERT INTO t VALUES (1)')).toEqual(done('INSERT 0 1'));
      expect(await waiter.commit()).toEqual({ ...blocked('holder'), transaction: 'open' });
      expect(await holder.rollback()).toEqual(
        releasing(
          done('ROLLBACK'),
          gone(waiter, { ...done('COMMIT', { changes: [inserted('t', '1')] }), transaction: 'none' }),
        ),
      );
    });
  });

  describe('a statement does not wait', () => {
    it.each(free)('%s | %s', async (holds, asks, answer) => {
      const [holder, other] = await two();
      await holder.begin();
      expect((await holder.execute(holds)).answer.kind).toEqual('done');
      expect(await other.execute(asks)).toEqual(answer);
      expect(await holder.commit()).toMatchObject({ answer: { kind: 'done' }, resumed: [] });
    });
  });
}
