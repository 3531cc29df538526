import type { Outcome } from '../../src/model/names.js';
import { type ConsumedRecord, type ConsumerPorts, KafkaError } from '../../src/programs/ports.js';

export const topic = 'tickets.status.v1';

/** The record of one event at `offset`, as a fetch hands it out. */
export function consumed(offset: number, fields: Partial<ConsumedRecord> = {}): ConsumedRecord {
  return {
    topic,
    partition: 1,
    offset,
    key: 'ticket-42',
    value: JSON.stringify({
      event_id: `event-${offset}`,
      ticket_id: 'ticket-42',
      from_status: 'open',
      to_status: 'resolved',
      changed_at: '2026-10-03T08:00:00Z',
    }),
    headers: [],
    logStart: 0,
    ...fields,
  };
}

export interface PortScript {
  /** What each fetch gives, one after another: a record, null, or an error. Then null. */
  readonly fetches: readonly (ConsumedRecord | Error | null)[];
  /** Which offset commits fail, by the offset. */
  readonly failingCommits?: readonly number[];
  /** Whether `tryInbox` finds the event new; true unless said. */
  readonly isNew?: boolean;
  /** The SQL call that fails, with what value. */
  readonly sqlFailure?: { readonly call: string; readonly value: unknown };
}

export interface Conclusion {
  readonly offset: number;
  readonly outcome: Outcome;
  readonly error: unknown;
}

/** Ports that write down every call, in one list, so that the order between Kafka and SQL shows. */
export function fakePorts(script: PortScript): { ports: ConsumerPorts; calls: string[]; conclusions: Conclusion[] } {
  const fetches = [...script.fetches];
  const calls: string[] = [];
  const conclusions: Conclusion[] = [];
  const sql = async (call: string): Promise<void> => {
    calls.push(call);
    if (script.sqlFailure?.call === call) throw script.sqlFailure.value;
  };
  const ports: ConsumerPorts = {
    sql: {
      begin: () => sql('begin'),
      query: async (name) => {
        await sql(name);
        const found = name === 'tryInbox' && (script.isNew ?? true);
        return { tag: found ? 'INSERT 0 1' : 'INSERT 0 0', columns: [], rows: found ? [['event']] : [] };
      },
      commit: () => sql('commit'),
      rollback: () => sql('rollback'),
    },
    consumer: {
      fetch: async () => {
        calls.push('fetch');
        const next = fetches.shift() ?? null;
        if (next instanceof Error) throw next;
        return next;
      },
      commitOffset: async (name, partition, offset) => {
        calls.push(`commit-offset ${name}-${partition}@${offset}`);
        if (script.failingCommits?.includes(offset)) throw new KafkaError('REQUEST_TIMED_OUT', 'no answer');
      },
      seek: (name, partition, offset) => void calls.push(`seek ${name}-${partition}@${offset}`),
    },
    conclude: ({ offset }, outcome, error) => {
      calls.push(`conclude ${offset} ${outcome}`);
      conclusions.push({ offset, outcome, error });
    },
  };
  return { ports, calls, conclusions };
}
