import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '../../src/engine/run.js';
import type { DatabaseServer } from '../../src/postgres/ports.js';
import { play } from '../support/play.js';
import { openServer } from '../support/server.js';

/** Transaction ids and OIDs depend on all that the server has done before: they are numbered in the order of appearance. */
const scenario = `id: ids
title: ids
teaches: ids
databases:
  shop:
    schema: |
      CREATE DOMAIN mark AS xid8;
      CREATE TABLE outbox (n int PRIMARY KEY, written xid8 DEFAULT pg_current_xact_id(), again mark, seen xid8[]);
      CREATE TABLE split (n int, written xid8 DEFAULT pg_current_xact_id()) PARTITION BY LIST (n);
      CREATE TABLE split_one (written xid8 DEFAULT pg_current_xact_id(), n int);
      ALTER TABLE split ATTACH PARTITION split_one FOR VALUES IN (1);
      INSERT INTO outbox (n) VALUES (0);
topics: {t: {partitions: 1}}
actors: {A: {database: shop}}
invariants:
  - name: nothing-above
    database: shop
    sql: SELECT n, written FROM outbox WHERE n = 2
    message: there is a second row
steps:
  - A: INSERT INTO outbox (n, seen) VALUES (1, ARRAY[pg_current_xact_id()]) RETURNING written, xmin, xmax
    expect: { rows: [[2, 2, 0]], tables: { shop.outbox: [[0, 1, ~, ~], [1, 2, ~, "{2}"]] } }
  - A: BEGIN
  - A: SELECT pg_current_xact_id() AS xid
    as: it
    expect: { rows: [{ xid: 3 }] }
  - A: INSERT INTO outbox (n, again) VALUES (2, \${it.xid}::xid8) RETURNING written = \${it.xid}::xid8
    expect: { rows: [[t]] }
  - A: INSERT INTO split (n) VALUES (1)
  - A: COMMIT
  - A: SELECT pg_xact_status(\${it.first.xid}::xid8), \${it}::xid8, pg_current_snapshot()
    expect: { rows: [[committed, 3, "4:4:"]] }
  - A: { produce: { topic: t, value: { event_id: e, xid: "\${it.xid}" } } }
  - A: SELECT tableoid, 'outbox'::regclass::oid, 'outbox'::regclass, 0::oid FROM split
    as: where
    expect: { rows: [[1, 2, outbox, 0]] }
  - A: SELECT relname FROM pg_class WHERE oid = \${where.tableoid}::oid
    expect: { rows: [[split_one]] }
end:
  tables:
    shop.outbox: [[0, 1, ~, ~], [1, 2, ~, "{2}"], [2, 3, 3, ~]]
    shop.split: [[1, 3]]
  violates: [nothing-above]
`;

describe('ids that the server counts', () => {
  let server: DatabaseServer;
  beforeAll(() => {
    server = openServer();
  });
  afterAll(() => server.close());

  /** What the run has said, without what it meets. */
  const said = ({ trace, notes }: Run) => JSON.stringify({ trace, notes });

  it('are numbered in the order in which they appear, and handed back as they are', async () => {
    const run = await play(server, scenario);
    expect(run.trace.filter((event) => event.kind === 'expectation' && !event.met)).toEqual([]);
    expect(run.verdict).toEqual('as-announced');
    expect(run.world.partition('t', 0).records.map(({ record }) => record.value)).toEqual([
      '{"event_id":"e","xid":"3"}',
    ]);
    expect(run.trace.filter(({ kind }) => kind === 'query-answered')).toEqual([
      { kind: 'query-answered', invariant: 'nothing-above', columns: ['n', 'written'], rows: [['2', '3']] },
    ]);
  });

  it('are the same in a second run on the same server', async () => {
    expect(said(await play(server, scenario))).toEqual(said(await play(server, scenario)));
  });
});
