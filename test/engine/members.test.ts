import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Run } from '../../src/engine/run.js';
import { renderText } from '../../src/report/text/text.js';
import { operationLines, play, scenarioOf } from '../support/play.js';
import { openServer } from '../support/server.js';

const server = openServer();
beforeAll(() => server.reset());
afterAll(() => server.close());

function members(steps: string, consumer = ''): string {
  return `id: members
title: members
teaches: members
topics: {t: {partitions: 1}}
events: {e1: {topic: t, partition: 0, value: {event_id: e1}}}
groups: {g: {topic: t, reset: earliest, committed: {0: 0}}}
actors:
  C1: {group: g, subscribe: true, consumer: {${consumer}}}
  C2: {group: g, subscribe: true}
steps:
  - P: {produce: e1}
  - C1: join
  - advance: 3s
${steps}`;
}

/** What the trace says of groups, with the names of its events cut to what differs. */
function groupLines({ trace }: Run): string[] {
  return trace.flatMap((event) => {
    switch (event.kind) {
      case 'group-changed':
        return event.state === 'Stable' || event.state === 'Empty' ? [`${event.state} ${event.generation}`] : [];
      case 'member-removed':
        return [`removed ${event.process} ${event.why}`];
      case 'membership-lost':
        return [`out ${event.process} ${event.cause}`];
      case 'assignment-changed':
        return [`${event.cause} ${event.process} [${event.partitions.join(', ')}]`];
      case 'step-skipped':
        return [`skipped ${event.why}`];
      default:
        return [];
    }
  });
}

test('what a member gives up is told before the generation that this makes possible, and what it gets after', async () => {
  const run = await play(server, members('  - C1: fetch\n  - C2: join\n  - advance: 3s\n  - C1: fetch'));
  expect(groupLines(run)).toEqual([
    'Stable 1',
    'assigned C1 [0]',
    'revoked C1 []',
    'Stable 2',
    'assigned C1 [0]',
    'assigned C2 []',
  ]);
});

test('somebody who stands still sends no heartbeat, is not told, and may not act before it goes on', async () => {
  const run = await play(
    server,
    members(`  - C1: {fetch: 1}
  - freeze: C1
  - C1: fetch
  - freeze: C1
  - advance: 45s
  - thaw: C1
  - C1: {commit-offset: {partition: 0, offset: 1}}
    expect: {error: UNKNOWN_MEMBER_ID, client: error, server: refused}
  - C1: {commit-offset: {partition: 0, offset: 1}}
    expect: {error: CommitFailedException, client: not-sent, server: nothing}
  - thaw: C1`),
  );
  expect(groupLines(run)).toEqual([
    'Stable 1',
    'assigned C1 [0]',
    'skipped frozen',
    'skipped frozen',
    'removed C1 session-timeout',
    'Empty 2',
    'out C1 UNKNOWN_MEMBER_ID',
    'skipped not-frozen',
  ]);
  expect(operationLines(run.trace).slice(-2)).toEqual([
    'commit-offset error/refused UNKNOWN_MEMBER_ID',
    'commit-offset not-sent/nothing CommitFailedException',
  ]);
});

test('who stands still when it is restarted says nothing to the group; the member of its earlier life stays', async () => {
  const run = await play(
    server,
    members(`  - freeze: C1
  - restart: C1
  - C1: join
    expect: {assignment: {g: {C1: []}}}
  - advance: 45s
    expect: {assignment: {g: {C1: [0]}}}`),
  );
  expect(groupLines(run)).toEqual([
    'Stable 1',
    'assigned C1 [0]',
    'removed C1 session-timeout',
    'Stable 2',
    'assigned C1 [0]',
  ]);
  expect(run.trace.filter(({ kind }) => kind === 'expectation').map((event) => 'met' in event && event.met)).toEqual([
    true,
    true,
  ]);
});

test('the assignment is what the coordinator gave, whatever a zombie believes', async () => {
  const zombie = members(
    `  - freeze: C1
  - C2: join
  - advance: 5min
    expect: {assignment: {g: {C1: [0], C2: []}}}
  - thaw: C1
  - C1: {commit-offset: {partition: 0, offset: 1}}
    expect: {error: ILLEGAL_GENERATION, client: error, server: refused}`,
    'group.instance.id: one, session.timeout.ms: 10min',
  );
  const { trace } = await play(server, zombie);
  expect(trace.filter((event) => event.kind === 'expectation' && !event.met)).toEqual([]);
});

test('of states that a group passes through at one instant only the last is printed', async () => {
  const text = members('  - C2: join\n  - advance: 3s\n  - C1: {fetch: 1}');
  const scenario = scenarioOf(text);
  const run = await play(server, text);
  const options = { target: 'members', variant: null, lang: 'en' } as const;
  const printed = renderText({ scenario, runs: [run], options }, { columns: 80, color: 0, tables: 'none' });
  expect(printed.match(/group g: .*/g)).toEqual([
    'group g: PreparingRebalance, generation 0, C1',
    'group g: Stable, generation 1, C1 [0]',
    'group g: PreparingRebalance, generation 1, C1, C2',
    'group g: Stable, generation 2, C1 [0], C2 []',
  ]);
});

test('a seek that the client refuses is a step that is not taken', async () => {
  const run = await play(server, members('  - C2: {seek: {partition: 0, offset: 0}}'));
  expect(groupLines(run)).toContain('skipped refused');
  expect(run.verdict).toBe('inconclusive');
});

test('a conclusion about a remembered batch is one about each of its records', async () => {
  const run = await play(
    server,
    members(`  - P: {produce: e1}
  - C1: fetch
    as: batch
  - C1: {commit-offset: {partition: 0, offset: 2}}
    concludes: {outcome: applied, record: "\${batch}"}`),
  );
  const concluded = run.trace.flatMap((event) => (event.kind === 'concluded' ? [event.record.offset] : []));
  expect(concluded).toEqual([0, 1]);
});

test('what auto-commit commits is told of, in the poll in which it happens', async () => {
  const text = members('  - C1: {fetch: 1}\n  - advance: 5s\n  - C1: fetch', 'enable.auto.commit: true');
  const run = await play(server, text);
  expect(run.world.committed('g', 't', 0)).toBe(1);
  const options = { target: 'members', variant: null, lang: 'en' } as const;
  const report = { scenario: scenarioOf(text), runs: [run], options };
  const printed = renderText(report, { columns: 80, color: 0, tables: 'none' });
  expect(printed).toContain('6  C1 · fetch\n     the client of C1 commits offset 1 of t-0 of its own accord\n');
});
