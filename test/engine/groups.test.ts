import { afterAll, describe, expect, test } from 'vitest';
import type { Run } from '../../src/engine/run.js';
import type { TraceEvent } from '../../src/trace/event.js';
import { operationLine, play } from '../support/play.js';
import { openServer } from '../support/server.js';

const server = openServer();
afterAll(() => server.close());

/** Two members of one group over one partition, and an event for them. */
function members(steps: string, { c1 = '', c2 = '', topic = '' } = {}): string {
  return `id: members
title: members
teaches: members
databases: {history: {schema: history}}
topics: {t: {partitions: 1${topic}}}
events:
  e1: {topic: t, key: k, value: {event_id: e1, ticket_id: k, from_status: open, to_status: resolved, changed_at: "2026-10-03T08:00:00Z"}}
  e2: {topic: t, key: k, value: {event_id: e2, ticket_id: k, from_status: resolved, to_status: closed, changed_at: "2026-10-03T08:01:00Z"}}
groups: {g: {topic: t, reset: earliest}}
processes:
  c1: {program: history, group: g, database: history, subscribe: true${c1}}
  c2: {program: history, group: g, database: history, subscribe: true${c2}}
invariants: [one-row-per-event, no-lost-event]
steps:
${steps}`;
}

/** What groups and clocks have to do with each other, in lines. */
function groupLines({ trace }: Run): string[] {
  return trace.flatMap((event) => groupLine(event) ?? []);
}

function groupLine(event: TraceEvent): string | undefined {
  switch (event.kind) {
    case 'step-began':
      return `${event.step} ${event.action} ${event.actor ?? ''}`.trimEnd();
    case 'operation':
      return `${event.actor}: ${operationLine(event)}${event.error?.exception ? ` ${event.error.exception}` : ''}`;
    case 'concluded':
      return `${event.process}: ${event.outcome}`;
    case 'group-changed':
      return `${event.state} ${event.generation} ${event.members.map(({ memberId, partitions }) => `${memberId}[${partitions}]`).join(' ')}`.trimEnd();
    case 'member-removed':
      return `${event.memberId} removed: ${event.why}`;
    case 'membership-lost':
      return `${event.process} lost its membership: ${event.cause}`;
    case 'assignment-changed':
      return `${event.process} has ${event.cause === 'assigned' ? `[${event.partitions}]` : `given up${event.cause === 'lost' ? ', lost before' : ''}`}`;
    case 'offset-committed':
      return `committed ${event.offset} by ${event.process}`;
    case 'offset-expired':
      return `expired ${event.offset}`;
    case 'log-start-moved':
      return `log start ${event.offset}: ${event.cause}`;
    case 'position-moved':
      return `${event.process} at ${event.offset}: ${event.cause}`;
    default:
      return undefined;
  }
}

/** The lines from step `first` on. */
function from(first: number, run: Run): string[] {
  const lines = groupLines(run);
  return lines.slice(lines.findIndex((line) => line.startsWith(`${first} `)));
}

describe('a restart after a crash', () => {
  const steps = `  - publisher: {produce: e1}
  - advance: 6s
  - run: c1
    fault: {commit: crash-before}
  - restart: c1
  - advance: 44s
  - run: c1
  - advance: 1m
  - run: c1`;

  test('gets its partitions only after the session timeout of the dead member', async () => {
    const run = await play(server, members(steps));
    expect(from(4, run)).toEqual([
      '4 restart c1',
      'PreparingRebalance 1 c1-1[] c2-2[] c1-3[]',
      '5 advance',
      '6 run c1',
      'c1: fetch ok/done',
      '7 advance',
      'c1-1 removed: session-timeout',
      'CompletingRebalance 2 c2-2[] c1-3[]',
      'Stable 2 c2-2[] c1-3[0]',
      'c1 has [0]',
      'c1 at 0: reset',
      'c2 has []',
      '8 run c1',
      'c1: fetch ok/done',
      'c1: begin ok/done',
      'c1: tryInbox ok/done',
      'c1: saveHistory ok/done',
      'c1: commit ok/done',
      'c1: applied',
      'committed 1 by c1',
      'c1: commit-offset ok/done',
    ]);
  });

  test('of a static member gets them back at once, without a rebalance', async () => {
    const run = await play(server, members(steps, { c1: ', consumer: {group.instance.id: one}' }));
    expect(from(4, run)).toEqual([
      '4 restart c1',
      'one-1 removed: fenced',
      'Stable 1 c2-2[] one-3[0]',
      'c1 has [0]',
      'c1 at 0: reset',
      '5 advance',
      '6 run c1',
      'c1: fetch ok/done',
      'c1: begin ok/done',
      'c1: tryInbox ok/done',
      'c1: saveHistory ok/done',
      'c1: commit ok/done',
      'c1: applied',
      'committed 1 by c1',
      'c1: commit-offset ok/done',
      '7 advance',
      '8 run c1',
      'c1: fetch ok/done',
    ]);
  });
});

test('a zombie writes to the database, and its commit is refused', async () => {
  const steps = `  - publisher: {produce: e1}
  - advance: 6s
  - run: {process: c1, until: commit}
  - advance: 6m
  - run: c1
  - run: c2`;
  expect(from(4, await play(server, members(steps)))).toEqual([
    '4 advance',
    'c1 lost its membership: max.poll.interval.ms',
    'c1-1 removed: left',
    'PreparingRebalance 1 c2-2[]',
    'CompletingRebalance 2 c2-2[]',
    'Stable 2 c2-2[0]',
    'c2 has [0]',
    'c2 at 0: reset',
    '5 run c1',
    'c1: commit ok/done',
    'c1: applied',
    'c1: commit-offset not-sent/nothing CommitFailedException',
    '6 run c2',
    'c2: fetch ok/done',
    'c2: begin ok/done',
    'c2: tryInbox ok/done',
    'c2: rollback ok/done',
    'c2: already-applied',
    'committed 1 by c2',
    'c2: commit-offset ok/done',
  ]);
});

test('a commit while others rejoin is accepted, and the member that missed it rejoins when it polls', async () => {
  const steps = `  - publisher: {produce: e1}
  - advance: 6s
  - run: {process: c1, until: commit-offset}
  - rebalance: {group: g, without: [c1]}
  - run: c1
  - advance: 3s
  - run: c2`;
  expect(from(4, await play(server, members(steps)))).toEqual([
    '4 rebalance',
    'PreparingRebalance 1 c1-1[] c2-2[]',
    '5 run c1',
    'committed 1 by c1',
    'c1: commit-offset ok/done',
    '6 advance',
    'c1 has given up',
    'CompletingRebalance 2 c1-1[] c2-2[]',
    'Stable 2 c1-1[0] c2-2[]',
    'c1 has [0]',
    'c1 at 1: committed',
    'c2 has []',
    '7 run c2',
    'c2: fetch ok/done',
  ]);
});

test('a rebalance without a busy member ends when its client gives up, and its commit is refused', async () => {
  const steps = `  - publisher: {produce: e1}
  - advance: 6s
  - run: {process: c1, until: commit-offset}
  - rebalance: {group: g, without: [c1]}
  - advance: 6m
  - run: c1
  - run: c2
    expect: {outcome: already-applied}`;
  const run = await play(server, members(steps));
  expect(from(4, run).slice(0, 11)).toEqual([
    '4 rebalance',
    'PreparingRebalance 1 c1-1[] c2-2[]',
    '5 advance',
    'c1 lost its membership: max.poll.interval.ms',
    'c1-1 removed: left',
    'CompletingRebalance 2 c2-2[]',
    'Stable 2 c2-2[0]',
    'c2 has [0]',
    'c2 at 0: reset',
    '6 run c1',
    'c1: commit-offset not-sent/nothing CommitFailedException',
  ]);
  expect(run.world.committed('g', 't', 0)).toBe(1);
});

test('a group that is empty for offsets.retention.minutes forgets what it has committed', async () => {
  const steps = `  - publisher: {produce: e1}
  - advance: 6s
  - run: c1
  - crash: c1
  - crash: c2
  - advance: 6d
  - advance: 2d
  - restart: c1
  - advance: 3s
  - run: c1`;
  expect(from(4, await play(server, members(steps, { topic: ', config: {retention.ms: -1}' })))).toEqual([
    '4 crash c1',
    '5 crash c2',
    '6 advance',
    'c1-1 removed: session-timeout',
    'PreparingRebalance 1 c2-2[]',
    'c2-2 removed: session-timeout',
    'Empty 2',
    '7 advance',
    'expired 1',
    'Dead 2',
    '8 restart c1',
    'PreparingRebalance 0 c1-3[]',
    '9 advance',
    'CompletingRebalance 1 c1-3[]',
    'Stable 1 c1-3[0]',
    'c1 has [0]',
    'c1 at 0: reset',
    '10 run c1',
    'c1: fetch ok/done',
    'c1: begin ok/done',
    'c1: tryInbox ok/done',
    'c1: rollback ok/done',
    'c1: already-applied',
    'committed 1 by c1',
    'c1: commit-offset ok/done',
  ]);
});

test('retention takes a record that a group has not read, and the reset policy decides where it reads on', async () => {
  const steps = `  - publisher: {produce: e1}
  - advance: 6s
  - run: c1
  - publisher: {produce: e2}
  - crash: c1
  - crash: c2
  - advance: 2h
  - publisher: {produce: e1}
  - restart: c1
  - advance: 3s
  - run: c1`;
  const run = await play(server, members(steps, { topic: ', config: {retention.ms: 1h, segment.ms: 1h}' }));
  expect(from(7, run)).toEqual([
    '7 advance',
    'c1-1 removed: session-timeout',
    'PreparingRebalance 1 c2-2[]',
    'c2-2 removed: session-timeout',
    'Empty 2',
    'log start 2: retention-time',
    '8 produce publisher',
    'publisher: produce ok/done',
    '9 restart c1',
    'PreparingRebalance 2 c1-3[]',
    '10 advance',
    'CompletingRebalance 3 c1-3[]',
    'Stable 3 c1-3[0]',
    'c1 has [0]',
    'c1 at 1: committed',
    '11 run c1',
    'c1 at 2: reset',
    'c1: fetch ok/done',
    'c1: begin ok/done',
    'c1: tryInbox ok/done',
    'c1: rollback ok/done',
    'c1: already-applied',
    'committed 3 by c1',
    'c1: commit-offset ok/done',
  ]);
  expect(run.invariants.map(({ name, verdict }) => [name, verdict])).toEqual([
    ['one-row-per-event', 'holds'],
    ['no-lost-event', 'violated'],
  ]);
});
