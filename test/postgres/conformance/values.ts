import { describe, expect, it } from 'vitest';
import { deleted, done, inserted, updated } from '../../support/answers.js';
import type { ServerOf } from '../conformance-suite.js';

const awkward: readonly (string | null)[] = [
  null,
  '',
  ' ',
  'null',
  'NULL',
  '"',
  '""',
  "'",
  "it's",
  '\\',
  '\\\\',
  '\\n',
  '\\"',
  ',',
  ',,',
  '(',
  ')',
  '(a,"b")',
  '{a,b}',
  'one\ntwo\r\nthree\ttab',
  '\u0001\u007f',
  'Заявка закрыта: «да», ёж',
  '🎫👩‍👩‍👧 ✓',
  '\u00a0\u2003\ufeff',
  '$1 $$ %s',
  'x'.repeat(10_000),
];

/** SQL for a value, what PostgreSQL prints for it, and its type. */
const types: readonly (readonly [type: string, sql: string, text: string])[] = [
  ['bool', 'true', 't'],
  ['bool', 'false', 'f'],
  ['bigint', '9007199254740993', '9007199254740993'],
  ['numeric', '1.500', '1.500'],
  ['numeric(10,2)', '1.5', '1.50'],
  ['numeric', "'NaN'", 'NaN'],
  ['float8', '0.1::float8 + 0.2', '0.30000000000000004'],
  ['float8', '1e20', '1e+20'],
  ['timestamptz', "'2026-10-03T08:00:00Z'", '2026-10-03 08:00:00+00'],
  ['timestamptz', "'2026-10-03 11:00:00.5+03'", '2026-10-03 08:00:00.5+00'],
  ['timestamptz', "'infinity'", 'infinity'],
  ['timestamp', "'2026-10-03 08:00:00.123456'", '2026-10-03 08:00:00.123456'],
  ['date', "'2026-10-03'", '2026-10-03'],
  ['interval', "'1 day 2 hours 3.5 seconds'", '1 day 02:00:03.5'],
  ['bytea', "'\\x00ff5c'", '\\x00ff5c'],
  ['jsonb', '\'{"b": 1, "a": [1, 2.50, null, "я\\"\\\\"]}\'', '{"a": [1, 2.50, null, "я\\"\\\\"], "b": 1}'],
  ['json', '\'{"b":1,  "a":2}\'', '{"b":1,  "a":2}'],
  ['text[]', "ARRAY['a b', 'c\"d', NULL, '', 'null', 'e,f']", '{"a b","c\\"d",NULL,"","null","e,f"}'],
  ['int[]', 'ARRAY[[1, 2], [3, 4]]', '{{1,2},{3,4}}'],
  ['uuid', "'C4CA4238-A0B9-4382-8DCC-509A6F75849B'", 'c4ca4238-a0b9-4382-8dcc-509a6f75849b'],
  ['char(3)', "'a'", 'a  '],
  ['int4range', "'[1,3]'", '[1,4)'],
];

export function describeValues(server: ServerOf): void {
  describe('values', () => {
    it('survive parameters, answers, changes and tables, whatever characters they have', async () => {
      const database = await server().createDatabase('d', 'CREATE TABLE t(id int PRIMARY KEY, v text, w text)');
      const session = database.session('S');
      for (const [index, value] of awkward.entries()) {
        const [id, row] = [String(index), [String(index), value, value]];
        expect(await session.execute('INSERT INTO t VALUES ($1, $2, $2) RETURNING v', [id, value])).toEqual(
          done('INSERT 0 1', { columns: ['v'], rows: [[value]], changes: [inserted('t', ...row)] }),
        );
        expect(await session.execute('UPDATE t SET w = NULL WHERE id = $1', [id])).toEqual(
          done('UPDATE 1', { changes: [updated('t', row, [id, value, null])] }),
        );
      }
      const rows = awkward.map((value, index) => [String(index), value, null]);
      expect(await database.tables()).toEqual([{ table: 't', columns: ['id', 'v', 'w'], rows }]);
      expect(await session.execute('DELETE FROM t WHERE id = 17')).toEqual(
        done('DELETE 1', { changes: [deleted('t', '17', '(a,"b")', null)] }),
      );
    });

    it.each(types)('of type %s are PostgreSQL text: %s', async (type, sql, text) => {
      const database = await server().createDatabase('d', `CREATE TABLE t(id int PRIMARY KEY, v ${type})`);
      expect(await database.session('S').execute(`INSERT INTO t VALUES (1, ${sql}) RETURNING v`)).toEqual(
        done('INSERT 0 1', { columns: ['v'], rows: [[text]], changes: [inserted('t', '1', text)] }),
      );
      expect(await database.tables()).toEqual([{ table: 't', columns: ['id', 'v'], rows: [['1', text]] }]);
    });

    it('of an identity column are counted from 1', async () => {
      const database = await server().createDatabase(
        'd',
        'CREATE TABLE t(seq bigint GENERATED ALWAYS AS IDENTITY, v text)',
      );
      expect(await database.session('S').execute("INSERT INTO t(v) VALUES ('a'), ('b') RETURNING seq")).toEqual(
        done('INSERT 0 2', {
          columns: ['seq'],
          rows: [['1'], ['2']],
          changes: [inserted('t', '1', 'a'), inserted('t', '2', 'b')],
        }),
      );
    });
  });

  describe('tables', () => {
    it('come in the order in which they were made, with their columns, also when they are empty', async () => {
      const database = await server().createDatabase(
        'd',
        'CREATE TABLE z(b int, a int); CREATE TABLE a("Large C" int)',
      );
      expect(await database.tables()).toEqual([
        { table: 'z', columns: ['b', 'a'], rows: [] },
        { table: 'a', columns: ['Large C'], rows: [] },
      ]);
    });

    it('have quoted names, and columns that are gone are not shown', async () => {
      const database = await server().createDatabase(
        'd',
        'CREATE TABLE "Ta""b.le"("Co""l" text PRIMARY KEY, gone int, kept int); ALTER TABLE "Ta""b.le" DROP COLUMN gone',
      );
      expect(await database.session('S').execute(`INSERT INTO "Ta""b.le" VALUES ('v', 1)`)).toEqual(
        done('INSERT 0 1', { changes: [inserted('Ta"b.le', 'v', '1')] }),
      );
      expect(await database.tables()).toEqual([{ table: 'Ta"b.le', columns: ['Co"l', 'kept'], rows: [['v', '1']] }]);
    });

    it('are ordered by their columns, as numbers where it is a number, as bytes where it is text', async () => {
      const database = await server().createDatabase(
        'd',
        `CREATE TABLE n(v text, id int PRIMARY KEY); INSERT INTO n VALUES ('a', 10), ('b', 9), ('c', -1);
         CREATE TABLE s(id text PRIMARY KEY); INSERT INTO s VALUES ('б'), ('a'), ('B'), ('10'), ('9'), ('Ё'), ('_')`,
      );
      expect(await database.tables()).toEqual([
        {
          table: 'n',
          columns: ['v', 'id'],
          rows: [
            ['a', '10'],
            ['b', '9'],
            ['c', '-1'],
          ],
        },
        { table: 's', columns: ['id'], rows: [['10'], ['9'], ['B'], ['_'], ['a'], ['Ё'], ['б']] },
      ]);
    });

    it('are ordered by all columns where there is no key, equal rows and nulls included', async () => {
      const database = await server().createDatabase(
        'd',
        "CREATE TABLE t(a int, b text UNIQUE); INSERT INTO t VALUES (2, NULL), (1, 'b'), (2, NULL), (1, 'a'), (NULL, 'c')",
      );
      expect(await database.tables()).toEqual([
        {
          table: 't',
          columns: ['a', 'b'],
          rows: [
            ['1', 'a'],
            ['1', 'b'],
            ['2', null],
            ['2', null],
            [null, 'c'],
          ],
        },
      ]);
    });

    it('without a key may have a column whose type has no order of its own', async () => {
      const database = await server().createDatabase('d', `CREATE TABLE t(a json); INSERT INTO t VALUES ('{"a":1}')`);
      expect(await database.tables()).toEqual([{ table: 't', columns: ['a'], rows: [['{"a":1}']] }]);
    });
  });
}
