import { expect, test } from 'vitest';
import { RunNames } from '../../../src/postgres/server/run-names.js';
import { Shown } from '../../../src/postgres/server/shown.js';

const long = 'a'.repeat(51);

test('schemas and roles carry the run, and no name is longer than PostgreSQL keeps', () => {
  const names = new RunNames('0123abcd');
  expect(names.shared).toBe('inbox_sim_0123abcd');
  expect(names.schemaOf('shop')).toBe('inbox_sim_0123abcd_shop');
  expect(names.roles(1)).toEqual({ owner: 'inbox_sim_owner_1_0123abcd', session: 'inbox_sim_session_1_0123abcd' });
  const schemas = ['b', 'c'].map((end) => names.schemaOf(long.slice(1) + end));
  expect(schemas.map(({ length }) => length)).toEqual([62, 62]);
  expect(new Set(schemas).size).toBe(2);
  expect(names.databases).toEqual(['shop', `${long.slice(1)}b`, `${long.slice(1)}c`]);
});

test('are shown as they are called where the server is the run’s alone', () => {
  const names = new RunNames('0123abcd');
  const [shop, cut] = [names.schemaOf('shop'), names.schemaOf(long)];
  const role = names.roles(1).session;
  expect(names.shown(`"${shop}".t, ${cut}.t, ${names.shared}.now, ${role}, inbox_sim_ffffffff_shop`)).toBe(
    `"shop".t, ${long}.t, inbox_sim.now, inbox_sim_session_1, inbox_sim_ffffffff_shop`,
  );
  expect(names.shown('shop inbox_sim')).toBe('shop inbox_sim');
});

test('the rows of an answer are shown with both, and keep what PostgreSQL gave where that differs', () => {
  const shown = new Shown(new RunNames('0123abcd'));
  const [text, oid] = [25, 26];
  const rows = [['inbox_sim_0123abcd_d.t', '16411', null]];
  expect(shown.result({ tag: 'SELECT 1', columns: ['a', 'b', 'c'], types: [text, oid, text], rows })).toEqual({
    ...{ tag: 'SELECT 1', columns: ['a', 'b', 'c'], rows: [['d.t', '1', null]], own: rows },
  });
  const plain = [['x', null]];
  expect(shown.result({ tag: 'SELECT 1', columns: ['a', 'b'], types: [text, text], rows: plain })).toEqual({
    ...{ tag: 'SELECT 1', columns: ['a', 'b'], rows: plain },
  });
  expect(shown.row(['16411', 'inbox_sim_0123abcd'], [oid, text])).toEqual(['1', 'inbox_sim']);
});
