import { describe, expect, it } from 'vitest';
import { EngineRefusal } from '../../../src/postgres/ports.js';
import { done, failed, inserted, refusedByName } from '../../support/answers.js';
import type { EngineTraits, ServerOf } from '../conformance-suite.js';

const schema = 'CREATE TABLE outbox(event_id text PRIMARY KEY, v int)';

export function describeDatabases(server: ServerOf, { alone }: EngineTraits): void {
  async function two() {
    const history = await server().createDatabase('history', schema);
    const tickets = await server().createDatabase('tickets', schema);
    return { history, tickets, inHistory: history.session('H'), inTickets: tickets.session('T') };
  }

  describe('two databases of one server', () => {
    it('have tables of the same names, and each session works in its own', async () => {
      const { history, tickets, inHistory, inTickets } = await two();
      expect(await inHistory.execute("INSERT INTO outbox VALUES ('e1', 1)")).toEqual(
        done('INSERT 0 1', { changes: [inserted('outbox', 'e1', '1')] }),
      );
      expect(await inTickets.execute("INSERT INTO outbox VALUES ('e1', 2)")).toEqual(
        done('INSERT 0 1', { changes: [inserted('outbox', 'e1', '2')] }),
      );
      expect(await inHistory.execute('SELECT v FROM outbox')).toEqual(
        done('SELECT 1', { columns: ['v'], rows: [['1']] }),
      );
      const columns = ['event_id', 'v'];
      expect(await history.tables()).toEqual([{ table: 'outbox', columns, rows: [['e1', '1']] }]);
      expect(await tickets.tables()).toEqual([{ table: 'outbox', columns, rows: [['e1', '2']] }]);
    });

    it('know their names', async () => {
      const { history, tickets } = await two();
      expect([history.name, tickets.name]).toEqual(['history', 'tickets']);
    });

    it('refuse a name qualified with the other, to read, to write and to make something', async () => {
      const { inHistory, tickets } = await two();
      for (const statement of [
        'SELECT * FROM tickets.outbox',
        "INSERT INTO tickets.outbox VALUES ('e1', 1)",
        'TRUNCATE tickets.outbox',
        'CREATE TABLE tickets.mine(a int)',
        'CREATE TABLE mine(a text REFERENCES tickets.outbox)',
        "SELECT 'tickets.outbox'::regclass",
      ]) {
        expect(await inHistory.execute(statement)).toEqual(failed('42501'));
      }
      expect(await tickets.tables()).toEqual([{ table: 'outbox', columns: ['event_id', 'v'], rows: [] }]);
    });

    it(alone ? 'allow a name qualified with the own' : 'refuse a name qualified with the own by name', async () => {
      const { inHistory } = await two();
      const insert = () => inHistory.execute("INSERT INTO history.outbox VALUES ('e1', 1)");
      if (alone) expect(await insert()).toEqual(done('INSERT 0 1', { changes: [inserted('outbox', 'e1', '1')] }));
      else await expect(insert()).rejects.toEqual(new EngineRefusal('own-schema', ['H', 'history']));
    });

    // A session belongs to one database for good, and its search path is fixed here.
    it.each([
      'RESET ROLE',
      'SET ROLE tickets',
      'SET LOCAL ROLE tickets',
      'SET SESSION AUTHORIZATION DEFAULT',
      'RESET SESSION AUTHORIZATION',
    ])('stay apart after %s in a transaction', async (statement) => {
      const { inHistory } = await two();
      await inHistory.begin();
      await inHistory.execute(statement).catch(refusedByName);
      const { answer } = await inHistory.execute('SELECT * FROM tickets.outbox');
      // The first statement may have failed instead, and has aborted the transaction then.
      expect(answer.kind === 'error' ? answer.failure.code : answer).toEqual(expect.stringMatching(/^(42501|25P02)$/));
    });

    it('stay apart after RESET ROLE on its own', async () => {
      const { inHistory } = await two();
      await inHistory.execute('RESET ROLE').catch(refusedByName);
      expect(await inHistory.execute('SELECT * FROM tickets.outbox')).toEqual(failed('42501'));
    });

    it.each([
      'SET search_path = pg_catalog',
      "SELECT set_config('search_path', 'pg_catalog', false)",
      'RESET ALL',
      'DISCARD ALL',
    ])('keep the search path and the clock of other sessions after %s', async (statement) => {
      const { inHistory, history } = await two();
      const other = history.session('other');
      await inHistory.execute(statement).catch(refusedByName);
      expect(await other.execute('TABLE outbox')).toEqual(done('SELECT 0', { columns: ['event_id', 'v'] }));
      expect(await other.execute('SELECT now()')).toEqual(
        done('SELECT 1', { columns: ['now'], rows: [['2026-10-03 09:00:00+00']] }),
      );
    });
  });

  describe('what lies outside the databases', () => {
    it.each([
      "COPY outbox TO PROGRAM 'cat'",
      "COPY outbox FROM PROGRAM 'echo e1'",
      "COPY outbox FROM '/etc/passwd'",
      "COPY outbox TO '/tmp/outbox'",
      "SELECT pg_read_file('/etc/passwd')",
      "SELECT pg_ls_dir('/')",
      "SELECT lo_import('/etc/passwd')",
      'CREATE ROLE other',
      'CREATE SCHEMA other',
      'CREATE TABLE public.mine(a int)',
      'ALTER SYSTEM SET work_mem = 64',
      'SET session_replication_role = replica',
    ])('is refused with 42501, and the server answers as before: %s', async (statement) => {
      const { inHistory, history } = await two();
      expect(await inHistory.execute(statement)).toEqual(failed('42501'));
      expect(await inHistory.execute("INSERT INTO outbox VALUES ('e1', 1) RETURNING 42 AS answer")).toEqual(
        done('INSERT 0 1', { columns: ['answer'], rows: [['42']], changes: [inserted('outbox', 'e1', '1')] }),
      );
      expect(await history.tables()).toEqual([{ table: 'outbox', columns: ['event_id', 'v'], rows: [['e1', '1']] }]);
    });
  });

  describe('a definition', () => {
    it('may be empty', async () => {
      const database = await server().createDatabase('history', '');
      expect(await database.tables()).toEqual([]);
    });

    it('that is wrong rejects with its SQLSTATE, and the server goes on', async () => {
      await expect(server().createDatabase('history', 'CREAT TABLE t(a int)')).rejects.toThrow('42601');
      expect(await (await server().createDatabase('tickets', schema)).tables()).toEqual([
        { table: 'outbox', columns: ['event_id', 'v'], rows: [] },
      ]);
    });

    it('rejects the name of a database that is there already, and leaves that one alone', async () => {
      const { history, inHistory } = await two();
      await inHistory.execute("INSERT INTO outbox VALUES ('e1', 1)");
      await expect(server().createDatabase('history', schema)).rejects.toThrow(Error);
      expect(await history.tables()).toEqual([{ table: 'outbox', columns: ['event_id', 'v'], rows: [['e1', '1']] }]);
    });
  });
}
