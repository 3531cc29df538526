import { limits } from '../base/limits.js';
import { parseDuration } from '../base/time.js';
import { INVARIANTS, RESET_POLICIES } from '../model/names.js';
import { TABLE_ROLES } from '../model/sql.js';
import {
  entries,
  list,
  localText,
  mapping,
  noName,
  noText,
  oneOrMore,
  optional,
  required,
  scalarOr,
  shorthand,
} from './collections.js';
import { config } from './config.js';
import { row, stateExpectation } from './expectation-grammar.js';
import { actorName, databaseName, name, offset, partitionKey, rememberedName, topicName } from './names.js';
import { process, reading } from './process-grammar.js';
import type { Located } from './reader.js';
import { described, duration, matching, type Rule, sqlValue, text, whole } from './rules.js';
import { type Read, recordFields, steps } from './step-grammar.js';

/** The shape of each part of a scenario. What the names in it refer to is checked afterwards, in `link.ts`. */

const reset = matching(new RegExp(`^(${RESET_POLICIES.join('|')}|by_duration:P[0-9DTHMS.]+)$`), 'reset-policy');

const group = {
  reset: optional(described('auto.offset.reset', reset)),
  committed: optional(entries(partitionKey, offset)),
};

/** A table that has a role. */
export const binding = shorthand(
  'table',
  mapping({ table: required(text), event: optional(text), pending: optional(oneOrMore(text)), group: optional(text) }),
);

const [marker, effect, source] = TABLE_ROLES;

/** How far a replica is behind: a duration, or as far as the steps say. */
const lag: Rule<Located<number | 'manual'>> = {
  expects: { is: 'either', of: [duration.expects, { is: 'words', words: ['manual'] }] },
  schema: { oneOf: [duration.schema, { const: 'manual' }] },
  read: (node, reader) => {
    const read = text.read(node, reader);
    if (!read) return undefined;
    if (read.value === 'manual') return { value: 'manual', span: read.span };
    const milliseconds = parseDuration(read.value);
    return milliseconds === null
      ? reader.wrongValue(read.span, lag.expects, read.value)
      : { value: milliseconds, span: read.span };
  },
};

const database = mapping({
  schema: optional(
    described('The name of a built-in schema, SQL statements, or ./file.sql beside the scenario.', text),
  ),
  'replica-of': optional(
    described(
      'The database whose commits this one repeats, in their order: a hot standby, which takes no writes.',
      databaseName,
    ),
  ),
  lag: optional(
    described(
      'How long after a commit a replica repeats it (recovery_min_apply_delay), or manual: when a step says "replay".',
      lag,
    ),
  ),
  roles: optional(
    mapping({
      [marker]: optional(oneOrMore(binding)),
      [effect]: optional(oneOrMore(binding)),
      [source]: optional(oneOrMore(binding)),
    }),
  ),
  rows: optional(entries(text, list(row))),
});

const actor = mapping({
  database: optional(databaseName),
  sessions: optional(entries(rememberedName, databaseName)),
  ...reading,
  producer: optional(config),
  memory: optional(entries(rememberedName, sqlValue)),
});

const ownInvariant = mapping({
  name: required(matching(/^[a-z][a-z0-9-]{0,63}$/, 'invariant-name')),
  sql: required(text),
  database: optional(databaseName),
  message: required(localText),
});

const invariants = list(scalarOr({ ...text, schema: { enum: INVARIANTS } }, ownInvariant));

export const branch = mapping({
  title: optional(localText),
  groups: optional(entries(name, mapping(group))),
  invariants: optional(described('Invariants of this branch, beside those of the scenario.', invariants)),
  steps: optional(steps),
  end: optional(stateExpectation),
});

export const scenario = mapping({
  id: required(matching(/^[a-z0-9][a-z0-9-]{0,63}$/, 'scenario-id'), noName),
  title: required(localText, noText),
  teaches: required(localText, noText),
  databases: optional(entries(databaseName, database)),
  topics: optional(
    entries(topicName, mapping({ partitions: required(whole(1, limits.partitions)), config: optional(config) })),
  ),
  broker: optional(config),
  events: optional(
    entries(name, mapping({ ...recordFields, topic: required(topicName), value: required(recordFields.value.rule) })),
  ),
  groups: optional(entries(name, mapping({ topic: required(topicName), ...group }))),
  processes: optional(entries(actorName, process)),
  actors: optional(entries(actorName, actor)),
  invariants: optional(invariants),
  steps: optional(steps),
  branches: optional(entries(name, branch)),
  end: optional(stateExpectation),
});

export type ReadScenario = Read<typeof scenario>;
export type ReadBranch = Read<typeof branch>;
