import { describe, expect, it } from 'vitest';
import { done, failed, inserted } from '../../support/answers.js';
import type { ServerOf } from '../conformance-suite.js';
import { anySchema, historySchema, tryInbox } from './history-schema.js';

/** Everything that a session may leave in a server, each with a question whose answer shows it. */
const traces: readonly (readonly [
  what: string,
  leave: string,
  question: string,
  columns: string[],
  rows: (string | null)[][],
])[] = [
  ['settings', "SELECT set_config('work_mem', '1MB', false)", 'SHOW work_mem', ['work_mem'], [['4MB']]],
  [
    'settings of the role',
    "ALTER ROLE CURRENT_USER SET timezone = 'Asia/Tokyo'",
    'TABLE pg_db_role_setting',
    ['setdatabase', 'setrole', 'setconfig'],
    [],
  ],
  [
    'settings of the role in the database',
    "ALTER ROLE CURRENT_USER IN DATABASE postgres SET timezone = 'Asia/Tokyo'",
    'TABLE pg_db_role_setting',
    ['setdatabase', 'setrole', 'setconfig'],
    [],
  ],
  [
    'settings that nobody had before',
    "SELECT set_config('app.tenant', 'a', true)",
    "SELECT current_setting('app.tenant', true) AS tenant",
    ['tenant'],
    [[null]],
  ],
  [
    'prepared statements',
    'PREPARE left_over AS SELECT 1',
    "SELECT name FROM pg_prepared_statements WHERE name <> ''",
    ['name'],
    [],
  ],
  [
    'cursors',
    'DECLARE left_over CURSOR WITH HOLD FOR SELECT 1',
    "SELECT name FROM pg_cursors WHERE name <> ''",
    ['name'],
    [],
  ],
  ['channels', 'LISTEN left_over', 'SELECT * FROM pg_listening_channels()', ['pg_listening_channels'], []],
  [
    'advisory locks',
    'SELECT pg_advisory_lock(900)',
    "SELECT mode FROM pg_locks WHERE locktype = 'advisory'",
    ['mode'],
    [],
  ],
];

/** What only a definition can leave. */
const defined: readonly (readonly [what: string, leave: string, question: string])[] = [
  ['tables', 'CREATE TABLE left_over(a int)', "SELECT FROM pg_class WHERE relname = 'left_over'"],
  ['sequences', 'CREATE SEQUENCE left_over', "SELECT FROM pg_class WHERE relname = 'left_over'"],
  ['types', 'CREATE TYPE left_over AS ENUM ()', "SELECT FROM pg_type WHERE typname = 'left_over'"],
  ['functions', 'CREATE FUNCTION left_over() RETURNS int RETURN 1', "SELECT FROM pg_proc WHERE proname = 'left_over'"],
];

export function describeReset(server: ServerOf): void {
  describe('reset', () => {
    it('removes tables, rows, sequences and roles, so that a database of the same name can be made again', async () => {
      const definition = 'CREATE TABLE t(seq bigint GENERATED ALWAYS AS IDENTITY, v text)';
      for (const round of ['one', 'two']) {
        const database = await server().createDatabase('history', definition);
        expect(await database.session('S').execute('INSERT INTO t(v) VALUES ($1)', [round])).toEqual(
          done('INSERT 0 1', { changes: [inserted('t', '1', round)] }),
        );
        await server().reset();
      }
      const session = (await server().createDatabase('other', anySchema)).session('S');
      expect(await session.execute("SELECT rolname FROM pg_roles WHERE rolname = 'history'")).toEqual(
        done('SELECT 0', { columns: ['rolname'] }),
      );
      expect(await session.execute("SELECT nspname FROM pg_namespace WHERE nspname = 'history'")).toEqual(
        done('SELECT 0', { columns: ['nspname'] }),
      );
    });

    it.each(traces)('removes %s', async (_what, leave, question, columns, rows) => {
      const before = (await server().createDatabase('history', anySchema)).session('before');
      expect((await before.execute(leave)).answer.kind).toEqual('done');
      await server().reset();
      const after = (await server().createDatabase('history', anySchema)).session('after');
      const { answer } = await after.execute(question);
      expect(answer.kind === 'done' ? { columns: answer.result.columns, rows: answer.result.rows } : answer).toEqual({
        columns,
        rows,
      });
    });

    it.each(defined)('removes %s', async (_what, leave, question) => {
      const before = (await server().createDatabase('history', leave)).session('before');
      expect((await before.execute(question)).answer).toEqual(done('SELECT 1', { rows: [[]] }).answer);
      await server().reset();
      const after = (await server().createDatabase('history', anySchema)).session('after');
      expect((await after.execute(question)).answer).toEqual(done('SELECT 0').answer);
    });

    it('removes the last value of a sequence that a session remembers', async () => {
      const before = (await server().createDatabase('history', 'CREATE SEQUENCE s')).session('before');
      await before.execute("SELECT nextval('s')");
      await server().reset();
      const after = (await server().createDatabase('history', 'CREATE SEQUENCE s')).session('after');
      expect(await after.execute('SELECT lastval()')).toEqual(failed('55000'));
    });

    it('removes prepared transactions, with their locks', async () => {
      const before = (await server().createDatabase('history', anySchema)).session('before');
      await before.begin();
      await before.execute('INSERT INTO anything VALUES (1)');
      await before.execute('SELECT pg_advisory_xact_lock(900)');
      await before.execute("PREPARE TRANSACTION 'left over'");
      await server().reset();
      const after = (await server().createDatabase('history', anySchema)).session('after');
      expect(await after.execute("SELECT mode FROM pg_locks WHERE locktype = 'advisory'")).toEqual(
        done('SELECT 0', { columns: ['mode'] }),
      );
      expect(await after.execute('SELECT gid FROM pg_prepared_xacts')).toEqual(done('SELECT 0', { columns: ['gid'] }));
    });

    it('draws the seed of chance anew, which a session may have chosen', async () => {
      const drawn = [];
      for (let round = 0; round < 2; round++) {
        const before = (await server().createDatabase('history', anySchema)).session('before');
        await before.execute('SELECT setseed(0.5)');
        await server().reset();
        const after = (await server().createDatabase('history', anySchema)).session('after');
        const { answer } = await after.execute('SELECT random()');
        drawn.push(answer.kind === 'done' ? answer.result.rows[0]?.[0] : answer);
        await server().reset();
      }
      expect(drawn).toEqual([expect.any(String), expect.any(String)]);
      expect(drawn[0]).not.toEqual(drawn[1]);
    });

    it('sets the clock back', async () => {
      const before = (await server().createDatabase('history', anySchema)).session('before');
      server().setClock(0);
      await before.execute('SELECT now()');
      await server().reset();
      const after = (await server().createDatabase('history', anySchema)).session('after');
      expect(await after.execute('SELECT now()')).toEqual(
        done('SELECT 1', { columns: ['now'], rows: [['2026-10-03 09:00:00+00']] }),
      );
    });

    it('rolls back what is open and ends every session', async () => {
      const before = (await server().createDatabase('history', historySchema)).session('before');
      await before.begin();
      await before.execute(tryInbox, ['e1']);
      await server().reset();
      await expect(before.commit()).rejects.toThrow(Error);
      const database = await server().createDatabase('history', historySchema);
      const after = database.session('after');
      expect(await after.begin()).toEqual(done('BEGIN'));
      expect(await after.uncommitted()).toEqual([]);
      await after.execute(tryInbox, ['e2']);
      expect(await after.commit()).toEqual(done('COMMIT', { changes: [inserted('inbox', 'e2')] }));
    });

    it('removes a database whose definition failed', async () => {
      await expect(server().createDatabase('history', 'CREATE TABLE t(a int); CREAT')).rejects.toThrow(Error);
      await server().reset();
      expect(await (await server().createDatabase('history', anySchema)).tables()).toEqual([
        { table: 'anything', columns: ['a'], rows: [] },
      ]);
    });

    it('may be asked of a server that is empty', async () => {
      await server().reset();
      await server().reset();
      expect(await (await server().createDatabase('history', 'CREATE TABLE t(a int)')).tables()).toEqual([
        { table: 't', columns: ['a'], rows: [] },
      ]);
    });
  });
}
