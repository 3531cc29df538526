import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '../../src/engine/run.js';
import type { DatabaseServer } from '../../src/postgres/ports.js';
import { play } from '../support/play.js';
import { openServer } from '../support/server.js';

/** Statements of one actor, over the database `shop`; there may be others. */
function scenario(schema: string, statements: readonly string[], others: readonly string[] = []): string {
  const steps = statements.map((statement) => ({ A: statement }));
  const databases = ['shop', ...others].map((name) => [name, { schema: `${schema};` }]);
  const definition = JSON.stringify(Object.fromEntries(databases));
  return `id: isolation
title: isolation
teaches: isolation
databases: ${definition}
actors: {A: {database: shop}}
invariants: [{name: always, database: shop, sql: SELECT WHERE false, message: there is a row}]
steps: ${JSON.stringify(steps)}`;
}

/** Everything by which one scenario could see that another has been there before. */
const probe = scenario(
  `CREATE TABLE t (n bigint GENERATED ALWAYS AS IDENTITY, id uuid DEFAULT gen_random_uuid(), at timestamptz DEFAULT now());
   CREATE SEQUENCE s;
   CREATE TABLE u (v text)`,
  [
    "SELECT current_setting('app.tenant', true), current_setting('app.shop', true)",
    "SELECT md5(string_agg(name || '=' || setting, ',' ORDER BY name)) FROM pg_settings",
    "SELECT nextval('s'), gen_random_uuid(), now(), to_char(1234.5, 'L9G999D9'), '1 day 2 hours'::interval",
    'INSERT INTO t DEFAULT VALUES RETURNING n, id, at, ctid, xmin',
    "INSERT INTO u VALUES ('a'), ('b') RETURNING v, tableoid",
    'SELECT session_user, current_user, current_schemas(true)',
    `SELECT relname, relkind, relacl FROM pg_class WHERE relnamespace <> 'pg_catalog'::regnamespace
       AND relnamespace <> 'pg_toast'::regnamespace AND relnamespace <> 'information_schema'::regnamespace ORDER BY 1`,
    "SELECT proname FROM pg_proc WHERE pronamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) ORDER BY 1",
    'SELECT (SELECT count(*) FROM pg_type), (SELECT count(*) FROM pg_proc), (SELECT count(*) FROM pg_constraint)',
    'SELECT (SELECT count(*) FROM pg_description), (SELECT count(*) FROM pg_shdescription), (SELECT count(*) FROM pg_depend)',
    'SELECT (SELECT count(*) FROM pg_shdepend), (SELECT count(*) FROM pg_attribute), (SELECT count(*) FROM pg_trigger)',
    'SELECT defaclrole::regrole, defaclobjtype, defaclacl FROM pg_default_acl ORDER BY 1, 2',
    'SELECT rolname, rolconfig FROM pg_roles ORDER BY 1',
    'SELECT * FROM pg_db_role_setting',
    'SELECT nspname, nspacl FROM pg_namespace ORDER BY 1',
    'SELECT count(*) FROM pg_largeobject_metadata',
    'SELECT count(*) FROM pg_prepared_xacts',
    'SELECT pg_listening_channels()',
    'SELECT pg_notification_queue_usage()',
    "SELECT name FROM pg_prepared_statements WHERE name <> ''",
    "SELECT name FROM pg_cursors WHERE name <> ''",
    "SELECT locktype, mode FROM pg_locks WHERE locktype NOT IN ('relation', 'virtualxid')",
    'SELECT sequencename, last_value FROM pg_sequences ORDER BY 1',
    'SELECT pg_try_advisory_xact_lock(900)',
  ],
);

/** What an author may do and leave, each by itself: some of it makes the server start anew, which would hide the rest. */
const dirt: readonly (readonly [what: string, schema: string, statements: readonly string[]])[] = [
  [
    'rows, and a transaction left open',
    'CREATE TABLE t (n int)',
    ['INSERT INTO t VALUES (1)', 'BEGIN', 'DELETE FROM t'],
  ],
  [
    'sequences',
    'CREATE SEQUENCE s; CREATE TABLE t (n bigint GENERATED ALWAYS AS IDENTITY)',
    ["SELECT nextval('s'), setval('s', 900), gen_random_uuid()", 'INSERT INTO t DEFAULT VALUES'],
  ],
  [
    'settings of a transaction',
    '',
    [
      "SELECT set_config('work_mem', '1MB', true)",
      'BEGIN',
      "SET LOCAL lc_numeric = 'C'",
      'SET LOCAL statement_timeout = 9',
    ],
  ],
  ['settings of a definition', "SET work_mem = '1MB'; SET intervalstyle = 'iso_8601'", ['SELECT 1']],
  ['a setting of its own', '', ['BEGIN', "SET LOCAL app.tenant = 'a'", 'COMMIT']],
  ['a setting of its own, with set_config', '', ["SELECT set_config('app.tenant', 'a', true)"]],
  ['a setting of its own, put together', '', ["SELECT set_config('app.' || 'tenant', 'a', true)"]],
  ['a setting of its own, in dynamic SQL', '', ["DO $$ BEGIN EXECUTE 'SET LOCAL app' || '.tenant = 1'; END $$"]],
  ['a setting of its own, in a definition', "SET app.shop = 'a'", ['SELECT 1']],
  [
    'functions, types, comments, privileges, triggers',
    `CREATE TYPE mood AS ENUM ('sad'); CREATE DOMAIN d AS int; CREATE TABLE t (m mood, d d);
     COMMENT ON TABLE t IS 'left over'; COMMENT ON SCHEMA shop IS 'left over'; GRANT ALL ON t TO PUBLIC;
     CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
     CREATE TRIGGER f BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION f(); CREATE VIEW v AS TABLE t`,
    ["INSERT INTO t VALUES ('sad', 1)"],
  ],
  ['default privileges', 'DO $$ BEGIN ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC; END $$', ['SELECT 1']],
  ['default privileges that are dropped', 'DO $$ BEGIN DROP OWNED BY inbox_sim_owner_1; END $$', ['SELECT 1']],
  [
    'settings of a role',
    "DO $$ BEGIN ALTER ROLE CURRENT_USER SET work_mem = '1MB'; END $$",
    ["DO $$ BEGIN ALTER ROLE CURRENT_USER IN DATABASE postgres SET timezone = 'Asia/Tokyo'; END $$"],
  ],
  ['listeners and notifications', '', ['DO $$ BEGIN LISTEN a; NOTIFY a; END $$', 'DO $$ BEGIN NOTIFY a; END $$']],
  ['locks', '', ['BEGIN', 'SELECT pg_advisory_xact_lock(900)']],
  ['a cursor', '', ['BEGIN', 'DECLARE c CURSOR FOR SELECT 1']],
  ['an aborted transaction', '', ['BEGIN', 'SELECT 1/0']],
];

describe('a scenario', () => {
  let server: DatabaseServer;
  let expected: string;
  beforeAll(async () => {
    server = openServer();
    const fresh = openServer();
    expected = answersOf(await play(fresh, probe));
    await fresh.close();
  });
  afterAll(() => server.close());

  it('gets an answer to each question', () => {
    expect(JSON.parse(expected)).toMatchObject(Array(24).fill({ error: null }));
  });

  it.each(dirt)('finds nothing of another one before it: %s', async (_what, schema, statements) => {
    const before = await play(server, scenario(schema, statements));
    const [first] = operations(before);
    expect(first).toMatchObject({ error: null });
    expect(answersOf(await play(server, probe))).toEqual(expected);
  });
});

/** Tables alone, which a server may keep, emptied, for the next scenario that begins with just the same. */
const tables = `CREATE TABLE t (n bigint GENERATED ALWAYS AS IDENTITY, k serial PRIMARY KEY, v text UNIQUE, w int DEFAULT 1);
  CREATE TABLE u (k int REFERENCES t ON DELETE CASCADE, id uuid DEFAULT gen_random_uuid());
  CREATE INDEX later ON u (id)`;

const questions = [
  `SELECT relname, relpages, reltuples, relallvisible, relfrozenxid, pg_relation_size(oid), relacl FROM pg_class
     WHERE relnamespace = 'shop'::regnamespace ORDER BY 1`,
  'SELECT relname, n_tup_ins, n_tup_upd, n_tup_del, n_dead_tup FROM pg_stat_user_tables ORDER BY 1',
  'SELECT sequencename, start_value, last_value FROM pg_sequences ORDER BY 1',
  "INSERT INTO t (v) VALUES ('a'), ('b') RETURNING ctid, xmin, *",
  'INSERT INTO u (k) SELECT k FROM t RETURNING ctid, tableoid, *',
  "UPDATE t SET v = 'c' WHERE k = 1 RETURNING ctid, *",
  'SELECT ctid, * FROM t',
  'SELECT nspname FROM pg_namespace ORDER BY 1',
  "SELECT relname, relnamespace::regnamespace FROM pg_class WHERE relkind = 'r' AND oid > 16000 ORDER BY 1, 2",
  'SELECT attname, attstattarget, attmissingval FROM pg_attribute WHERE attrelid IN (SELECT oid FROM pg_class WHERE relname = $$t$$) ORDER BY 1',
  'SELECT count(*) FROM pg_stats WHERE schemaname = $$shop$$',
  'SELECT tgname, tgenabled FROM pg_trigger WHERE tgrelid = $$t$$::regclass AND NOT tgisinternal ORDER BY 1',
];

const work = [
  'INSERT INTO t (v) SELECT g::text FROM generate_series(1, 1000) g',
  'INSERT INTO u (k) SELECT k FROM t',
  'UPDATE t SET w = w + 1',
  'DELETE FROM t WHERE k > 10',
  "SELECT setval(pg_get_serial_sequence('t', 'k'), 900), nextval(pg_get_serial_sequence('t', 'n'))",
  'BEGIN',
  "INSERT INTO t (v) VALUES ('rolled back')",
  'ROLLBACK',
  'BEGIN',
  'TRUNCATE t, u',
];

describe('a scenario that begins with the same tables', () => {
  let server: DatabaseServer;
  beforeAll(() => {
    server = openServer();
  });
  afterAll(() => server.close());

  async function onNewServer(text: string): Promise<string> {
    const fresh = openServer();
    const answers = answersOf(await play(fresh, text));
    await fresh.close();
    return answers;
  }

  it('finds them as new', async () => {
    const asking = scenario(tables, questions);
    const expected = await onNewServer(asking);
    expect(JSON.parse(expected)).toMatchObject(Array(questions.length).fill({ error: null }));
    const worked = operations(await play(server, scenario(tables, work)));
    expect(worked).toMatchObject(Array(work.length).fill({ error: null }));
    expect(answersOf(await play(server, asking))).toEqual(expected);
    expect(answersOf(await play(server, asking))).toEqual(expected);
  });

  it('finds nothing of the other databases that there were', async () => {
    const asking = scenario(tables, questions);
    const expected = await onNewServer(asking);
    await play(server, scenario(tables, work, ['other']));
    expect(answersOf(await play(server, asking))).toEqual(expected);
  });

  it('finds other tables where the definition is another', async () => {
    await play(server, scenario(tables, work));
    const asking = scenario(`${tables} WHERE k > 0`, questions);
    expect(answersOf(await play(server, asking))).toEqual(await onNewServer(asking));
  });
});

function operations({ trace }: Run) {
  return trace.flatMap((event) => (event.kind === 'operation' ? [event] : []));
}

/** All that the scenario was answered. */
function answersOf(run: Run): string {
  return JSON.stringify(operations(run));
}
