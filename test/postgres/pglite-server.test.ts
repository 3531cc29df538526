import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { Bug } from '../../src/base/assert.js';
import { limits } from '../../src/base/limits.js';
import { PgliteServer } from '../../src/postgres/pglite-server.js';
import { done } from '../support/answers.js';
import { script } from '../support/cli.js';
import { openServer } from '../support/server.js';

const schema = 'CREATE TABLE t(id int PRIMARY KEY)';
const answer42 = done('SELECT 1', { columns: ['answer'], rows: [['42']] });

const opened: PgliteServer[] = [];

/** A server for one test, which may do with it what it likes. */
function open(): PgliteServer {
  const server = openServer();
  opened.push(server);
  return server;
}

afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

/** A file of the built code, as an import writes it. */
function built(path: string): string {
  return JSON.stringify(new URL(`../../dist/${path}`, import.meta.url));
}

/** The value of `promise`, or a word that it did not come; a thread that is lost never answers. */
function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | 'no answer'> {
  let timer: NodeJS.Timeout;
  const late = new Promise<'no answer'>((resolve) => {
    timer = setTimeout(() => resolve('no answer'), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

describe('requests made at once', () => {
  it('of one session are answered in their order', async () => {
    const database = await open().createDatabase('d', 'CREATE TABLE t(seq bigint GENERATED ALWAYS AS IDENTITY, v int)');
    const session = database.session('S');
    const numbers = Array.from({ length: 50 }, (_, index) => String(index));
    const settled: string[] = [];
    const answers = await Promise.all(
      numbers.map(async (number) => {
        const { answer } = await session.execute('INSERT INTO t(v) VALUES ($1) RETURNING v', [number]);
        settled.push(number);
        return answer;
      }),
    );
    const expected = numbers.map((v) => done('INSERT 0 1', { columns: ['v'], rows: [[v]] }).answer);
    expect(answers).toEqual(expected);
    expect(settled).toEqual(numbers);
    expect(await database.tables()).toEqual([
      { table: 't', columns: ['seq', 'v'], rows: numbers.map((v) => [String(Number(v) + 1), v]) },
    ]);
  });

  it('before the server has started wait for it', async () => {
    const server = open();
    const database = server.createDatabase('d', schema);
    server.setClock(0);
    const session = (await database).session('S');
    expect(await session.execute('SELECT now()')).toEqual(
      done('SELECT 1', { columns: ['now'], rows: [['1970-01-01 00:00:00+00']] }),
    );
  });

  it('of several sessions, the database and the server are done in their order too', async () => {
    const server = open();
    const database = await server.createDatabase('d', schema);
    const [first, second] = [database.session('first'), database.session('second')];
    await first.execute('SELECT 1');
    const settled: string[] = [];
    const note = (name: string, promise: Promise<unknown>) => promise.then(() => settled.push(name));
    const [, tables, , , state] = await Promise.all([
      note('first 1', first.execute('INSERT INTO t VALUES (1)')),
      database.tables(),
      note('second 2', second.execute('INSERT INTO t VALUES (2)')),
      note('first 3', first.execute('INSERT INTO t VALUES (3)')),
      server.save(),
      note('second 4', second.execute('INSERT INTO t VALUES (4)')),
    ]);
    expect(settled).toEqual(['first 1', 'second 2', 'first 3', 'second 4']);
    expect(tables).toEqual([{ table: 't', columns: ['id'], rows: [['1']] }]);
    expect(state.tables).toEqual([{ database: 'd', table: 't', rows: ['(1)', '(2)', '(3)'] }]);
  });
});

describe('close', () => {
  it('rejects what is pending and whatever comes later', async () => {
    const server = open();
    const database = await server.createDatabase('d', schema);
    const session = database.session('S');
    await session.execute('SELECT 1');
    const pending = [session.execute('SELECT count(*) FROM generate_series(1, 100000000)'), database.tables()];
    const outcomes = Promise.allSettled(pending);
    await server.close();
    const later = [
      session.execute('SELECT 1'),
      session.begin(),
      session.uncommitted(),
      session.close(),
      database.tables(),
      server.createDatabase('e', schema),
      server.save(),
      server.restore({ tables: [], sequences: [] }),
      server.reset(),
    ];
    const all = [...(await outcomes), ...(await Promise.allSettled(later))];
    expect(all.map((outcome) => outcome.status === 'rejected' && outcome.reason instanceof Error)).toEqual(
      Array(11).fill(true),
    );
  });

  it('ends a statement that would never end', async () => {
    const server = open();
    const session = (await server.createDatabase('d', schema)).session('S');
    const endless = session.execute('DO $$ BEGIN LOOP END LOOP; END $$').catch((error: unknown) => error);
    expect(await within(200, endless)).toEqual('no answer');
    await server.close();
    expect(await endless).toBeInstanceOf(Error);
  });

  it('may be asked before the server has started, and again', async () => {
    const server = open();
    const started = server.startedFromArchive().catch((error: unknown) => error);
    await server.close();
    await server.close();
    expect(await started).toBeInstanceOf(Error);
    server.setClock(0);
  });

  it('leaves no rejection that nobody handles, which would end the process', async () => {
    const ended = await script(`
      const { PgliteServer } = await import(${built('postgres/pglite-server.js')});
      const server = new PgliteServer();
      const database = await server.createDatabase('d', ${JSON.stringify(schema)});
      // Answers that still come while the thread ends must not let the process go before that.
      for (let number = 0; number < 300; number++) database.session('never used');
      await server.close();
      database.session('never used either');
      await new Promise((resolve) => setTimeout(resolve, 50));
      console.log('alive');`);
    expect(ended).toEqual({ code: 0, signal: null, out: 'alive\n', err: '' });
  });
});

describe('the process', () => {
  it.each([
    ['ends although there is a server, which is idle', 'console.log((await database).name);', 'd\n'],
    ['lives on while an answer is waited for', 'database.then(({ name }) => console.log(name));', 'd\n'],
    ['lives on for the start alone', 'server.startedFromArchive().then(console.log);', 'true\n'],
    [
      'lives on while a thread that was given up is replaced, and ends then',
      `const session = (await database).session('S');
       console.log(await session.execute('DO $$ BEGIN LOOP END LOOP; END $$').catch(({ limit }) => limit));
       server.reset().then(() => console.log('reset'));`,
      'statement-time\nreset\n',
    ],
  ])('%s', async (_what, rest, out) => {
    const ended = await script(`
      const { PgliteServer } = await import(${built('postgres/pglite-server.js')});
      const { machine } = await import(${built('cli/host.js')});
      const server = new PgliteServer({ host: machine, limits: { statementMilliseconds: 2500 } });
      const database = server.createDatabase('d', ${JSON.stringify(schema)});
      ${rest}`);
    expect(ended).toEqual({ code: 0, signal: null, out, err: '' });
  });
});

describe('a worker that cannot start', () => {
  it.each([
    ['throws', "throw new Error('no memory left');", 'no memory left'],
    ['ends', 'process.exit(0);', 'the database thread has ended'],
    ['says that it failed', failing('no memory left'), 'no memory left'],
  ])('and %s rejects every request', async (_how, text, message) => {
    const folder = mkdtempSync(join(tmpdir(), 'inbox-sim-worker-'));
    const file = join(folder, 'worker.mjs');
    writeFileSync(file, text);
    const server = new PgliteServer({ worker: pathToFileURL(file) });
    opened.push(server);
    await expect(server.startedFromArchive()).rejects.toThrow(message);
    await expect(server.createDatabase('d', schema)).rejects.toThrow(message);
    await expect(server.reset()).rejects.toThrow(message);
    rmSync(folder, { recursive: true });
  });

  it('because its file is missing rejects every request', async () => {
    const server = new PgliteServer({ worker: new URL('file:///no/such/worker.js') });
    opened.push(server);
    await expect(server.createDatabase('d', schema)).rejects.toThrow('/no/such/worker.js');
    await expect(server.startedFromArchive()).rejects.toThrow('/no/such/worker.js');
  });
});

/** A worker that answers each request, and its start, as the real one does when PostgreSQL does not start. */
function failing(message: string): string {
  return `import { parentPort } from 'node:worker_threads';
    const fail = (id) => parentPort.postMessage({ id, kind: 'failed', failure: { name: 'Bug', message: ${JSON.stringify(message)} } });
    parentPort.on('message', ({ id }) => fail(id));
    fail(0);`;
}

describe('reset', () => {
  it('gives back the room that captured changes took, so that the next scenario is as fast as the first', async () => {
    const server = open();
    const before = (await server.createDatabase('d', schema)).session('before');
    await before.execute('INSERT INTO t SELECT generate_series(1, 1000)');
    await server.reset();
    const after = (await server.createDatabase('d', schema)).session('after');
    expect(await after.execute("SELECT pg_relation_size('inbox_sim.capture') AS bytes")).toEqual(
      done('SELECT 1', { columns: ['bytes'], rows: [['0']] }),
    );
  });
});

describe('a server that has made as many databases as a thread may', () => {
  it('starts a new thread, which counts its objects from the beginning', async () => {
    const server = open();
    const oids: number[] = [];
    for (let made = 0; made <= limits.databasesPerThread; made++) {
      const session = (await server.createDatabase('d', `CREATE TABLE t${made}(a int)`)).session('S');
      const { answer } = await session.execute(`SELECT 't${made}'::regclass::oid::int`);
      oids.push(Number(answer.kind === 'done' ? answer.result.rows[0]?.[0] : Number.NaN));
      await server.reset();
    }
    const [first, second] = oids;
    expect(oids.slice(0, -1)).toEqual([...oids.slice(0, -1)].sort((one, other) => one - other));
    expect([oids.at(-1), second === first]).toEqual([first, false]);
  });
});

describe('a bug', () => {
  it('is told apart from an answer of PostgreSQL, and the server goes on', async () => {
    const server = open();
    await server.createDatabase('d', '');
    await expect(server.createDatabase('d', '')).rejects.toThrow(Bug);
    await server.reset();
    const session = (await server.createDatabase('d', schema)).session('S');
    expect(await session.execute('SELECT 42 AS answer')).toEqual(answer42);
  });
});

// PGlite has one backend and no client that could send data or end a wait: refuse, or survive.
describe('a statement that could poison the backend', () => {
  it.each(['COPY t TO STDOUT', 'LISTEN a', 'NOTIFY a', 'CHECKPOINT', 'SELECT pg_notify($$a$$, $$b$$)'])(
    'leaves it whole: %s',
    async (statement) => {
      const session = (await open().createDatabase('d', schema)).session('S');
      await within(
        3000,
        session.execute(statement).catch((error: unknown) => error),
      );
      expect(await within(3000, session.execute('SELECT 42 AS answer'))).toEqual(answer42);
    },
  );

  it('leaves it whole: a recursion without end', async () => {
    const definition = 'CREATE FUNCTION f(int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN f($1 + 1); END $$';
    const session = (await open().createDatabase('d', definition)).session('S');
    const { answer } = await session.execute('SELECT f(1)');
    expect(answer.kind === 'error' ? answer.failure.code : answer).toEqual('54001');
    expect(await session.execute('SELECT 42 AS answer')).toEqual(answer42);
  });

  it('does not keep reset from ending: PREPARE TRANSACTION, which keeps its locks', async () => {
    const server = open();
    const session = (await server.createDatabase('d', schema)).session('S');
    await session.begin();
    await session.execute('INSERT INTO t VALUES (1)');
    await session.execute("PREPARE TRANSACTION 'left over'").catch((error: unknown) => error);
    expect(await within(3000, server.reset())).toEqual(undefined);
  });
});
