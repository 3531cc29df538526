import { describe, expect, it } from 'vitest';
import { done, failed, inserted, refusedByName } from '../../support/answers.js';
import type { EngineTraits, ServerOf } from '../conformance-suite.js';

const schema = `
CREATE TABLE t(id int PRIMARY KEY);
CREATE SEQUENCE s;
CREATE FUNCTION drops() RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN DROP TABLE t; END $$;
CREATE FUNCTION disables() RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS
  $$ BEGIN ALTER TABLE t DISABLE TRIGGER ALL; END $$;
CREATE FUNCTION adds(int) RETURNS void LANGUAGE sql SECURITY DEFINER AS $$ INSERT INTO t VALUES ($1) $$;
CREATE FUNCTION tenth(int) RETURNS int RETURN $1 * 10`;

const leaves = `
CREATE FUNCTION leaves() RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'SET LOCAL ' || 'ROLE postgres'; END $$`;

/** What only the owner of a server can take from everybody, and an event trigger, which is for all of its users. */
const refusedWhereAlone = [
  'CREATE TEMPORARY TABLE mine(a int)',
  'SELECT 1 AS a INTO TEMPORARY mine',
  'GRANT SELECT ON t TO PUBLIC',
  'DO $$ BEGIN CREATE TEMPORARY TABLE mine(a int); END $$',
  'SELECT disables()',
  'SELECT drops()',
];

export function describeOwnership(server: ServerOf, { alone }: EngineTraits): void {
  async function two(more = '') {
    const history = await server().createDatabase('history', `${schema};${more}`);
    await server().createDatabase('tickets', 'CREATE TABLE outbox(id int)');
    return { history, session: history.session('S') };
  }

  describe('a session owns nothing', () => {
    it.each([
      'ALTER TABLE t DISABLE TRIGGER ALL',
      'ALTER TABLE t ADD COLUMN v int',
      'DROP TABLE t',
      'CREATE TABLE mine(a int)',
      'CREATE INDEX ON t(id)',
      'CREATE VIEW v AS SELECT 1',
      'CREATE FUNCTION f() RETURNS int RETURN 1',
      'CREATE TRIGGER x AFTER INSERT ON t EXECUTE FUNCTION suppress_redundant_updates_trigger()',
      'DO $$ BEGIN CREATE TABLE mine(a int); END $$',
      'DO $$ BEGIN ALTER TABLE t DISABLE TRIGGER ALL; END $$',
      'SELECT lo_create(900)',
      'SELECT pg_terminate_backend(pg_backend_pid())',
      'TABLE inbox_sim.capture',
      'DELETE FROM inbox_sim.capture',
      'INSERT INTO inbox_sim.capture(database) VALUES (1)',
      ...(alone ? refusedWhereAlone : []),
    ])('and is refused with 42501: %s', async (statement) => {
      const { session, history } = await two();
      expect(await session.execute(statement)).toEqual(failed('42501'));
      expect(await session.execute('INSERT INTO t VALUES (1)')).toEqual(
        done('INSERT 0 1', { changes: [inserted('t', '1')] }),
      );
      expect(await history.tables()).toEqual([{ table: 't', columns: ['id'], rows: [['1']] }]);
    });

    it.each([
      "SELECT set_config('role', 'postgres', true)",
      "SELECT set_config('role', 'inbox_sim_session_2', true)",
      'SELECT leaves()',
      'SET LOCAL ROLE inbox_sim_owner_1',
    ])('and can take no other role in a transaction: %s', async (statement) => {
      const { session } = await two(leaves);
      await session.begin();
      const { answer } = await session.execute(statement);
      // Elsewhere the other roles have other names: there is no such role then.
      const refused = alone ? ['42501'] : ['42501', '22023'];
      expect(refused).toContain(answer.kind === 'error' ? answer.failure.code : answer);
    });

    it.each([
      "SELECT set_config('role', 'none', true)",
      "SELECT set_config('session_authorization', 'postgres', true)",
    ])('and does not cross the border between databases after %s', async (statement) => {
      const { session } = await two();
      await session.begin();
      const taken = await session.execute(statement).catch(refusedByName);
      if (taken) expect(await session.execute('TABLE tickets.outbox')).toEqual(failed('42501'));
    });

    it('but may read and write rows, draw from sequences and call functions', async () => {
      const { session } = await two();
      expect(await session.execute("SELECT nextval('s') AS n, tenth(4)")).toEqual(
        done('SELECT 1', { columns: ['n', 'tenth'], rows: [['1', '40']] }),
      );
      expect(await session.execute('SELECT adds(7)')).toEqual(
        done('SELECT 1', { columns: ['adds'], rows: [[null]], changes: [inserted('t', '7')] }),
      );
      expect((await session.execute('SELECT * FROM t FOR UPDATE')).answer.kind).toEqual('done');
      expect((await session.execute('TRUNCATE t')).answer.kind).toEqual('done');
    });
  });

  describe('what the server says of the transaction', () => {
    it('follows the statements, whoever wrote them', async () => {
      const { session } = await two();
      const states: string[] = [];
      for (const statement of [
        ...[
          'SELECT 1',
          'BEGIN ISOLATION LEVEL SERIALIZABLE',
          'SHOW transaction_isolation',
          'SAVEPOINT a',
          'SELECT 1/0',
        ],
        ...['ROLLBACK TO a', 'COMMIT AND CHAIN', 'SELEC', 'COMMIT', 'SELECT 1/0'],
      ]) {
        states.push((await session.execute(statement)).transaction);
      }
      expect(states).toEqual([
        ...['none', 'open', 'open', 'open', 'aborted'],
        ...['open', 'open', 'aborted', 'none', 'none'],
      ]);
    });
  });
}
