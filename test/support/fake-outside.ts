import { eventIdOf, type NewRecord } from '../../src/model/record.js';
import type { SqlResult } from '../../src/model/sql.js';
import { type CommittedRows, KafkaError, type OutboxRow, type Ports, SqlError } from '../../src/programs/ports.js';

/** What goes wrong, by the name of the call and which of them, from 1: `produce 2`. */
export type Failing = readonly string[];

export interface OutsideScript {
  /** What each poll finds, one after another; then nothing. */
  readonly polls?: readonly (readonly OutboxRow[])[];
  /** What each read of the stream finds, one after another; then nothing. */
  readonly reads?: readonly (readonly CommittedRows[])[];
  readonly requests?: readonly Readonly<Record<string, string>>[];
  /** Whether `saveOrder` and `tryInbox` find that nothing is there yet; true unless said. */
  readonly isNew?: boolean;
  readonly failing?: Failing;
}

/** Ports of every kind that write down each call, in one list; ids are `id-1`, `id-2`, ... */
export function fakeOutside(script: OutsideScript): { ports: Ports; calls: string[]; records: NewRecord[] } {
  const [polls, reads, requests] = [[...(script.polls ?? [])], [...(script.reads ?? [])], [...(script.requests ?? [])]];
  const calls: string[] = [];
  const records: NewRecord[] = [];
  const counts = new Map<string, number>();
  let now = 1000;
  let ids = 0;
  const call = (name: string, detail: string, error: (code: string) => Error): void => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const fails = script.failing?.includes(`${name} ${count}`) ?? false;
    calls.push(`${name}${detail === '' ? '' : ` ${detail}`}${fails ? ' fails' : ''}`);
    if (fails) throw error('08006');
  };
  const sql = async (name: string, detail = '') => call(name, detail, (code) => new SqlError(code, null, 'no answer'));
  const produce = async (record: NewRecord) => {
    call('produce', eventIdOf(record.value) ?? '-', () => new KafkaError('REQUEST_TIMED_OUT', 'no answer'));
    records.push(record);
  };
  const unused = (): never => {
    throw new Error('not used here');
  };
  const ports: Ports = {
    sql: {
      begin: () => sql('begin'),
      commit: () => sql('commit'),
      rollback: () => sql('rollback'),
      query: async (name, _statement, parameters) => {
        await sql(name, parameters.join(' '));
        if (name === 'poll') return answer(polls.shift() ?? []);
        const found = (name === 'saveOrder' || name === 'tryInbox') && (script.isNew ?? true);
        return answer(found ? [{ id: 'new' }] : []);
      },
    },
    producer: {
      topic: 't',
      send: produce,
      enqueue: (record) => {
        calls.push(`enqueue ${eventIdOf(record.value) ?? '-'}`);
        return { deliver: () => produce(record) };
      },
    },
    changes: {
      read: async (rows) => {
        await sql('read-changes', String(rows));
        return reads.shift() ?? [];
      },
      confirm: (position) => sql('confirm', String(position)),
      reconnect: () => void calls.push('reconnect'),
    },
    effects: { perform: async (effect, event) => call('effect', `${effect} ${event}`, () => new Error('no answer')) },
    requests: { next: () => requests.shift() ?? null },
    clock: {
      now: () => now,
      sleepUntil: async (instant) => {
        if (instant > now) calls.push(`sleep ${instant - now}`);
        now = Math.max(now, instant);
      },
    },
    newId: () => `id-${++ids}`,
    consumer: { fetch: unused, commitOffset: unused, seek: unused },
    conclude: unused,
  };
  return { ports, calls, records };
}

function answer(rows: readonly OutboxRow[]): SqlResult {
  const columns = Object.keys(rows[0] ?? {});
  return {
    tag: `SELECT ${rows.length}`,
    columns,
    rows: rows.map((row) => columns.map((column) => row[column] ?? null)),
  };
}
