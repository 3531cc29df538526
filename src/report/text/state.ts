import type { limits } from '../../base/limits.js';
import { lsnText } from '../../model/lsn.js';
import { eventIdOf } from '../../model/record.js';
import type { Row, RowChange } from '../../model/sql.js';
import type { StepEnded, TraceEvent } from '../../trace/event.js';
import type { RowsCommitted } from '../../trace/store-event.js';
import type { StoredRow, TableRows } from '../../trace/table-rows.js';
import type { PartitionState, WorldState } from '../../trace/world-state.js';
import { eventsOf } from '../steps.js';
import type { Wording } from '../wording/wording.js';
import { type GridRow, grid, paragraph, widthOf } from './layout.js';
import { memberNames } from './news.js';
import type { Paint } from './paint.js';
import { visible } from './visible.js';

export const TABLE_CHOICES = ['all', 'changed', 'none'] as const;
/** Which tables the text output shows after each step. */
export type TableChoice = (typeof TABLE_CHOICES)[number];

/** How much of each is shown before the rest is counted. */
export type ShownCounts = Readonly<Record<keyof typeof limits.report, number>>;

export interface StateContext {
  readonly wording: Wording;
  readonly paint: Paint;
  readonly columns: number;
  readonly tables: TableChoice;
  readonly shown: ShownCounts;
}

const indent = 3;

/** What the stores hold after a step, with the step's changes marked by a sign. */
export function stateLines(world: WorldState, events: readonly TraceEvent[], context: StateContext): string[] {
  if (context.tables === 'none') return [];
  const lines: string[] = [];
  const committed = eventsOf(events, 'rows-committed');
  const touched = touchedPartitions(world, events);
  for (const partition of touched.slice(0, context.shown.partitions)) {
    lines.push('', ...logLines(partition, world.step, context));
  }
  if (touched.length > context.shown.partitions) {
    const further = context.wording.furtherPartitions(touched.length - context.shown.partitions);
    lines.push('', `   ${context.paint.quiet(further)}`);
  }
  for (const [database, tables] of world.databases) {
    for (const table of tables.values()) {
      const removed = removedRows(committed, database, table.info.name);
      const changed = removed.length > 0 || touches(committed, database, table.info.name);
      if (context.tables === 'changed' && !changed) continue;
      const shown = tableLines(database, table, removed, world.step, context);
      // Empty tables are one line each, and stand together.
      lines.push(
        ...(shown.length === 1 && lines.at(-1)?.endsWith(context.paint.quiet(context.wording.noRows))
          ? shown
          : ['', ...shown]),
      );
    }
  }
  for (const ended of eventsOf(events, 'step-ended')) lines.push(...uncommittedLines(ended, world, context));
  if (context.tables !== 'changed' || eventsOf(events, 'effect-done').length > 0) {
    lines.push(...ledgerLines(world, context));
  }
  if (context.tables !== 'changed' || committed.some(({ position }) => position !== undefined)) {
    lines.push(...replicaLines(world, committed, context));
  }
  const groups = context.tables === 'changed' && !touchesGroups(events) ? [] : groupLines(world, events, context);
  return groups.length > 0 ? [...lines, '', ...groups] : lines;
}

/** Whether a step has changed anything that the list of groups shows. */
function touchesGroups(events: readonly TraceEvent[]): boolean {
  const kinds: readonly TraceEvent['kind'][] = [
    'record-appended',
    'log-truncated',
    'offset-committed',
    'offset-expired',
    'group-changed',
    'assignment-changed',
  ];
  return events.some(({ kind }) => kinds.includes(kind));
}

function touches(committed: readonly RowsCommitted[], database: string, table: string): boolean {
  return committed.some(
    (event) => event.database === database && event.changes.some((change) => change.table === table),
  );
}

function removedRows(committed: readonly RowsCommitted[], database: string, table: string): Row[] {
  return committed
    .filter((event) => event.database === database)
    .flatMap(({ changes }) => changes)
    .flatMap((change) => (change.table === table && change.kind === 'delete' && change.before ? [change.before] : []));
}

function tableLines(
  database: string,
  table: TableRows,
  removed: readonly Row[],
  step: number,
  context: StateContext,
): string[] {
  const { wording, paint } = context;
  const name = `${database}.${table.info.name}`;
  if (table.size === 0 && removed.length === 0) return [`   ${paint.heading(name)}  ${paint.quiet(wording.noRows)}`];
  const stored = [...table.rows()];
  const shown = stored.slice(-context.shown.rows);
  const rows: GridRow[] = [
    { cells: table.info.columns.map(visible), paint: paint.quiet },
    ...shown.map((row) => storedRow(row, step, paint)),
    ...removed.slice(-context.shown.rows).map((row) => ({ sign: '-', cells: shownRow(row), paint: paint.removed })),
  ];
  const left = stored.length - shown.length;
  return [
    `   ${paint.heading(name)}`,
    ...(left > 0 ? [`     ${paint.quiet(wording.rowsAbove(left))}`] : []),
    ...grid(rows, indent, context.columns),
  ];
}

function storedRow({ values, step: written, change }: StoredRow, step: number, paint: Paint): GridRow {
  const cells = shownRow(values);
  if (written !== step || step === 0) return { cells };
  return change === 'insert' ? { sign: '+', cells, paint: paint.added } : { sign: '~', cells, paint: paint.changed };
}

/** A row without columns is one all the same. */
function shownRow(values: Row): string[] {
  return values.length === 0 ? ['()'] : values.map(shownValue);
}

function shownValue(value: string | null): string {
  return value === null ? 'NULL' : visible(value);
}

/** Rows that one session has written and nobody else can see, apart from the tables. */
function uncommittedLines({ uncommitted }: StepEnded, world: WorldState, context: StateContext): string[] {
  const { wording, paint, columns, shown } = context;
  return uncommitted
    .filter(({ changes }) => changes.length > 0)
    .flatMap(({ database, session, changes }) => [
      '',
      ...paragraph(wording.uncommitted(session), 3, columns).map(paint.doubtful),
      ...[...new Set(changes.map(({ table }) => table))].flatMap((table) => [
        `   ${paint.quiet(`${database}.${table}`)}`,
        ...grid(
          [
            { cells: world.table(database, table).info.columns.map(visible), paint: paint.quiet },
            ...changes
              .filter((change) => change.table === table)
              .slice(-shown.rows)
              .map((change) => uncommittedRow(change, paint)),
          ],
          indent,
          columns,
        ),
      ]),
    ]);
}

function uncommittedRow({ kind, before, after }: RowChange, paint: Paint): GridRow {
  const sign = { insert: '+', update: '~', delete: '-', truncate: '-' }[kind];
  return { sign, cells: shownRow(after ?? before ?? []), paint: paint.quiet };
}

/** What has been done outside the databases, which no rollback takes back. */
function ledgerLines({ ledger, step }: WorldState, { wording, paint, columns, shown: most }: StateContext): string[] {
  if (ledger.length === 0) return [];
  const shown = ledger.slice(-most.rows);
  const rows: GridRow[] = shown.map(({ effect, event, actor, step: at }) => ({
    cells: [visible(effect), event === null ? '-' : visible(event), visible(actor)],
    ...(at === step ? { sign: '+', paint: paint.added } : {}),
  }));
  return [
    '',
    `   ${paint.heading(wording.ledger)}`,
    ...(ledger.length > shown.length ? [`     ${paint.quiet(wording.rowsAbove(ledger.length - shown.length))}`] : []),
    ...grid([{ cells: ['EFFECT', 'EVENT', 'BY'], paint: paint.quiet }, ...rows], indent, columns),
  ];
}

/** How far each replica has come, beside the log that it repeats. */
function replicaLines(
  { replicas, positions }: WorldState,
  committed: readonly RowsCommitted[],
  { paint, columns }: StateContext,
): string[] {
  if (replicas.size === 0) return [];
  const lsn = (database: string) => lsnText(positions.get(database) ?? 0);
  const rows = [...replicas].map(([name, { of }]): GridRow => {
    const cells = [name, of, lsn(of), lsn(name)];
    const moved = committed.some(({ database, position }) => position !== undefined && [name, of].includes(database));
    return moved ? { sign: '~', cells, paint: paint.changed } : { cells };
  });
  const header = ['REPLICA', 'PRIMARY', 'CURRENT-LSN', 'REPLAY-LSN'];
  return ['', ...grid([{ cells: header, paint: paint.quiet }, ...rows], indent, columns)];
}

/** The partitions whose log has changed in this step. */
function touchedPartitions(world: WorldState, events: readonly TraceEvent[]): PartitionState[] {
  const changes = [
    ...eventsOf(events, 'record-appended').map(({ record }) => record),
    ...eventsOf(events, 'log-start-moved'),
    ...eventsOf(events, 'log-truncated'),
  ];
  const names = new Set(changes.map(({ topic, partition }) => `${topic} ${partition}`));
  return [...world.partitions.values()].flat().filter(({ topic, partition }) => names.has(`${topic} ${partition}`));
}

function logLines(log: PartitionState, step: number, context: StateContext): string[] {
  const { wording, paint, columns } = context;
  const shown = log.records.slice(-context.shown.records);
  const left = log.records.length - shown.length;
  const rows: GridRow[] = shown.map(({ record, step: appended }) => ({
    sign: appended === step ? '+' : '',
    cells: [
      String(record.offset),
      record.key === null ? 'NULL' : visible(record.key),
      visible(eventIdOf(record.value) ?? record.value ?? 'NULL'),
    ],
    ...(appended === step ? { paint: paint.added } : {}),
  }));
  return [
    `   ${paint.heading(`${log.topic}-${log.partition}`)}`,
    ...(left > 0 ? [`     ${paint.quiet(wording.rowsAbove(left))}`] : []),
    ...grid([{ cells: ['OFFSET', 'KEY', 'EVENT'], paint: paint.quiet }, ...rows], indent, columns),
  ];
}

/** Who is in each group, and with which partitions, where the step itself has not told of it. */
function memberLines(
  world: WorldState,
  events: readonly TraceEvent[],
  { wording, paint, columns }: StateContext,
): string[] {
  const told = new Set(eventsOf(events, 'group-changed').map(({ group }) => group));
  return [...world.memberships.values()].flatMap((group) => {
    if (told.has(group.group) || group.state === 'Dead') return [];
    const members = memberNames(group) || wording.news.noMembers;
    const text = wording.news.group(group.group, group.state, group.generation, members);
    return paragraph(text, 5, columns).map(paint.quiet);
  });
}

/** The groups as Kafka's own tool lists them (`kafka-consumer-groups --describe`), without partitions nobody has used. */
function groupLines(world: WorldState, events: readonly TraceEvent[], context: StateContext): string[] {
  const { paint, columns, wording } = context;
  const moved = new Set(
    [...eventsOf(events, 'offset-committed'), ...eventsOf(events, 'offset-expired')].map(
      ({ group, topic, partition }) => `${group} ${topic} ${partition}`,
    ),
  );
  const rows: GridRow[] = [];
  for (const group of world.groups.values()) {
    const members = world.memberships.get(group.name)?.members ?? [];
    for (const log of world.partitions.get(group.topic) ?? []) {
      const committed = world.committed(group.name, group.topic, log.partition);
      const member = members.find(({ partitions }) => partitions.includes(log.partition));
      if (committed === null && log.end === 0 && !member) continue;
      const changed = moved.has(`${group.name} ${group.topic} ${log.partition}`);
      rows.push({
        sign: changed ? '~' : '',
        cells: [
          group.name,
          group.topic,
          String(log.partition),
          committed === null ? '-' : String(committed),
          String(log.end),
          committed === null ? '-' : String(log.end - committed),
          member?.memberId ?? '-',
        ],
        ...(changed ? { paint: paint.changed } : {}),
      });
    }
  }
  if (rows.length === 0) return world.groups.size > 0 ? [`   ${paint.quiet(wording.nothingCommitted)}`] : [];
  const header = ['GROUP', 'TOPIC', 'PARTITION', 'CURRENT-OFFSET', 'LOG-END-OFFSET', 'LAG', 'CONSUMER-ID'];
  // Of many partitions those that this step has moved are shown first.
  const changed = rows.filter(({ sign }) => sign !== '');
  const most = context.shown.rows;
  const shown = rows.length <= most ? rows : (changed.length > 0 ? changed : rows).slice(0, most);
  const left = rows.length - shown.length;
  const all = [{ cells: header, paint: paint.quiet }, ...shown];
  const unpainted = all.map(({ cells }) => ({ cells }));
  const wide = grid(unpainted, indent, Number.MAX_SAFE_INTEGER).every((line) => widthOf(line) <= columns);
  const narrow = all.map((row) => ({ ...row, cells: row.cells.slice(0, -1) }));
  return [
    ...grid(wide ? all : narrow, indent, columns),
    ...(left > 0 ? [`     ${paint.quiet(wording.furtherPartitions(left))}`] : []),
    ...memberLines(world, events, context),
  ];
}
