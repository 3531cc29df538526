import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseServer } from '../../src/postgres/ports.js';
import { play } from '../support/play.js';
import { openServer } from '../support/server.js';

const scenario = (steps: string) => `id: own
title: own
teaches: own
databases: {d: {schema: "CREATE TABLE t (a int)"}}
actors: {A: {database: d}, B: {database: d}}
invariants:
  - {name: nothing, database: d, sql: SELECT a FROM t, message: there is a row}
steps:
${steps}
end: {violates: []}
`;

describe('an invariant of the own of a scenario', () => {
  let server: DatabaseServer;
  beforeAll(() => {
    server = openServer();
  });
  afterAll(() => server.close());

  const told = async (steps: string) => {
    const { trace, verdict, invariants } = await play(server, scenario(steps));
    const said = trace.flatMap((event) => {
      if (event.kind === 'step-skipped') return [`${event.why} ${event.subject}`];
      if (event.kind === 'expectation') return [`${event.subject}: ${event.found.join(', ')}`];
      return event.kind === 'query-answered' ? [`asked: ${event.rows.length}`] : [];
    });
    return [verdict, invariants.map((judged) => judged.verdict), said];
  };

  it.each([
    ['a check', '  - A: BEGIN\n  - A: INSERT INTO t VALUES (1)\n  - check: {violates: []}\n  - A: ROLLBACK'],
    ['an expectation', '  - A: BEGIN\n  - A: INSERT INTO t VALUES (1)\n    expect: {violates: []}\n  - A: ROLLBACK'],
  ])('is not asked by %s while a transaction is open, and that is told instead of compared', async (_, steps) => {
    expect(await told(steps)).toEqual(['inconclusive', ['holds'], ['transaction-open A', 'asked: 0', 'violates: -']]);
  });

  it('that was asked once says nothing of an end at which it could not be asked', async () => {
    expect(await told('  - check: {violates: []}\n  - A: BEGIN\n  - A: INSERT INTO t VALUES (1)')).toEqual([
      'inconclusive',
      ['not-exercised'],
      ['asked: 0', 'violates: -', 'transaction-open A'],
    ]);
  });

  it('is asked where no transaction is open', async () => {
    expect(await told('  - A: SELECT 1\n    expect: {violates: []}')).toEqual([
      'as-announced',
      ['holds'],
      ['asked: 0', 'violates: -', 'asked: 0', 'violates: -'],
    ]);
  });
});
