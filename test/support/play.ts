import type { Run, RunOptions } from '../../src/engine/run.js';
import { runBranch } from '../../src/engine/run.js';
import type { DatabaseServer } from '../../src/postgres/ports.js';
import { loadScenario } from '../../src/scenario/load.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import type { OperationDone, TraceEvent } from '../../src/trace/event.js';

/** A scenario that is known to be right; a test that gets one wrong is told why. */
export function scenarioOf(text: string): Scenario {
  const loaded = loadScenario(text);
  if (loaded.kind === 'scenario') return loaded.scenario;
  throw new Error(JSON.stringify(loaded.diagnostics, null, 2));
}

/** The world of most tests: one topic with one partition, one event of it, one group that stands at 0, one consumer. */
export function smallWorld(steps: string, rest = ''): string {
  return `id: small
title: small
teaches: small
databases: {history: {schema: history}}
topics: {t: {partitions: 1}}
events:
  e1: {topic: t, key: k, value: {event_id: e1, ticket_id: k, from_status: open, to_status: resolved, changed_at: "2026-10-03T08:00:00Z"}}
  e2: {topic: t, key: k, value: {event_id: e2, ticket_id: k, from_status: resolved, to_status: closed, changed_at: "2026-10-03T08:01:00Z"}}
groups: {g: {topic: t, reset: earliest, committed: {0: 0}}}
processes: {p: {program: history, group: g, database: history}}
${rest}
steps:
${steps}`;
}

/** Plays the first branch of a scenario's text. */
export async function play(server: DatabaseServer, text: string, options: RunOptions = {}): Promise<Run> {
  const scenario = scenarioOf(text);
  const [branch] = scenario.branches;
  if (!branch) throw new Error('a scenario has at least one branch');
  return runBranch(scenario, branch, server, options);
}

/** An operation in a line: `commit no-reply/done 08006`, with `late` behind one that had been delayed. */
export function operationLine({ name, client, server, error, arrived }: OperationDone): string {
  return [name, `${client}/${server}`, error?.code, arrived ? 'late' : undefined].filter(Boolean).join(' ');
}

export function operationLines(trace: readonly TraceEvent[]): string[] {
  return trace.flatMap((event) => (event.kind === 'operation' ? [operationLine(event)] : []));
}

/** What the stores hold at the end, in numbers. */
export function stores({ world }: Run): { inbox: number; rows: number; committed: number | null; end: number } {
  return {
    inbox: world.table('history', 'inbox').size,
    rows: world.table('history', 'history_events').size,
    committed: world.committed('g', 't', 0),
    end: world.partition('t', 0).end,
  };
}

export function outcomes({ trace }: Run): string[] {
  return trace.flatMap((event) => (event.kind === 'concluded' ? [event.outcome] : []));
}
