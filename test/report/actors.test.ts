import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { renderText } from '../../src/report/text/text.js';
import { play, scenarioOf } from '../support/play.js';
import { openServer } from '../support/server.js';

let server: PgliteServer;
beforeAll(() => {
  server = openServer();
});
afterAll(() => server.close());

/** The report of a world in which nobody runs a program. */
async function printed(steps: string, invariants = '[drained]'): Promise<string[]> {
  const text = `id: small
title: small
teaches: small
databases: {shop: {schema: "CREATE TABLE biz (event_id text)", roles: {effect: biz}}}
topics: {t: {partitions: 1}}
events: {e1: {topic: t, key: k, value: {event_id: e1}}}
groups: {g: {topic: t, reset: earliest, committed: {0: 0}}}
actors: {C1: {database: shop, group: g}}
invariants: ${invariants}
steps:
  - W1: {produce: e1}
  - C1: fetch
${steps}`;
  const run = await play(server, text);
  const options = { target: 'small', variant: null, lang: 'en' } as const;
  return renderText(
    { scenario: scenarioOf(text), runs: [run], options },
    { columns: 80, color: 0, tables: 'none' },
  ).split('\n');
}

test('an outcome says nothing of an offset that a later step commits', async () => {
  const lines = await printed(`  - C1: INSERT INTO biz VALUES ('e1')
    concludes: applied
  - C1: {commit-offset: 1}`);
  expect(lines).toContain('     outcome         applied         t-0@0 e1');
});

test.each([
  ['a statement', 'C1: INSERT INTO biz VALUES (${each.event})', '     sql             INSERT 0 1      e1'],
  [
    'a record',
    'C1: {produce: {topic: t, value: {event_id: "${each.event}"}, key: "${each.key}"}}',
    '     produce         acked t-0@1 e1',
  ],
  ['an effect', 'C1: {effect: {name: mail, event: "${each.event}"}}', '     effect          ok              e1'],
])('%s with expressions shows the values that they came to', async (_, step, line) => {
  const lines = await printed(`  - C1: {seek: {offset: 0}}
  - C1: fetch
    as: records
  - ${step}
    each: records`);
  expect(lines).toContain(line);
});

test('the ack of a record that is written out names the event that it carries', async () => {
  const lines = await printed('  - C1: {produce: {topic: t, key: a, value: {event_id: x9}}}');
  expect(lines).toContain('     produce         acked t-0@1 x9');
});

test('values that the heading shows are not repeated', async () => {
  const lines = await printed("  - C1: INSERT INTO biz VALUES ('e1')");
  expect(lines).toContain('     produce         acked t-0@0');
  expect(lines).toContain('     sql             INSERT 0 1');
});

test('an unknown outcome leaves the offset where it is', async () => {
  const lines = await printed(`  - C1: INSERT INTO biz VALUES ('e1')
    concludes: unknown`);
  expect(lines.join('\n')).toContain(`     outcome         unknown         t-0@0 e1; offset stays: the checkpoint of
                                     t-0 waits`);
});

test('a COMMIT that answers ROLLBACK is told apart from one that commits', async () => {
  const lines = await printed(`  - C1: BEGIN
  - C1: INSERT INTO biz VALUES ('e1')
    fault: {error: 40P01}
  - C1: COMMIT`);
  expect(lines.join('\n')).toContain('     commit          ROLLBACK        the answer was ROLLBACK: the transaction\n');
});

test('a world in which nobody goes on by itself has no step after the last one', async () => {
  const lines = await printed('  - C1: {commit-offset: 1}');
  expect(lines.filter((line) => /^\d/.test(line)).map((line) => line.slice(0, 3))).toEqual(['1  ', '2  ', '3  ']);
  expect(lines).toContain('   ✓ drained                holds');
});

test('an invariant with a long name has its verdict apart, and a query names no step', async () => {
  const own = '{name: an-invariant-with-a-long-name, sql: SELECT event_id FROM biz, message: There is a row}';
  const lines = await printed("  - C1: INSERT INTO biz VALUES ('e1')", `[one-row-per-event, ${own}]`);
  expect(lines).toContain('   ✓ one-row-per-event              holds');
  expect(lines).toContain('   ✗ an-invariant-with-a-long-name  violated, not announced');
  expect(lines).toContain('     There is a row (event_id=e1)');
});

test.each([
  ['${found}', 'there are 2 rows with the columns id, n; write first, last or a number from 0, then one of these'],
  ['${found.7.id}', 'there are 2 rows with the columns id, n; write first, last or a number from 0, then one of these'],
  ['${none.first.id}', 'there are no rows'],
  [
    '${poll.0.nope}',
    'there is 1 record with the parts topic, partition, offset, next, key, event, value, headers; write first, last or a number from 0, then one of these',
  ],
])('%s has no value, and what there is instead is said', async (expression, said) => {
  const lines = await printed(`  - C1: SELECT * FROM (VALUES (1, 2), (3, 4)) AS rows (id, n)
    as: found
  - C1: SELECT event_id FROM biz
    as: none
  - C1: {seek: {partition: 0, offset: 0}}
  - C1: fetch
    as: poll
  - C1: SELECT ${expression}::text`);
  const text = lines.map((line) => line.trim()).join(' ');
  expect(text).toContain(`not taken: ${expression} has no value here: ${said}`);
});
