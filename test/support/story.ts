import type { Run } from '../../src/engine/run.js';
import { recordName } from '../../src/model/record.js';
import type { OperationDone, OperationResult, TraceEvent } from '../../src/trace/event.js';
import { operationLine } from './play.js';

/** A database with one table, a topic with two partitions, two events, a group that has committed nothing, and an actor. */
export function actorWorld(steps: string, { actors = '', rest = '' } = {}): string {
  return `id: acts
title: acts
teaches: acts
databases: {db: {schema: "CREATE TABLE notes(id int PRIMARY KEY, note text)"}}
topics: {t: {partitions: 2}}
events:
  e1: {topic: t, key: k, partition: 0, value: {event_id: e1}}
  e2: {topic: t, key: k, partition: 0, value: {event_id: e2}}
groups: {g: {topic: t, reset: earliest}}
actors:
  A: {database: db, group: g, memory: {cursor: 0, nothing: null}}
${actors}
${rest}
steps:
${steps}`;
}

/** An operation with its answer: `sql ok/done INSERT 0 1 [["1"]]`, `fetch ok/done t-0@0 e1`. */
export function operationStory(event: OperationDone): string {
  const answer = event.client === 'ok' ? resultText(event.result) : '';
  return `${event.actor} ${operationLine(event)}${answer === '' ? '' : ` ${answer}`}`;
}

function resultText(result: OperationResult | null): string {
  switch (result?.kind) {
    case 'sql':
      return result.columns.length === 0 ? result.tag : `${result.tag} ${JSON.stringify(result.rows)}`;
    case 'record':
      return result.record ? `${recordName(result.record)} ${result.record.event}` : 'nothing';
    case 'records':
      return result.records.map((record) => `${recordName(record)} ${record.event}`).join(', ') || 'nothing';
    case 'offset':
      return `${result.partition}: ${result.offset}`;
    default:
      return '';
  }
}

/** What was done, in lines: the operations, the steps that were not taken, the conclusions. */
export function deeds(trace: readonly TraceEvent[]): string[] {
  return trace.flatMap((event) => {
    switch (event.kind) {
      case 'operation':
        return [operationStory(event)];
      case 'step-skipped':
        return [`skipped: ${event.why} ${event.subject}`];
      case 'fault-unfired':
        return [`unfired: ${event.operation} ${event.fault} ${event.occurrence}`];
      case 'concluded':
        return [`${event.process} concludes ${event.outcome} ${recordName(event.record)} ${event.record.event}`];
      default:
        return [];
    }
  });
}

/** Expectations that were not met: `error: - / 23505`. */
export function unmet(trace: readonly TraceEvent[]): string[] {
  return trace.flatMap((event) =>
    event.kind === 'expectation' && !event.met
      ? [`${event.subject}: ${event.expected.join('; ')} / ${event.found.join('; ')}`]
      : [],
  );
}

/** Everything that the stores hold at the end, without what is empty. */
export function holdings({ world }: Run): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  for (const [database, tables] of world.databases) {
    for (const [name, table] of tables) {
      entries.push([`${database}.${name}`, [...table.rows()].map(({ values }) => values)]);
    }
  }
  for (const partition of [...world.partitions.values()].flat()) {
    const lines = partition.records.map(({ record }) => `${record.offset} ${record.key} ${record.value}`);
    entries.push([`${partition.topic}-${partition.partition}`, lines]);
    for (const { name } of world.groups.values()) {
      const committed = world.committed(name, partition.topic, partition.partition);
      if (committed !== null) entries.push([`${name} ${partition.topic}-${partition.partition}`, committed]);
    }
  }
  entries.push(['ledger', world.ledger.map(({ actor, effect, event }) => `${actor} ${effect} ${event}`)]);
  return Object.fromEntries(entries.filter(([, value]) => !Array.isArray(value) || value.length > 0));
}

/** What sessions had written and not committed after each step that left something: `2 A: insert notes ["1",null]`. */
export function uncommitted(trace: readonly TraceEvent[]): string[] {
  return trace.flatMap((event) =>
    event.kind === 'step-ended'
      ? event.uncommitted.map(({ session, changes }) => {
          const rows = changes.map(
            ({ kind, table, before, after }) => `${kind} ${table} ${JSON.stringify(after ?? before)}`,
          );
          return [`${event.step} ${session}:`, rows.join(', ')].join(' ').trim();
        })
      : [],
  );
}
