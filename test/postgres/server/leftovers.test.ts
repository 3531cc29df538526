import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Bug } from '../../../src/base/assert.js';
import { machine } from '../../../src/cli/host.js';
import { runBranch } from '../../../src/engine/run.js';
import { openPostgres } from '../../../src/postgres/server/open-postgres.js';
import type { PostgresServer } from '../../../src/postgres/server/postgres-server.js';
import { blocked, done } from '../../support/answers.js';
import { type EmbeddedServer, startServer } from '../../support/embedded-server.js';
import { scenarioOf, smallWorld } from '../../support/play.js';

let embedded: EmbeddedServer;
beforeAll(async () => {
  embedded = await startServer();
});
afterAll(() => embedded.stop());

const opened: PostgresServer[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

async function open(): Promise<PostgresServer> {
  const server = await openPostgres(embedded.url, { host: machine });
  opened.push(server);
  return server;
}

/** Everything on the server that a run may have made, by its kind: how much there is of it. */
async function found(): Promise<Record<string, number>> {
  const rows = await embedded.ask(`
    SELECT 'schemas', count(*) FROM pg_namespace WHERE nspname ~ '^inbox_sim'
    UNION ALL SELECT 'roles', count(*) FROM pg_roles WHERE rolname ~ '^inbox_sim'
    UNION ALL SELECT 'sessions', count(*) FROM pg_stat_activity WHERE application_name ~ '^inbox_sim_[0-9a-f]+ '
    UNION ALL SELECT 'connections', count(*) FROM pg_stat_activity WHERE application_name ~ '^inbox_sim'
    UNION ALL SELECT 'large objects', count(*) FROM pg_largeobject_metadata
    UNION ALL SELECT 'settings', count(*) FROM pg_db_role_setting`);
  return Object.fromEntries(rows.map(([kind, count]) => [kind, Number(count)]));
}

const nothing = { schemas: 0, roles: 0, sessions: 0, connections: 0, 'large objects': 0, settings: 0 };
const onlyViews = { ...nothing, connections: 1 };

/** Two databases and three sessions, one in the middle of a transaction and one that waits for it. */
async function fill(server: PostgresServer): Promise<void> {
  const shop = await server.createDatabase('shop', 'CREATE TABLE t(id int PRIMARY KEY)');
  await server.createDatabase('stock', 'CREATE TABLE t(id int PRIMARY KEY)');
  const [a, b, c] = ['A', 'B', 'C'].map((name) => shop.session(name));
  await c?.execute("ALTER ROLE CURRENT_USER SET timezone = 'Asia/Tokyo'");
  await a?.begin();
  await a?.execute('INSERT INTO t VALUES (1)');
  expect(await b?.execute('INSERT INTO t VALUES (1)')).toEqual(blocked('A'));
  expect(await found()).toEqual({ ...nothing, schemas: 3, roles: 4, sessions: 3, connections: 4, settings: 1 });
}

describe('nothing is left on the server', () => {
  test('after a reset, whatever was open, and the server serves the next scenario', async () => {
    const server = await open();
    await fill(server);
    await server.reset();
    expect(await found()).toEqual(onlyViews);
    await fill(server);
    await server.reset();
    expect(await found()).toEqual(onlyViews);
  });

  test('after closing, whatever was open', async () => {
    const server = await open();
    await fill(server);
    await server.close();
    await server.close();
    expect(await found()).toEqual(nothing);
    await expect(server.createDatabase('d', '')).rejects.toThrow('the database server is closed');
    await expect(server.reset()).rejects.toThrow('the database server is closed');
  });

  test('after closing in the middle of a statement that would not end', async () => {
    const server = await open();
    const session = (await server.createDatabase('shop', 'CREATE TABLE t(id int)')).session('S');
    await session.execute('SELECT 1');
    const outcomes = Promise.allSettled([
      session.execute('DO $$ BEGIN LOOP END LOOP; END $$'),
      session.execute('SELECT 1'),
      server.createDatabase('more', 'SELECT 1'),
    ]);
    await expect
      .poll(() =>
        embedded.ask(
          "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%LOOP END LOOP%' AND pid <> pg_backend_pid()",
        ),
      )
      .toEqual([['1']]);
    await server.close();
    const closed = { status: 'rejected', reason: new Bug('the database server is closed') };
    expect(await outcomes).toEqual([closed, closed, closed]);
    expect(await found()).toEqual(nothing);
  });

  test('after closing in the middle of a definition, or while a connection is being made', async () => {
    for (const definition of ['SELECT count(*) FROM generate_series(1, 1e11)', 'SELECT 1']) {
      const server = await open();
      const defined = server.createDatabase('shop', definition).catch((error: unknown) => error);
      if (definition !== 'SELECT 1') {
        const defining = "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%1e11)'";
        await expect.poll(() => embedded.ask(defining)).toEqual([['1']]);
      }
      await server.close();
      expect(await defined).toBeInstanceOf(Error);
      expect(await found()).toEqual(nothing);
    }
  });

  test('after a scenario whose definition fails, and after one that is played', async () => {
    const server = await open();
    await expect(server.createDatabase('shop', 'CREATE TABLE t(id int); CREAT')).rejects.toThrow('42601');
    await server.reset();
    expect(await found()).toEqual(onlyViews);
    const scenario = scenarioOf(smallWorld('  - P: {produce: e1}\n  - run: p', 'actors: {P: {}}'));
    const [branch] = scenario.branches;
    if (!branch) throw new Error('no branch');
    await runBranch(scenario, branch, server);
    await server.close();
    expect(await found()).toEqual(nothing);
  });
});

describe('what a program has left that was killed', () => {
  /** Starts a program that has two sessions, one waiting for the other, and kills it. */
  async function killOne(): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'inbox-sim-killed-'));
    const file = join(folder, 'main.mjs');
    const built = (path: string) => JSON.stringify(new URL(`../../../dist/${path}`, import.meta.url));
    writeFileSync(
      file,
      `import { machine } from ${built('cli/host.js')};
       import { openPostgres } from ${built('postgres/server/open-postgres.js')};
       const server = await openPostgres(${JSON.stringify(embedded.url)}, { host: machine });
       const shop = await server.createDatabase('shop', 'CREATE TABLE t(id int PRIMARY KEY)');
       const [a, b] = [shop.session('A'), shop.session('B')];
       await a.begin();
       await a.execute('INSERT INTO t VALUES (1)');
       await b.execute('INSERT INTO t VALUES (1)');
       console.log('waiting');
       setInterval(() => {}, 1000);`,
    );
    const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    expect(await found()).toMatchObject({ schemas: 2, roles: 2, sessions: 2 });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  }

  test('is dropped by the next one, as soon as the server has noticed', async () => {
    await killOne();
    // The one that waited would not notice by itself that its client is gone, nor that the other has made way.
    await expect.poll(async () => (await found()).connections, { timeout: 10_000 }).toBe(0);
    expect(await found()).toEqual({ ...nothing, schemas: 2, roles: 2 });
    await open();
    expect(await found()).toEqual(onlyViews);
  });

  test('is left alone as long as somebody uses it, and so is what others have called alike', async () => {
    const living = await open();
    const database = await living.createDatabase('shop', 'CREATE TABLE t(id int)');
    await embedded.ask(
      'CREATE SCHEMA inbox_sim_00000000; CREATE SCHEMA inbox_sim_of_mine; CREATE ROLE inbox_sim_owner',
    );
    await open();
    expect(await database.session('S').execute('SELECT 1 AS one')).toEqual(
      done('SELECT 1', { columns: ['one'], rows: [['1']] }),
    );
    expect(await found()).toEqual({ ...nothing, schemas: 4, roles: 3, sessions: 1, connections: 3 });
    await embedded.ask('DROP SCHEMA inbox_sim_00000000; DROP SCHEMA inbox_sim_of_mine; DROP ROLE inbox_sim_owner');
  });
});
