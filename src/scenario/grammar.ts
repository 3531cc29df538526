import { limits } from '../base/limits.js';
import { INVARIANTS, OUTCOMES, RESET_POLICIES } from '../model/names.js';
import { ON_UNKNOWN } from '../programs/program.js';
import { payload } from './payload.js';
import {
  entries,
  list,
  localText,
  mapping,
  matching,
  oneOf,
  optional,
  required,
  scalarOr,
  sqlValue,
  text,
  whole,
} from './rules.js';

/** The shape of each part of a scenario. What the names in it refer to is checked afterwards, in `link.ts`. */

const largestOffset = Number.MAX_SAFE_INTEGER - 1;

const name = matching(
  /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u,
  'a name of at most 100 letters, digits, ".", "_" and "-"',
);
const databaseName = matching(/^[a-z][a-z0-9_]{0,50}$/, 'a name of at most 51 small letters, digits and "_"');
const topicName = matching(
  /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,249}$/,
  'a topic name: at most 249 letters, digits, ".", "_" and "-", not "." or ".." alone',
);
const partition = whole(0, limits.partitions - 1);
const partitionKey = matching(/^\d{1,4}$/, 'a partition number');
const offset = whole(0, largestOffset);
const offsetOrNone = matching(/^(\d{1,15}|-)$/, 'an offset, or "-" where nothing is committed');
const invariantList = list(oneOf('invariant', INVARIANTS));

/** The invariants that are judged. With an error among them it is not known which; what names one is then let pass. */
const listedInvariants: typeof invariantList = {
  expects: invariantList.expects,
  read: (node, reader) => {
    const before = reader.diagnostics.length;
    const read = invariantList.read(node, reader);
    if (reader.diagnostics.length > before) for (const name of INVARIANTS) reader.broken(name);
    return read;
  },
};

/** A scenario's own announcement, or one for each variant. */
const violates = {
  list: invariantList,
  byVariant: entries(name, invariantList),
};

export const stateExpectation = mapping({
  tables: optional(entries(matching(/^[^.]+\.[^.]+$/, 'database.table'), list(list(sqlValue)))),
  offsets: optional(entries(name, entries(topicName, entries(partitionKey, offsetOrNone)))),
  violates: optional({
    expects: 'a list of invariants, or a mapping from variants to such lists',
    read: (node, reader) => {
      const isList =
        'items' in node &&
        !(node.items as { key?: unknown }[]).some((item) => item && typeof item === 'object' && 'key' in item);
      const span = { start: node.range?.[0] ?? 0, end: node.range?.[1] ?? 0 };
      if (isList) {
        const own = violates.list.read(node, reader);
        return own && { span, own, byVariant: [] };
      }
      const byVariant = violates.byVariant.read(node, reader);
      return byVariant && { span, own: undefined, byVariant };
    },
  }),
});

const group = {
  reset: optional(oneOf('reset policy', RESET_POLICIES)),
  committed: optional(entries(partitionKey, offset)),
};

export const branch = mapping({
  title: optional(localText),
  groups: optional(entries(name, mapping(group))),
  steps: optional({ expects: 'a list of steps', read: (node) => node }),
  end: optional(stateExpectation),
});

export const scenario = mapping({
  id: required(matching(/^[a-z0-9][a-z0-9-]{0,63}$/, 'an id of at most 64 small letters, digits and "-"')),
  title: required(localText),
  teaches: required(localText),
  databases: optional(entries(databaseName, mapping({ schema: required(text) }))),
  topics: required(entries(topicName, mapping({ partitions: required(whole(1, limits.partitions)) }))),
  events: optional(
    entries(
      name,
      mapping({
        topic: required(topicName),
        key: optional(sqlValue),
        partition: optional(partition),
        headers: optional(list(entries(text, sqlValue))),
        value: required(payload),
      }),
    ),
  ),
  groups: optional(entries(name, mapping({ topic: required(topicName), ...group }))),
  processes: optional(
    entries(
      name,
      mapping({
        program: required(name),
        variant: optional(name),
        group: required(name),
        database: required(databaseName),
        partitions: optional(list(partition)),
        'on-unknown': optional(oneOf('reaction', ON_UNKNOWN)),
      }),
    ),
  ),
  invariants: optional(listedInvariants),
  steps: optional({ expects: 'a list of steps', read: (node) => node }),
  branches: optional(entries(name, branch)),
  end: optional(stateExpectation),
});

export const produce = scalarOr(
  text,
  mapping({ event: required(text), count: optional(whole(1, limits.eventsPerProduce)) }),
);
export const seek = mapping({ partition: required(partition), offset: required(offset) });
export const run = scalarOr(
  text,
  mapping({ process: required(text), until: optional(oneOf('end of a run', ['idle'] as const)) }),
);
export const stepExpectation = mapping({ outcome: required(oneOf('outcome', OUTCOMES)) });
