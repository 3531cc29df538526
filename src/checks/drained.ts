import { recordName } from '../model/record.js';
import type { TraceEvent } from '../trace/event.js';
import { restartPosition, type WorldState } from '../trace/world-state.js';
import { byName, type Check, type Evidence, find, noFindings, verdictOf } from './check.js';

interface LastTry {
  readonly step: number;
  /** The error's code, or what it says. */
  readonly code: string;
}

interface State {
  drained: boolean;
  /** Records that a group has resolved, by group and record. */
  readonly resolved: Record<string, true>;
  /** For records that ended unknown: when last, and with what error. */
  readonly unknown: Record<string, LastTry>;
  /** The errors that each process has got since it last concluded something, by the operation that gave them. */
  readonly errors: Record<string, Record<number, string>>;
  unfinished: readonly string[];
}

/**
 * After the faults have ended and everything has restarted once, nothing is left to do: no reachable record is
 * unresolved, no row of a source is pending, the lag is 0, and nobody waits. Evidence is the first thing that cannot move.
 */
export const drained: Check<State> = {
  name: 'drained',
  initial: () => ({ drained: false, resolved: byName(), unknown: byName(), errors: byName(), unfinished: [] }),
  step: (state, event, world) => {
    switch (event.kind) {
      case 'drain-began':
        state.drained = true;
        break;
      case 'operation':
        if (event.error) state.errors[event.actor] = { ...state.errors[event.actor], [event.id]: event.error.code };
        break;
      case 'log-truncated':
        // Other records will have these offsets; nobody has resolved them.
        for (const group of world.groups.keys()) {
          for (let offset = event.offset; offset < event.from; offset++) {
            const key = `${group} ${recordName({ ...event, offset })}`;
            delete state.resolved[key];
            delete state.unknown[key];
          }
        }
        break;
      case 'concluded':
        noteConclusion(state, event, world);
        break;
      case 'run-ended':
        state.unfinished = event.unfinished;
        break;
    }
  },
  verdict: (state, world) => {
    const findings = noFindings();
    if (!state.drained) return verdictOf(findings);
    for (const evidence of stuckThings(state, world)) find(findings, evidence);
    findings.exercised ||=
      [...world.partitions.values()].flat().some(({ start, end }) => end > start) ||
      world.tablesOf('source').some(({ table }) => table.size > 0);
    return verdictOf(findings);
  },
};

function noteConclusion(state: State, event: TraceEvent & { kind: 'concluded' }, world: WorldState): void {
  const group = world.processes.get(event.process)?.group;
  if (group == null) return;
  const key = `${group} ${recordName(event.record)}`;
  const errors = state.errors[event.process] ?? {};
  delete state.errors[event.process];
  if (event.outcome === 'unknown') {
    const code = typeof event.errorFrom === 'number' ? errors[event.errorFrom] : undefined;
    state.unknown[key] = { step: world.step, code: code ?? event.reason ?? '-' };
    return;
  }
  state.resolved[key] = true;
  delete state.unknown[key];
}

function* stuckThings(state: State, world: WorldState): Generator<Evidence> {
  for (const actor of state.unfinished) yield { code: 'unfinished', step: world.step, args: { actor } };
  for (const { database, table } of world.tablesOf('source')) {
    for (const row of table.rows()) {
      if (!table.isPending(row)) continue;
      const event = row.values[table.info.columns.indexOf(table.info.binding?.eventColumn ?? '')] ?? '';
      yield { code: 'row-pending', step: row.step, args: { event, table: `${database}.${table.info.name}` } };
    }
  }
  for (const group of world.groups.values()) {
    if (world.readers(group.name).length === 0) continue;
    for (const log of world.partitions.get(group.topic) ?? []) {
      if (log.end === log.start) continue;
      const position = restartPosition(world, group, log.partition);
      if (position === null) {
        yield {
          code: 'no-position',
          step: world.step,
          args: { group: group.name, partition: `${log.topic}-${log.partition}` },
        };
        continue;
      }
      if (position === log.end) continue;
      yield stuckPartition(state, world, group.name, log.topic, log.partition, position);
    }
  }
}

function stuckPartition(
  state: State,
  world: WorldState,
  group: string,
  topic: string,
  partition: number,
  position: number,
): Evidence {
  const log = world.partition(topic, partition);
  for (let offset = position; offset < log.end; offset++) {
    const key = `${group} ${recordName({ topic, partition, offset })}`;
    if (state.resolved[key]) continue;
    const last = state.unknown[key];
    return {
      code: 'record-unresolved',
      step: last?.step ?? world.step,
      args: {
        group,
        record: recordName({ topic, partition, offset }),
        event: log.at(offset)?.event ?? '-',
        error: last?.code ?? '-',
      },
    };
  }
  return {
    code: 'offset-behind',
    step: world.step,
    args: { group, partition: `${topic}-${partition}`, position: String(position), end: String(log.end) },
  };
}
