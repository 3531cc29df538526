import { isMap, isScalar, type Node } from 'yaml';
import { limits } from '../base/limits.js';
import type { Span } from '../model/diagnostic.js';
import { ACTOR_STEPS, type ActorStep, OUTCOMES, WORLD_STEPS, type WorldStep } from '../model/names.js';
import { entries, list, localText, mapping, optional, required, scalarOr, shorthand } from './collections.js';
import { stateExpectation, stepExpectation } from './expectation-grammar.js';
import { faultSchema } from './faults.js';
import { readsItem, writesItem } from './item-grammar.js';
import { offsetOrEnd, partition, partitionKey, rememberedName } from './names.js';
import { isRestOfText, type Located, type NodePair, pairsOf, sourceOf, spanOf, valueNode } from './reader.js';
import {
  described,
  duration,
  instant,
  type JsonSchema,
  nothing,
  oneOf,
  type Rule,
  text,
  whole,
  yesOrNo,
} from './rules.js';
import { payload, template, value } from './values.js';

/** What `rule` reads. */
export type Read<R> = R extends Rule<infer T> ? T : never;

/** Nothing, or null: an operation that needs no further words. */
function orNothing<T>(rule: Rule<T>): Rule<T | null> {
  return {
    expects: { is: 'either', of: [rule.expects, 'nothing'] },
    schema: { oneOf: [rule.schema, { type: 'null' }] },
    read: (node, reader) => (isScalar(node) && node.value === null ? null : rule.read(node, reader)),
  };
}

/** What a record is made of, where a step or an event writes it out. */
export const recordFields = {
  topic: optional(text),
  partition: optional(value),
  key: optional(value),
  headers: optional(list(entries(text, value))),
  value: optional(payload),
  timestamp: optional(instant),
};

const record = shorthand(
  'event',
  mapping({ event: optional(text), count: optional(whole(1, limits.eventsPerProduce)), ...recordFields }),
);

/** What an actor can do besides SQL. */
export const operationRules = {
  produce: described('Sends a record and waits for the answer of the broker.', record),
  enqueue: described('Hands a record to the producer, which has not sent it yet. Name it with "as".', record),
  ack: described('The queued record of this name reaches the broker, and its answer comes.', text),
  nack: described(
    'The producer gives the queued record of this name up.',
    shorthand('record', mapping({ record: required(text), error: optional(text) })),
  ),
  fetch: described(
    'Takes records from the position on.',
    orNothing(
      shorthand('max', mapping({ max: optional(whole(1, limits.recordsPerFetch)), partition: optional(partition) })),
    ),
  ),
  'commit-offset': described(
    'Commits the next offset that the group is to read.',
    shorthand(
      'offset',
      mapping({
        offset: optional(template),
        partition: optional(template),
        offsets: optional(entries(partitionKey, template)),
        metadata: optional(text),
        async: optional(yesOrNo),
      }),
    ),
  ),
  seek: described(
    'Moves the position; commits nothing.',
    mapping({ partition: optional(partition), offset: required(template) }),
  ),
  join: described('Subscribes: the consumer asks to become a member of its group.', nothing),
  leave: described('The consumer leaves its group.', nothing),
  effect: described(
    'Does something outside the databases, which nothing can roll back.',
    shorthand('name', mapping({ name: required(text), event: optional(value) })),
  ),
} satisfies Record<Exclude<ActorStep, 'sql'>, Rule<unknown>>;

const until = shorthand(
  'operation',
  mapping({ operation: required(text), occurrence: optional(whole(1, limits.faultOccurrence)) }),
);
const unitOfWork = mapping({ process: required(text), until: optional(until), request: optional(entries(text, text)) });
const which = mapping({ event: optional(text), topic: optional(text) });

/** What happens in the world as a whole. */
export const wordRules = {
  run: described('Lets a process handle one unit of work.', shorthand('process', unitOfWork)),
  crash: described('Kills a process or an actor: its memory and its connections are gone.', text),
  restart: described('Starts a process or an actor anew; one that lives is stopped before.', text),
  freeze: described('Makes a process or an actor stand still, heartbeats included: a long pause of its machine.', text),
  thaw: described('Lets somebody who stands still go on, who does not know that time has passed.', text),
  'recreate-slot': described('The replication slot of a process is lost and made anew: it begins now.', text),
  'kill-session': described('The server ends the database session of somebody, who does not know yet.', text),
  advance: described('Lets time pass.', duration),
  replay: described(
    'Lets a replica repeat what its primary has committed, all of it or so many commits.',
    shorthand('replica', mapping({ replica: required(text), commits: optional(whole(1, limits.steps)) })),
  ),
  rebalance: described(
    'Makes the members of a group join anew; those in "without" miss it.',
    shorthand('group', mapping({ group: required(text), without: optional(list(text)) })),
  ),
  'add-partitions': described(
    'Raises the number of partitions of a topic; no record moves.',
    mapping({ topic: required(text), partitions: required(whole(1, limits.partitions)) }),
  ),
  'delete-records': described(
    'Deletes the records of a partition before an offset.',
    mapping({ topic: required(text), partition: required(partition), before: required(offsetOrEnd) }),
  ),
  broker: described(
    'What happens to the broker.',
    scalarOr(
      oneOf('broker-change', ['down', 'up']),
      mapping({
        refuse: optional(mapping({ event: optional(text), topic: optional(text), error: required(text) })),
        accept: optional(which),
        'pause-replication': optional(text),
        'resume-replication': optional(text),
        'fail-over': optional(text),
      }),
    ),
  ),
  check: described('Says what must be so at this point.', stateExpectation),
  say: described('Tells something.', localText),
} satisfies Record<WorldStep, Rule<unknown>>;

/** A part that is read later, when it is known what the step does. */
const anything: Rule<Node> = { expects: 'fault', schema: faultSchema, read: (node) => node };

const modifierRules = {
  as: described('The name under which the actor remembers what came of it.', rememberedName),
  params: described('The values of $1, $2, ...', list(value)),
  each: described('Does the operation once for every row or record remembered under this name.', rememberedName),
  fault: described('What happens to an operation of this step.', anything),
  expect: described('What must come of this step.', stepExpectation),
  concludes: described(
    'What the actor takes from the record that it fetched last, or from others.',
    shorthand('outcome', mapping({ outcome: required(oneOf('outcome', OUTCOMES)), record: optional(template) })),
  ),
  writes: writesItem,
  reads: readsItem,
  label: described('A name of this step for faults that end when it begins.', text),
  ask: described('A question to the reader, asked before this step; the step answers it.', localText),
  say: described('Tells something about this step.', localText),
};

type Modifiers = {
  readonly [M in keyof typeof modifierRules]?: {
    readonly key: Located<string>;
    readonly read: Read<(typeof modifierRules)[M]>;
  };
};
type Words = {
  readonly [W in WorldStep]: { readonly kind: 'word'; readonly word: W; readonly read: Read<(typeof wordRules)[W]> };
};
type Operations = {
  readonly [O in keyof typeof operationRules]: {
    readonly kind: 'operation';
    readonly operation: O;
    readonly read: Read<(typeof operationRules)[O]>;
  };
};

/** The action of a step, without what its names stand for. */
export type ReadAction = (
  | Words[WorldStep]
  | Operations[keyof Operations]
  | { readonly kind: 'sql'; readonly text: Located<string> }
  /** A value that is no operation; only whoever knows the names can say what was meant. */
  | { readonly kind: 'no-operation'; readonly value: Node; readonly operation: Located<string> | undefined }
) & { readonly key: Located<string>; readonly span: Span };

export interface ReadStep {
  readonly span: Span;
  /** Undefined where the action has been found wrong. */
  readonly action: ReadAction | undefined;
  /** All keys that are no modifiers; more than one is a mistake that is told when the names are known. */
  readonly actions: readonly Located<string>[];
  readonly modifiers: Modifiers;
}

/** Operations that may be written as a bare word: `C1: fetch`. None of these words alone is SQL. */
const bareWords = ['fetch', 'join', 'leave'] as const;

/** SQL statements of a single word. */
const loneStatements = ['BEGIN', 'COMMIT', 'END', 'ROLLBACK', 'ABORT', 'ANALYZE', 'CHECKPOINT', 'VACUUM'] as const;

/**
 * For editors: what may be SQL, or a bare word. A single word that is neither is a slip in the key before it, such as
 * `rum: history`.
 */
const sqlSchema: JsonSchema = {
  type: 'string',
  pattern: `[\\s;(/*'"]|^(${[...bareWords, ...loneStatements.flatMap((word) => [word, word.toLowerCase()])].join('|')})$`,
  patternErrorMessage: `Expected one SQL statement, or ${bareWords.join(', ')}. Is the key before it misspelt?`,
};

export const step: Rule<ReadStep> = {
  expects: 'step',
  schema: stepSchema(),
  read: (node, reader) => {
    if (!isMap(node)) return reader.wrongType(node, step.expects);
    const modifiers: Record<string, unknown> = {};
    const actions: { key: Located<string>; pair: NodePair }[] = [];
    for (const pair of pairsOf(node)) {
      const key = text.read(pair.key, reader);
      if (!key) continue;
      if (isRestOfText(pair, node)) {
        reader.report('unquoted-text', key.span, { rest: key.value });
        continue;
      }
      if (Object.hasOwn(modifierRules, key.value)) {
        const rule: Rule<unknown> = modifierRules[key.value as keyof typeof modifierRules];
        const read = rule.read(valueNode(pair), reader);
        if (read !== undefined) modifiers[key.value] = { key, read };
      } else actions.push({ key, pair });
    }
    const [first] = actions;
    return {
      span: spanOf(node),
      action: first && actions.length === 1 ? readAction(first.key, valueNode(first.pair), reader) : undefined,
      actions: actions.map(({ key }) => key),
      modifiers: modifiers as Modifiers,
    };
  },
};

function readAction(
  key: Located<string>,
  node: Node,
  reader: Parameters<Rule<unknown>['read']>[1],
): ReadAction | undefined {
  const span = spanOf(node);
  const word = WORLD_STEPS.find((candidate) => candidate === key.value);
  if (word !== undefined) {
    const read = (wordRules[word] as Rule<unknown>).read(node, reader);
    return read === undefined ? undefined : ({ kind: 'word', word, key, read, span } as ReadAction);
  }
  if (isScalar(node) && node.value !== null) {
    const source = sourceOf(node);
    const bare = bareWords.find((candidate) => candidate === source.trim());
    if (bare) return { kind: 'operation', operation: bare, key, read: null, span };
    return { kind: 'sql', text: { value: source, span }, key, span };
  }
  const [pair, ...others] = pairsOf(node);
  const operation = pair && text.read(pair.key, reader);
  const known = ACTOR_STEPS.find((candidate) => candidate === operation?.value && candidate !== 'sql');
  if (!pair || !operation || others.length > 0 || known === undefined || known === 'sql') {
    return { kind: 'no-operation', value: node, operation, key, span };
  }
  const read = (operationRules[known] as Rule<unknown>).read(valueNode(pair), reader);
  return read === undefined ? undefined : ({ kind: 'operation', operation: known, key, read, span } as ReadAction);
}

/** For editors: the words and what may stand beside them, and any other key as the name of an actor. */
function stepSchema(): JsonSchema {
  const schemas = (rules: Readonly<Record<string, Rule<unknown>>>) =>
    Object.fromEntries(Object.entries(rules).map(([name, { schema }]) => [name, schema]));
  return {
    type: 'object',
    properties: { ...schemas(wordRules), ...schemas(modifierRules) },
    additionalProperties: {
      description: 'An actor with one SQL statement, or with one operation.',
      oneOf: [
        sqlSchema,
        {
          type: 'object',
          properties: schemas(operationRules),
          minProperties: 1,
          maxProperties: 1,
          additionalProperties: false,
        },
      ],
    },
    minProperties: 1,
  };
}

export const steps = list(step);
