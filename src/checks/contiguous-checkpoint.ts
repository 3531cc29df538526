import { partitionKey, recordName } from '../model/record.js';
import type { PartitionState } from '../trace/world-state.js';
import { byName, type Check, type Findings, find, noFindings, verdictOf } from './check.js';

/** What one reader of a partition has behind it. */
interface Prefix {
  /** Every record from where reading began up to here is resolved. */
  next: number;
  /** Records that ended unknown since the reader started: a seek past them does not resolve them. */
  readonly unknown: Record<number, true>;
}

interface State {
  readonly findings: Findings;
  /** By process and partition. */
  readonly prefixes: Record<string, Prefix>;
  /** What anybody has resolved for a group stays resolved, by group and partition. */
  readonly resolved: Record<string, Record<number, true>>;
}

/** An offset is committed only over a contiguous prefix of resolved records, judged at each commit. */
export const contiguousCheckpoint: Check<State> = {
  name: 'contiguous-checkpoint',
  initial: () => ({ findings: noFindings(), prefixes: byName(), resolved: byName() }),
  step: (state, event, world) => {
    switch (event.kind) {
      case 'position-moved': {
        // A life, a reset or a seek begins a new prefix.
        const key = partitionKey(event.process, event.topic, event.partition);
        const unknown = event.cause === 'seek' ? (state.prefixes[key]?.unknown ?? {}) : {};
        state.prefixes[key] = { next: event.offset, unknown };
        break;
      }
      case 'concluded': {
        const group = world.processes.get(event.process)?.group;
        if (group == null) return;
        const { topic, partition, offset } = event.record;
        const resolved = resolvedOf(state, group, topic, partition);
        const { unknown } = prefixOf(state, event.process, topic, partition);
        if (event.outcome !== 'unknown') {
          resolved[offset] = true;
          delete unknown[offset];
        } else if (!resolved[offset]) unknown[offset] = true;
        break;
      }
      case 'log-truncated':
        // Other records will have these offsets; nobody has resolved them.
        for (const { name, group } of world.processes.values()) {
          if (group == null) continue;
          const prefix = prefixOf(state, name, event.topic, event.partition);
          prefix.next = Math.min(prefix.next, event.offset);
          const resolved = resolvedOf(state, group, event.topic, event.partition);
          for (let offset = event.offset; offset < event.from; offset++) {
            delete prefix.unknown[offset];
            delete resolved[offset];
          }
        }
        break;
      case 'offset-committed': {
        if (event.process === null) return;
        state.findings.exercised = true;
        const { topic, partition } = event;
        const prefix = prefixOf(state, event.process, topic, partition);
        const resolved = resolvedOf(state, event.group, topic, partition);
        const gap = firstUnresolved(prefix, resolved, world.partition(topic, partition), event.offset);
        if (gap === null) return;
        find(state.findings, {
          code: 'offset-over-unresolved',
          step: world.step,
          args: {
            group: event.group,
            offset: String(event.offset),
            record: recordName({ topic, partition, offset: gap }),
            process: event.process,
          },
        });
        break;
      }
    }
  },
  verdict: ({ findings }) => verdictOf(findings),
};

function prefixOf(state: State, process: string, topic: string, partition: number): Prefix {
  const key = partitionKey(process, topic, partition);
  const prefix = state.prefixes[key] ?? { next: 0, unknown: {} };
  state.prefixes[key] = prefix;
  return prefix;
}

function resolvedOf(state: State, group: string, topic: string, partition: number): Record<number, true> {
  const key = partitionKey(group, topic, partition);
  const resolved = state.resolved[key] ?? {};
  state.resolved[key] = resolved;
  return resolved;
}

/** The first record below `limit` that nobody has resolved; null when the prefix reaches so far. */
function firstUnresolved(
  prefix: Prefix,
  resolved: Readonly<Record<number, true>>,
  log: PartitionState,
  limit: number,
): number | null {
  const unknown = Object.keys(prefix.unknown)
    .map(Number)
    .find((offset) => offset >= log.start && offset < limit && !resolved[offset]);
  if (unknown !== undefined) return unknown;
  prefix.next = Math.max(prefix.next, log.start);
  while (resolved[prefix.next]) prefix.next++;
  return prefix.next < Math.min(limit, log.end) ? prefix.next : null;
}
