import { limits } from '../base/limits.js';
import { INVARIANTS, RESET_POLICIES } from '../model/names.js';
import { TABLE_ROLES } from '../model/sql.js';
import { ON_UNKNOWN } from '../programs/program.js';
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
import { actorName, databaseName, name, offset, partition, partitionKey, rememberedName, topicName } from './names.js';
import { described, matching, oneOf, sqlValue, text, whole, yesOrNo } from './rules.js';
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

const database = mapping({
  schema: required(
    described('The name of a built-in schema, SQL statements, or ./file.sql beside the scenario.', text),
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

const reader = {
  group: optional(name),
  partitions: optional(list(partition)),
  subscribe: optional(yesOrNo),
  consumer: optional(config),
};

const process = mapping({
  program: required(name),
  variant: optional(name),
  database: required(databaseName),
  ...reader,
  group: required(name),
  'on-unknown': optional(oneOf('reaction', ON_UNKNOWN)),
});

const actor = mapping({
  database: optional(databaseName),
  sessions: optional(entries(rememberedName, databaseName)),
  ...reader,
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
