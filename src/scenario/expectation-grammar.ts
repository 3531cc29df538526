import { isSeq } from 'yaml';
import { limits } from '../base/limits.js';
import { OUTCOMES } from '../model/names.js';
import { entries, list, listOr, located, mapping, oneOrMore, optional, scalarOr } from './collections.js';
import { name, numberOrNone, partition, partitionKey, topicName } from './names.js';
import { spanOf } from './reader.js';
import { matching, oneOf, type Rule, sqlValue, text, whole } from './rules.js';

/** A row by its values, or by some of its columns. */
export const row = listOr(list(sqlValue), entries(text, sqlValue));

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

const ofPartitions = entries(name, entries(topicName, entries(partitionKey, numberOrNone)));

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
  tables: optional(entries(matching(/^[^.]+\.[^.]+$/, 'database-table'), list(row))),
  offsets: optional(ofPartitions),
  lag: optional(ofPartitions),
  log: optional(entries(topicName, entries(partitionKey, list(record)))),
  assignment: optional(entries(name, entries(name, list(partition)))),
  ledger: optional(located(list(list(sqlValue)))),
  violates: optional(violates),
};

/** What must be so at some point. */
export const stateExpectation = mapping(stateFields);

/** What must come of one step. */
export const stepExpectation = mapping({
  outcome: optional(oneOf('outcome', OUTCOMES)),
  rows: optional(located(list(row))),
  count: optional(whole(0, limits.engine.rowsPerAnswer)),
  tag: optional(text),
  error: optional(located(oneOrMore(text))),
  constraint: optional(text),
  blocked: optional(located(oneOrMore(text))),
  resumed: optional(located(listOr(list(text), entries(name, whole(0, limits.engine.rowsPerAnswer))))),
  records: optional(located(list(record))),
  client: optional(oneOf('client-view', ['ok', 'error', 'no-reply', 'crashed', 'not-sent', 'waiting'])),
  server: optional(oneOf('server-view', ['done', 'nothing', 'refused', 'pending'])),
  ...stateFields,
});
