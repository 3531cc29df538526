import { describe, expect, test } from 'vitest';
import { loadScenario } from '../../src/scenario/load.js';
import { scenarioOf } from '../support/play.js';

const own = '{name: no-row, sql: SELECT 1 FROM biz, message: a row}';

/** One branch called `b`, and one called `c` that says nothing of its own. */
function text(ofScenario: string, ofBranch: string, violates = '[]'): string {
  return `id: small
title: small
teaches: small
databases: {shop: {schema: "CREATE TABLE biz (event_id text)", roles: {effect: biz}}}
topics: {t: {partitions: 1}}
invariants: ${ofScenario}
branches:
  b: {invariants: ${ofBranch}, steps: [{say: b}], end: {violates: ${violates}}}
  c: {steps: [{say: c}]}
`;
}

/** `code argument` for all that is wrong. */
function wrong(source: string): string[] {
  const loaded = loadScenario(source);
  if (loaded.kind === 'scenario') return [];
  return loaded.diagnostics.map(({ code, args }) => `${code} ${'name' in args ? args.name : undefined}`);
}

describe('the query of an invariant of its own', () => {
  const wrongQuery = (sql: string) => wrong(text(`[{name: mine, sql: ${JSON.stringify(sql)}, message: m}]`, '[]'));

  test.each([
    'SELECT 1 FROM biz',
    '-- why\n (SELECT 1 UNION SELECT 2)',
    'values (1)',
    'TABLE biz',
    'WITH found AS (SELECT event_id FROM biz) SELECT delete FROM (SELECT event_id AS delete FROM found) AS x',
    "SELECT 'insert' FROM biz FOR UPDATE",
  ])('may be %s', (sql) => {
    expect(wrongQuery(sql)).toEqual([]);
  });

  test.each([
    'COMMIT',
    'ROLLBACK',
    'SAVEPOINT s',
    "INSERT INTO biz VALUES ('a')",
    'DELETE FROM biz RETURNING event_id',
    'WITH gone AS (DELETE FROM biz RETURNING event_id) SELECT event_id FROM gone',
    'WITH found AS (SELECT 1) DELETE FROM biz',
    'LOCK TABLE biz',
    'EXPLAIN SELECT 1',
  ])('may not be %s', (sql) => {
    expect(wrongQuery(sql)).toEqual(['wrong-value undefined']);
  });
});

describe('invariants of a branch', () => {
  test('come behind those of the scenario, in this branch alone', () => {
    const { branches } = scenarioOf(text('[drained]', `[key-order, ${own}]`));
    expect(
      branches.map(({ name, invariants, ownInvariants }) => [name, invariants, ownInvariants.map((each) => each.name)]),
    ).toEqual([
      ['b', ['drained', 'key-order'], ['no-row']],
      ['c', ['drained'], []],
    ]);
  });

  test('may be announced there', () => {
    const { branches } = scenarioOf(text('[drained]', `[${own}]`, '[drained, no-row]'));
    expect(branches[0]?.end.violates?.own).toEqual(['drained', 'no-row']);
  });

  test.each([
    [
      'the invariant of another branch cannot be announced',
      text('[drained]', '[]', '[key-order]'),
      'unknown-name key-order',
    ],
    ['none is listed twice', text('[drained]', '[drained]'), 'duplicate-name drained'],
    ['nor one of its own under the same name', text(`[${own}]`, `[${own}]`), 'duplicate-name no-row'],
    ['what is wrong in the scenario is told once', text('[draind]', '[key-order]'), 'unknown-name draind'],
  ])('%s', (_, source, expected) => {
    expect(wrong(source)).toEqual([expected]);
  });
});
