import { describe, expect, it } from 'vitest';
import { DefinitionFailed } from '../../../src/postgres/definition-failed.js';
import type { ServerOf } from '../conformance-suite.js';
import { sessionOver } from './history-schema.js';

/** What a definition says that may hold much. */
const large = `
SET check_function_bodies = off;
CREATE TYPE state AS ENUM ('open', 'closed');
CREATE TABLE t(id int PRIMARY KEY, s state DEFAULT 'open');
CREATE INDEX ON t(s);
COMMENT ON TABLE t IS 'a; b';
CREATE FUNCTION f() RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) FROM t; END;
INSERT INTO t VALUES (1), (2);
DO $$ BEGIN INSERT INTO t VALUES (3); END $$;
GRANT SELECT ON t TO PUBLIC`;

export function describeDefinitions(server: ServerOf): void {
  async function failureOf(definition: string): Promise<DefinitionFailed> {
    const error = await server()
      .createDatabase('d', definition)
      .catch((reason: unknown) => reason);
    if (!(error instanceof DefinitionFailed)) throw new Error(`no failure but ${error}`);
    return error;
  }

  describe('a definition that fails', () => {
    it.each([
      ['CREATE TABLE t(a int); CREAT TABLE u(a int); SELECT 1', '42601', 'CREAT', 'CREAT TABLE u(a int)'],
      ["CREATE TABLE t(a text DEFAULT 'ё🎫'); CREATE TABLE u(a itn)", '42704', 'itn', 'CREATE TABLE u(a itn)'],
      ['SELECT 1;; INSERT INTO nowhere VALUES (1)', '42P01', 'nowhere', 'INSERT INTO nowhere VALUES (1)'],
      [
        'CREATE TABLE t(a int CHECK (a > 0)); INSERT INTO t VALUES (0); SELECT 1',
        '23514',
        null,
        'INSERT INTO t VALUES (0)',
      ],
      ['-- first\nSELECT 1/0', '22012', null, 'SELECT 1/0'],
      ["DO $$ BEGIN RAISE EXCEPTION 'no'; END $$", 'P0001', null, "DO $$ BEGIN RAISE EXCEPTION 'no'; END $$"],
      ['CREATE TABLE public.t(a int)', '42501', 'public', 'CREATE TABLE public.t(a int)'],
      ['CREATE TABLE inbox_sim.t(a int)', '42501', 'inbox_sim', 'CREATE TABLE inbox_sim.t(a int)'],
      ["SELECT 1; DO $$ BEGIN EXECUTE 'CREATE ROLE x'; END $$", '42501', null, undefined],
      ['SELECT lo_create(900)', '42501', null, undefined],
    ])('says what PostgreSQL says, and where: %s', async (definition, code, word, failing) => {
      const { problem, statement, database } = await failureOf(definition);
      expect([database, problem]).toMatchObject(['d', { kind: 'error', failure: { code } }]);
      const position = problem.kind === 'error' ? problem.failure.position : null;
      if (word === null) expect(position).toEqual(null);
      else expect([...definition].slice((position ?? 0) - 1).join('')).toMatch(new RegExp(`^${word}`));
      const text = definition.slice(statement?.start, statement?.end);
      if (failing !== undefined) expect(text).toEqual(failing);
    });

    it('names the constraint', async () => {
      const { problem } = await failureOf(
        'CREATE TABLE t(a int CONSTRAINT low CHECK (a > 0)); INSERT INTO t VALUES (0)',
      );
      expect(problem).toMatchObject({ failure: { code: '23514', constraint: 'low', message: expect.any(String) } });
    });

    it.each([
      ['CREATE TABLE t(a int); COPY t FROM STDIN', 'copy', 'COPY t FROM STDIN'],
      ['CREATE EXTENSION hstore', 'extension', 'CREATE EXTENSION hstore'],
      ['CREATE SCHEMA other', 'schema', 'CREATE SCHEMA other'],
      ['DROP SCHEMA d CASCADE', 'schema', 'DROP SCHEMA d CASCADE'],
    ])('because of what it may not hold names that: %s', async (definition, code, failing) => {
      const { problem, statement } = await failureOf(definition);
      expect(problem).toMatchObject({ kind: 'refused', refusal: { code } });
      expect(definition.slice(statement?.start, statement?.end)).toEqual(failing);
    });

    it.each(['BEGIN; CREATE TABLE t(a int)', 'CREATE TABLE t(a int); START TRANSACTION'])(
      'because it leaves a transaction open says so: %s',
      async (definition) => {
        expect((await failureOf(definition)).problem).toEqual({ kind: 'transaction-left-open' });
      },
    );

    it('leaves a server that the next scenario can use', async () => {
      await failureOf('BEGIN; CREATE TABLE t(a int); SELECT 1/0');
      await server().reset();
      expect((await (await sessionOver(server(), large)).execute('SELECT f()')).answer).toMatchObject({
        result: { rows: [['3']] },
      });
    });
  });

  describe('a definition that is taken', () => {
    it('may hold many statements and insert rows, which are no changes', async () => {
      const database = await server().createDatabase('d', large);
      expect(await database.tables()).toEqual([
        {
          table: 't',
          columns: ['id', 's'],
          rows: [
            ['1', 'open'],
            ['2', 'open'],
            ['3', 'open'],
          ],
        },
      ]);
      expect((await database.session('S').execute('SELECT 1')).changes).toEqual([]);
    });

    it('may begin a transaction and commit it', async () => {
      const database = await server().createDatabase('d', 'BEGIN; CREATE TABLE t(a int); COMMIT');
      expect(await database.tables()).toEqual([{ table: 't', columns: ['a'], rows: [] }]);
    });

    it('may drop its own tables again', async () => {
      const database = await server().createDatabase('d', 'CREATE TABLE a(b int); DROP TABLE a');
      expect(await database.tables()).toEqual([]);
    });
  });

  describe('an error', () => {
    it.each([
      ['SELECT nothing', 8],
      ["SELECT 'ё🎫', nothing", 14],
      ['SELECT 1/0', null],
      ['SELEC', 1],
    ])('says where it lies in the statement: %s', async (statement, position) => {
      const { answer } = await (await sessionOver(server(), '')).execute(statement);
      expect(answer).toMatchObject({ kind: 'error', failure: { position } });
    });
  });
}
