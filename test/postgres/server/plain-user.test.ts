import { afterAll, beforeAll, expect, test } from 'vitest';
import { machine } from '../../../src/cli/host.js';
import { openPostgres } from '../../../src/postgres/server/open-postgres.js';
import type { PostgresServer } from '../../../src/postgres/server/postgres-server.js';
import { blocked, done, failed, gone, inserted } from '../../support/answers.js';
import { type EmbeddedServer, startServer } from '../../support/embedded-server.js';
import { describeChanges } from '../conformance/changes.js';
import { describeReplicas } from '../conformance/replicas.js';
import { describeWaitOrder } from '../conformance/wait-order.js';
import { describeConformance } from '../conformance-suite.js';

let embedded: EmbeddedServer;
beforeAll(async () => {
  embedded = await startServer();
  await embedded.ask("CREATE ROLE plain LOGIN PASSWORD 'plain'");
  await embedded.ask('CREATE DATABASE app');
  await embedded.ask('GRANT CREATE ON DATABASE app TO plain');
});
afterAll(() => embedded.stop());

function open(): Promise<PostgresServer> {
  return openPostgres(`postgres://plain:plain@127.0.0.1:${embedded.port}/app`, { host: machine });
}

describeConformance(
  'a user who may only create schemas',
  { alone: false, saves: false, allWait: true, exactVictims: false, aboveReadCommitted: true },
  open,
  [describeChanges, describeWaitOrder, describeReplicas],
);

test('such a user gets no roles, and no word of the looks for deadlocks', async () => {
  const server = await open();
  expect(server.facts).toMatchObject({ ownRoles: false, toldChecks: false });
  const before = await roles();
  await server.createDatabase('shop', 'CREATE TABLE t(id int)');
  expect(await roles()).toEqual(before);
  await server.close();
});

test('databases stay apart by their names', async () => {
  const server = await open();
  const shop = await server.createDatabase('shop', 'CREATE TABLE t(id int)');
  await server.createDatabase('stock', 'CREATE TABLE t(id int)');
  const session = shop.session('S');
  expect(await session.execute('INSERT INTO t VALUES (1)')).toEqual(
    done('INSERT 0 1', { changes: [inserted('t', '1')] }),
  );
  expect(await session.execute('TABLE stock.t')).toEqual(failed('42501'));
  await server.close();
});

test('who was granted SET on what tells the looks for deadlocks is told', async () => {
  const settings = 'deadlock_timeout, log_lock_waits, log_min_messages, lc_messages';
  await embedded.ask(`GRANT SET ON PARAMETER ${settings} TO plain`);
  const server = await open();
  expect(server.facts).toMatchObject({ ownRoles: false, toldChecks: true });
  const database = await server.createDatabase('d', 'CREATE TABLE t(id int PRIMARY KEY)');
  const [a, b] = [database.session('A'), database.session('B')];
  await a.begin();
  await a.execute('INSERT INTO t VALUES (1)');
  expect(await b.execute('INSERT INTO t VALUES (1)')).toEqual(blocked('A'));
  expect(await a.close()).toEqual([gone(b, done('INSERT 0 1', { changes: [inserted('t', '1')] }))]);
  await server.close();
  await embedded.ask(`REVOKE SET ON PARAMETER ${settings} FROM plain`);
});

function roles(): Promise<string[][]> {
  return embedded.ask('SELECT rolname FROM pg_roles ORDER BY 1');
}
