import { describe, expect, it } from 'vitest';
import { deleted, done, failed, inserted, truncated, updated } from '../../support/answers.js';
import type { EngineTraits, ServerOf } from '../conformance-suite.js';
import { sessionOver } from './history-schema.js';

const partitioned = `
CREATE TABLE e(at int, id int, v text, PRIMARY KEY (id, at)) PARTITION BY RANGE (at);
CREATE TABLE e_low PARTITION OF e FOR VALUES FROM (0) TO (10);
CREATE TABLE e_high(v text, gone int, id int NOT NULL, at int NOT NULL) PARTITION BY LIST (at);
ALTER TABLE e_high DROP COLUMN gone;
CREATE TABLE e_leaf PARTITION OF e_high DEFAULT;
ALTER TABLE e ATTACH PARTITION e_high FOR VALUES FROM (10) TO (20);
CREATE FUNCTION empty_low() RETURNS void LANGUAGE sql SECURITY DEFINER AS 'TRUNCATE e_low'`;

export function describeTableKinds(server: ServerOf, { saves }: EngineTraits): void {
  /** Puts the rows back after `change`, where the engine does that, and then looks at `after`. */
  async function restoring(change: () => Promise<unknown>, after: () => Promise<unknown>): Promise<void> {
    const state = saves ? await server().save() : null;
    await change();
    if (state === null) return;
    await server().restore(state);
    await after();
  }

  describe('the changes of', () => {
    it('a partitioned table carry its name and its columns, wherever the row lies', async () => {
      const database = await server().createDatabase('d', partitioned);
      const session = database.session('S');
      expect(await session.execute("INSERT INTO e VALUES (1, 7, 'a'), (11, 8, 'b, c')")).toEqual(
        done('INSERT 0 2', { changes: [inserted('e', '1', '7', 'a'), inserted('e', '11', '8', 'b, c')] }),
      );
      expect(await session.execute("UPDATE e SET v = 'd' WHERE id = 8")).toEqual(
        done('UPDATE 1', { changes: [updated('e', ['11', '8', 'b, c'], ['11', '8', 'd'])] }),
      );
      expect((await session.execute('UPDATE e SET at = 12 WHERE id = 7')).changes).toEqual([
        deleted('e', '1', '7', 'a'),
        inserted('e', '12', '7', 'a'),
      ]);
      expect((await session.execute('INSERT INTO e_low(id, at) VALUES (1, 2)')).changes).toEqual([
        inserted('e', '2', '1', null),
      ]);
      expect(await session.execute('TRUNCATE e_low')).toEqual(failed('42501'));
      expect(await session.execute('SELECT empty_low()')).toEqual(failed('42501'));
      const rows = [
        ['2', '1', null],
        ['11', '8', 'd'],
        ['12', '7', 'a'],
      ];
      expect(await database.tables()).toEqual([{ table: 'e', columns: ['at', 'id', 'v'], rows }]);
      await restoring(
        async () => expect((await session.execute('TRUNCATE e')).changes).toEqual([truncated('e')]),
        async () => expect(await database.tables()).toEqual([{ table: 'e', columns: ['at', 'id', 'v'], rows }]),
      );
    });

    it('a table without columns are rows without values', async () => {
      const database = await server().createDatabase('d', 'CREATE TABLE t(); CREATE TABLE one(a int)');
      const session = database.session('S');
      expect((await session.execute('INSERT INTO t DEFAULT VALUES')).changes).toEqual([inserted('t')]);
      expect((await session.execute('INSERT INTO one VALUES (NULL)')).changes).toEqual([inserted('one', null)]);
      const tables = [
        { table: 't', columns: [], rows: [[]] },
        { table: 'one', columns: ['a'], rows: [[null]] },
      ];
      expect(await database.tables()).toEqual(tables);
      await restoring(
        async () => expect((await session.execute('DELETE FROM t')).changes).toEqual([deleted('t')]),
        async () => expect(await database.tables()).toEqual(tables),
      );
    });

    it('generated columns show what they are computed to, stored or not', async () => {
      const database = await server().createDatabase(
        'd',
        `CREATE TABLE g(a int, "B b" text, s int GENERATED ALWAYS AS (a * 2) STORED,
           v text GENERATED ALWAYS AS ("B b" || ',' || a::text) VIRTUAL)`,
      );
      const session = database.session('S');
      expect((await session.execute("INSERT INTO g VALUES (1, 'x')")).changes).toEqual([
        inserted('g', '1', 'x', '2', 'x,1'),
      ]);
      expect((await session.execute('UPDATE g SET a = 3')).changes).toEqual([
        updated('g', ['1', 'x', '2', 'x,1'], ['3', 'x', '6', 'x,3']),
      ]);
      const rows = [['3', 'x', '6', 'x,3']];
      expect(await database.tables()).toEqual([{ table: 'g', columns: ['a', 'B b', 's', 'v'], rows }]);
      await restoring(
        async () => await session.execute('DELETE FROM g'),
        async () => expect(await database.tables()).toEqual([{ table: 'g', columns: ['a', 'B b', 's', 'v'], rows }]),
      );
    });

    it('a table with heirs are only its own, and so are its rows', async () => {
      const database = await server().createDatabase(
        'd',
        'CREATE TABLE parent(id int); CREATE TABLE child(v text) INHERITS (parent); INSERT INTO child VALUES (0, NULL)',
      );
      const session = database.session('S');
      await session.execute('INSERT INTO parent VALUES (1)');
      expect((await session.execute('UPDATE parent SET id = id + 10')).changes).toEqual([
        updated('parent', ['1'], ['11']),
        updated('child', ['0', null], ['10', null]),
      ]);
      const tables = [
        { table: 'parent', columns: ['id'], rows: [['11']] },
        { table: 'child', columns: ['id', 'v'], rows: [['10', null]] },
      ];
      expect(await database.tables()).toEqual(tables);
      await restoring(
        () => session.execute('DELETE FROM parent'),
        async () => expect(await database.tables()).toEqual(tables),
      );
    });

    it('any table are the text that the tables show, whatever the session has set for its own answers', async () => {
      const database = await server().createDatabase(
        'd',
        'CREATE TABLE t(at timestamptz, i interval, d date, b bytea, f float8, r regclass)',
      );
      const session = database.session('S');
      await session.begin();
      for (const setting of [
        ...["timezone = 'Europe/Moscow'", "datestyle = 'German'", "intervalstyle = 'iso_8601'"],
        ...["bytea_output = 'escape'", 'extra_float_digits = -15'],
      ]) {
        await session.execute(`SET LOCAL ${setting}`);
      }
      await session.execute(
        "INSERT INTO t VALUES ('2026-10-03 09:00:00+00', '1 day', '2026-10-03', 'a', 0.1::float8 + 0.2, 't')",
      );
      const row = ['2026-10-03 09:00:00+00', '1 day', '2026-10-03', '\\x61', '0.30000000000000004', 'd.t'];
      expect((await session.commit()).changes).toEqual([inserted('t', ...row)]);
      expect((await database.tables())[0]?.rows).toEqual([row]);
    });

    it('own types are their text', async () => {
      const session = await sessionOver(
        server(),
        `CREATE TYPE state AS ENUM ('open', 'closed'); CREATE DOMAIN small AS int CHECK (VALUE < 10);
         CREATE TYPE pair AS (a int, b text); CREATE TABLE t(s state, n small, p pair, l pair[])`,
      );
      expect(
        (await session.execute(`INSERT INTO t VALUES ('open', 1, (1, 'a,b'), ARRAY[(2, '"')::pair])`)).changes,
      ).toEqual([inserted('t', 'open', '1', '(1,"a,b")', '{"(2,\\"\\"\\"\\")"}')]);
      expect(await session.execute('INSERT INTO t(n) VALUES (10)')).toEqual(failed('23514', 'small_check'));
    });

    it('a view and triggers are those of the rows that were written', async () => {
      const session = await sessionOver(
        server(),
        `CREATE TABLE t(id int PRIMARY KEY, v text); CREATE TABLE log(id int);
         CREATE VIEW plain AS SELECT id, v FROM t; CREATE VIEW doubled AS SELECT id * 2 AS id FROM t;
         CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.v := upper(NEW.v); RETURN NEW; END $$;
         CREATE TRIGGER shout BEFORE INSERT OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION shout();
         CREATE FUNCTION halve() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN INSERT INTO t VALUES (NEW.id / 2, 'half'); RETURN NEW; END $$;
         CREATE TRIGGER halve INSTEAD OF INSERT ON doubled FOR EACH ROW EXECUTE FUNCTION halve();
         CREATE FUNCTION logs() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN INSERT INTO log VALUES (NEW.id); RETURN NULL; END $$;
         CREATE TRIGGER logs AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION logs()`,
      );
      expect((await session.execute("INSERT INTO plain VALUES (1, 'a')")).changes).toEqual([
        inserted('t', '1', 'A'),
        inserted('log', '1'),
      ]);
      expect((await session.execute('INSERT INTO doubled VALUES (8)')).changes).toEqual([
        inserted('t', '4', 'HALF'),
        inserted('log', '4'),
      ]);
    });

    it('a cascade and a deferred constraint are in the commit, or nowhere', async () => {
      const session = await sessionOver(
        server(),
        `CREATE TABLE a(id int PRIMARY KEY); CREATE TABLE b(id int PRIMARY KEY, a int REFERENCES a ON DELETE CASCADE);
         CREATE TABLE c(b int REFERENCES b ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED);
         INSERT INTO a VALUES (1); INSERT INTO b VALUES (2, 1); INSERT INTO c VALUES (2)`,
      );
      expect((await session.execute('DELETE FROM a')).changes).toEqual([
        deleted('a', '1'),
        deleted('b', '2', '1'),
        updated('c', ['2'], [null]),
      ]);
      await session.begin();
      expect((await session.execute('INSERT INTO c VALUES (9)')).answer.kind).toEqual('done');
      expect(await session.commit()).toEqual(failed('23503', 'c_b_fkey'));
    });

    it('a table under row security are captured, and the session sees what its policies show', async () => {
      const database = await server().createDatabase(
        'd',
        `CREATE TABLE t(id int); ALTER TABLE t ENABLE ROW LEVEL SECURITY;
         CREATE POLICY even ON t USING (id % 2 = 0) WITH CHECK (true)`,
      );
      const session = database.session('S');
      expect((await session.execute('INSERT INTO t VALUES (1), (2)')).changes.length).toEqual(2);
      expect(await session.execute('TABLE t')).toEqual(done('SELECT 1', { columns: ['id'], rows: [['2']] }));
      expect(await database.tables()).toEqual([{ table: 't', columns: ['id'], rows: [['1'], ['2']] }]);
    });
  });
}
