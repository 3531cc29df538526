import { afterEach, expect, test } from 'vitest';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { SharedServer } from '../../src/postgres/shared-server.js';
import { openServer } from '../support/server.js';

const opened: PgliteServer[] = [];

afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

function share(): SharedServer {
  return new SharedServer((limits) => {
    const server = openServer({ limits });
    opened.push(server);
    return server;
  });
}

/** Counts rows, and tells how many an answer may have. */
async function rows(server: PgliteServer, count: number): Promise<string> {
  await server.reset();
  const session = (await server.createDatabase('d', '')).session('S');
  const { answer } = await session.execute(`SELECT * FROM generate_series(1, ${count})`);
  if (answer.kind === 'blocked') throw new Error('nobody else is there');
  return answer.kind === 'done' ? answer.result.tag : answer.failure.code;
}

test('one after another, in the order in which they asked, whoever fails', async () => {
  const shared = share();
  const told: string[] = [];
  const use = (name: string, fails = false) =>
    shared.use({}, async (server) => {
      told.push(`${name} begins`);
      await rows(server, 1);
      told.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  expect(await Promise.allSettled([use('a'), use('b', true), use('c')])).toEqual([
    { status: 'fulfilled', value: 'a' },
    { status: 'rejected', reason: new Error('b') },
    { status: 'fulfilled', value: 'c' },
  ]);
  expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(opened.length).toBe(1);
});

test('none is started before somebody asks', async () => {
  const shared = share();
  expect(opened.length).toBe(0);
  await shared.use({}, async () => {});
  expect(opened.length).toBe(1);
});

test('each with limits of its own, the usual ones among them', async () => {
  const shared = share();
  const outcome = (limits: { rowsPerAnswer?: number }, count: number) =>
    shared.use(limits, (server) => rows(server, count)).catch((error: Error) => error.message);
  const outcomes = await Promise.all([
    outcome({ rowsPerAnswer: 3 }, 3),
    outcome({ rowsPerAnswer: 3 }, 4),
    outcome({ rowsPerAnswer: 10_000 }, 4),
    outcome({}, 10_001),
    outcome({ rowsPerAnswer: 3 }, 4),
  ]);
  expect(outcomes).toEqual([
    'SELECT 3',
    'answer-rows: more than 3 rows',
    'SELECT 4',
    'answer-rows: more than 10000 rows',
    'answer-rows: more than 3 rows',
  ]);
  expect(opened.length).toBe(3);
});

test('only one at a time lives', async () => {
  const shared = share();
  const first = await shared.use({}, async (server) => server);
  await shared.use({ rowsPerAnswer: 3 }, (server) => rows(server, 1));
  await expect(first.save()).rejects.toThrow('the database server is closed');
});
