import { afterAll, beforeAll, expect, test } from 'vitest';
import { machine } from '../../../src/cli/host.js';
import { openPostgres } from '../../../src/postgres/server/open-postgres.js';
import { type EmbeddedServer, startServer } from '../../support/embedded-server.js';

let embedded: EmbeddedServer;
beforeAll(async () => {
  embedded = await startServer([
    'timezone=Asia/Tokyo',
    'datestyle=German',
    'default_transaction_isolation=serializable',
  ]);
  await embedded.ask("CREATE DATABASE lands TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'");
  await embedded.ask(
    "ALTER DATABASE lands SET default_transaction_read_only = on; ALTER ROLE postgres SET bytea_output = 'escape'",
  );
});
afterAll(() => embedded.stop());

test('a server that is set otherwise, and sorts as a country does, answers as PGlite does', async () => {
  const server = await openPostgres(embedded.url.replace(/postgres$/, 'lands'), { host: machine });
  expect(server.facts).toEqual({
    version: expect.stringMatching(/^18\./),
    majorVersion: 18,
    collation: 'en-US',
    ownRoles: true,
    toldChecks: true,
    watchful: true,
    deadlockMilliseconds: 1000,
  });
  const database = await server.createDatabase(
    'd',
    `CREATE TABLE t(id text PRIMARY KEY, tags text[], at timestamptz DEFAULT now(), raw bytea DEFAULT 'a');
     INSERT INTO t(id) VALUES ('б'), ('a'), ('B'), ('_'), ('Ё')`,
  );
  const row = (id: string) => [id, null, '2026-10-03 09:00:00+00', '\\x61'];
  expect(database.initial).toEqual([
    { table: 't', columns: ['id', 'tags', 'at', 'raw'], rows: ['B', '_', 'a', 'Ё', 'б'].map(row) },
  ]);
  const { answer } = await database.session('S').execute("SELECT current_setting('transaction_isolation') AS level");
  expect(answer).toMatchObject({ result: { rows: [['read committed']] } });
  await server.close();
});

test('the run is known on the server by the names of its sessions, and by nothing of its scenario else', async () => {
  const server = await openPostgres(embedded.url, { host: machine });
  const database = await server.createDatabase('shop', 'CREATE TABLE t(id int)');
  await database.session('W1').execute('SELECT 1');
  const names = await embedded.ask(
    "SELECT regexp_replace(application_name, '[0-9a-f]{8}', 'id') FROM pg_stat_activity WHERE application_name ~ 'inbox' ORDER BY 1",
  );
  expect(names).toEqual([['inbox_sim_id'], ['inbox_sim_id W1']]);
  const schemas = await embedded.ask(
    "SELECT regexp_replace(nspname, '[0-9a-f]{8}', 'id') FROM pg_namespace WHERE nspname ~ 'inbox' ORDER BY 1",
  );
  expect(schemas).toEqual([['inbox_sim_id'], ['inbox_sim_id_shop']]);
  await server.close();
});
