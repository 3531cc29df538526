import { expect, test } from 'vitest';
import { loadScenario } from '../../src/scenario/load.js';

const before = `id: fitting
title: fitting
teaches: fitting
databases: {shop: {schema: "CREATE TABLE orders (id text PRIMARY KEY)"}, history: {schema: history}}
topics: {t: {partitions: 1}}
events: {e1: {topic: t, value: {event_id: e1}}}
groups: {g: {topic: t, reset: earliest}}
processes: {p: {program: history, group: g, database: history}}
actors:
  A: {database: shop, group: g, partitions: [0]}
  M: {group: g, subscribe: true}
invariants: [drained]
steps:
  - A: {enqueue: e1}
    as: queued
`;

/** Everything that an expectation may say of a step. */
const ofSteps = {
  outcome: 'applied',
  rows: '[[1]]',
  count: '1',
  tag: 'COMMIT',
  error: '23505',
  constraint: 'c',
  records: '[e1]',
  client: 'ok',
  server: 'done',
  blocked: 'A',
  resumed: '[A]',
};
const all = Object.keys(ofSteps);
const ofRequests = ['outcome', 'error', 'client', 'server', 'resumed'];
const ofRecords = ['records', ...ofRequests];
const ofStatements = ['rows', 'count', 'tag', 'constraint', 'blocked', ...ofRequests];

test.each<[step: string, name: string, fits: readonly string[]]>([
  ['run: p', 'run', all],
  ['thaw: p', 'thaw', all],
  ['A: SELECT 1', 'SQL', ofStatements],
  ['A: {produce: e1}', 'produce', ofRecords],
  ['A: {enqueue: e1}', 'enqueue', ofRecords],
  ['A: {ack: queued}', 'ack', ofRecords],
  ['A: {nack: queued}', 'nack', ofRecords],
  ['A: fetch', 'fetch', ofRecords],
  ['A: {commit-offset: 1}', 'commit-offset', ofRequests],
  ['A: {seek: {offset: 0}}', 'seek', ofRequests],
  ['A: {effect: mail}', 'effect', ofRequests],
  ['M: join', 'join', ofRequests],
  ['M: leave', 'leave', ofRequests],
  ['crash: p', 'crash', ofRequests],
  ['restart: p', 'restart', ofRequests],
  ['freeze: p', 'freeze', ofRequests],
  ['kill-session: A', 'kill-session', ofRequests],
  ['advance: 5s', 'advance', ['resumed']],
  ['rebalance: g', 'rebalance', ['resumed']],
  ['add-partitions: {topic: t, partitions: 2}', 'add-partitions', ['resumed']],
  ['delete-records: {topic: t, partition: 0, before: end}', 'delete-records', ['resumed']],
  ['broker: down', 'broker', ['resumed']],
  ['check: {ledger: []}', 'check', ['resumed']],
  ['say: over', 'say', ['resumed']],
])('of the step %s may be expected what can come of it', (step, name, fits) => {
  const misfits = Object.entries(ofSteps).flatMap(([key, value]) => {
    const text = `${before}  - ${step}\n    expect: {${key}: ${value}}\n`;
    const loaded = loadScenario(text);
    if (loaded.kind === 'scenario') return [];
    return loaded.diagnostics.map(({ code, args, span }) => ({
      code,
      args,
      at: text.slice(span.start, span.end),
      value,
    }));
  });
  expect(misfits).toEqual(
    Object.entries(ofSteps)
      .filter(([key]) => !fits.includes(key))
      .map(([key, value]) => ({ code: 'expectation-not-here', args: { key, action: name }, at: value, value })),
  );
});

test('what must be so in the world may stand beside every step', () => {
  const state =
    '{tables: {shop.orders: []}, offsets: {g: {t: {0: 1}}}, lag: {g: {t: {0: 1}}}, log: {t: {0: []}}, assignment: {g: {}}, ledger: [], violates: []}';
  for (const step of ['advance: 5s', 'say: over', 'crash: p', 'A: SELECT 1', 'run: p'])
    expect(loadScenario(`${before}  - ${step}\n    expect: ${state}\n`), step).toMatchObject({ kind: 'scenario' });
});

/** Everything that may stand beside some steps only; what is remembered before them all is `got`. */
const modifiers = {
  as: 'kept',
  params: '[1]',
  each: 'got',
  fault: 'crash-after',
  concludes: 'applied',
};
const ofAnswered = ['as', 'each', 'fault', 'concludes'];
const ofUnanswered = ['each', 'fault', 'concludes'];
const ofClient = ['each', 'concludes'];

test.each<[step: string, name: string, fits: readonly string[]]>([
  ['A: SELECT 1', 'SQL', ['as', 'params', 'each', 'fault', 'concludes']],
  ['A: {produce: e1}', 'produce', ofAnswered],
  ['A: {ack: queued}', 'ack', ofAnswered],
  ['A: fetch', 'fetch', ofAnswered],
  ['A: {enqueue: e1}', 'enqueue', ['as', 'each', 'concludes']],
  ['A: {commit-offset: 1}', 'commit-offset', ofUnanswered],
  ['A: {effect: mail}', 'effect', ofUnanswered],
  ['A: {seek: {offset: 0}}', 'seek', ofClient],
  ['A: {nack: queued}', 'nack', ofClient],
  ['M: join', 'join', ofUnanswered],
  ['M: leave', 'leave', ofUnanswered],
  ['p: {seek: {partition: 0, offset: 0}}', 'seek', []],
  ['run: p', 'run', ['fault']],
  ...['crash: p', 'restart: p', 'freeze: p', 'thaw: p', 'kill-session: A', 'advance: 5s', 'rebalance: g'].map(
    (step): [string, string, string[]] => [step, step.slice(0, step.indexOf(':')), []],
  ),
  ['add-partitions: {topic: t, partitions: 2}', 'add-partitions', []],
  ['delete-records: {topic: t, partition: 0, before: end}', 'delete-records', []],
  ['broker: down', 'broker', []],
  ['check: {ledger: []}', 'check', []],
  ['say: over', 'say', []],
])('beside the step %s stands only what belongs there', (step, name, fits) => {
  const misfits = Object.entries(modifiers).flatMap(([modifier, value]) => {
    const remembering = ['A', 'M'].map((actor) => `  - ${actor}: fetch\n    as: got\n`).join('');
    const fault = name === 'run' ? '{commit: crash-after}' : value;
    const loaded = loadScenario(
      `${before}${remembering}  - ${step}\n    ${modifier}: ${modifier === 'fault' ? fault : value}\n`,
    );
    return loaded.kind === 'scenario' ? [] : loaded.diagnostics.map(({ code, args }) => ({ code, args }));
  });
  expect(misfits).toEqual(
    Object.keys(modifiers)
      .filter((modifier) => !fits.includes(modifier))
      .map((modifier) => ({ code: 'modifier-not-here', args: { modifier, action: name } })),
  );
});
