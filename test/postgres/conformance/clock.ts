import { describe, expect, it } from 'vitest';
import type { Session } from '../../../src/postgres/ports.js';
import { done, failed, inserted } from '../../support/answers.js';
import type { ServerOf } from '../conformance-suite.js';
import { anySchema, historySession, sessionOver } from './history-schema.js';

const instant = Date.UTC(2027, 0, 31, 23, 59, 59, 250);

/** What the session's clock shows. */
function shown(now: string) {
  return done('SELECT 1', { columns: ['now'], rows: [[now]] });
}

async function uuids(session: Session, count: number): Promise<string[]> {
  const { answer } = await session.execute(`SELECT gen_random_uuid() FROM generate_series(1, ${count})`);
  return answer.kind === 'done' ? answer.result.rows.map(([uuid]) => String(uuid)) : [];
}

export function describeClock(server: ServerOf): void {
  describe('now()', () => {
    it('starts at a fixed instant and stands still', async () => {
      const session = await historySession(server());
      expect(await session.execute('SELECT now()')).toEqual(shown('2026-10-03 09:00:00+00'));
      expect(await session.execute('SELECT now()')).toEqual(shown('2026-10-03 09:00:00+00'));
    });

    it('moves for the next statement, also for a session that was there before, back too', async () => {
      const database = await server().createDatabase('d', anySchema);
      const [first, second] = [database.session('first'), database.session('second')];
      await first.execute('SELECT now()');
      server().setClock(instant);
      expect(await first.execute('SELECT now()')).toEqual(shown('2027-01-31 23:59:59.25+00'));
      expect(await second.execute('SELECT now()')).toEqual(shown('2027-01-31 23:59:59.25+00'));
      server().setClock(0);
      expect(await first.execute('SELECT now()')).toEqual(shown('1970-01-01 00:00:00+00'));
    });

    it('stays within an open transaction and moves for the one after it', async () => {
      const session = await historySession(server());
      await session.begin();
      server().setClock(instant);
      expect(await session.execute('SELECT now()')).toEqual(shown('2026-10-03 09:00:00+00'));
      await session.commit();
      await session.begin();
      expect(await session.execute('SELECT now()')).toEqual(shown('2027-01-31 23:59:59.25+00'));
      server().setClock(0);
      await session.rollback();
      expect(await session.execute('SELECT now()')).toEqual(shown('1970-01-01 00:00:00+00'));
    });

    it('is moved while the tables of another database were asked for', async () => {
      const first = await server().createDatabase('first', 'CREATE TABLE t(a int)');
      const second = await server().createDatabase('second', anySchema);
      server().setClock(instant);
      expect(await first.tables()).toEqual([{ table: 't', columns: ['a'], rows: [] }]);
      expect(await second.session('S').execute('SELECT now()')).toEqual(shown('2027-01-31 23:59:59.25+00'));
    });

    it('is the default of a column, in the definition too', async () => {
      const database = await server().createDatabase(
        'd',
        'CREATE TABLE t(id int PRIMARY KEY, at timestamptz DEFAULT now()); INSERT INTO t VALUES (1)',
      );
      server().setClock(instant);
      expect(await database.session('S').execute('INSERT INTO t VALUES (2)')).toEqual(
        done('INSERT 0 1', { changes: [inserted('t', '2', '2027-01-31 23:59:59.25+00')] }),
      );
      expect(await database.tables()).toEqual([
        {
          table: 't',
          columns: ['id', 'at'],
          rows: [
            ['1', '2026-10-03 09:00:00+00'],
            ['2', '2027-01-31 23:59:59.25+00'],
          ],
        },
      ]);
    });

    it('is what a function of the scenario reads', async () => {
      const session = await sessionOver(
        server(),
        "CREATE FUNCTION today() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN now()::date || ' today'; END $$",
      );
      server().setClock(instant);
      expect(await session.execute('SELECT today()')).toEqual(
        done('SELECT 1', { columns: ['today'], rows: [['2027-01-31 today']] }),
      );
    });
  });

  describe('gen_random_uuid()', () => {
    it('draws the same UUIDs of version 4 in every run', async () => {
      const frozen = [
        'c4ca4238-a0b9-4382-8dcc-509a6f75849b',
        'c81e728d-9d4c-4f63-8f06-7f89cc14862c',
        'eccbc87e-4b5c-42fe-8830-8fd9f2a7baf3',
      ];
      expect(await uuids(await historySession(server()), 3)).toEqual(frozen);
      await server().reset();
      expect(await uuids(await historySession(server()), 3)).toEqual(frozen);
    });

    it('is the default of a column, and draws no UUID twice, not even in two databases', async () => {
      const definition = 'CREATE TABLE t(id uuid PRIMARY KEY DEFAULT gen_random_uuid())';
      const first = await sessionOver(server(), definition, 'first');
      const second = await sessionOver(server(), definition, 'second');
      expect(await first.execute('INSERT INTO t DEFAULT VALUES')).toEqual(
        done('INSERT 0 1', { changes: [inserted('t', 'c4ca4238-a0b9-4382-8dcc-509a6f75849b')] }),
      );
      expect(await second.execute('INSERT INTO t DEFAULT VALUES')).toEqual(
        done('INSERT 0 1', { changes: [inserted('t', 'c81e728d-9d4c-4f63-8f06-7f89cc14862c')] }),
      );
      const all = [...(await uuids(first, 250)), ...(await uuids(second, 250))];
      expect(new Set(all).size).toEqual(500);
      expect(
        all.filter((uuid) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(uuid)),
      ).toEqual([]);
    });
  });

  describe('a sequence', () => {
    it('is not rolled back, neither by ROLLBACK nor by an error', async () => {
      const session = await sessionOver(
        server(),
        'CREATE TABLE t(seq bigint GENERATED ALWAYS AS IDENTITY, v int UNIQUE)',
      );
      await session.begin();
      await session.execute('INSERT INTO t(v) VALUES (1), (2)');
      await session.rollback();
      expect(await session.execute('INSERT INTO t(v) VALUES (1)')).toEqual(
        done('INSERT 0 1', { changes: [inserted('t', '3', '1')] }),
      );
      expect(await session.execute('INSERT INTO t(v) VALUES (1)')).toEqual(failed('23505', 't_v_key'));
      expect(await session.execute('INSERT INTO t(v) VALUES (1) ON CONFLICT DO NOTHING')).toEqual(done('INSERT 0 0'));
      expect(await session.execute('INSERT INTO t(v) VALUES (2)')).toEqual(
        done('INSERT 0 1', { changes: [inserted('t', '6', '2')] }),
      );
    });
  });
}
