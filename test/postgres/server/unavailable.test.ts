import { createServer, type Server, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { machine } from '../../../src/cli/host.js';
import { readAddress, withoutSecrets } from '../../../src/postgres/server/address.js';
import { openPostgres } from '../../../src/postgres/server/open-postgres.js';
import type { PostgresServer } from '../../../src/postgres/server/postgres-server.js';
import { readFacts } from '../../../src/postgres/server/server-facts.js';
import { reasonOf, ServerUnavailable } from '../../../src/postgres/server/unavailable.js';
import { type EmbeddedServer, startServer, startStandby } from '../../support/embedded-server.js';

let embedded: EmbeddedServer;
beforeAll(async () => {
  embedded = await startServer(['max_connections=12', 'superuser_reserved_connections=0', 'reserved_connections=0']);
  for (const role of ['reader', 'single', 'barred']) {
    await embedded.ask(`CREATE ROLE ${role} LOGIN PASSWORD 'hidden-word'`);
  }
  await embedded.ask('ALTER ROLE single CONNECTION LIMIT 1; GRANT CREATE ON DATABASE postgres TO single');
});
afterAll(() => embedded.stop());

const opened: PostgresServer[] = [];
const listening: Server[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
  for (const server of listening.splice(0)) server.close();
});

async function open(url: string): Promise<PostgresServer> {
  const server = await openPostgres(url, { host: machine });
  opened.push(server);
  return server;
}

/** Why there is no server under `url`; nothing of the error tells the password or the user. */
async function reasonFor(url: string): Promise<{ reason: string; place: string; message: string }> {
  const error = await open(url).catch((reason: unknown) => reason);
  if (!(error instanceof ServerUnavailable)) throw new Error(`not unavailable but ${inspect(error)}`);
  const all = inspect(error, { depth: 9, showHidden: true }) + error.stack + JSON.stringify(error);
  expect(all).not.toMatch(/hidden-word|hidden%2Dword|somebody/);
  const { reason, place, message } = error;
  return { reason, place, message };
}

/** A port where somebody answers as `answer` says, and not as PostgreSQL does. */
async function answering(answer: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    answer(socket);
  });
  listening.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

describe('a URL', () => {
  test.each([
    '',
    'localhost',
    'mysql://somebody:hidden-word@localhost/db',
    'postgres://somebody:hidden-word@localhost:port/db',
    'postgres://somebody:hidden-word@localhost:99999/db',
    'postgres://somebody:hidden#word@localhost/db',
  ])('that is none is refused without a word of it: %s', async (url) => {
    expect(await reasonFor(url)).toEqual({
      reason: 'bad-url',
      place: '',
      message: ': bad-url',
    });
  });

  test('may name its settings, its certificate and a folder of sockets', () => {
    const { place, options, connectionString } = readAddress(
      'postgresql:///db?host=/var/run/pg&options=-c%20work_mem%3D1MB&application_name=x&sslmode=require',
    );
    expect({ place, options, connectionString }).toEqual({
      place: '/var/run/pg:5432/db',
      options: '-c work_mem=1MB',
      connectionString: 'postgresql:///db?host=%2Fvar%2Frun%2Fpg&sslmode=require&uselibpqcompat=true',
    });
    expect(() => readAddress('postgres://a@h/db?sslmode=verify-full&sslrootcert=/no/such/file')).toThrow(
      new ServerUnavailable('certificate', ''),
    );
  });

  test('hides its password and its user in what others say', () => {
    const address = readAddress('postgres://somebody:hidden%2Dword@localhost/db');
    expect(withoutSecrets('somebody said hidden-word', address)).toBe('*** said ***');
  });
});

describe('a server is unavailable', () => {
  test('where there is no such host', async () => {
    expect(await reasonFor('postgres://somebody:hidden-word@no-such-host.invalid/db')).toEqual({
      reason: 'no-host',
      place: 'no-such-host.invalid:5432/db',
      message: 'no-such-host.invalid:5432/db: no-host',
    });
  });

  test('where nobody listens', async () => {
    const port = await answering(() => {});
    for (const server of listening.splice(0)) server.close();
    expect(await reasonFor(`postgres://somebody:hidden-word@127.0.0.1:${port}/db`)).toEqual({
      reason: 'refused',
      place: `127.0.0.1:${port}/db`,
      message: `127.0.0.1:${port}/db: refused`,
    });
  });

  test('where somebody else listens, who hangs up', async () => {
    const port = await answering((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const { reason } = await reasonFor(`postgres://somebody:hidden-word@127.0.0.1:${port}/db`);
    expect(reason).toBe('other');
  });

  const at = (login: string, database = 'postgres', rest = '') =>
    `postgres://${login}@127.0.0.1:${embedded.port}/${database}${rest}`;

  test.each([
    ['password', 'postgres:hidden-word', 'postgres', ''],
    ['password', 'postgres', 'postgres', ''],
    ['password', 'somebody:hidden-word', 'postgres', ''],
    ['no-database', 'reader:hidden-word', 'nothing', ''],
    ['no-tls', 'reader:hidden-word', 'postgres', '?sslmode=require'],
    ['no-right', 'reader:hidden-word', 'postgres', ''],
  ])('with the reason %s for %s in %s%s', async (reason, login, database, rest) => {
    expect(await reasonFor(at(login, database, rest))).toMatchObject({
      reason,
      place: `127.0.0.1:${embedded.port}/${database}`,
    });
  });

  test('where it lets nobody in, or nobody without TLS', async () => {
    const [[file = ''] = []] = await embedded.ask('SHOW hba_file');
    const rules = (await embedded.ask(`SELECT pg_read_file('${file}')`))[0]?.[0] ?? '';
    const write = async (text: string) => {
      await embedded.ask(`COPY (SELECT unnest(string_to_array($$${text}$$, chr(10)))) TO '${file}' (DELIMITER '|')`);
      await embedded.ask('SELECT pg_reload_conf()');
    };
    await write(
      `host all barred all reject\nhostssl all reader all scram-sha-256\n${rules.replaceAll(' all ', ' postgres ')}`,
    );
    // The server reads its rules soon, not at once.
    await expect
      .poll(async () => (await reasonFor(at('barred:hidden-word'))).reason, { timeout: 10_000 })
      .toBe('not-allowed');
    expect((await reasonFor(at('reader:hidden-word'))).reason).toBe('tls-required');
    await write(rules);
    await expect
      .poll(async () => (await reasonFor(at('reader:hidden-word'))).reason, { timeout: 10_000 })
      .toBe('no-right');
  });

  test('where it only reads', async () => {
    const standby = await startStandby();
    expect(await reasonFor(standby.url)).toMatchObject({ reason: 'read-only' });
    await standby.stop();
  });

  test('where it is too old', async () => {
    const own = () => Promise.resolve({ tag: '', columns: [], types: [], rows: [['140005', '14.5']] });
    await expect(readFacts({ own } as never, 'h:1/d')).rejects.toEqual(
      new ServerUnavailable('too-old', 'h:1/d', '14.5'),
    );
  });

  test.each([
    [{ code: 'ETIMEDOUT' }, 'timeout'],
    [new Error('timeout expired'), 'timeout'],
    [{ code: 'EHOSTUNREACH' }, 'unreachable'],
    [{ code: '57P03' }, 'starting'],
    [{ code: '53300' }, 'connections'],
    [{ code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'certificate'],
    [new AggregateError([{ code: 'ECONNREFUSED' }, { code: 'ENETUNREACH' }]), 'refused'],
    [new Error('something else'), 'other'],
  ])('as the error says: %o', (error, reason) => {
    expect(reasonOf(error)).toBe(reason);
  });

  test('where it has no connection left, at the start or in the middle', async () => {
    const server = await open(at('single:hidden-word'));
    expect(await reasonFor(at('single:hidden-word'))).toMatchObject({ reason: 'connections' });
    await expect(server.createDatabase('shop', 'CREATE TABLE t(id int)')).rejects.toMatchObject({
      name: 'ServerUnavailable',
      reason: 'connections',
    });
    await server.reset();
    await server.close();
    expect(await embedded.ask("SELECT nspname FROM pg_namespace WHERE nspname ~ '^inbox_sim'")).toEqual([]);
  });
});

describe('a server that goes away in the middle', () => {
  const gone = { name: 'ServerUnavailable', reason: 'gone' };

  test('rejects what is asked and whatever comes later, until it is back and reset', async () => {
    const lost = await startServer();
    const server = await open(lost.url);
    const database = await server.createDatabase('shop', 'CREATE TABLE t(id int)');
    const session = database.session('S');
    await session.execute('SELECT 1');
    const slow = session.execute('SELECT pg_sleep(60)').catch((error: unknown) => error);
    await lost.ask("SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep%'");
    await lost.stop();
    expect(await slow).toMatchObject(gone);
    for (const ask of [
      () => session.execute('SELECT 1'),
      () => database.tables(),
      () => server.createDatabase('d', ''),
    ]) {
      await expect(ask()).rejects.toMatchObject(gone);
    }
    await expect(server.reset()).rejects.toMatchObject({ reason: 'refused' });
    await server.close();
  });

  test('for one session alone is gone for the scenario, and there again for the next', async () => {
    const server = await open(embedded.url);
    const database = await server.createDatabase('shop', 'CREATE TABLE t(id int)');
    const [one, other] = [database.session('one'), database.session('other')];
    await one.execute('SELECT 1');
    await other.execute('SELECT 1');
    await embedded.ask(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'inbox_sim% one'",
    );
    await expect(one.execute('SELECT 1')).rejects.toMatchObject(gone);
    await expect(other.execute('SELECT 1')).rejects.toMatchObject(gone);
    await server.reset();
    const again = (await server.createDatabase('shop', 'CREATE TABLE t(id int)')).session('one');
    expect((await again.execute('SELECT 1')).answer.kind).toBe('done');
  });

  test('with the connection of the views is there again for the next scenario, and nothing is left', async () => {
    const server = await open(embedded.url);
    await (await server.createDatabase('shop', 'CREATE TABLE t(id int)')).session('S').execute('SELECT 1');
    await embedded.ask(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name ~ '^inbox_sim_[0-9a-f]*$'",
    );
    await expect(server.createDatabase('more', '')).rejects.toMatchObject(gone);
    await server.reset();
    await server.createDatabase('shop', 'CREATE TABLE t(id int)');
    await server.close();
    expect(await embedded.ask("SELECT nspname FROM pg_namespace WHERE nspname ~ '^inbox_sim'")).toEqual([]);
  });
});

test('a server whose owner has forbidden something that a run needs says so', async () => {
  await embedded.ask('CREATE DATABASE guarded');
  const url = embedded.url.replace(/postgres$/, 'guarded');
  await embedded.ask(
    `CREATE FUNCTION no() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not here, postgres'; END $$;
     CREATE EVENT TRIGGER no ON ddl_command_start WHEN TAG IN ('CREATE SCHEMA') EXECUTE FUNCTION no()`,
    'guarded',
  );
  const server = await open(url);
  await expect(server.createDatabase('shop', '')).rejects.toMatchObject({
    ...{ name: 'ServerUnavailable', reason: 'other', detail: 'not here, ***' },
  });
});
