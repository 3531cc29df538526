import { afterAll, beforeAll, expect, test } from 'vitest';
import { askInvariant } from '../../src/engine/own-invariants.js';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import type { Database } from '../../src/postgres/ports.js';
import { openServer } from '../support/server.js';

let server: PgliteServer;
let database: Database;
beforeAll(async () => {
  server = openServer();
  database = await server.createDatabase(
    'db',
    "CREATE TABLE notes (id int, note text); INSERT INTO notes VALUES (1, 'x'); CREATE SEQUENCE ids",
  );
});
afterAll(() => server.close());

const ask = (sql: string) =>
  askInvariant({ name: 'own', line: 7, database: 'db', sql, message: { en: 'm', ru: 'm' } }, database);

test.each([
  ["SELECT nextval('ids')", 'changes-something', 'cannot execute nextval() in a read-only transaction'],
  ['DELETE FROM notes RETURNING id', 'changes-something', 'cannot execute DELETE in a read-only transaction'],
  ['COMMIT', 'no-query', undefined],
  ["SET work_mem = '8MB'", 'no-query', undefined],
  ['SELECT nope', 'postgres', 'column "nope" does not exist'],
])('%s is refused, and nothing has changed', async (sql, kind, message) => {
  const problem = message === undefined ? { kind } : { kind, message };
  await expect(ask(sql)).rejects.toMatchObject({ subject: 'invariants: own', line: 7, problem });
  expect((await ask('SELECT last_value, is_called, id FROM ids, notes')).rows).toEqual([['1', 'f', '1']]);
});

test.each([
  ['SELECT id FROM notes', ['id'], [['1']]],
  ['SELECT FROM notes', [], [[]]],
  ['TABLE notes', ['id', 'note'], [['1', 'x']]],
  ['VALUES (1)', ['column1'], [['1']]],
])('%s is a query', async (sql, columns, rows) => {
  expect(await ask(sql)).toEqual({ kind: 'query-answered', invariant: 'own', columns, rows });
});
