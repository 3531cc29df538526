import { describe, expect, it } from 'vitest';
import { waitingForm, withUsedParameters } from '../../src/postgres/waiting-form.js';

/** What is told of the rows of a form, with an `id` to look for among them. */
function rowsOf(text: string): unknown {
  const form = waitingForm(text);
  if (!form || form.kind === 'insert' || form.kind === 'advisory') return form;
  return [form.kind, form.table, form.strength, form.rowsQuery(`${form.alias}.id`), form.among('id = 1')];
}

describe('a statement that may wait', () => {
  it.each([
    ["INSERT INTO inbox VALUES ('e1')", { kind: 'insert', table: 'inbox', onConflict: false }],
    [
      'insert into d.inbox (event_id) values (lower($1)) on conflict do nothing returning event_id',
      { kind: 'insert', table: 'inbox', onConflict: true },
    ],
    ['INSERT INTO t VALUES (1, now()) ON CONFLICT (id) DO UPDATE SET v = t.v + 1 WHERE t.v < 5', 'insert'],
    ['INSERT INTO t DEFAULT VALUES', { kind: 'insert', table: 't', onConflict: false }],
    ['SELECT pg_advisory_xact_lock($1, 2)', { kind: 'advisory' }],
  ])('%s', (text, form) => {
    expect(waitingForm(text)).toEqual(form === 'insert' ? { kind: 'insert', table: 't', onConflict: true } : form);
  });

  it.each([
    [
      'UPDATE t SET v = v + 1, w = (1) WHERE id = $1 OR v IN (1, 2) RETURNING v',
      ['update', 't', 'NO KEY UPDATE', 'SELECT t.id FROM t WHERE id = $1 OR v IN (1, 2)'],
      'UPDATE t SET v = v + 1, w = (1) WHERE (id = $1 OR v IN (1, 2)) AND id = 1 RETURNING v',
    ],
    [
      'UPDATE "T" AS x SET v = 1',
      ['update', 'T', 'NO KEY UPDATE', 'SELECT x.id FROM "T" AS x'],
      'UPDATE "T" AS x SET v = 1 WHERE id = 1',
    ],
    [
      'DELETE FROM ONLY t WHERE id = 1 -- one\nRETURNING *',
      ['delete', 't', 'UPDATE', 'SELECT t.id FROM ONLY t WHERE id = 1'],
      'DELETE FROM ONLY t WHERE (id = 1) AND id = 1 RETURNING *',
    ],
    [
      'SELECT seq, event_id FROM outbox o WHERE published_at IS NULL ORDER BY seq LIMIT 2 FOR NO KEY UPDATE',
      ['lock', 'outbox', 'NO KEY UPDATE', 'SELECT o.id FROM outbox o WHERE published_at IS NULL ORDER BY seq'],
      'SELECT seq, event_id FROM outbox o WHERE (published_at IS NULL) AND id = 1 ORDER BY seq LIMIT 2 FOR NO KEY UPDATE',
    ],
    [
      'SELECT * FROM t FOR KEY SHARE OF t',
      ['lock', 't', 'KEY SHARE', 'SELECT t.id FROM t'],
      'SELECT * FROM t WHERE id = 1 FOR KEY SHARE OF t',
    ],
  ])('%s', (text, told, among) => {
    expect(rowsOf(text)).toEqual([...told, among]);
  });

  it.each([
    "INSERT INTO t VALUES ('a'), ('b')",
    'INSERT INTO t SELECT 1',
    'INSERT INTO t VALUES ((SELECT 1))',
    'INSERT INTO t VALUES (f(1))',
    'WITH x AS (SELECT 1) INSERT INTO t VALUES (1)',
    'UPDATE t SET v = 1 FROM u WHERE t.id = u.id',
    'UPDATE t SET v = nextval($$s$$)',
    'UPDATE t SET v = 1 WHERE CURRENT OF c',
    'UPDATE t SET v = 1 WHERE id = (SELECT 1)',
    'DELETE FROM t USING u WHERE t.id = u.id',
    'SELECT * FROM t',
    'SELECT * FROM t, u FOR UPDATE',
    'SELECT * FROM t JOIN u ON true FOR UPDATE',
    'SELECT * FROM t LEFT JOIN u ON true FOR UPDATE OF t',
    'SELECT id FROM t ORDER BY 1 FOR UPDATE',
    'SELECT id FROM t FOR UPDATE OF t FOR SHARE OF t',
    'SELECT id FROM t OFFSET 1 FOR UPDATE',
    'SELECT f(pg_advisory_xact_lock(1))',
    'SELECT pg_advisory_xact_lock(1), 2',
    'MERGE INTO t USING u ON true WHEN MATCHED THEN DELETE',
    'DO $$ BEGIN END $$',
    '',
  ])('is not: %s', (text) => {
    expect(waitingForm(text)).toBe(null);
  });
});

it('a part of a statement keeps the parameters that it has, numbered anew', () => {
  const values = ['a', 'b', 'c'];
  expect(withUsedParameters('SELECT 1', values)).toEqual({ text: 'SELECT 1', values: [] });
  expect(withUsedParameters("SELECT $3, '$1' WHERE $2 = $3 -- $1", values)).toEqual({
    text: "SELECT $2, '$1' WHERE $1 = $2 -- $1",
    values: ['b', 'c'],
  });
});
