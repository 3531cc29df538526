import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { machine } from '../../../src/cli/host.js';
import type { Database, DatabaseServer, Session } from '../../../src/postgres/ports.js';
import { openPostgres } from '../../../src/postgres/server/open-postgres.js';
import { type EmbeddedServer, startServer } from '../../support/embedded-server.js';

/**
 * Facts about what belongs to a backend: notifications, and locks of a session. The language refuses both by name, on every
 * engine; what the cases A16 and A19 tell of them is proved here.
 */
let embedded: EmbeddedServer;
let server: DatabaseServer;
beforeAll(async () => {
  embedded = await startServer();
  server = await openPostgres(embedded.url, { host: machine });
});
afterAll(async () => {
  await server.close();
  await embedded.stop();
});

let database: Database;
let writer: Session;
beforeEach(async () => {
  database = await server.createDatabase('orders', 'CREATE TABLE outbox(event_id text, published_at timestamptz)');
  writer = database.session('W1');
});
afterEach(() => server.reset());

/** A client that listens, and what it has heard. */
async function listener(): Promise<{ client: pg.Client; heard(): Promise<string[]>; pid: string }> {
  const client = new pg.Client({ connectionString: embedded.url });
  // The connection may be ended by the server, which is no error of the test.
  client.on('error', () => {});
  await client.connect();
  const payloads: string[] = [];
  client.on('notification', ({ payload }) => payloads.push(payload ?? ''));
  await client.query('LISTEN outbox');
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return {
    client,
    pid: String(rows[0]?.pid),
    // Whatever has been sent is delivered before the answer to a statement.
    heard: async () => {
      await client.query('SELECT 1');
      return [...payloads];
    },
  };
}

describe('a notification (A19)', () => {
  test('is heard only after COMMIT', async () => {
    const { client, heard } = await listener();
    await writer.begin();
    await writer.execute("INSERT INTO outbox VALUES ('e1')");
    await writer.execute("SELECT pg_notify('outbox', 'e1')");
    expect(await heard()).toEqual([]);
    await writer.commit();
    expect(await heard()).toEqual(['e1']);
    await client.end();
  });

  test('is never heard after ROLLBACK', async () => {
    const { client, heard } = await listener();
    await writer.begin();
    await writer.execute("SELECT pg_notify('outbox', 'e1')");
    await writer.rollback();
    await writer.execute("SELECT pg_notify('outbox', 'e2')");
    expect(await heard()).toEqual(['e2']);
    await client.end();
  });

  test('is not kept for whoever is gone; a poll finds the row', async () => {
    const first = await listener();
    await embedded.ask(`SELECT pg_terminate_backend(${first.pid}, 5000)`);
    await writer.begin();
    await writer.execute("INSERT INTO outbox VALUES ('e1')");
    await writer.execute("SELECT pg_notify('outbox', 'e1')");
    await writer.commit();
    const second = await listener();
    expect(await second.heard()).toEqual([]);
    expect(
      (await database.session('R1').execute('SELECT event_id FROM outbox WHERE published_at IS NULL')).answer,
    ).toEqual({
      kind: 'done',
      result: { tag: 'SELECT 1', columns: ['event_id'], rows: [['e1']] },
    });
    await second.client.end();
  });
});

test('the advisory lock of a session goes with its backend, and its client still believes in it (A16)', async () => {
  const got = { kind: 'done', result: { tag: 'SELECT 1', columns: ['got'], rows: [['t']] } };
  const missed = { kind: 'done', result: { tag: 'SELECT 1', columns: ['got'], rows: [['f']] } };
  const holder = new pg.Client({ connectionString: embedded.url });
  holder.on('error', () => {});
  await holder.connect();
  const { rows } = await holder.query('SELECT pg_try_advisory_lock(42) AS got, pg_backend_pid() AS pid');
  expect(rows[0].got).toBe(true);
  const other = database.session('R2');
  expect((await other.execute('SELECT pg_try_advisory_lock(42) AS got')).answer).toEqual(missed);
  await embedded.ask(`SELECT pg_terminate_backend(${rows[0].pid}, 5000)`);
  expect((await other.execute('SELECT pg_try_advisory_lock(42) AS got')).answer).toEqual(got);
  await expect(holder.query('SELECT 1')).rejects.toThrow();
});
