import { type LogRecord, recordName } from '../model/record.js';
import type { GroupInfo, TraceEvent } from '../trace/event.js';
import { restartPosition, type WorldState } from '../trace/world-state.js';
import { type Check, type Evidence, type Findings, find, noFindings, verdictOf } from './check.js';

interface State {
  /** The step at which what a group would read of a partition last changed, by group and partition. */
  readonly moved: Record<string, number>;
  /** Every event that was ever a row of a source, with the table and the step that wrote it. */
  readonly written: Record<string, { readonly table: string; readonly step: number }>;
}

/**
 * Every event is applied, or can still be reached: as a row that a relay's next poll selects, or as a record that the
 * group would still read. Judged for each event by itself; totals can agree while one is lost and another counted twice.
 */
export const noLostEvent: Check<State> = {
  name: 'no-lost-event',
  initial: () => ({ moved: {}, written: {} }),
  step: (state, event, world) => {
    switch (event.kind) {
      case 'offset-committed':
        state.moved[place(event.group, event)] = world.step;
        break;
      case 'position-moved':
        noteLive(state, world, event.process, [event.partition]);
        break;
      case 'operation':
        if (event.name === 'fetch' && event.client === 'ok' && event.result?.kind === 'record' && event.result.record) {
          noteLive(state, world, event.actor, [event.result.record.partition]);
        }
        break;
      case 'process':
        if (event.state !== 'started')
          noteLive(state, world, event.name, world.processes.get(event.name)?.partitions ?? []);
        break;
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

/** While nothing is committed, what the group would read hangs on the life and the position of its readers. */
function noteLive(state: State, world: WorldState, process: string, partitions: readonly number[]): void {
  const group = world.groups.get(world.processes.get(process)?.group ?? '');
  if (!group) return;
  for (const partition of partitions) {
    if (world.committed(group.name, group.topic, partition) === null) {
      state.moved[place(group.name, { topic: group.topic, partition })] = world.step;
    }
  }
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

function reachable(world: WorldState, group: GroupInfo, record: LogRecord): boolean {
  const { topic, partition, offset } = record;
  if (offset < world.partition(topic, partition).start) return false;
  const position = restartPosition(world, group, partition);
  if (position !== null && offset >= position) return true;
  // Nothing is committed: whoever lives still reads on from its own position, which a restart would lose.
  if (world.committed(group.name, topic, partition) !== null) return false;
  return world.readers(group.name).some((reader) => {
    const live = world.position(reader.name, topic, partition);
    return live !== null && offset >= live;
  });
}

function lost(state: State, world: WorldState, group: GroupInfo, event: string, record: LogRecord): Evidence {
  const gone = record.offset < world.partition(record.topic, record.partition).start;
  const committed = world.committed(group.name, record.topic, record.partition);
  return {
    code: gone ? 'lost-with-record' : 'lost-behind-offset',
    step: state.moved[place(group.name, record)] ?? 0,
    args: {
      event,
      record: recordName(record),
      group: group.name,
      committed: committed === null ? '-' : String(committed),
      reset: group.reset,
    },
  };
}

function place(group: string, { topic, partition }: { readonly topic: string; readonly partition: number }): string {
  return JSON.stringify([group, topic, partition]);
}
