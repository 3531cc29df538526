import { type LogRecord, partitionKey, recordName } from '../model/record.js';
import type { GroupInfo, TraceEvent } from '../trace/event.js';
import { restartPosition, type WorldState } from '../trace/world-state.js';
import { type Check, type Evidence, type Findings, find, noFindings, verdictOf } from './check.js';

/** From a step on, the first offset that a group would still read; a step that moves it twice counts once. */
type Course = { readonly step: number; readonly from: number }[];

interface State {
  /** What a group would read of each of its partitions, through the run. */
  readonly courses: Record<string, Course>;
  /** The step at which a reader of a partition last died or stopped, and took its position with it. */
  readonly gone: Record<string, number>;
  /** Every event that was ever a row of a source, with the table and the step that wrote it. */
  readonly written: Record<string, { readonly table: string; readonly step: number }>;
}

/**
 * Every event is applied, or can still be reached: as a row that a relay's next poll selects, or as a record that the
 * group would still read. Judged for each event by itself; totals can agree while one is lost and another counted twice.
 */
export const noLostEvent: Check<State> = {
  name: 'no-lost-event',
  initial: () => ({ courses: {}, gone: {}, written: {} }),
  step: (state, event, world) => {
    switch (event.kind) {
      case 'offset-committed':
      case 'position-moved':
        noteCourse(state, world, event.group, event.partition);
        break;
      case 'operation':
        if (event.name === 'fetch' && event.client === 'ok' && event.result?.kind === 'record' && event.result.record) {
          noteCourse(state, world, world.processes.get(event.actor)?.group, event.result.record.partition);
        }
        break;
      case 'record-appended':
        for (const group of world.groups.values()) {
          if (group.topic === event.record.topic) noteCourse(state, world, group.name, event.record.partition);
        }
        break;
      case 'process': {
        const process = world.processes.get(event.name);
        const topic = world.groups.get(process?.group ?? '')?.topic;
        if (event.state === 'started' || !process || topic === undefined) break;
        for (const partition of process.partitions)
          state.gone[partitionKey(process.group, topic, partition)] = world.step;
        break;
      }
      case 'rows-committed':
        noteWritten(state, event, world);
        break;
    }
  },
  verdict: (state, world) => {
    const findings = noFindings();
    const pending = judgeSources(findings, state, world);
    for (const group of world.groups.values()) judgeGroup(findings, state, world, group, pending);
    return verdictOf(findings);
  },
};

/**
 * The first offset of a partition that a group would still read. While nothing is committed that hangs on the life and
 * the position of its readers, which a restart would lose.
 */
function readsFrom(world: WorldState, group: GroupInfo, partition: number): number {
  const afterRestart = restartPosition(world, group, partition) ?? Number.POSITIVE_INFINITY;
  if (world.committed(group.name, group.topic, partition) !== null) return afterRestart;
  const live = world.readers(group.name).flatMap((reader) => world.position(reader.name, group.topic, partition) ?? []);
  return Math.min(afterRestart, ...live);
}

function noteCourse(state: State, world: WorldState, name: string | undefined, partition: number): void {
  const group = world.groups.get(name ?? '');
  if (!group) return;
  const key = partitionKey(group.name, group.topic, partition);
  const course = state.courses[key] ?? [];
  state.courses[key] = course;
  const now = { step: world.step, from: readsFrom(world, group, partition) };
  if (course.at(-1)?.step === world.step) course[course.length - 1] = now;
  else course.push(now);
}

function noteWritten(state: State, event: TraceEvent & { kind: 'rows-committed' }, world: WorldState): void {
  for (const { table, after } of event.changes) {
    const { info } = world.table(event.database, table);
    const id = info.binding?.role === 'source' ? after?.[info.columns.indexOf(info.binding.eventColumn)] : null;
    if (id != null) state.written[id] = { table: `${event.database}.${table}`, step: world.step };
  }
}

/** Judges events that were rows of a source; returns those that a relay will still publish. */
function judgeSources(findings: Findings, state: State, world: WorldState): Set<string> {
  const pending = new Set<string>();
  for (const { table } of world.tablesOf('source')) {
    const column = table.info.columns.indexOf(table.info.binding?.pendingColumn ?? '');
    for (const event of table.events()) {
      if (table.ofEvent(event).some((row) => row.values[column] === null)) pending.add(event);
    }
  }
  for (const [event, { table, step }] of Object.entries(state.written)) {
    findings.exercised = true;
    if (pending.has(event) || world.recordsOf(event).length > 0) continue;
    find(findings, { code: 'lost-before-publish', step, args: { event, table } });
  }
  return pending;
}

function judgeGroup(findings: Findings, state: State, world: WorldState, group: GroupInfo, pending: Set<string>): void {
  const effects = world.readers(group.name).flatMap(({ database }) => world.tablesOf('effect', database));
  if (effects.length === 0) return;
  for (const event of world.eventsInLog()) {
    const records = world.recordsOf(event).filter((record) => record.topic === group.topic);
    if (records.length === 0) continue;
    findings.exercised = true;
    if (effects.some(({ table }) => table.ofEvent(event).length > 0) || pending.has(event)) continue;
    if (records.some((record) => reachable(world, group, record))) continue;
    const last = records.at(-1);
    if (last) find(findings, lost(state, world, group, event, last));
  }
}

function reachable(world: WorldState, group: GroupInfo, { topic, partition, offset }: LogRecord): boolean {
  return offset >= world.partition(topic, partition).start && offset >= readsFrom(world, group, partition);
}

function lost(state: State, world: WorldState, group: GroupInfo, event: string, record: LogRecord): Evidence {
  const { topic, partition, offset } = record;
  const committed = world.committed(group.name, topic, partition);
  const key = partitionKey(group.name, topic, partition);
  const course = state.courses[key] ?? [];
  // The loss came about where the group last went from before the record to behind it.
  const before = course.findLastIndex(({ from }) => from <= offset);
  const code =
    offset < world.partition(topic, partition).start
      ? 'lost-with-record'
      : restartPosition(world, group, partition) === null
        ? 'lost-without-position'
        : 'lost-behind-offset';
  return {
    code,
    // A reader that has not come back has made no move of its own.
    step: course[before + 1]?.step ?? state.gone[key] ?? world.step,
    args: {
      event,
      record: recordName(record),
      group: group.name,
      committed: committed === null ? '-' : String(committed),
      reset: group.reset,
    },
  };
}
