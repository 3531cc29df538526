import { partitionKey, recordName } from '../model/record.js';
import { sourceEventOf } from '../model/sql.js';
import type { GroupInfo, RecordRef, TraceEvent } from '../trace/event.js';
import { fetchedRecords, restartPosition, type WorldState } from '../trace/world-state.js';
import { byName, type Check, type Evidence, type Findings, find, noFindings, verdictOf } from './check.js';

/** From a step on, the first offset that is there, or that a group would still read; a step that moves it twice counts once. */
type Course = { readonly step: number; readonly from: number }[];

interface State {
  /** What a group would read of each of its partitions, through the run. */
  readonly courses: Record<string, Course>;
  /** Where the log of each partition starts, from the first deletion on. */
  readonly starts: Record<string, Course>;
  /** The record that carried an event last, whether or not the log still has it. */
  readonly carried: Record<string, Omit<RecordRef, 'event'>>;
  /** The step at which a new leader turned out not to have an event's last record. */
  readonly cut: Record<string, number>;
  /** The step at which a reader of a partition last died or stopped, and took its position with it. */
  readonly gone: Record<string, number>;
  /** Every event that was ever a row of a source. */
  readonly written: Record<string, Written>;
}

interface Written {
  readonly table: string;
  /** When the row was written or deleted last. */
  readonly step: number;
  readonly there: boolean;
  /** Whether it can have left the relay's sight. */
  readonly left: boolean;
}

/**
 * Every event is applied, or can still be reached: as a row that a relay's next poll selects, or as a record that the
 * group would still read. Judged for each event by itself; totals can agree while one is lost and another counted twice.
 */
export const noLostEvent: Check<State> = {
  name: 'no-lost-event',
  initial: () => ({
    courses: byName(),
    starts: byName(),
    carried: byName(),
    cut: byName(),
    gone: byName(),
    written: byName(),
  }),
  step: (state, event, world) => {
    switch (event.kind) {
      case 'offset-committed':
      case 'offset-expired':
      case 'position-moved':
        noteCourse(state, world, event.group, event.partition);
        break;
      case 'log-start-moved':
        note(state.starts, partitionKey('', event.topic, event.partition), { step: world.step, from: event.offset });
        noteCourses(state, world, event.topic, event.partition);
        break;
      case 'log-truncated':
        for (const [id, { topic, partition, offset }] of Object.entries(state.carried)) {
          if (topic === event.topic && partition === event.partition && offset >= event.offset)
            state.cut[id] = world.step;
        }
        noteCourses(state, world, event.topic, event.partition);
        break;
      case 'clock-advanced':
        for (const { name, topic, reset } of world.groups.values()) {
          if (!reset.startsWith('by_duration')) continue;
          for (const { partition } of world.partitions.get(topic) ?? []) noteCourse(state, world, name, partition);
        }
        break;
      case 'operation':
        for (const { partition } of fetchedRecords(event)) {
          noteCourse(state, world, world.processes.get(event.actor)?.group ?? undefined, partition);
        }
        break;
      case 'record-appended': {
        const { topic, partition, offset } = event.record;
        if (event.event !== null) state.carried[event.event] = { topic, partition, offset };
        noteCourses(state, world, topic, partition);
        break;
      }
      case 'process': {
        const process = world.processes.get(event.name);
        const group = world.groups.get(process?.group ?? '');
        if (event.state === 'started' || !group) break;
        for (const { partition } of world.partitions.get(group.topic) ?? []) {
          if (world.hasPosition(event.name, group.topic, partition)) {
            state.gone[partitionKey(group.name, group.topic, partition)] = world.step;
          }
        }
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
  const now = { step: world.step, from: readsFrom(world, group, partition) };
  note(state.courses, partitionKey(group.name, group.topic, partition), now);
}

/** What happens to a partition may move every group that reads it. */
function noteCourses(state: State, world: WorldState, topic: string, partition: number): void {
  for (const group of world.groups.values()) {
    if (group.topic === topic) noteCourse(state, world, group.name, partition);
  }
}

function note(courses: Record<string, Course>, key: string, now: Course[number]): void {
  const course = courses[key] ?? [];
  courses[key] = course;
  if (course.at(-1)?.step === now.step) course[course.length - 1] = now;
  else course.push(now);
}

function noteWritten(state: State, event: TraceEvent & { kind: 'rows-committed' }, world: WorldState): void {
  for (const { table, kind, before, after } of event.changes) {
    const { info } = world.table(event.database, table);
    const place = `${event.database}.${table}`;
    if (kind === 'truncate') noteTruncated(state, place, world.step);
    const id = sourceEventOf(info, after ?? before);
    if (id === null) continue;
    const there = after !== null;
    const left = !there || info.binding?.pendingColumns !== undefined;
    state.written[id] = { table: place, step: world.step, there, left };
  }
}

/** TRUNCATE names no row: every one that was in the table is gone. */
function noteTruncated(state: State, place: string, step: number): void {
  for (const [id, { table, there }] of Object.entries(state.written)) {
    if (there && table === place) state.written[id] = { table, step, there: false, left: true };
  }
}

/** Judges events that were rows of a source; returns those that a relay will still publish. */
function judgeSources(findings: Findings, state: State, world: WorldState): Set<string> {
  const pending = new Set<string>();
  for (const { table } of world.tablesOf('source')) {
    for (const event of table.events()) {
      if (table.ofEvent(event).some((row) => table.isPending(row))) pending.add(event);
    }
  }
  for (const [event, { table, step, left }] of Object.entries(state.written)) {
    findings.exercised = true;
    if (pending.has(event) || world.recordsOf(event).length > 0 || isLeftToGroups(state, world, event)) continue;
    find(findings, { code: left ? 'lost-before-publish' : 'never-published', step, args: { event, table } });
  }
  return pending;
}

/** Whether a record carried the event to somebody whose work can be judged, even if the log has lost it since. */
function isLeftToGroups({ carried }: State, world: WorldState, event: string): boolean {
  const topic = carried[event]?.topic;
  return [...world.groups.values()].some((group) => group.topic === topic && world.effectsOf(group.name).length > 0);
}

function judgeGroup(findings: Findings, state: State, world: WorldState, group: GroupInfo, pending: Set<string>): void {
  const effects = world.effectsOf(group.name);
  if (effects.length === 0) return;
  for (const event of world.eventsInLog()) {
    const known = world.recordsOf(event);
    const records = known.filter(({ topic }) => topic === group.topic);
    const record = known.length > 0 ? records.at(-1) : state.carried[event];
    if (record?.topic !== group.topic) continue;
    findings.exercised = true;
    if (effects.some(({ table }) => table.ofEvent(event).length > 0) || pending.has(event)) continue;
    if (records.some((each) => reachable(world, group, each))) continue;
    find(findings, lost(state, world, group, event, record));
  }
}

function reachable(
  world: WorldState,
  group: GroupInfo,
  { topic, partition, offset }: Omit<RecordRef, 'event'>,
): boolean {
  return offset >= world.partition(topic, partition).start && offset >= readsFrom(world, group, partition);
}

function lost(
  state: State,
  world: WorldState,
  group: GroupInfo,
  event: string,
  { topic, partition, offset }: Omit<RecordRef, 'event'>,
): Evidence {
  const committed = world.committed(group.name, topic, partition);
  const key = partitionKey(group.name, topic, partition);
  const course = state.courses[key] ?? [];
  // The loss came about where the group last went from before the record to behind it, or where the record went first.
  const before = course.findLastIndex(({ from }) => from <= offset);
  const passed = course[before + 1]?.step;
  const start = state.starts[partitionKey('', topic, partition)]?.find(({ from }) => from > offset)?.step;
  const removed = world.recordsOf(event).length === 0 ? state.cut[event] : start;
  const args = {
    event,
    record: recordName({ topic, partition, offset }),
    group: group.name,
    committed: committed === null ? '-' : String(committed),
    reset: group.reset,
  };
  if (removed !== undefined && removed <= (passed ?? removed)) return { code: 'lost-with-record', step: removed, args };
  const position = restartPosition(world, group, partition);
  return {
    code:
      position === null ? 'lost-without-position' : position === committed ? 'lost-behind-offset' : 'lost-behind-reset',
    // A reader that has not come back has made no move of its own.
    step: passed ?? state.gone[key] ?? world.step,
    args,
  };
}
