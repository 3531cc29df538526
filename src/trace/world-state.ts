import { present } from '../base/assert.js';
import { type LogRecord, partitionKey } from '../model/record.js';
import type { TableRole } from '../model/sql.js';
import type { GroupInfo, ProcessInfo, TraceEvent } from './event.js';
import { TableRows } from './table-rows.js';

export interface PartitionState {
  readonly topic: string;
  readonly partition: number;
  readonly start: number;
  end: number;
  readonly records: { readonly record: LogRecord; readonly event: string | null; readonly step: number }[];
}

/** What the stores hold after some part of a trace: a fold that checks and renderers share. */
export class WorldState {
  /** The step that is going on, from 1; 0 before the first. */
  step = 0;
  readonly databases = new Map<string, Map<string, TableRows>>();
  readonly partitions = new Map<string, readonly PartitionState[]>();
  readonly groups = new Map<string, GroupInfo>();
  readonly processes = new Map<string, ProcessInfo & { alive: boolean }>();
  readonly #committed = new Map<string, number>();
  readonly #positions = new Map<string, number>();
  /** Every record of an event, in the order of the appends. */
  readonly #recordsByEvent = new Map<string, LogRecord[]>();

  apply(event: TraceEvent): void {
    switch (event.kind) {
      case 'world-began':
        for (const { name, tables } of event.databases) {
          this.databases.set(name, new Map(tables.map((info) => [info.name, new TableRows(info)])));
        }
        for (const { name, partitions } of event.topics) {
          this.partitions.set(
            name,
            Array.from({ length: partitions }, (_, partition) => ({
              topic: name,
              partition,
              start: 0,
              end: 0,
              records: [],
            })),
          );
        }
        for (const group of event.groups) this.groups.set(group.name, group);
        for (const process of event.processes) this.processes.set(process.name, { ...process, alive: false });
        break;
      case 'step-began':
        this.step = event.step;
        break;
      case 'process': {
        const process = this.processes.get(event.name);
        if (process) process.alive = event.state === 'started';
        if (event.state !== 'started') this.#forget(event.name);
        break;
      }
      case 'rows-committed':
        for (const change of event.changes) this.table(event.database, change.table).apply(change, this.step);
        break;
      case 'record-appended':
        this.#append(event.record, event.event);
        break;
      case 'offset-committed':
        this.#committed.set(partitionKey(event.group, event.topic, event.partition), event.offset);
        break;
      case 'position-moved':
        this.#positions.set(partitionKey(event.process, event.topic, event.partition), event.offset);
        break;
      case 'operation':
        if (event.server === 'done' && event.result?.kind === 'record' && event.result.record) {
          const { topic, partition, offset } = event.result.record;
          if (event.name === 'fetch' && event.client === 'ok')
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
    const known = this.processes.get(process);
    const topic = known ? this.groups.get(known.group)?.topic : undefined;
    if (!known || topic === undefined) return;
    for (const partition of known.partitions) this.#positions.delete(partitionKey(process, topic, partition));
  }
}

/** The first offset of a partition that `group` would read after a restart, by what it has committed or by its reset policy. */
export function restartPosition(world: WorldState, group: GroupInfo, partition: number): number | null {
  const log = world.partition(group.topic, partition);
  const committed = world.committed(group.name, group.topic, partition);
  if (committed !== null && committed >= log.start && committed <= log.end) return committed;
  if (group.reset === 'none') return null;
  return group.reset === 'earliest' ? log.start : log.end;
}
