import { type LogRecord, recordName } from '../model/record.js';
import type { GroupInfo, TraceEvent } from '../trace/event.js';
import { restartPosition, type WorldState } from '../trace/world-state.js';
import { type Check, type Evidence, type Findings, find, noFindings, verdictOf } from './check.js';

/** The step at which a group's committed offset or position last moved, by group and partition. */
type State = Record<string, number>;

/**
 * Every event is applied, or can still be reached: as a row that a relay's next poll selects, or as a record that the
 * group would still read. Judged for each event by itself; totals can agree while one is lost and another counted twice.
 */
export const noLostEvent: Check<State> = {
  name: 'no-lost-event',
  initial: () => ({}),
  step: (state, event, world) => {
    if (event.kind === 'offset-committed') state[place(event.group, event)] = world.step;
    if (event.kind === 'position-moved' && event.cause === 'reset') state[place(event.group, event)] = world.step;
  },
  verdict: (state, world) => {
    const findings = noFindings();
    const pending = judgeSources(findings, world);
    for (const group of world.groups.values()) judgeGroup(findings, state, world, group, pending);
    return verdictOf(findings);
  },
};

/** Judges events that are only rows of a source; returns those that a relay will still publish. */
function judgeSources(findings: Findings, world: WorldState): Set<string> {
  const pending = new Set<string>();
  for (const { database, table } of world.tablesOf('source')) {
    const column = table.info.columns.indexOf(table.info.binding?.pendingColumn ?? '');
    for (const event of table.events()) {
      findings.exercised = true;
      const rows = table.ofEvent(event);
      if (rows.some((row) => row.values[column] === null)) pending.add(event);
      else if (world.recordsOf(event).length === 0) {
        find(findings, {
          code: 'lost-before-publish',
          step: rows.at(-1)?.step ?? 0,
          args: { event, table: `${database}.${table.info.name}` },
        });
      }
    }
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
    step: state[place(group.name, record)] ?? 0,
    args: {
      event,
      record: recordName(record),
      group: group.name,
      committed: committed === null ? '-' : String(committed),
      reset: group.reset,
    },
  };
}

function place(
  group: string,
  { topic, partition }: Pick<TraceEvent & { kind: 'offset-committed' }, 'topic' | 'partition'>,
): string {
  return JSON.stringify([group, topic, partition]);
}
