import { present } from '../base/assert.js';
import { type Instant, parseIsoDuration } from '../base/time.js';
import { type LogRecord, partitionKey } from '../model/record.js';
import type { TableRole } from '../model/sql.js';
import type { GroupInfo, ProcessInfo, RecordRef, ReplicaInfo, TraceEvent } from './event.js';
import type { GroupChanged } from './group-event.js';
import type { EffectDone } from './store-event.js';
import { TableRows } from './table-rows.js';

export interface StoredRecord {
  readonly record: LogRecord;
  readonly event: string | null;
  /** The step that appended it. */
  readonly step: number;
}

export class PartitionState {
  start = 0;
  end = 0;
  readonly records: StoredRecord[] = [];

  constructor(
    readonly topic: string,
    readonly partition: number,
  ) {}

  /** The record at `offset`; undefined where the log has it no more, or not yet. */
  at(offset: number): StoredRecord | undefined {
    return this.records[offset - this.start];
  }
}

/** What the stores hold after some part of a trace: a fold that checks and renderers share. */
export class WorldState {
  /** The step that is going on, from 1; 0 before the first. */
  step = 0;
  clock: Instant = 0;
  readonly databases = new Map<string, Map<string, TableRows>>();
  readonly partitions = new Map<string, PartitionState[]>();
  readonly groups = new Map<string, GroupInfo>();
  readonly processes = new Map<string, ProcessInfo & { alive: boolean }>();
  /** What each group of members came to last. */
  readonly memberships = new Map<string, GroupChanged>();
  /** The replicas by their names. */
  readonly replicas = new Map<string, ReplicaInfo>();
  /** How many commits a replica has repeated, and how many a database with replicas has made; the first is its definition. */
  readonly positions = new Map<string, number>();
  /** Effects outside the databases, in order. */
  readonly ledger: (EffectDone & { readonly step: number })[] = [];
  /** The partitions that a member of a group has, by its name. */
  readonly #assigned = new Map<string, readonly number[]>();
  readonly #committed = new Map<string, number>();
  readonly #positions = new Map<string, number>();
  /** Every partition that somebody has ever had a position in. */
  readonly #read = new Set<string>();
  /** Every record of an event, in the order of the appends. */
  readonly #recordsByEvent = new Map<string, LogRecord[]>();

  apply(event: TraceEvent): void {
    switch (event.kind) {
      case 'world-began':
        this.clock = event.clock;
        for (const { name, tables, replica } of event.databases) {
          this.databases.set(name, new Map(tables.map((info) => [info.name, new TableRows(info)])));
          if (!replica) continue;
          this.replicas.set(name, replica);
          for (const each of [name, replica.of]) this.positions.set(each, 1);
        }
        for (const { name, partitions } of event.topics) {
          this.partitions.set(name, []);
          this.#addPartitions(name, partitions);
        }
        for (const group of event.groups) this.groups.set(group.name, group);
        for (const process of event.processes) this.processes.set(process.name, { ...process, alive: false });
        break;
      case 'step-began':
        this.step = event.step;
        break;
      case 'clock-advanced':
        this.clock = event.clock;
        break;
      case 'process': {
        const process = this.processes.get(event.name);
        if (process) process.alive = event.state === 'started';
        if (event.state !== 'started') this.#forget(event.name);
        break;
      }
      case 'rows-committed':
        if (event.position !== undefined) this.positions.set(event.database, event.position);
        for (const change of event.changes) this.table(event.database, change.table).apply(change, this.step);
        break;
      case 'record-appended':
        this.#append(event.record, event.event);
        break;
      case 'log-start-moved': {
        const partition = this.partition(event.topic, event.partition);
        partition.records.splice(0, event.offset - partition.start);
        partition.start = event.offset;
        break;
      }
      case 'log-truncated':
        this.#truncate(event.topic, event.partition, event.offset);
        break;
      case 'partitions-added':
        this.#addPartitions(event.topic, event.partitions);
        break;
      case 'offset-expired':
        this.#committed.delete(partitionKey(event.group, event.topic, event.partition));
        break;
      case 'assignment-changed':
        this.#assigned.set(event.process, event.partitions);
        break;
      case 'group-changed':
        this.memberships.set(event.group, event);
        break;
      case 'effect-done':
        this.ledger.push({ ...event, step: this.step });
        break;
      case 'offset-committed':
        this.#committed.set(partitionKey(event.group, event.topic, event.partition), event.offset);
        break;
      case 'position-moved':
        this.#positions.set(partitionKey(event.process, event.topic, event.partition), event.offset);
        this.#read.add(partitionKey(event.process, event.topic, event.partition));
        break;
      case 'operation':
        for (const { topic, partition, offset } of fetchedRecords(event)) {
          this.#positions.set(partitionKey(event.actor, topic, partition), offset + 1);
        }
        break;
    }
  }

  table(database: string, table: string): TableRows {
    return present(this.databases.get(database)?.get(table), `table ${database}.${table}`);
  }

  /** The tables bound to `role` in `database`, or in all databases. */
  tablesOf(role: TableRole, database?: string): { readonly database: string; readonly table: TableRows }[] {
    return [...this.databases].flatMap(([name, tables]) =>
      database !== undefined && database !== name
        ? []
        : [...tables.values()]
            .filter((table) => table.info.binding?.role === role)
            .map((table) => ({ database: name, table })),
    );
  }

  /** The tables that show the work of a group: those of effect in the databases of its readers. */
  effectsOf(group: string): { readonly database: string; readonly table: TableRows }[] {
    const databases = new Set(this.readers(group).flatMap(({ database }) => database ?? []));
    return [...databases]
      .flatMap((database) => this.tablesOf('effect', database))
      .filter(({ table: { info } }) => info.binding?.group === undefined || info.binding.group === group);
  }

  partition(topic: string, partition: number): PartitionState {
    return present(this.partitions.get(topic)?.[partition], `partition ${topic}-${partition}`);
  }

  committed(group: string, topic: string, partition: number): number | null {
    return this.#committed.get(partitionKey(group, topic, partition)) ?? null;
  }

  /** A process's fetch position; null where it has none, or where the process is dead. */
  position(process: string, topic: string, partition: number): number | null {
    return this.#positions.get(partitionKey(process, topic, partition)) ?? null;
  }

  /** Whether a process reads a partition, or did so until it died or stopped. */
  hasPosition(process: string, topic: string, partition: number): boolean {
    return this.#read.has(partitionKey(process, topic, partition));
  }

  /**
   * Who is in a group and which partitions each has: as the coordinator gave them, and while it is about to give them
   * anew, those that each still reads.
   */
  assignment(group: string): ReadonlyMap<string, readonly number[]> {
    const assignment = new Map<string, readonly number[]>();
    const { state, members = [] } = this.memberships.get(group) ?? {};
    for (const { process, memberId, partitions } of members) {
      const name = process ?? memberId;
      const alive = this.processes.get(name)?.alive === true;
      const read = state === 'Stable' ? partitions : alive ? this.partitionsOf(name) : [];
      // A member that has died stays until its session is over, beside the one of its next life.
      assignment.set(name, [...new Set([...(assignment.get(name) ?? []), ...read])]);
    }
    return assignment;
  }

  recordsOf(event: string): readonly LogRecord[] {
    return this.#recordsByEvent.get(event) ?? [];
  }

  eventsInLog(): IterableIterator<string> {
    return this.#recordsByEvent.keys();
  }

  /** The processes that read for a group. */
  readers(group: string): (ProcessInfo & { alive: boolean })[] {
    return [...this.processes.values()].filter((process) => process.group === group);
  }

  /** The partitions that somebody reads: those it has taken for itself, or those it has been given. */
  partitionsOf(process: string): readonly number[] {
    return this.processes.get(process)?.partitions ?? this.#assigned.get(process) ?? [];
  }

  #addPartitions(topic: string, count: number): void {
    const partitions = present(this.partitions.get(topic), `topic ${topic}`);
    for (let partition = partitions.length; partition < count; partition++) {
      partitions.push(new PartitionState(topic, partition));
    }
  }

  #truncate(topic: string, number: number, end: number): void {
    const partition = this.partition(topic, number);
    for (const { record, event } of partition.records.splice(Math.max(0, end - partition.start))) {
      const known = event === null ? undefined : this.#recordsByEvent.get(event);
      const index = known?.indexOf(record) ?? -1;
      if (index >= 0) known?.splice(index, 1);
    }
    partition.end = end;
  }

  #append(record: LogRecord, event: string | null): void {
    const partition = this.partition(record.topic, record.partition);
    partition.records.push({ record, event, step: this.step });
    partition.end = record.offset + 1;
    if (event === null) return;
    const known = this.#recordsByEvent.get(event);
    if (known) known.push(record);
    else this.#recordsByEvent.set(event, [record]);
  }

  #forget(process: string): void {
    const topic = this.groups.get(this.processes.get(process)?.group ?? '')?.topic;
    if (topic === undefined) return;
    for (const { partition } of this.partitions.get(topic) ?? []) {
      this.#positions.delete(partitionKey(process, topic, partition));
    }
    this.#assigned.delete(process);
  }
}

/** The records that a fetch has handed to its client. */
export function fetchedRecords(event: TraceEvent): readonly RecordRef[] {
  if (event.kind !== 'operation' || event.name !== 'fetch' || event.client !== 'ok') return [];
  if (event.result?.kind === 'records') return event.result.records;
  return event.result?.kind === 'record' && event.result.record ? [event.result.record] : [];
}

/** The first offset of a partition that `group` would read after a restart, by what it has committed or by its reset policy. */
export function restartPosition(world: WorldState, group: GroupInfo, partition: number): number | null {
  const log = world.partition(group.topic, partition);
  const committed = world.committed(group.name, group.topic, partition);
  if (committed !== null && committed >= log.start && committed <= log.end) return committed;
  if (group.reset === 'none') return null;
  if (group.reset === 'earliest') return log.start;
  if (group.reset === 'latest') return log.end;
  // Counted from now: whoever restarts later begins later.
  const since = world.clock - (parseIsoDuration(group.reset.slice('by_duration:'.length)) ?? 0);
  return log.records.find(({ record }) => record.timestamp >= since)?.record.offset ?? log.end;
}
