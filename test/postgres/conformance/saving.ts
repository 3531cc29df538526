import { expect, it } from 'vitest';
import { EngineRefusal, type TableRows } from '../../../src/postgres/ports.js';
import { done, inserted } from '../../support/answers.js';
import { describeWhere, itWhere } from '../../support/where.js';
import type { EngineTraits, ServerOf } from '../conformance-suite.js';
import { anySchema } from './history-schema.js';

const schema = `
CREATE TABLE parent(id text PRIMARY KEY, note text);
CREATE TABLE child(seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, parent text NOT NULL REFERENCES parent);
CREATE TABLE computed(
  n numeric(10, 2) CHECK (n > 0), twice numeric GENERATED ALWAYS AS (n * 2) STORED, tags text[],
  id uuid DEFAULT gen_random_uuid(), at timestamptz DEFAULT now(), body jsonb, raw bytea
);
CREATE TABLE knot_a(id int PRIMARY KEY, b int);
CREATE TABLE knot_b(id int PRIMARY KEY, a int REFERENCES knot_a);
ALTER TABLE knot_a ADD FOREIGN KEY (b) REFERENCES knot_b DEFERRABLE INITIALLY DEFERRED;
CREATE TABLE counted(id serial PRIMARY KEY, "Large ""C" text DEFAULT 'd');
CREATE SEQUENCE "Own" INCREMENT 10`;

const awkward = 'a,"b"\\ (c) \'d\'\nё 🎫';

export function describeSaving(server: ServerOf, { saves }: EngineTraits): void {
  itWhere(!saves)('save and restore are refused by name', async () => {
    const state = { tables: [], sequences: [] };
    const refusal = new EngineRefusal('saved-state', []);
    await expect(server().save()).rejects.toEqual(refusal);
    await expect(server().restore(state)).rejects.toEqual(refusal);
  });

  describeWhere(saves)('save and restore', () => {
    it('bring back rows, sequences, generated columns and tables that refer to each other', async () => {
      const database = await server().createDatabase('d', schema);
      const session = database.session('S');
      for (const statement of [
        `INSERT INTO parent VALUES ('p1', $$${awkward}$$), ('p2', ''), ('p3', NULL)`,
        "INSERT INTO child(parent) VALUES ('p1'), ('p2'), ('p1')",
        'DELETE FROM child WHERE seq = 3',
        `INSERT INTO computed(n, tags, body, raw) VALUES (1.5, ARRAY['x y', 'q"', NULL, '', '\\'], '{"b": "\\\\\\""}', '\\x00ff')`,
        'INSERT INTO computed(n) VALUES (NULL)',
        'INSERT INTO knot_b VALUES (1, NULL)',
        'INSERT INTO knot_a VALUES (1, 1)',
        'UPDATE knot_b SET a = 1',
      ]) {
        expect((await session.execute(statement)).answer.kind).toEqual('done');
      }
      const at = '2026-10-03 09:00:00+00';
      const [first, second] = ['c4ca4238-a0b9-4382-8dcc-509a6f75849b', 'c81e728d-9d4c-4f63-8f06-7f89cc14862c'];
      const before: TableRows[] = [
        {
          table: 'parent',
          columns: ['id', 'note'],
          rows: [
            ['p1', awkward],
            ['p2', ''],
            ['p3', null],
          ],
        },
        {
          table: 'child',
          columns: ['seq', 'parent'],
          rows: [
            ['1', 'p1'],
            ['2', 'p2'],
          ],
        },
        {
          table: 'computed',
          columns: ['n', 'twice', 'tags', 'id', 'at', 'body', 'raw'],
          rows: [
            ['1.50', '3.00', '{"x y","q\\"",NULL,"","\\\\"}', first, at, '{"b": "\\\\\\""}', '\\x00ff'],
            [null, null, null, second, at, null, null],
          ],
        },
        { table: 'knot_a', columns: ['id', 'b'], rows: [['1', '1']] },
        { table: 'knot_b', columns: ['id', 'a'], rows: [['1', '1']] },
        { table: 'counted', columns: ['id', 'Large "C'], rows: [] },
      ];
      expect(await database.tables()).toEqual(before);

      const state = await server().save();
      expect(await database.tables()).toEqual(before);
      for (const statement of [
        'TRUNCATE parent, child, computed',
        'DELETE FROM knot_b',
        "INSERT INTO parent VALUES ('p9', NULL)",
        "INSERT INTO child(parent) VALUES ('p9')",
        'INSERT INTO counted DEFAULT VALUES',
        `SELECT nextval('"Own"')`,
      ]) {
        await session.execute(statement);
      }
      await server().restore(state);
      expect(await database.tables()).toEqual(before);

      expect(await session.execute("INSERT INTO child(parent) VALUES ('p3')")).toEqual(
        done('INSERT 0 1', { changes: [inserted('child', '4', 'p3')] }),
      );
      expect(await session.execute('INSERT INTO counted DEFAULT VALUES')).toEqual(
        done('INSERT 0 1', { changes: [inserted('counted', '1', 'd')] }),
      );
      expect(await session.execute(`SELECT nextval('"Own"')`)).toEqual(
        done('SELECT 1', { columns: ['nextval'], rows: [['1']] }),
      );
    });

    it('may be done again from one state, over all databases', async () => {
      const first = await server().createDatabase('first', 'CREATE TABLE t(id int PRIMARY KEY)');
      const second = await server().createDatabase('second', 'CREATE TABLE t(id int PRIMARY KEY, v text)');
      await first.session('S').execute('INSERT INTO t VALUES (1)');
      const state = await server().save();
      for (const round of ['one', 'two']) {
        await first.session(round).execute('DELETE FROM t');
        await second.session(round).execute('INSERT INTO t VALUES (2, $1)', [round]);
        expect(await second.tables()).toEqual([{ table: 't', columns: ['id', 'v'], rows: [['2', round]] }]);
        await server().restore(state);
        expect(await first.tables()).toEqual([{ table: 't', columns: ['id'], rows: [['1']] }]);
        expect(await second.tables()).toEqual([{ table: 't', columns: ['id', 'v'], rows: [] }]);
      }
    });

    it('run no trigger of the tables and leave no changes behind', async () => {
      const database = await server().createDatabase(
        'd',
        `CREATE TABLE t(id int PRIMARY KEY); CREATE TABLE log(id int);
         CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN INSERT INTO log VALUES (NEW.id); RETURN NEW; END $$;
         CREATE TRIGGER noted AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION noted()`,
      );
      const session = database.session('S');
      expect(await session.execute('INSERT INTO t VALUES (1)')).toEqual(
        done('INSERT 0 1', { changes: [inserted('t', '1'), inserted('log', '1')] }),
      );
      await server().restore(await server().save());
      expect(await database.tables()).toEqual([
        { table: 't', columns: ['id'], rows: [['1']] },
        { table: 'log', columns: ['id'], rows: [['1']] },
      ]);
      expect(await session.execute('INSERT INTO t VALUES (2)')).toEqual(
        done('INSERT 0 1', { changes: [inserted('t', '2'), inserted('log', '2')] }),
      );
    });

    it('bring back the UUIDs that are drawn next, so that a run from a saved state is the same run', async () => {
      const session = (await server().createDatabase('d', anySchema)).session('S');
      const state = await server().save();
      const drawn = await session.execute('SELECT gen_random_uuid()');
      await server().restore(state);
      expect(await session.execute('SELECT gen_random_uuid()')).toEqual(drawn);
    });
  });
}
