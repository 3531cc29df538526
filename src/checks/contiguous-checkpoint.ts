import { partitionKey, recordName } from '../model/record.js';
import type { WorldState } from '../trace/world-state.js';
import { type Check, type Findings, find, noFindings, verdictOf } from './check.js';

interface Prefix {
  /** Every record from where reading began up to here is resolved. */
  next: number;
  readonly resolved: Record<number, true>;
  /** Records that ended unknown since the reader started: a seek past them does not resolve them. */
  unknown: Record<number, true>;
}

interface State {
  readonly findings: Findings;
  readonly prefixes: Record<string, Prefix>;
}

/** An offset is committed only over a contiguous prefix of resolved records, judged at each commit. */
export const contiguousCheckpoint: Check<State> = {
  name: 'contiguous-checkpoint',
  initial: () => ({ findings: noFindings(), prefixes: {} }),
  step: (state, event, world) => {
    switch (event.kind) {
      case 'position-moved': {
        // A life, a reset or a seek begins a new prefix; what earlier lives resolved stays resolved.
        const prefix = prefixOf(state, event.group, event.topic, event.partition);
        prefix.next = event.offset;
        if (event.cause !== 'seek') prefix.unknown = {};
        break;
      }
      case 'concluded': {
        const process = world.processes.get(event.process);
        if (!process) return;
        const { topic, partition, offset } = event.record;
        const prefix = prefixOf(state, process.group, topic, partition);
        if (event.outcome === 'unknown') {
          if (!prefix.resolved[offset]) prefix.unknown[offset] = true;
        } else {
          prefix.resolved[offset] = true;
          delete prefix.unknown[offset];
        }
        break;
      }
      case 'offset-committed': {
        if (event.process === null) return;
        state.findings.exercised = true;
        const prefix = prefixOf(state, event.group, event.topic, event.partition);
        const gap = firstUnresolved(prefix, world, event.topic, event.partition, event.offset);
        if (gap === null) return;
        find(state.findings, {
          code: 'offset-over-unresolved',
          step: world.step,
          args: {
            group: event.group,
            offset: String(event.offset),
            record: recordName({ topic: event.topic, partition: event.partition, offset: gap }),
            process: event.process,
          },
        });
        break;
      }
    }
  },
  verdict: ({ findings }) => verdictOf(findings),
};

function prefixOf(state: State, group: string, topic: string, partition: number): Prefix {
  const key = partitionKey(group, topic, partition);
  const prefix = state.prefixes[key] ?? { next: 0, resolved: {}, unknown: {} };
  state.prefixes[key] = prefix;
  return prefix;
}

/** The first record below `limit` that nobody has resolved; null when the prefix reaches so far. */
function firstUnresolved(
  prefix: Prefix,
  world: WorldState,
  topic: string,
  partition: number,
  limit: number,
): number | null {
  const log = world.partition(topic, partition);
  const unknown = Object.keys(prefix.unknown)
    .map(Number)
    .find((offset) => offset >= log.start && offset < limit);
  if (unknown !== undefined) return unknown;
  prefix.next = Math.max(prefix.next, log.start);
  while (prefix.resolved[prefix.next]) prefix.next++;
  return prefix.next < Math.min(limit, log.end) ? prefix.next : null;
}
