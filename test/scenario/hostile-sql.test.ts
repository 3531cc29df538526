import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBranch } from '../../src/engine/run.js';
import { loadScenario } from '../../src/scenario/load.js';
import { openServer } from '../support/server.js';

const definition = 'CREATE TABLE a(b int PRIMARY KEY); CREATE TABLE c(b int REFERENCES a); INSERT INTO a VALUES (1)';

function scenarioWith(statement: string, schema = definition): string {
  return `id: hostile
title: a
teaches: a
databases: {d: {schema: ${JSON.stringify(schema)}}}
actors: {A: {database: d}, B: {database: d}}
steps:
  - A: ${JSON.stringify(statement)}
  - B: SELECT count(*) FROM a
`;
}

/** The words that a text is refused for, by the loader. */
function refusedWords(text: string): (string | undefined)[] {
  const loaded = loadScenario(text);
  return loaded.kind === 'scenario'
    ? []
    : loaded.diagnostics.map(({ args }) => ('words' in args ? String(args.words) : undefined));
}

test.each([
  ["COPY a TO PROGRAM 'id'", 'COPY'],
  ['COPY a FROM STDIN', 'COPY'],
  ["SELECT pg_read_file('/etc/passwd')", 'pg_read_file'],
  ["SELECT pg_catalog.lo_import('/etc/passwd')", 'lo_import'],
  ['SELECT pg_terminate_backend(pg_backend_pid())', 'pg_terminate_backend'],
  ['SELECT "pg_terminate_backend"(1)', 'pg_terminate_backend'],
  ["DO 'BEGIN PERFORM pg_sleep(9); END'", 'pg_sleep'],
  ['SET search_path = public', 'SET search_path'],
  ['SET SESSION search_path = public', 'SET SESSION search_path'],
  ['SET ROLE postgres', 'SET ROLE'],
  ['RESET ALL', 'RESET ALL'],
  ['DISCARD ALL', 'DISCARD'],
  ['DROP TABLE a', 'DROP TABLE'],
  ['ALTER TABLE a DISABLE TRIGGER ALL', 'ALTER TABLE'],
  ['SET session_replication_role = replica', 'SET session_replication_role'],
  ['SELECT 1; DROP TABLE a', 'DROP TABLE'],
  ["PREPARE TRANSACTION 'x'", 'PREPARE TRANSACTION'],
  ['VACUUM', 'VACUUM'],
  ['LISTEN x', 'LISTEN'],
])('a step with %s is no scenario', (statement, words) => {
  expect(refusedWords(scenarioWith(statement))).toEqual([words]);
});

test.each([
  ['CREATE SCHEMA x', 'CREATE SCHEMA'],
  ['CREATE ROLE x', 'CREATE ROLE'],
  ['CREATE EXTENSION hstore', 'CREATE EXTENSION'],
  ['CREATE DATABASE x', 'CREATE DATABASE'],
  ['COPY a FROM STDIN', 'COPY'],
  ['SET search_path = pg_catalog', 'SET search_path'],
  ["PREPARE TRANSACTION 'x'", 'PREPARE TRANSACTION'],
  ['SELECT pg_sleep(1000)', 'pg_sleep'],
  ["CREATE FUNCTION f() RETURNS void LANGUAGE sql AS 'SELECT pg_sleep(9)'", 'pg_sleep'],
  ['CREATE TEMPORARY TABLE t(x int)', 'CREATE TEMPORARY'],
])('a definition with %s is no scenario', (statement, words) => {
  expect(refusedWords(scenarioWith('SELECT 1', `${definition}; ${statement}`))).toEqual([words]);
});

let server: ReturnType<typeof openServer>;
beforeAll(() => {
  server = openServer();
});
afterAll(() => server.close());

/** What only PostgreSQL can tell: its answer, and what another session gets afterwards. */
test.each<[statement: string, answer: string, afterwards: unknown]>([
  ["DO $$ BEGIN EXECUTE 'SET ROLE postgres'; END $$", '42501', '1'],
  ["DO $$ BEGIN EXECUTE 'SELECT pg_ter' || 'minate_backend(pg_backend_pid())'; END $$", '42501', '1'],
  ["DO $$ BEGIN EXECUTE 'COPY a TO PRO' || 'GRAM ''id'''; END $$", '42501', '1'],
  ["DO $$ BEGIN EXECUTE 'DISCARD ' || 'ALL'; END $$", '25001', '1'],
  ["DO $$ BEGIN EXECUTE 'DROP TABLE c'; END $$", '42501', '1'],
  ["DO $$ BEGIN EXECUTE 'ALTER TABLE a DISABLE TRIGGER ALL'; END $$", '42501', '1'],
  ["DO $$ BEGIN EXECUTE 'CREATE SCHEMA s'; END $$", '42501', '1'],
  ["DO $$ BEGIN EXECUTE 'CREATE TEMP TABLE a(b int)'; END $$", '42501', '1'],
  ['SET LOCAL session_replication_role = replica', '42501', '1'],
  ["SELECT set_config('session_replication_role', 'replica', true)", '42501', '1'],
  ['DO $$ BEGIN COMMIT; END $$', 'DO', '1'],
  ['DO $$ BEGIN INSERT INTO a VALUES (2); COMMIT; INSERT INTO a VALUES (3); END $$', 'DO', '3'],
  ['TRUNCATE a CASCADE', 'TRUNCATE TABLE', '0'],
  ["SELECT repeat('x', 2000000000)", '54000', '1'],
  ['SELECT * FROM public.a', '42P01', '1'],
  ['SELECT 1 FROM a WHERE', '42601', '1'],
])('%s: PostgreSQL answers %s, and lives', async (statement, answer, afterwards) => {
  const loaded = loadScenario(scenarioWith(statement));
  if (loaded.kind !== 'scenario') throw new Error(JSON.stringify(loaded.diagnostics));
  const { trace, world } = await runBranch(loaded.scenario, loaded.scenario.branches[0]!, server);
  const [first, second] = trace.flatMap((event) => (event.kind === 'operation' ? [event] : []));
  const tag = first?.result?.kind === 'sql' ? first.result.tag : undefined;
  expect(first?.error?.code ?? tag).toBe(answer);
  expect(second?.result).toMatchObject({ kind: 'sql', rows: [[afterwards]] });
  // What the trace knows of the table has followed.
  expect(String(world.table('d', 'a').size)).toBe(afterwards);
});
