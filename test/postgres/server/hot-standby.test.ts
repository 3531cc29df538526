import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DatabaseServer, Session } from '../../../src/postgres/ports.js';
import { type EmbeddedServer, startStandby } from '../../support/embedded-server.js';
import { openServer } from '../../support/server.js';

let embedded: EmbeddedServer;
let standby: pg.Client;
let server: DatabaseServer;
let replica: Session;
beforeAll(async () => {
  embedded = await startStandby();
  standby = new pg.Client({ connectionString: embedded.url });
  await standby.connect();
  server = openServer();
  await server.createDatabase('shop', 'CREATE TABLE t (id int)');
  replica = (await server.createReplica('copy', 'shop')).session('R');
});
afterAll(async () => {
  await standby.end();
  await server.close();
  await embedded.stop();
});

/** What a real standby says: an SQLSTATE, or `ok`. */
async function byStandby(statement: string): Promise<string> {
  try {
    await standby.query(statement);
    return 'ok';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

async function byReplica(statement: string): Promise<string> {
  const { answer } = await replica.execute(statement);
  return answer.kind === 'error' ? answer.failure.code : 'ok';
}

test.each([
  ['BEGIN READ WRITE', 'SELECT 1'],
  ['BEGIN ISOLATION LEVEL SERIALIZABLE', 'SELECT 1'],
  ['BEGIN ISOLATION LEVEL REPEATABLE READ', 'SELECT 1', 'COMMIT'],
  ['SET TRANSACTION READ WRITE'],
  ['BEGIN', 'SET TRANSACTION READ WRITE', 'SELECT 1', 'ROLLBACK'],
  ['BEGIN', 'SELECT 1', 'SET TRANSACTION READ WRITE', 'ROLLBACK'],
  ['BEGIN', 'SET LOCAL transaction_read_only = off', 'ROLLBACK'],
  ['BEGIN', 'SET TRANSACTION ISOLATION LEVEL SERIALIZABLE', 'ROLLBACK'],
  ['BEGIN', "SET LOCAL transaction_isolation = 'serializable'", 'ROLLBACK'],
  ['BEGIN', "SELECT set_config('transaction_read_only', 'off', true)", 'ROLLBACK'],
  ['BEGIN', 'LOCK TABLE pg_class', 'ROLLBACK'],
  ['BEGIN', 'LOCK TABLE pg_class IN SHARE MODE', 'ROLLBACK'],
  ['BEGIN', 'LOCK TABLE pg_class IN ACCESS EXCLUSIVE MODE', 'ROLLBACK'],
  ['BEGIN', 'LOCK TABLE pg_class IN ACCESS SHARE MODE', 'ROLLBACK'],
  ['CREATE TABLE u (id int)'],
  ["UPDATE pg_class SET relname = 'x'"],
  ['SELECT oid FROM pg_class LIMIT 1 FOR UPDATE'],
  ['SELECT pg_current_xact_id()'],
  ['SELECT pg_current_xact_id_if_assigned()'],
  ['SELECT pg_current_wal_lsn()'],
  ['SELECT pg_current_wal_insert_lsn()'],
  ['SELECT pg_current_wal_flush_lsn()'],
  ['SELECT pg_last_wal_replay_lsn() IS NULL, pg_last_wal_receive_lsn(), pg_last_xact_replay_timestamp()'],
  ['SELECT 1 / (pg_is_in_recovery())::int'],
])('a replica answers %s as a standby of PostgreSQL does', async (...statements) => {
  const [ours, theirs]: [string[], string[]] = [[], []];
  for (const statement of statements) {
    ours.push(await byReplica(statement));
    theirs.push(await byStandby(statement));
  }
  expect(ours).toEqual(theirs);
});
