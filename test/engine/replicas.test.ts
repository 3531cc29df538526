import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { machine } from '../../src/cli/host.js';
import type { DatabaseServer } from '../../src/postgres/ports.js';
import { openPostgres } from '../../src/postgres/server/open-postgres.js';
import { type EmbeddedServer, startServer } from '../support/embedded-server.js';
import { play } from '../support/play.js';
import { openServer } from '../support/server.js';

const scenario = (steps: string, rest = '') => `id: replicas
title: replicas
teaches: replicas
databases:
  near: {replica-of: shop, lag: 500ms}
  shop: {schema: "CREATE TABLE t (a int PRIMARY KEY, s text)", rows: {t: [[0, there]]}}
  far: {replica-of: shop, lag: manual}
actors:
  W: {database: shop}
  U: {sessions: {write: shop, near: near, far: far}}
${rest}
steps:
${steps}
`;

let embedded: EmbeddedServer;
const engines: DatabaseServer[] = [];
beforeAll(async () => {
  embedded = await startServer();
  engines.push(openServer(), await openPostgres(embedded.url, { host: machine }));
});
afterAll(async () => {
  for (const engine of engines) await engine.close();
  await embedded.stop();
});

/** What is told of a run: each commit with its position, the clock, steps not taken, what was expected; alike on both engines. */
async function told(text: string): Promise<string[]> {
  const all: string[][] = [];
  for (const engine of engines) {
    const { trace, verdict } = await play(engine, text);
    const said = trace.flatMap((event) => {
      if (event.kind === 'rows-committed' && event.position !== undefined) {
        return [
          `${event.database} ${event.position}: ${event.changes.map(({ after }) => after?.[0] ?? '-').join(' ')}`,
        ];
      }
      if (event.kind === 'clock-advanced') return [new Date(event.clock).toISOString().slice(17, 23)];
      if (event.kind === 'step-skipped') return [`${event.why} ${event.subject}`];
      if (event.kind === 'expectation' && !event.met) return [`${event.subject}: ${event.found.join(', ')}`];
      return [];
    });
    all.push([...said, verdict]);
  }
  expect(all[1]).toEqual(all[0]);
  return all[0] ?? [];
}

describe('replicas', () => {
  it('repeat each commit after its own lag, in order, at its own instant', async () => {
    const steps = `  - W: INSERT INTO t VALUES (1, 'a')
  - advance: 200ms
  - W: INSERT INTO t VALUES (2, 'b')
  - advance: 2s
    expect: {lsn: {shop: 0/3, near: 0/3, far: 0/1}, tables: {near.t: [[0, there], [1, a], [2, b]], far.t: [[0, there]]}}`;
    expect(await told(scenario(steps))).toEqual([
      'shop 2: 1',
      '00.200',
      'shop 3: 2',
      '00.500',
      'near 2: 1',
      '00.700',
      'near 3: 2',
      '02.200',
      'as-announced',
    ]);
  });

  it('repeat what the steps say, and a step that finds less makes the run inconclusive', async () => {
    const steps = `  - replay: far
  - W: INSERT INTO t VALUES (1, 'a')
  - W: INSERT INTO t VALUES (2, 'b')
  - replay: {replica: far, commits: 1}
    expect: {lsn: {far: 0/2}}
  - replay: {replica: far, commits: 2}
  - replay: far
    expect: {lsn: {far: 0/3}}`;
    expect(await told(scenario(steps))).toEqual([
      'nothing-to-replay far',
      'shop 2: 1',
      'shop 3: 2',
      'far 2: 1',
      'nothing-to-replay far',
      'far 3: 2',
      'inconclusive',
    ]);
  });

  it('are behind at the end where no time has passed', async () => {
    const steps = `  - W: INSERT INTO t VALUES (1, 'a')
end: {lsn: {shop: 0/2, near: 0/1}, tables: {near.t: [[0, there]]}}`;
    expect(await told(scenario(steps))).toEqual(['shop 2: 1', 'as-announced']);
  });

  it('repeat what was committed without a reply, and nothing that was not', async () => {
    const steps = `  - W: INSERT INTO t VALUES (1, 'a')
    fault: lost-reply
  - W: INSERT INTO t VALUES (2, 'b')
    fault: lost-request
  - W: BEGIN
  - W: INSERT INTO t VALUES (3, 'c')
  - crash: W
  - replay: far
    expect: {tables: {far.t: [[0, there], [1, a]]}, lsn: {far: 0/2, shop: 0/2}}`;
    expect(await told(scenario(steps))).toEqual(['shop 2: 1', 'far 2: 1', 'as-announced']);
  });

  it('count a commit of somebody who waited where it goes on', async () => {
    const steps = `  - W: BEGIN
  - W: UPDATE t SET s = 'w' WHERE a = 0
  - U.write: UPDATE t SET s = 'u' WHERE a = 0
    expect: {blocked: W}
  - W: COMMIT
    expect: {resumed: [U.write], lsn: {shop: 0/3}}
  - replay: {replica: far, commits: 1}
    expect: {tables: {far.t: [[0, w]]}}
  - replay: far
    expect: {tables: {far.t: [[0, u]]}}`;
    expect(await told(scenario(steps))).toEqual(['shop 2: 0', 'shop 3: 0', 'far 2: 0', 'far 3: 0', 'as-announced']);
  });

  it('let nothing be judged of an item in an open transaction, or by a column that there is not', async () => {
    const steps = `  - U.write: BEGIN
  - U.write: UPDATE t SET s = 'u' WHERE a = 0
    writes: {item: "0", value: u}
  - U.write: ROLLBACK
  - U.near: SELECT s FROM t
    reads: {item: "0", key: a, value: s}`;
    expect(await told(scenario(steps, 'invariants: [read-your-writes]'))).toEqual([
      'item-in-transaction U.write',
      'no-column a',
      'inconclusive',
    ]);
  });

  it('show a client its own write only later', async () => {
    const steps = `  - U.write: BEGIN
  - U.write: UPDATE t SET s = 'u' WHERE a = 0
  - U.write: COMMIT
    writes: {item: "0", value: u}
  - U.near: SELECT a, s FROM t
    reads: {item: "0", key: a, value: s}
    expect: {rows: [[0, there]], violates: [read-your-writes]}
  - advance: 500ms
  - U.near: SELECT a, s FROM t
    reads: {item: "0", key: a, value: s}
    expect: {rows: [[0, u]]}
end: {violates: [read-your-writes]}`;
    expect(await told(scenario(steps, 'invariants: [read-your-writes, monotonic-reads]'))).toEqual([
      'shop 2: 0',
      '00.500',
      'near 2: 0',
      '00.500',
      'as-announced',
    ]);
  });

  it('are no more than any other database to a client that has sent an event', async () => {
    const steps = `  - U: {produce: {topic: t, key: "1", value: {event_id: e1}}}
    writes: "1"
  - U.write: SELECT a FROM t
    reads: {item: "1", key: a}
  - W: INSERT INTO t VALUES (1, 'a')
  - U.write: SELECT a FROM t
    reads: {item: "1", key: a}
end: {violates: [read-your-writes]}`;
    const rest = 'topics: {t: {partitions: 1}}\ninvariants: [read-your-writes]';
    expect(await told(scenario(steps, rest))).toEqual(['shop 2: 1', 'as-announced']);
  });

  it('are not to blame for a COMMIT that was answered ROLLBACK', async () => {
    const steps = `  - U.write: BEGIN
  - U.write: INSERT INTO t VALUES (0, 'again')
    expect: {error: "23505"}
  - U.write: COMMIT
    writes: {item: "0", value: again}
    expect: {tag: ROLLBACK}
  - U.near: SELECT s FROM t
    reads: {item: "0", value: s}`;
    expect(await told(scenario(steps, 'invariants: [read-your-writes]'))).toEqual(['inconclusive']);
  });
});
