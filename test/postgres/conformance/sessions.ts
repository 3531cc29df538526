import { describe, expect, it } from 'vitest';
import { EngineRefusal, type Session } from '../../../src/postgres/ports.js';
import { done, failed, inserted, refusedByName } from '../../support/answers.js';
import type { ServerOf } from '../conformance-suite.js';
import { historySchema, tryInbox } from './history-schema.js';

export function describeSessions(server: ServerOf): void {
  async function sessions(...names: string[]): Promise<Session[]> {
    const database = await server().createDatabase('history', historySchema);
    return names.map((name) => database.session(name));
  }

  describe('a session', () => {
    it('has its name', async () => {
      const [first, second] = await sessions('first', 'second');
      expect([first?.name, second?.name]).toEqual(['first', 'second']);
    });

    it('that is closed with a transaction open is rolled back, and its locks are gone', async () => {
      const [lost, next] = (await sessions('lost', 'next')) as [Session, Session];
      await lost.begin();
      await lost.execute(tryInbox, ['e1']);
      await lost.close();
      expect(await next.execute(tryInbox, ['e1'])).toEqual(
        done('INSERT 0 1', { columns: ['event_id'], rows: [['e1']], changes: [inserted('inbox', 'e1')] }),
      );
    });

    it('that is closed with an aborted transaction leaves the way free', async () => {
      const [lost, next] = (await sessions('lost', 'next')) as [Session, Session];
      await lost.begin();
      await lost.raise('40001');
      await lost.close();
      expect(await next.begin()).toEqual(done('BEGIN'));
    });

    it('that is closed while idle changes nothing, nor does closing it again', async () => {
      const [closed, open] = (await sessions('closed', 'open')) as [Session, Session];
      await closed.execute(tryInbox, ['e1']);
      await open.begin();
      await open.execute(tryInbox, ['e2']);
      await closed.close();
      await closed.close();
      expect(await open.commit()).toEqual(done('COMMIT', { changes: [inserted('inbox', 'e2')] }));
      expect(await open.execute('SELECT * FROM inbox ORDER BY 1')).toEqual(
        done('SELECT 2', { columns: ['event_id'], rows: [['e1'], ['e2']] }),
      );
    });

    it('that is closed answers no more', async () => {
      const [closed] = (await sessions('closed')) as [Session];
      await closed.close();
      await expect(closed.execute('SELECT 1')).rejects.toThrow(Error);
      await expect(closed.begin()).rejects.toThrow(Error);
    });

    it('sees what another one has committed', async () => {
      const [first, second] = (await sessions('first', 'second')) as [Session, Session];
      await first.execute(tryInbox, ['e1']);
      expect(await second.execute(tryInbox, ['e1'])).toEqual(done('INSERT 0 0', { columns: ['event_id'] }));
    });

    // What follows belongs to a connection: it is kept for each session, or refused by name.
    it('keeps its settings to itself', async () => {
      const [first, second] = (await sessions('first', 'second')) as [Session, Session];
      await first.execute("SET TIME ZONE 'Europe/Moscow'").catch(refusedByName);
      expect(await second.execute('SELECT now()')).toEqual(
        done('SELECT 1', { columns: ['now'], rows: [['2026-10-03 09:00:00+00']] }),
      );
    });

    it.each([
      ['search_path', "DO $$ BEGIN EXECUTE 'SET search_' || 'path TO pg_catalog'; END $$"],
      ['search_path', "SELECT set_config(lower('SEARCH_PATH'), 'pg_catalog', length('') > 0)", 'in a transaction'],
      ['search_path', "DO $$ BEGIN EXECUTE 'SET LOCAL search_' || 'path TO pg_catalog'; END $$", 'in a transaction'],
      ['inbox_sim.now', "DO $$ BEGIN EXECUTE $a$SET inbox_sim.now = '2001-01-01'$a$; END $$"],
      ['TimeZone', "DO $$ BEGIN EXECUTE $a$SET timezone = 'Europe/Moscow'$a$; COMMIT; PERFORM 1 / 0; END $$"],
    ])(
      'that changes %s by %s is refused, and the next one finds it as it was',
      async (setting, statement, where = '') => {
        const [first, second] = (await sessions('first', 'second')) as [Session, Session];
        if (where !== '') await first.begin();
        await expect(first.execute(statement)).rejects.toThrow(new EngineRefusal('setting', ['first', setting]));
        await first.close();
        expect(await second.execute('SELECT now(), event_id FROM inbox')).toEqual(
          done('SELECT 0', { columns: ['now', 'event_id'] }),
        );
        expect(await second.execute('SELECT now()')).toEqual(
          done('SELECT 1', { columns: ['now'], rows: [['2026-10-03 09:00:00+00']] }),
        );
      },
    );

    it('may change within a transaction how it prints, and a function may have a search path of its own', async () => {
      const database = await server().createDatabase(
        'd',
        `CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql SET search_path = pg_catalog
           AS 'BEGIN RETURN current_schema(); END'`,
      );
      const session = database.session('S');
      await session.begin();
      expect(await session.execute("SELECT set_config('TimeZone', 'Europe/Moscow', true)")).toMatchObject({
        answer: { kind: 'done' },
      });
      expect(await session.commit()).toEqual(done('COMMIT'));
      expect((await session.execute('SELECT f(), current_schema()')).answer).toMatchObject({
        result: { columns: ['f', 'current_schema'], rows: [['pg_catalog', 'd']] },
      });
    });

    it('may be read-only and still answers', async () => {
      const [first, second] = (await sessions('first', 'second')) as [Session, Session];
      await first.execute('SET default_transaction_read_only = on').catch(refusedByName);
      expect(await second.execute("INSERT INTO inbox VALUES ('e1')")).toEqual(
        done('INSERT 0 1', { changes: [inserted('inbox', 'e1')] }),
      );
    });

    it('keeps its temporary tables to itself', async () => {
      const [first, second] = (await sessions('first', 'second')) as [Session, Session];
      await first.execute('CREATE TEMPORARY TABLE inbox(other int)').catch(refusedByName);
      expect(await second.execute('TABLE inbox')).toEqual(done('SELECT 0', { columns: ['event_id'] }));
    });

    it('takes its prepared statements and advisory locks along when it ends', async () => {
      const [lost, next] = (await sessions('lost', 'next')) as [Session, Session];
      await lost.execute('PREPARE p AS SELECT 1').catch(refusedByName);
      await lost.execute('SELECT pg_advisory_lock(900)').catch(refusedByName);
      await lost.close();
      expect(await next.execute('EXECUTE p')).toEqual(failed('26000'));
      expect(await next.execute("SELECT mode FROM pg_locks WHERE locktype = 'advisory'")).toEqual(
        done('SELECT 0', { columns: ['mode'] }),
      );
    });
  });
}
