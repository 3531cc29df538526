import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bin, cli, ended, inFolder } from '../support/cli.js';
import { type EmbeddedServer, startServer } from '../support/embedded-server.js';

let embedded: EmbeddedServer;
beforeAll(async () => {
  embedded = await startServer();
});
afterAll(() => embedded.stop());

const root = new URL('../../', import.meta.url);
const transcript = (name: string) => readFileSync(new URL(`../transcripts/${name}`, import.meta.url), 'utf8');

/** What a run may leave on a server: its schemas, roles and sessions. */
async function left(server = embedded): Promise<string[][]> {
  return server.ask(`SELECT 'schema', nspname FROM pg_namespace WHERE nspname LIKE 'inbox_sim%'
    UNION ALL SELECT 'role', rolname FROM pg_roles WHERE rolname LIKE 'inbox_sim%'
    UNION ALL SELECT 'session', application_name FROM pg_stat_activity WHERE application_name LIKE 'inbox_sim%'`);
}

/** Two transactions over one table; a third session then waits for ever. */
const waiting = `id: waiting
title: waiting
teaches: waiting
databases: {shop: {schema: "CREATE TABLE t(id text PRIMARY KEY)"}}
actors: {A: {database: shop}, B: {database: shop}}
steps:
  - A: BEGIN
  - A: INSERT INTO t VALUES ('x')
  - B: INSERT INTO t VALUES ('x') ON CONFLICT DO NOTHING
    expect: {blocked: A}
  - B: SELECT 1
`;

test('a run on a server prints the same, but for one line that names the server', async () => {
  const { code, out, err } = await cli(['run', 'duplicate-900', '--postgres', embedded.url]);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/\non PostgreSQL \d+\.\d+ \(--postgres\)\n/);
  expect(out.replace(/on PostgreSQL .*\n/, '')).toBe(transcript('duplicate-900.en.txt'));
  const json = await cli(['run', 'duplicate-900', '--format', 'json', '--postgres', embedded.url]);
  const expected = transcript('duplicate-900.en.json').replace('"server": null', '"server": "PostgreSQL 18.4"');
  expect(json.out.replace(/"PostgreSQL [\d.]+"/, '"PostgreSQL 18.4"')).toBe(expected);
  expect(await left()).toEqual([]);
});

test('a suite on a server passes with the snapshots of the embedded PostgreSQL', async () => {
  const args = ['test', 'scenarios', '--postgres', embedded.url];
  const { code, out } = await cli(args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, CI: '1' },
  });
  expect([code, out.split('\n').at(-2)]).toEqual([0, expect.stringMatching(/^(\d+) cases: \1 passed$/)]);
  expect(await left()).toEqual([]);
});

test('a suite on a server runs one case at a time', async () => {
  const { code, out, err } = await cli(['test', 'scenarios', '--workers', '2', '--postgres', embedded.url]);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain('scenarios run one at a time on a server');
});

test('who waits is shown, and who still waits at the end', async () => {
  await inFolder(async (folder) => {
    writeFileSync(join(folder, 'waiting.yaml'), waiting);
    const run = (...args: string[]) =>
      cli(['run', 'waiting.yaml', '--tables', 'none', '--postgres', embedded.url, ...args], { cwd: folder });
    const { code, out } = await run();
    expect(code).toBe(3);
    expect(out).toContain(
      "3  B · INSERT INTO t VALUES ('x') ON CONFLICT DO NOTHING\n     sql             blocked (by A)\n",
    );
    expect(out).toContain('\nend\n   still blocked: B\n');
    expect((await run('--lang', 'ru')).out).toContain('sql             ждёт (A)\n');
    const json = JSON.parse((await run('--format', 'json')).out) as {
      steps: { operations: { blockedBy: string[] | null; server: string }[] }[];
      final: { blocked: string[] };
    };
    expect(json.steps[2]?.operations[0]).toMatchObject({ blockedBy: ['A'], server: 'blocked', client: 'waiting' });
    expect(json.final.blocked).toEqual(['B']);
    expect(await left()).toEqual([]);
  });
});

describe('a server that cannot be used', () => {
  const at = (change: (url: URL) => void) => {
    const url = new URL(embedded.url);
    change(url);
    return url.href;
  };
  test.each([
    ['no URL', () => 'localhost', 'the URL of --postgres: is no URL of a server; it looks like postgres://'],
    ['nobody there', () => at((url) => (url.port = '1')), '127.0.0.1:1/postgres: nobody listens there'],
    ['no such host', () => at((url) => (url.hostname = 'no.such.host.invalid')), 'there is no such host'],
    ['a wrong password', () => at((url) => (url.password = 'wrong-one')), 'does not take the password or the user'],
    ['no such database', () => at((url) => (url.pathname = '/nope')), '/nope: there is no such database'],
  ])('%s: code 2, the reason, and no credentials', async (_, url, message) => {
    for (const args of [['run', 'duplicate-900'], ['test']]) {
      const { code, out, err } = await cli([...args, '--postgres', url()]);
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain(message);
      expect(err).not.toMatch(/wrong-one|secret-of-the-tests/);
    }
  });

  test('in Russian', async () => {
    const { err } = await cli(['run', 'duplicate-900', '--lang', 'ru', '--postgres', 'postgres://a:b@127.0.0.1:1/x']);
    expect(err).toBe('inbox-sim: 127.0.0.1:1/x: там никто не слушает; сервер запущен?\n');
  });

  test('one that goes away in the middle: the step, code 3, and what ran before is shown', async () => {
    const server = await startServer();
    await inFolder(async (folder) => {
      const slow = waiting.replace('- B: SELECT 1', '- A: SELECT count(*) FROM generate_series(1, 100000000)');
      writeFileSync(join(folder, 'waiting.yaml'), slow);
      const args = [bin, 'run', 'waiting.yaml', '--statement-timeout', '60s', '--postgres', server.url];
      const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
      const end = ended(child);
      child.stdout.on('data', (text: Buffer) => {
        if (String(text).includes('blocked (by A)')) void server.stop();
      });
      const { code, out, err } = await end;
      expect([code, err]).toEqual([3, '']);
      expect(out).toContain('sql             blocked (by A)');
      expect(out).toContain('line 11: step 4 was stopped: the connection to the server was lost\n');
    });
  });
});

test('Ctrl-C leaves nothing on the server', async () => {
  await inFolder(async (folder) => {
    writeFileSync(
      join(folder, 'waiting.yaml'),
      waiting.replace('- B: SELECT 1', '- A: SELECT count(*) FROM generate_series(1, 1000000000)'),
    );
    const args = [bin, 'run', 'waiting.yaml', '--statement-timeout', '60s', '--postgres', embedded.url];
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const end = ended(child);
    child.stdout.on('data', (text: Buffer) => {
      if (String(text).includes('blocked (by A)')) child.kill('SIGINT');
    });
    expect(await end).toMatchObject({ code: 130, err: '' });
    expect(await left()).toEqual([]);
  });
});
