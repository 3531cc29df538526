import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { present } from '../../src/base/assert.js';
import { machine } from '../../src/cli/host.js';
import type { Run } from '../../src/engine/run.js';
import type { DatabaseServer } from '../../src/postgres/ports.js';
import { openPostgres } from '../../src/postgres/server/open-postgres.js';
import { type EmbeddedServer, startServer } from '../support/embedded-server.js';
import { play, smallWorld } from '../support/play.js';
import { openServer } from '../support/server.js';

let embedded: EmbeddedServer;
const engines = new Map<string, DatabaseServer>();
beforeAll(async () => {
  embedded = await startServer();
  engines.set('a server', await openPostgres(embedded.url, { host: machine }));
  engines.set('PGlite', openServer());
});
afterAll(async () => {
  for (const engine of engines.values()) await engine.close();
  await embedded.stop();
});

/** What is seen is the same on both engines. */
const names = ['a server', 'PGlite'];

function on(engine: string): DatabaseServer {
  return present(engines.get(engine), engine);
}

/** Three sessions of one database, whose table has one row. */
function shop(steps: string, rest = ''): string {
  return `id: shop
title: shop
teaches: shop
databases: {shop: {schema: "CREATE TABLE t(id text PRIMARY KEY, n int)", rows: {t: [[old, 0]]}}}
actors: {A: {database: shop}, B: {database: shop, memory: {seen: none}}, C: {sessions: {one: shop, two: shop}}}
${rest}
steps:
${steps}`;
}

/** Each operation that waits or has waited, with the number of the step, and everything that was not as expected. */
function told({ trace }: Run): string[] {
  let step = 0;
  return trace.flatMap((event) => {
    if (event.kind === 'step-began') step = event.step;
    if (event.kind === 'expectation' && !event.met)
      return [`${step} ${event.subject}: expected ${event.expected.join()}, found ${event.found.join()}`];
    if (event.kind === 'step-skipped') return [`${step} skipped: ${event.why} ${event.subject}`];
    if (event.kind !== 'operation' || !(event.blockedBy || event.resumed !== undefined)) return [];
    const { actor, name, client, server: at, error, result, blockedBy, resumed, arrived } = event;
    const came = error?.code ?? (result?.kind === 'sql' ? result.tag : null);
    const how = blockedBy ? `by ${blockedBy.join(', ')}` : `in ${resumed}`;
    return [[step, actor, name, `${client}/${at}`, how, came, arrived ? 'later' : null].filter(Boolean).join(' ')];
  });
}

const insert = (id: string) => `INSERT INTO t VALUES ('${id}', 1)`;

describe.each(names)('a statement that waits, on %s', (engine) => {
  const rows: [what: string, steps: string, lines: string[]][] = [
    [
      'goes on when the other one commits, and the step that sent it is judged by what it came to',
      `  - A: BEGIN
  - A: ${insert('x')}
  - B: ${insert('x')} ON CONFLICT DO NOTHING
    expect: {blocked: A, tag: INSERT 0 0, count: 0}
  - A: COMMIT
    expect: {resumed: {B: 0}}`,
      ['3 B sql waiting/blocked by A', '4 B sql ok/done in B INSERT 0 0 later'],
    ],
    [
      'goes on when the other one rolls back',
      `  - A: BEGIN
  - A: ${insert('x')}
  - B: ${insert('x')} ON CONFLICT DO NOTHING RETURNING id
    as: seen
    expect: {blocked: [A], rows: [[x]]}
  - A: ROLLBACK
    expect: {resumed: [B]}
  - B: INSERT INTO t VALUES (\${seen.first.id} || 'y', 2)
    expect: {count: 1}`,
      ['3 B sql waiting/blocked by A', '4 B sql ok/done in B INSERT 0 1 later'],
    ],
    [
      'goes on when the other one dies, when its session is killed, and when its connection is lost',
      `  - A: BEGIN
  - A: ${insert('x')}
  - B: ${insert('x')} ON CONFLICT DO NOTHING
  - crash: A
    expect: {resumed: {B: 1}}
  - C.one: BEGIN
  - C.one: ${insert('y')}
  - B: ${insert('y')}
    expect: {blocked: C.one}
  - kill-session: C.one
    expect: {resumed: {B: 1}}
  - restart: A
  - A: BEGIN
  - A: ${insert('z')}
  - B: ${insert('z')}
  - A: SELECT 1
    fault: {sql: lost-request}
    expect: {resumed: {B: 1}, client: no-reply}`,
      [
        '3 B sql waiting/blocked by A',
        '4 B sql ok/done in B INSERT 0 1 later',
        '7 B sql waiting/blocked by C.one',
        '8 B sql ok/done in B INSERT 0 1 later',
        '12 B sql waiting/blocked by A',
        '13 B sql ok/done in B INSERT 0 1 later',
      ],
    ],
    [
      'ends in an error when the other one was first',
      `  - A: BEGIN
  - A: ${insert('x')}
  - B: ${insert('x')}
    expect: {blocked: A, error: "23505", constraint: t_pkey}
  - A: COMMIT
    expect: {resumed: [B]}`,
      ['3 B sql waiting/blocked by A', '4 B sql error/refused in B 23505 later'],
    ],
    [
      'lets its session take no other step, and its actor all that other sessions can do',
      `  - A: BEGIN
  - A: ${insert('x')}
  - C.one: ${insert('x')}
  - C.one: SELECT 1
  - C.two: SELECT count(*) FROM t
    expect: {rows: [["1"]]}
  - A: ROLLBACK
    expect: {resumed: {C.one: 1}}
  - C.one: SELECT count(*) FROM t
    expect: {rows: [["2"]]}`,
      ['3 C sql waiting/blocked by A', '4 skipped: waiting C', '6 C sql ok/done in C.one INSERT 0 1 later'],
    ],
    [
      'ends with its session, and whoever waits learns that the server has ended it',
      `  - A: BEGIN
  - A: ${insert('x')}
  - B: ${insert('x')}
    expect: {error: 57P01}
  - kill-session: B
  - A: COMMIT
    expect: {resumed: []}
  - B: SELECT count(*) FROM t
    expect: {rows: [["2"]]}`,
      ['3 B sql waiting/blocked by A', '4 B sql error/refused in B 57P01 later'],
    ],
    [
      'leaves nothing when whoever sent it dies',
      `  - A: BEGIN
  - A: ${insert('x')}
  - B: BEGIN
  - B: ${insert('y')}
  - B: ${insert('x')}
  - crash: B
  - A: COMMIT
    expect: {resumed: []}
  - A: SELECT id FROM t ORDER BY id
    expect: {rows: [[old], [x]]}`,
      ['5 B sql waiting/blocked by A'],
    ],
    // A row that A had changed could be had by C before B: whoever looks for its new version leaves the queue of the old one.
    [
      'lets others go on in its turn: a chain',
      `  - A: BEGIN
  - A: SELECT n FROM t WHERE id = 'old' FOR UPDATE
  - B: UPDATE t SET n = n + 10 WHERE id = 'old'
    expect: {blocked: A, count: 1}
  - C.one: UPDATE t SET n = n + 100 WHERE id = 'old'
    expect: {blocked: B, count: 1}
  - A: COMMIT
    expect: {resumed: {B: 1, C.one: 1}}
  - A: SELECT n FROM t
    expect: {rows: [["110"]]}`,
      [
        '3 B sql waiting/blocked by A',
        '4 C sql waiting/blocked by B',
        '5 B sql ok/done in B UPDATE 1 later',
        '5 C sql ok/done in C.one UPDATE 1 later',
      ],
    ],
    [
      'closes a circle: it is the victim, and lets the other one go on',
      `  - A: BEGIN
  - A: ${insert('x')}
  - B: BEGIN
  - B: ${insert('y')}
  - A: ${insert('y')}
    expect: {blocked: B, count: 1}
  - B: ${insert('x')}
    expect: {error: 40P01, resumed: {A: 1}, blocked: false}
  - A: COMMIT
  - B: COMMIT
    expect: {tag: ROLLBACK}`,
      ['5 A sql waiting/blocked by B', '6 A sql ok/done in A INSERT 0 1 later'],
    ],
    [
      'is told of as it is where something else was expected',
      `  - A: BEGIN
  - A: ${insert('x')}
    expect: {blocked: B}
  - B: ${insert('x')}
    expect: {blocked: C.one}
  - A: COMMIT
    expect: {resumed: {B: 1}}`,
      [
        '2 blocked: expected B, found no',
        '3 B sql waiting/blocked by A',
        '3 blocked: expected C.one, found A',
        '4 B sql error/refused in B 23505 later',
        '4 resumed: expected B: 1, found B: 23505',
        '4 error: expected -, found 23505',
      ],
    ],
  ];
  test.each(rows)('%s', async (_, steps, lines) => {
    expect(told(await play(on(engine), shop(steps)))).toEqual(lines);
  });

  test('may wait to the end, and the run says who does', async () => {
    const steps = `  - A: BEGIN\n  - A: ${insert('x')}\n  - B: ${insert('x')}\n    expect: {blocked: A}`;
    const run = await play(on(engine), shop(steps));
    expect(run.trace.at(-1)).toEqual({ kind: 'run-ended', unfinished: ['A', 'B'], blocked: ['B'] });
    expect(run.verdict).toBe('as-announced');
  });
});

describe.each(names)('a program that waits, on %s', (engine) => {
  test('stands still in the middle of its unit, and goes on with it when the step is over that let it', async () => {
    const world = smallWorld(
      `  - publisher: {produce: e1}
  - A: BEGIN
  - A: INSERT INTO inbox VALUES ('e1')
  - run: p
    expect: {blocked: A, outcome: already-applied}
  - run: p
  - A: INSERT INTO history_events VALUES ('e1', 'k', 'open', 'resolved', now())
  - A: COMMIT
    expect: {resumed: {p: 0}}
  - check: {offsets: {g: {t: {0: 1}}}}`,
      'actors: {A: {database: history}}',
    );
    const run = await play(on(engine), world);
    expect(told(run)).toEqual([
      '4 p tryInbox waiting/blocked by A',
      '5 skipped: waiting p',
      '7 p tryInbox ok/done in p INSERT 0 0 later',
    ]);
  });
});
