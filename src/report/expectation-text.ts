import type { SqlValue } from '../model/sql.js';
import type {
  ExpectedOfPartition,
  ExpectedRecord,
  ExpectedRow,
  StateExpectation,
  StepExpectation,
} from '../scenario/expectation.js';
import type { SubjectWording } from './wording/end.js';

/** What must come of a step, each part in the words of the scenario language. */
export function expectationTexts(expect: StepExpectation, subjects: SubjectWording): string[] {
  const { outcome, rows, count, tag, error, constraint, blocked, resumed, records, client, server, state } = expect;
  const errors = error && { value: error.value.length === 1 ? error.value[0] : listText(error.value) };
  const scalars = { outcome, count, tag, error: errors, constraint, client, server };
  return [
    ...Object.entries(scalars).flatMap(([name, expected]) => (expected ? [`${name}: ${expected.value}`] : [])),
    ...(rows ? [`rows: ${rowsText(rows.value)}`] : []),
    ...(records ? [`records: ${recordsText(records.value)}`] : []),
    ...(blocked ? [`blocked: ${blocked.value.length === 0 ? 'true' : listText(blocked.value)}`] : []),
    ...(resumed
      ? [
          `resumed: ${listText(resumed.value.map(({ session, rows: n }) => (n === null ? session : `${session}: ${n}`)))}`,
        ]
      : []),
    ...stateTexts(state, subjects),
  ];
}

/** What must be so at some point, each part in the words of the scenario language. */
export function stateTexts(
  { tables, offsets, lag, log, assignment, lsn, ledger, violates }: StateExpectation,
  subjects: SubjectWording,
): string[] {
  return [
    ...tables.map(({ database, table, rows }) => `${database}.${table}: ${rowsText(rows)}`),
    ...log.map(({ topic, partition, records }) => `log ${topic}-${partition}: ${recordsText(records)}`),
    ...offsets.map((expected) => ofPartitionText(subjects.offset, expected)),
    ...lag.map((expected) => ofPartitionText(subjects.lag, expected)),
    ...assignment.map(({ group, members }) => {
      const all = Object.entries(members).map(([member, partitions]) => `${member}: [${partitions.join(', ')}]`);
      return `assignment of ${group}: {${all.join(', ')}}`;
    }),
    ...lsn.map(({ database, lsn: position }) => `${subjects.lsn(database)}: ${position}`),
    ...(ledger
      ? [`ledger: ${listText(ledger.value.map(({ effect, event }) => listText([effect, valueText(event)])))}`]
      : []),
    ...(violates
      ? [
          ...(Object.keys(violates.byVariant).length === 0 ? [`violates: ${listText(violates.own)}`] : []),
          ...Object.entries(violates.byVariant).map(
            ([variant, names]) => `${subjects.violatesFor(variant)}: ${listText(names)}`,
          ),
        ]
      : []),
  ];
}

function ofPartitionText(
  subject: SubjectWording['offset'],
  { group, topic, partition, value }: ExpectedOfPartition,
): string {
  return `${subject(group, `${topic}-${partition}`)}: ${value ?? '-'}`;
}

function rowsText(rows: readonly ExpectedRow[]): string {
  return listText(rows.map(rowText));
}

/** A row by its values, or by some of its columns. */
export function rowText(row: ExpectedRow): string {
  if (Array.isArray(row)) return listText((row as readonly SqlValue[]).map(valueText));
  return namedText(Object.entries(row as Readonly<Record<string, SqlValue>>));
}

function recordsText(records: readonly ExpectedRecord[]): string {
  return listText(
    records.map((record) => {
      const parts = Object.entries(record) as [string, SqlValue][];
      return parts.length === 1 && 'event' in record ? valueText(record.event ?? null) : namedText(parts);
    }),
  );
}

function namedText(parts: readonly (readonly [string, SqlValue])[]): string {
  return `{${parts.map(([name, value]) => `${name}: ${valueText(value)}`).join(', ')}}`;
}

function valueText(value: SqlValue): string {
  return value ?? 'NULL';
}

function listText(items: readonly string[]): string {
  return `[${items.join(', ')}]`;
}
