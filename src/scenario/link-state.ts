import type {
  Announcement,
  Expected,
  ExpectedOfPartition,
  ExpectedRecord,
  ExpectedRow,
  StateExpectation,
  StepExpectation,
} from './expectation.js';
import type { stateExpectation, stepExpectation } from './expectation-grammar.js';
import type { Known } from './known.js';
import type { Located, Reader } from './reader.js';
import type { Read } from './step-grammar.js';

type ReadState = Read<typeof stateExpectation>;
export type ReadStepExpectation = Read<typeof stepExpectation>;
type ReadRow = NonNullable<ReadStepExpectation['rows']>['value'][number];
type ReadRecord = NonNullable<ReadStepExpectation['records']>['value'][number];
type OfPartitions = NonNullable<ReadState['offsets']>;

/** What must be so at some point, with every name in it checked. */
export function linkState(read: Omit<ReadState, 'span'>, known: Known): StateExpectation {
  const { reader } = known;
  return {
    tables: (read.tables ?? []).map(({ name, value }) => {
      const [database = '', table = ''] = name.value.split('.');
      known.checkTable(name, database, table);
      return { line: reader.lineOf(name), database, table, rows: value.map(rowOf) };
    }),
    offsets: ofPartitions(read.offsets ?? [], known),
    lag: ofPartitions(read.lag ?? [], known),
    log: (read.log ?? []).flatMap(({ name: topic, value }) => {
      if (!known.topic(topic)) return [];
      return value.map(({ name, value: records }) => {
        known.checkPartitionName(name, topic.value);
        return {
          line: reader.lineOf(name),
          topic: topic.value,
          partition: Number(name.value),
          records: records.map((record) => recordOf(record)),
        };
      });
    }),
    assignment: (read.assignment ?? []).flatMap(({ name, value }) => {
      if (!known.group(name)) return [];
      const members = value.map((member) => {
        if (!known.isActor(member.name.value)) reader.unknownName('process-or-actor', member.name, known.actorNames());
        return [member.name.value, member.value.map((partition) => partition.value)] as const;
      });
      return [{ line: reader.lineOf(name), group: name.value, members: Object.fromEntries(members) }];
    }),
    lsn: (read.lsn ?? []).map(({ name, value }) => {
      const database = known.database(name);
      if (database && !database.hasPosition) reader.wrongValue(name.span, 'lsn-of-replica', name.value);
      return { line: reader.lineOf(name), database: name.value, lsn: value.value };
    }),
    ledger: expected(read.ledger, reader, (effects) =>
      effects.map(([effect, event]) => ({ effect: effect?.sql ?? '', event: event?.sql ?? null })),
    ),
    violates: read.violates ? announcementOf(read.violates, known) : null,
  };
}

/** What must come of a step. */
export function linkStepExpectation(read: ReadStepExpectation, known: Known): StepExpectation {
  const { reader } = known;
  for (const by of read.blocked?.value ?? []) if (by.value !== anybody && by.value !== 'false') checkSession(by, known);
  for (const each of read.resumed?.value ?? []) checkSession('name' in each ? each.name : each, known);
  return {
    outcome: expected(read.outcome, reader, same<string>),
    rows: expected(read.rows, reader, (rows) => rows.map(rowOf)),
    count: expected(read.count, reader, same),
    tag: expected(read.tag, reader, same),
    error: expected(read.error, reader, (codes) => codes.map(({ value }) => value)),
    constraint: expected(read.constraint, reader, same),
    blocked: expected(read.blocked, reader, (by) => by.map(({ value }) => value).filter((name) => name !== anybody)),
    resumed: expected(read.resumed, reader, (sessions) =>
      sessions.map((each) =>
        'name' in each ? { session: each.name.value, rows: each.value.value } : { session: each.value, rows: null },
      ),
    ),
    records: expected(read.records, reader, (records) => records.map((record) => recordOf(record))),
    client: expected(read.client, reader, same<string>),
    server: expected(read.server, reader, same<string>),
    state: linkState(read, known),
  };
}

/** `blocked: true` names nobody, and `blocked: false` says that nobody was in the way. */
const anybody = 'true';

function checkSession(name: Located<string>, known: Known): void {
  if (!known.isSession(name.value)) known.reader.unknownName('session', name, known.sessionNames());
}

function same<T>(value: T): T {
  return value;
}

function expected<T, V>(located: Located<T> | undefined, reader: Reader, change: (value: T) => V): Expected<V> | null {
  return located ? { line: reader.lineOf(located), value: change(located.value) } : null;
}

function rowOf(row: ReadRow): ExpectedRow {
  // An empty mapping and an empty list are the same row: one without anything to compare.
  const named = row.flatMap((cell) => ('name' in cell ? [[cell.name.value, cell.value.sql] as const] : []));
  return named.length > 0 ? Object.fromEntries(named) : row.flatMap((cell) => ('sql' in cell ? [cell.sql] : []));
}

function recordOf(record: ReadRecord): ExpectedRecord {
  if ('sql' in record) return { event: record.sql };
  const { event, topic, partition, offset, key, value, timestamp } = record;
  return {
    ...(event ? { event: event.sql } : {}),
    ...(topic ? { topic: topic.value } : {}),
    ...(partition ? { partition: partition.value } : {}),
    ...(offset ? { offset: offset.value } : {}),
    ...(key ? { key: key.sql } : {}),
    ...(value ? { value: value.sql } : {}),
    ...(timestamp ? { timestamp: timestamp.value } : {}),
  };
}

function ofPartitions(groups: OfPartitions, known: Known): ExpectedOfPartition[] {
  return groups.flatMap(({ name: group, value: topics }) => {
    known.group(group);
    return topics.flatMap(({ name: topic, value: partitions }) => {
      if (!known.topic(topic)) return [];
      return partitions.map(({ name, value }) => {
        known.checkPartitionName(name, topic.value);
        return {
          line: known.reader.lineOf(name),
          group: group.value,
          topic: topic.value,
          partition: Number(name.value),
          value: value.value === '-' ? null : Number(value.value),
        };
      });
    });
  });
}

/** An invariant that the scenario does not list is never judged, so announcing it would wait for ever. */
function announcementOf(read: NonNullable<ReadState['violates']>, known: Known): Announcement {
  const listed = (names: readonly Located<string>[]) => names.flatMap((name) => known.invariant(name) ?? []);
  const forEach = new Map<string, readonly string[]>();
  for (const { name, value } of read.byVariant) {
    known.variant(name);
    forEach.set(name.value, listed(value));
  }
  const own = known.processes[0]?.variant;
  return {
    line: known.reader.lineAt(read.span.start),
    own: read.own ? listed(read.own) : ((own === undefined ? undefined : forEach.get(own)) ?? []),
    byVariant: Object.fromEntries(forEach),
  };
}
