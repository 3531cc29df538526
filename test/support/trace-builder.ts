import { scenarioStart } from '../../src/base/time.js';
import type { Evidence, Verdict } from '../../src/checks/check.js';
import { Watch } from '../../src/checks/registry.js';
import type { InvariantName, Operation, Outcome, ResetPolicy } from '../../src/model/names.js';
import type { LogRecord } from '../../src/model/record.js';
import type { Row, RowChange, TableInfo, TableRole } from '../../src/model/sql.js';
import type {
  DatabaseInfo,
  GroupInfo,
  OperationDone,
  ProcessChanged,
  ProcessInfo,
  TraceEvent,
  WorldBegan,
} from '../../src/trace/event.js';
import type { PositionMoved } from '../../src/trace/group-event.js';

export const topic = 'tickets.status.v1';

export const holds: Verdict = { verdict: 'holds', evidence: [] };
export const notExercised: Verdict = { verdict: 'not-exercised', evidence: [] };
export function violated(...evidence: Evidence[]): Verdict {
  return { verdict: 'violated', evidence };
}

/** A table of events; a source has a column that is null while the row is pending. */
export function table(name: string, role: TableRole): TableInfo {
  const pending = role === 'source' ? { pendingColumns: ['published_at'] } : {};
  return {
    name,
    columns: role === 'source' ? ['event_id', 'published_at'] : ['event_id'],
    binding: { table: name, role, eventColumn: 'event_id', ...pending },
  };
}

export function historyDatabase(name: string): DatabaseInfo {
  return { name, tables: [table('inbox', 'marker'), table('history_events', 'effect')] };
}

export function group(name: string, reset: ResetPolicy = 'earliest'): GroupInfo {
  return { name, topic, reset };
}

/** A History consumer that has its group, its database and its own name alike. */
export function consumer(name: string, fields: Partial<ProcessInfo> = {}): ProcessInfo {
  return {
    ...{ name, program: 'history', variant: 'inbox', group: name, database: name },
    ...{ partitions: [0, 1, 2], claims: ['repository-contract'] },
    ...fields,
  };
}

export type WorldFields = Partial<Omit<WorldBegan, 'kind'>>;

/** The world of most bundled scenarios: one History consumer, its database, and the tickets' database with an outbox. */
const usualWorld: WorldBegan = {
  kind: 'world-began',
  clock: scenarioStart,
  databases: [historyDatabase('history'), { name: 'tickets', tables: [table('outbox', 'source')] }],
  topics: [{ name: topic, partitions: 3 }],
  groups: [group('history')],
  processes: [consumer('history')],
};

interface Place {
  /** 1 unless said: there `ticket-42` goes. */
  readonly partition?: number;
  /** `history` unless said; also the name of its group. */
  readonly process?: string;
}

/** Writes a trace by hand, event by event. Every method returns the builder. */
export class TraceBuilder {
  readonly events: TraceEvent[];
  #step = 0;
  #unit = 1;
  #operation = 0;
  readonly #records: LogRecord[] = [];
  /** The end of each partition's log. */
  readonly #ends = new Map<string, number>();

  constructor(world: WorldFields = {}) {
    this.events = [{ ...usualWorld, ...world }];
  }

  /** The id of the operation that came last. */
  get operation(): number {
    return this.#operation;
  }

  add(event: TraceEvent): this {
    this.events.push(event);
    return this;
  }

  /** Begins the next step, from 1. */
  step(): this {
    this.#step++;
    return this.add({
      ...{ kind: 'step-began', step: this.#step, line: this.#step, actor: null },
      ...{ action: 'run', subject: {}, ask: null, say: null },
    });
  }

  process(state: ProcessChanged['state'], name = 'history'): this {
    return this.add({ kind: 'process', name, state });
  }

  position(cause: PositionMoved['cause'], offset: number, { partition = 1, process = 'history' }: Place = {}): this {
    return this.add({ kind: 'position-moved', process, group: process, topic, partition, offset, cause });
  }

  /** Appends the record of `event` (null: a value that carries none). */
  record(
    event: string | null,
    place: Partial<Pick<LogRecord, 'topic' | 'partition' | 'key' | 'timestamp'>> = {},
  ): this {
    const at = { topic, partition: 1, key: 'ticket-42', timestamp: scenarioStart, ...place };
    const offset = this.#ends.get(`${at.topic}-${at.partition}`) ?? 0;
    this.#ends.set(`${at.topic}-${at.partition}`, offset + 1);
    const value = event === null ? 'no JSON' : JSON.stringify({ event_id: event });
    const record = { ...at, offset, value, headers: [] };
    this.#records.push(record);
    return this.add({ kind: 'record-appended', record, event });
  }

  /** A producer takes the record of `event` over. */
  queued(event: string | null, key: string | null = 'ticket-42'): this {
    return this.add({ kind: 'record-queued', actor: 'publisher', topic, partition: 1, key, event });
  }

  /** Records below `offset` are deleted. */
  logStart(offset: number, partition = 1): this {
    return this.add({ kind: 'log-start-moved', topic, partition, from: 0, offset, cause: 'delete-records' });
  }

  /** A new leader has nothing from `offset` on; what is appended next takes its place. */
  truncated(offset: number, partition = 1): this {
    const from = this.#ends.get(`${topic}-${partition}`) ?? 0;
    this.#ends.set(`${topic}-${partition}`, offset);
    return this.add({ kind: 'log-truncated', topic, partition, from, offset });
  }

  clock(milliseconds: number): this {
    return this.add({ kind: 'clock-advanced', clock: scenarioStart + milliseconds });
  }

  effect(effect: string, event: string | null, actor = 'history'): this {
    return this.add({ kind: 'effect-done', actor, effect, event });
  }

  rows(database: string, ...changes: RowChange[]): this {
    return this.add({ kind: 'rows-committed', database, changes });
  }

  insert(place: string, ...after: Row): this {
    const [database = '', name = ''] = place.split('.');
    return this.rows(database, { table: name, kind: 'insert', before: null, after });
  }

  delete(place: string, ...before: Row): this {
    const [database = '', name = ''] = place.split('.');
    return this.rows(database, { table: name, kind: 'delete', before, after: null });
  }

  truncate(place: string): this {
    const [database = '', name = ''] = place.split('.');
    return this.rows(database, { table: name, kind: 'truncate', before: null, after: null });
  }

  /** The pair that handling `event` rightly leaves. */
  pair(event: string, database = 'history'): this {
    return this.rows(
      database,
      { table: 'inbox', kind: 'insert', before: null, after: [event] },
      { table: 'history_events', kind: 'insert', before: null, after: [event] },
    );
  }

  unit(): this {
    this.#unit++;
    return this;
  }

  /** An operation that went well unless `fields` say otherwise. */
  call(name: Operation, fields: Partial<OperationDone> = {}): this {
    return this.add({
      ...{ kind: 'operation', id: fields.arrived ? this.#operation : ++this.#operation, arrived: false },
      ...{ actor: 'history', unit: this.#unit, name, subject: null, fault: null, client: 'ok', server: 'done' },
      ...{ result: null, error: null },
      ...fields,
    });
  }

  /** A statement by which `actor` has made `item` be `value`: null is no more, undefined is not said. */
  writes(actor: string, item: string, value?: string | null, fields: Partial<OperationDone> = {}): this {
    const writes = value === undefined ? { item } : { item, value };
    return this.call('sql', { actor, writes, ...fields });
  }

  /** A query by which `actor` has seen `values` of `item`: none of them is nothing of it, null only that it is there. */
  reads(actor: string, item: string, ...values: readonly (string | null)[]): this {
    const isThere = values.length === 1 && values[0] === null;
    return this.call('sql', { actor, reads: { item, found: values.length > 0, values: isThere ? null : values } });
  }

  /** A fetch that handed out the record at `offset`. */
  fetch(offset: number, { partition = 1, process = 'history' }: Place = {}): this {
    const record = { topic, partition, offset, event: this.#eventAt(partition, offset) };
    return this.call('fetch', { actor: process, result: { kind: 'record', record } });
  }

  concluded(
    outcome: Outcome,
    offset: number,
    { partition = 1, process = 'history', errorFrom = null }: Place & { errorFrom?: number | 'other' | null } = {},
  ): this {
    const record = { topic, partition, offset, event: this.#eventAt(partition, offset) };
    return this.add({ kind: 'concluded', process, unit: this.#unit, record, outcome, errorFrom, reason: null });
  }

  /** Commits an offset for the group of `process`; null stands for what the scenario starts with. */
  commit(
    offset: number,
    {
      partition = 1,
      process = 'history',
      group = 'history',
    }: { partition?: number; process?: string | null; group?: string } = {},
  ): this {
    return this.add({
      ...{ kind: 'offset-committed', topic, partition, previous: null, offset },
      ...{ group: process ?? group, process },
    });
  }

  drain(): this {
    return this.add({ kind: 'drain-began' });
  }

  end(...unfinished: string[]): this {
    return this.add({ kind: 'run-ended', unfinished, blocked: [] });
  }

  /** What one invariant says about everything written so far. */
  verdict(name: InvariantName): Verdict {
    const watch = new Watch([name]);
    for (const event of this.events) watch.see(event);
    const [judged] = watch.verdicts();
    if (!judged) throw new Error(`${name} is no invariant`);
    return { verdict: judged.verdict, evidence: judged.evidence };
  }

  #eventAt(partition: number, offset: number): string | null {
    const record = this.#records.findLast(
      (each) => each.topic === topic && each.partition === partition && each.offset === offset,
    );
    const value: unknown = record?.value?.startsWith('{') ? JSON.parse(record.value) : null;
    return (value as { event_id: string } | null)?.event_id ?? null;
  }
}

/** One row of a table of traces: what it shows, how it comes about, and what must be said about it. */
export interface TraceCase {
  readonly what: string;
  readonly world?: WorldFields;
  readonly trace: (trace: TraceBuilder) => unknown;
  readonly verdict: Verdict;
}

/** For `test.each`: the name, then what the invariant says and what it must say. */
export function judged(
  name: InvariantName,
  cases: readonly TraceCase[],
): [what: string, judge: () => [Verdict, Verdict]][] {
  return cases.map(({ what, world, trace, verdict }) => [
    what,
    () => {
      const builder = new TraceBuilder(world);
      trace(builder);
      return [builder.verdict(name), verdict];
    },
  ]);
}
