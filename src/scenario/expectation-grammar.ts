import { isScalar, isSeq } from 'yaml';
import { limits } from '../base/limits.js';
import { OUTCOMES } from '../model/names.js';
import { entries, list, listOr, located, mapping, oneOrMore, optional, scalarOr } from './collections.js';
import { databaseName, name, numberOrNone, partition, partitionKey, topicName } from './names.js';
import { spanOf } from './reader.js';
import { matching, oneOf, type Rule, sqlValue, text, whole } from './rules.js';

/** A row by its values, or by some of its columns. */
export const row = listOr(list(sqlValue), entries(text, sqlValue));

/** A value that a row is expected to hold, as PostgreSQL prints it. */
const printedValue: typeof sqlValue = {
  ...sqlValue,
  read: (node, reader) => {
    const read = sqlValue.read(node, reader);
    const right = read?.sql != null && isScalar(node) && node.type === 'PLAIN' ? spelling(read.sql) : null;
    if (read?.sql != null && right !== null)
      reader.report('postgres-spelling', spanOf(node), { found: read.sql, right });
    return read;
  },
};

/** How PostgreSQL writes what YAML writes otherwise; null where it is the same, or may be. */
function spelling(value: string): string | null {
  if (/^true$/i.test(value)) return 't';
  if (/^false$/i.test(value)) return 'f';
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d{1,6})?)Z$/.exec(value) ?? [];
  return day === undefined || time === undefined ? null : `"${day} ${time.replace(/\.0+$/, '')}+00"`;
}

const expectedRow = listOr(list(printedValue), entries(text, printedValue));

/** A record by its event alone, or by some of its parts. */
export const record = scalarOr(
  sqlValue,
  mapping({
    event: optional(sqlValue),
    topic: optional(text),
    partition: optional(text),
    offset: optional(text),
    key: optional(sqlValue),
    value: optional(sqlValue),
    timestamp: optional(text),
  }),
);

/** Whoever leaves a level out is told the whole form, on whichever level it shows. */
const ofPartitions = entries(
  name,
  entries(topicName, entries(partitionKey, numberOrNone, 'numbers-of-partitions'), 'numbers-of-partitions'),
  'numbers-of-partitions',
);

const violated = list(text);
const violatedByVariant = entries(name, violated);

/** A list of invariants, or one for each variant. */
export const violates: Rule<{
  readonly span: { readonly start: number; readonly end: number };
  readonly own: NonNullable<ReturnType<typeof violated.read>> | undefined;
  readonly byVariant: NonNullable<ReturnType<typeof violatedByVariant.read>>;
}> = {
  expects: 'violates',
  schema: { oneOf: [violated.schema, violatedByVariant.schema] },
  read: (node, reader) => {
    const span = spanOf(node);
    if (isSeq(node)) {
      const own = violated.read(node, reader);
      return own && { span, own, byVariant: [] };
    }
    const byVariant = violatedByVariant.read(node, reader);
    return byVariant && { span, own: undefined, byVariant };
  },
};

const stateFields = {
  tables: optional(entries(matching(/^[^.]+\.[^.]+$/, 'database-table'), list(expectedRow))),
  offsets: optional(ofPartitions),
  lag: optional(ofPartitions),
  log: optional(
    entries(topicName, entries(partitionKey, list(record), 'records-of-partitions'), 'records-of-partitions'),
  ),
  assignment: optional(entries(name, entries(name, list(partition), 'partitions-of-members'), 'partitions-of-members')),
  lsn: optional(entries(databaseName, matching(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/, 'lsn'))),
  ledger: optional(located(list(list(sqlValue)))),
  violates: optional(violates),
};

/** What must be so at some point. */
export const stateExpectation = mapping(stateFields);

/** What must come of one step. */
export const stepExpectation = mapping({
  outcome: optional(oneOf('outcome', OUTCOMES)),
  rows: optional(located(list(expectedRow))),
  count: optional(whole(0, limits.engine.rowsPerAnswer)),
  tag: optional(text),
  error: optional(located(oneOrMore(text))),
  constraint: optional(text),
  blocked: optional(located(oneOrMore(text))),
  resumed: optional(located(listOr(list(text), entries(name, whole(0, limits.engine.rowsPerAnswer))))),
  records: optional(located(list(record))),
  client: optional(oneOf('client-view', ['ok', 'error', 'no-reply', 'crashed', 'not-sent', 'waiting'])),
  server: optional(oneOf('server-view', ['done', 'nothing', 'refused', 'pending', 'blocked'])),
  ...stateFields,
});
