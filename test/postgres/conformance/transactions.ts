import { describe, expect, it } from 'vitest';
import { done, failed, inserted } from '../../support/answers.js';
import type { ServerOf } from '../conformance-suite.js';
import { event900, historySession, saveHistory, sessionOver, tryInbox } from './history-schema.js';

export function describeTransactions(server: ServerOf): void {
  describe('a transaction', () => {
    it('answers the tags BEGIN, COMMIT and ROLLBACK', async () => {
      const session = await historySession(server());
      expect(await session.begin()).toEqual(done('BEGIN'));
      expect(await session.commit()).toEqual(done('COMMIT'));
      expect(await session.begin()).toEqual(done('BEGIN'));
      expect(await session.rollback()).toEqual(done('ROLLBACK'));
    });

    it.each(['SET TRANSACTION ISOLATION LEVEL SERIALIZABLE', 'SET TRANSACTION READ WRITE'])(
      'may be given another mode before its first query: %s',
      async (statement) => {
        const session = await historySession(server());
        expect(await session.execute('BEGIN READ ONLY')).toEqual(done('BEGIN'));
        expect(await session.execute(statement)).toEqual(done('SET'));
      },
    );

    it('answers COMMIT and ROLLBACK also where none is open, and BEGIN where one is: PostgreSQL only warns', async () => {
      const session = await historySession(server());
      expect(await session.commit()).toEqual(done('COMMIT'));
      expect(await session.rollback()).toEqual(done('ROLLBACK'));
      expect(await session.begin()).toEqual(done('BEGIN'));
      expect(await session.execute(tryInbox, ['e1'])).toEqual(
        done('INSERT 0 1', { columns: ['event_id'], rows: [['e1']] }),
      );
      expect(await session.begin()).toEqual(done('BEGIN'));
      expect(await session.commit()).toEqual(done('COMMIT', { changes: [inserted('inbox', 'e1')] }));
    });

    it('answers the statement of the inbox with a row for a new event and with none for a known one', async () => {
      const session = await historySession(server());
      await session.begin();
      expect(await session.execute(tryInbox, ['event-ticket-900'])).toEqual(
        done('INSERT 0 1', { columns: ['event_id'], rows: [['event-ticket-900']] }),
      );
      expect(await session.execute(saveHistory, event900)).toEqual(done('INSERT 0 1'));
      const row = ['event-ticket-900', 'ticket-42', 'open', 'resolved', '2026-10-03 08:00:00+00'];
      expect(await session.commit()).toEqual(
        done('COMMIT', { changes: [inserted('inbox', 'event-ticket-900'), inserted('history_events', ...row)] }),
      );
      await session.begin();
      expect(await session.execute(tryInbox, ['event-ticket-900'])).toEqual(
        done('INSERT 0 0', { columns: ['event_id'] }),
      );
      expect(await session.rollback()).toEqual(done('ROLLBACK'));
    });

    it('may be begun and ended by statements', async () => {
      const session = await historySession(server());
      expect(await session.execute('START TRANSACTION ISOLATION LEVEL READ COMMITTED')).toEqual(
        done('START TRANSACTION'),
      );
      expect(await session.execute("INSERT INTO inbox VALUES ('e1')")).toEqual(done('INSERT 0 1'));
      expect(await session.execute('COMMIT')).toEqual(done('COMMIT', { changes: [inserted('inbox', 'e1')] }));
      expect(await session.execute('BEGIN')).toEqual(done('BEGIN'));
      expect(await session.execute("INSERT INTO inbox VALUES ('e2')")).toEqual(done('INSERT 0 1'));
      expect(await session.execute('ROLLBACK')).toEqual(done('ROLLBACK'));
      expect(await session.execute('TABLE inbox')).toEqual(done('SELECT 1', { columns: ['event_id'], rows: [['e1']] }));
    });

    it('is aborted by an error: 25P02 to every statement, and COMMIT answers ROLLBACK', async () => {
      const session = await historySession(server());
      await session.begin();
      await session.execute(tryInbox, ['e1']);
      expect(await session.execute("INSERT INTO inbox VALUES ('e1')")).toEqual(failed('23505', 'inbox_pkey'));
      expect(await session.execute('SELECT 1')).toEqual(failed('25P02'));
      expect(await session.execute(tryInbox, ['e2'])).toEqual(failed('25P02'));
      expect(await session.begin()).toEqual(failed('25P02'));
      expect(await session.commit()).toEqual(done('ROLLBACK'));
      expect(await session.execute('TABLE inbox')).toEqual(done('SELECT 0', { columns: ['event_id'] }));
    });

    it('is aborted by a syntax error too', async () => {
      const session = await historySession(server());
      await session.begin();
      expect(await session.execute('SELEC 1')).toEqual(failed('42601'));
      expect(await session.execute('SELECT 1')).toEqual(failed('25P02'));
      expect(await session.rollback()).toEqual(done('ROLLBACK'));
      expect(await session.execute('SELECT 1 AS one')).toEqual(done('SELECT 1', { columns: ['one'], rows: [['1']] }));
    });

    it('goes back to a savepoint, out of an error too', async () => {
      const session = await historySession(server());
      await session.begin();
      await session.execute(tryInbox, ['e1']);
      expect(await session.execute('SAVEPOINT s')).toEqual(done('SAVEPOINT'));
      await session.execute(tryInbox, ['e2']);
      expect(await session.execute("INSERT INTO inbox VALUES ('e1')")).toEqual(failed('23505', 'inbox_pkey'));
      expect(await session.execute('ROLLBACK TO s')).toEqual(done('ROLLBACK'));
      await session.execute(tryInbox, ['e3']);
      expect(await session.execute('RELEASE s')).toEqual(done('RELEASE'));
      const changes = [inserted('inbox', 'e1'), inserted('inbox', 'e3')];
      expect(await session.commit()).toEqual(done('COMMIT', { changes }));
    });

    it('fails at COMMIT for a deferred constraint and is over then', async () => {
      const session = await sessionOver(
        server(),
        'CREATE TABLE t(v int CONSTRAINT one_v UNIQUE DEFERRABLE INITIALLY DEFERRED)',
      );
      await session.begin();
      expect(await session.execute('INSERT INTO t VALUES (1), (1)')).toEqual(done('INSERT 0 2'));
      expect(await session.commit()).toEqual(failed('23505', 'one_v'));
      expect(await session.uncommitted()).toEqual([]);
      expect(await session.execute('TABLE t')).toEqual(done('SELECT 0', { columns: ['v'] }));
    });
  });

  describe('an error', () => {
    it('names SQLSTATE and constraint', async () => {
      const session = await historySession(server());
      await session.execute(tryInbox, ['e1']);
      expect(await session.execute("INSERT INTO inbox VALUES ('e1')")).toEqual(failed('23505', 'inbox_pkey'));
      expect(await session.execute('INSERT INTO inbox VALUES (NULL)')).toEqual(failed('23502'));
      expect(await session.execute(saveHistory, event900)).toEqual(failed('23503', 'history_events_event_id_fkey'));
      expect(await session.execute(saveHistory, ['e1', null, 'open', 'resolved', '2026-10-03T08:00:00Z'])).toEqual(
        failed('23502'),
      );
      expect(await session.execute('TABLE inbocks')).toEqual(failed('42P01'));
      expect(await session.execute('SELECT 1/0')).toEqual(failed('22012'));
      expect(await session.execute('SELECT $1::int', ['one'])).toEqual(failed('22P02'));
    });

    it('refuses several statements in one, and does none of them', async () => {
      const session = await historySession(server());
      expect(await session.execute("INSERT INTO inbox VALUES ('e1'); INSERT INTO inbox VALUES ('e2')")).toEqual(
        failed('42601'),
      );
      expect(await session.execute('TABLE inbox')).toEqual(done('SELECT 0', { columns: ['event_id'] }));
    });

    it('refuses the wrong number of parameters', async () => {
      const session = await historySession(server());
      expect(await session.execute(tryInbox)).toEqual(failed('08P01'));
      expect(await session.execute(tryInbox, ['e1', 'e2'])).toEqual(failed('08P01'));
    });

    it('is raised on demand outside a transaction and leaves nothing behind', async () => {
      const session = await historySession(server());
      for (const code of ['57P01', '53300', '40001', '23505', '08006']) {
        expect(await session.raise(code)).toEqual(failed(code));
      }
      expect(await session.execute('SELECT 1 AS one')).toEqual(done('SELECT 1', { columns: ['one'], rows: [['1']] }));
    });

    it('is raised on demand in a transaction and aborts it', async () => {
      const session = await historySession(server());
      await session.begin();
      await session.execute(tryInbox, ['e1']);
      expect(await session.raise('40001')).toEqual(failed('40001'));
      expect(await session.raise('40001')).toEqual(failed('25P02'));
      expect(await session.execute(tryInbox, ['e2'])).toEqual(failed('25P02'));
      expect(await session.commit()).toEqual(done('ROLLBACK'));
      expect(await session.execute('TABLE inbox')).toEqual(done('SELECT 0', { columns: ['event_id'] }));
    });
  });

  describe('a statement', () => {
    it('answers its tag with the number of rows', async () => {
      const session = await sessionOver(server(), 'CREATE TABLE t(id int, v text)');
      expect((await session.execute("INSERT INTO t VALUES (1, 'a'), (2, 'b')")).answer).toEqual(
        done('INSERT 0 2').answer,
      );
      expect((await session.execute("UPDATE t SET v = 'c'")).answer).toEqual(done('UPDATE 2').answer);
      expect((await session.execute('DELETE FROM t WHERE id = 1 RETURNING *')).answer).toEqual(
        done('DELETE 1', { columns: ['id', 'v'], rows: [['1', 'c']] }).answer,
      );
      expect((await session.execute('UPDATE t SET id = 3 WHERE false')).answer).toEqual(done('UPDATE 0').answer);
      expect(await session.execute('LOCK TABLE t')).toEqual(failed('25P01'));
    });

    it('keeps columns of one name apart, and may have none', async () => {
      const session = await historySession(server());
      expect(await session.execute('SELECT 1 AS a, 2 AS a')).toEqual(
        done('SELECT 1', { columns: ['a', 'a'], rows: [['1', '2']] }),
      );
      expect(await session.execute('SELECT')).toEqual(done('SELECT 1', { rows: [[]] }));
    });

    // PostgreSQL answers EmptyQueryResponse, which has no tag ("Message Formats"); it is no error.
    it.each(['', '-- a comment'])('may be empty: %j', async (statement) => {
      const session = await historySession(server());
      expect(await session.execute(statement)).toEqual(done(''));
    });
  });
}
