import { sourceEventOf } from '../model/sql.js';
import type { TraceEvent } from '../trace/event.js';
import type { WorldState } from '../trace/world-state.js';
import { byName, type Check, type Findings, find, noFindings, verdictOf } from './check.js';

interface State {
  readonly findings: Findings;
  /** The place of each event in the order in which events came to be: as rows of a source, else as records that somebody has sent or tried to send. */
  readonly places: Record<string, number>;
  /** For each place where events of a key arrive (the topic, a group), the last event there and its place. */
  readonly last: Record<string, { readonly event: string; readonly place: number }>;
  readonly seen: Record<string, true>;
  lastPlace: number;
}

/** Events of one key come into the log, and are applied by each group, in the order in which they came to be. */
export const keyOrder: Check<State> = {
  name: 'key-order',
  initial: () => ({ findings: noFindings(), places: byName(), last: byName(), seen: byName(), lastPlace: 0 }),
  step: (state, event, world) => {
    switch (event.kind) {
      case 'rows-committed':
        for (const { table, after } of event.changes) {
          const id = sourceEventOf(world.table(event.database, table).info, after);
          if (id !== null) cameToBe(state, id);
        }
        break;
      case 'record-queued':
        if (event.event !== null) cameToBe(state, event.event);
        break;
      case 'operation':
        // Also a request that never arrives tells when its event came to be.
        if (event.name === 'produce' && event.subject !== null) cameToBe(state, event.subject);
        break;
      case 'record-appended': {
        const { topic, key } = event.record;
        if (event.event !== null && key !== null) arrived(state, world, event.event, topic, key, 'log');
        break;
      }
      case 'concluded':
        if (event.outcome === 'applied') applied(state, world, event);
        break;
    }
  },
  verdict: ({ findings }) => verdictOf(findings),
};

function cameToBe(state: State, event: string): number {
  const place = state.places[event] ?? ++state.lastPlace;
  state.places[event] = place;
  return place;
}

function applied(state: State, world: WorldState, { process, record }: TraceEvent & { kind: 'concluded' }): void {
  const group = world.processes.get(process)?.group;
  const log = world.partitions.get(record.topic)?.[record.partition];
  const key = log?.at(record.offset)?.record.key;
  if (group == null || key == null || record.event === null) return;
  arrived(state, world, record.event, record.topic, key, group);
}

/** Only the first arrival of an event counts: a redelivery comes late by nature. */
function arrived(state: State, world: WorldState, event: string, topic: string, key: string, where: string): void {
  const at = JSON.stringify([where, topic, key]);
  const once = JSON.stringify([at, event]);
  if (state.seen[once]) return;
  state.seen[once] = true;
  const place = cameToBe(state, event);
  const last = state.last[at];
  if (last) state.findings.exercised = true;
  if (!last || last.place < place) {
    state.last[at] = { event, place };
    return;
  }
  const args = { event, later: last.event, key, where: where === 'log' ? topic : where };
  find(state.findings, { code: 'later-before-earlier', step: world.step, args });
}
