import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Run } from '../../src/engine/run.js';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { operationLines, play } from '../support/play.js';
import { openServer } from '../support/server.js';

let server: PgliteServer;
beforeAll(() => {
  server = openServer();
});
afterAll(() => server.close());

/** Rows of an outbox, waiting from the start. */
function waiting(count: number): string {
  const row = (n: number) => `{event_id: e${n}, ticket_id: k, payload: '{"event_id": "e${n}"}'}`;
  return Array.from({ length: count }, (_, index) => row(index + 1)).join(', ');
}

/** A relay `r` over an outbox, set by `knobs`, and whoever else `rest` brings. */
function world(knobs: string, steps: string, { rows = 2, rest = '' } = {}): string {
  return `id: small
title: small
teaches: small
databases: {tickets: {schema: tickets, rows: {outbox: [${waiting(rows)}]}}}
topics: {t: {partitions: 1}}
processes:
  r: {program: relay, database: tickets, topic: t${knobs}}
${rest}
steps:
${steps}`;
}

const another = '  q: {program: relay, database: tickets, topic: t, strategy: claim, batch: 1}';

function log({ world: state }: Run): (string | null)[] {
  return state.partition('t', 0).records.map(({ event }) => event);
}

function publishedAt({ world: state }: Run): (string | null | undefined)[] {
  const table = state.table('tickets', 'outbox');
  return [...table.rows()].map(({ values }) => values[table.info.columns.indexOf('published_at')]);
}

const nine = '2026-10-03 09:00:00+00';

describe('a relay that polls', () => {
  test('polls by its interval on the virtual clock, as many rows as it may', async () => {
    const run = await play(
      server,
      world(', batch: 1, interval: 10s', '  - run: {process: r, until: idle}', { rows: 3 }),
    );
    expect(log(run)).toEqual(['e1', 'e2', 'e3']);
    expect(publishedAt(run)).toEqual([nine, '2026-10-03 09:00:10+00', '2026-10-03 09:00:20+00']);
  });

  test.each([
    ['lost-request', ['e1', 'e1', 'e2'], 'the mark never came: the row is published again'],
    ['lost-reply', ['e1', 'e2'], 'the mark came: the row is not found again'],
  ])('does not know what became of a mark (%s)', async (fault, records) => {
    const steps = `  - run: r\n    fault: {mark: ${fault}}\n  - run: {process: r, until: idle}`;
    const run = await play(server, world('', steps));
    expect(log(run)).toEqual(records);
    expect(publishedAt(run)).toEqual(
      fault === 'lost-reply' ? [nine, '2026-10-03 09:00:01+00'] : Array(2).fill('2026-10-03 09:00:01+00'),
    );
  });

  test('finds its session ended by the server, and polls in a new one', async () => {
    const run = await play(server, world(', batch: 1', '  - run: r\n  - kill-session: r\n  - run: r\n  - run: r'));
    expect(operationLines(run.trace)).toEqual([
      ...['poll ok/done', 'produce ok/done', 'mark ok/done'],
      'poll error/refused 57P01',
      ...['poll ok/done', 'produce ok/done', 'mark ok/done'],
    ]);
  });

  test('that claims holds its rows; another one skips them and overtakes', async () => {
    const steps = `  - run: {process: r, until: produce}\n  - run: q\n  - run: r`;
    const run = await play(server, world(', strategy: claim, batch: 1', steps, { rest: another }));
    expect(log(run)).toEqual(['e2', 'e1']);
    expect(publishedAt(run)).toEqual([nine, nine]);
  });

  test('that claims and dies gives its rows back', async () => {
    const steps = `  - run: r\n    fault: {produce: crash-after}\n  - run: q\n  - run: q`;
    const run = await play(server, world(', strategy: claim, batch: 1', steps, { rest: another }));
    expect(log(run)).toEqual(['e1', 'e1', 'e2']);
  });

  test('with a cursor over numbers keeps it in the database, past a crash', async () => {
    const steps = `  - run: r\n    fault: {mark: {kind: crash-after, occurrence: 2}}\n  - restart: r\n  - run: {process: r, until: idle}`;
    const run = await play(server, world(', strategy: id-cursor, batch: 2', steps, { rows: 3 }));
    expect(log(run)).toEqual(['e1', 'e2', 'e3']);
    expect([...run.world.table('tickets', 'relay_cursor').rows()].map(({ values }) => values)).toEqual([['3']]);
  });

  test('with a cursor over timestamps skips rows of the same instant after a crash', async () => {
    const steps = `  - run: r\n    fault: {mark: crash-after}\n  - restart: r\n  - run: {process: r, until: idle}`;
    const run = await play(server, world(', strategy: timestamp-cursor', steps));
    expect(log(run)).toEqual(['e1']);
  });

  test('with xmin waits for whoever has written and is still open, and for nobody else', async () => {
    const actors = 'actors: {W: {database: tickets}, R: {database: tickets}}';
    const steps = `  - R: BEGIN
  - R: SELECT count(*) FROM tickets
  - run: {process: r, until: idle}
    expect: {log: {t: {0: [e1, e2]}}}
  - R: COMMIT
  - W: BEGIN
  - W: INSERT INTO tickets VALUES ('k', 'open')
  - R: INSERT INTO outbox (event_id, ticket_id, payload) VALUES ('e3', 'k', '{"event_id":"e3"}')
  - run: {process: r, until: idle}
    expect: {log: {t: {0: [e1, e2]}}}
  - W: ROLLBACK
  - run: {process: r, until: idle}
    expect: {log: {t: {0: [e1, e2, e3]}}}`;
    const run = await play(server, world(', strategy: xmin', steps, { rest: actors }));
    expect(run.trace.filter((event) => event.kind === 'expectation' && !event.met)).toEqual([]);
  });
});

describe('a relay that streams', () => {
  const actors = 'actors: {W: {database: tickets}}';
  const writes = (...events: string[]) =>
    `  - W: INSERT INTO outbox (event_id, ticket_id, payload) VALUES ${events.map((event) => `('${event}', 'k', '{"event_id":"${event}"}')`).join(', ')}`;

  test('takes whole transactions, however few rows it asks for, and passes what is not of the outbox', async () => {
    const steps = [
      writes('e1', 'e2'),
      "  - W: INSERT INTO tickets VALUES ('k', 'open')",
      writes('e3'),
      '  - run: r',
      '  - run: r',
    ].join('\n');
    const run = await play(server, world(', strategy: cdc, batch: 1', steps, { rows: 0, rest: actors }));
    expect(operationLines(run.trace).filter((line) => !line.startsWith('sql'))).toEqual([
      ...['read-changes ok/done', 'produce ok/done', 'produce ok/done', 'confirm ok/done'],
      ...['read-changes ok/done', 'confirm ok/done', 'produce ok/done', 'confirm ok/done'],
    ]);
    expect(log(run)).toEqual(['e1', 'e2', 'e3']);
  });

  test('sees nothing of what was rolled back, nor that a row was changed', async () => {
    const steps = [
      '  - W: BEGIN',
      writes('e1'),
      '  - W: ROLLBACK',
      writes('e2'),
      '  - W: UPDATE outbox SET published_at = now()',
      '  - run: {process: r, until: idle}',
    ].join('\n');
    expect(log(await play(server, world(', strategy: cdc', steps, { rows: 0, rest: actors })))).toEqual(['e2']);
  });

  test.each([
    ['read-changes: lost-reply', ['e1', 'e2']],
    ['read-changes: {error: "57P01"}', ['e1', 'e2']],
    ['produce: {error: NOT_ENOUGH_REPLICAS, occurrence: 2}', ['e1', 'e1', 'e2']],
    ['produce: {kind: lost-reply, occurrence: 2}', ['e1', 'e2', 'e1', 'e2']],
    ['confirm: lost-request', ['e1', 'e2', 'e1', 'e2']],
    ['confirm: lost-reply', ['e1', 'e2']],
    ['confirm: crash-after', ['e1', 'e2']],
  ])('reads on behind what is confirmed (%s)', async (fault, records) => {
    const steps = [writes('e1', 'e2'), `  - run: r\n    fault: {${fault}}`, '  - restart: r', '  - run: r'].join('\n');
    const run = await play(server, world(', strategy: cdc', steps, { rows: 0, rest: actors }));
    expect(log(run)).toEqual(records);
  });

  test('has a slot that is older than the rows that are there from the start, until it is made anew', async () => {
    const text = (steps: string) => world(', strategy: cdc', steps);
    expect(log(await play(server, text('  - run: r')))).toEqual(['e1', 'e2']);
    expect(log(await play(server, text('  - recreate-slot: r\n  - run: r')))).toEqual([]);
  });
});

test.each(['flag', 'id-cursor', 'timestamp-cursor', 'xmin', 'claim', 'cdc'])(
  'every strategy works on the outbox of the order service (%s)',
  async (strategy) => {
    const run = await play(
      server,
      `id: small
title: small
teaches: small
databases: {orders: {schema: orders}}
topics: {t: {partitions: 1}}
processes:
  s: {program: order-service, database: orders, topic: t}
  r: {program: relay, database: orders, topic: t, strategy: ${strategy}}
steps:
  - run: {process: s, request: {order_id: o1, customer_id: anna}}
  - advance: 1s
  - run: {process: s, request: {order_id: o2, customer_id: anna}}
  - run: {process: r, until: idle}`,
    );
    expect(run.world.partition('t', 0).records.map(({ record: { key, value } }) => [key, value])).toEqual([
      [
        'o1',
        '{"event_type":"OrderPlaced","order_id":"o1","customer_id":"anna","event_id":"c4ca4238-a0b9-4382-8dcc-509a6f75849b"}',
      ],
      [
        'o2',
        '{"event_type":"OrderPlaced","order_id":"o2","customer_id":"anna","event_id":"c81e728d-9d4c-4f63-8f06-7f89cc14862c"}',
      ],
    ]);
  },
);
