import { OUTCOMES, VERDICTS } from '../model/names.js';

/** A closed object: exactly these members, all of them there but the `optional` ones. */
function object(
  properties: Readonly<Record<string, unknown>>,
  optional: Readonly<Record<string, unknown>> = {},
): object {
  const required = Object.keys(properties);
  return { type: 'object', properties: { ...properties, ...optional }, required, additionalProperties: false };
}

function map(values: unknown, names: object = {}): object {
  return { type: 'object', propertyNames: names, additionalProperties: values };
}

function list(items: unknown): object {
  return { type: 'array', items };
}

const ref = (name: string) => ({ $ref: `#/definitions/${name}` });
const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const count = { type: 'integer', minimum: 0 };
const countOrNull = { type: ['integer', 'null'], minimum: 0 };
const partitionNumber = { pattern: '^[0-9]+$' };
const recordRef = { topic: text, partition: count, offset: count, event: textOrNull };
const verdict = { enum: ['as-announced', 'not-as-announced', 'inconclusive'] };

const branch = {
  branch: textOrNull,
  steps: list(ref('step')),
  final: ref('final'),
  invariants: list(ref('invariant')),
  problems: list(ref('problem')),
};

/** The JSON Schema (draft-07) of {@link import('./document.js').TraceDocument}. */
export const traceSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'A run of inbox-sim',
  ...object({
    format: { const: 'inbox-sim/trace' },
    version: { const: 1 },
    scenario: object({ id: text, hash: { type: 'string', pattern: '^[0-9a-f]{64}$' } }),
    options: object({ variant: textOrNull, lang: { enum: ['en', 'ru'] }, server: textOrNull }),
    verdict,
    ...branch,
    branches: list(object({ ...branch, verdict })),
  }),
  definitions: {
    recordRef: object(recordRef),
    row: map(textOrNull),
    step: object({
      index: { type: 'integer', minimum: 1 },
      actor: textOrNull,
      action: text,
      question: textOrNull,
      operations: list(ref('operation')),
      outcome: { enum: [...OUTCOMES, null] },
      records: list(object({ ...recordRef, process: text, outcome: { enum: OUTCOMES } })),
      changes: ref('changes'),
    }),
    operation: object(
      {
        id: { type: 'integer', minimum: 1 },
        late: { type: 'boolean' },
        actor: text,
        name: text,
        subject: textOrNull,
        fault: textOrNull,
        client: { enum: ['ok', 'error', 'no-reply', 'crashed', 'not-sent', 'waiting'] },
        server: { enum: ['done', 'nothing', 'refused', 'pending', 'blocked'] },
        blockedBy: { oneOf: [{ type: 'null' }, list(text)] },
        resumed: textOrNull,
        result: {
          oneOf: [
            { type: 'null' },
            ref('sqlResult'),
            ref('recordResult'),
            ref('recordsResult'),
            ref('groupResult'),
            ref('changesResult'),
            ref('positionResult'),
            ref('offsetResult'),
            ref('errorResult'),
          ],
        },
      },
      {
        writes: object({ item: text }, { value: textOrNull }),
        reads: object({
          item: text,
          found: { type: 'boolean' },
          values: { oneOf: [{ type: 'null' }, list(textOrNull)] },
        }),
      },
    ),
    sqlResult: object({ tag: text, columns: list(text), rows: list(list(textOrNull)) }),
    recordsResult: object({ records: list(ref('recordRef')) }),
    groupResult: object({ group: text }),
    changesResult: object({ transactions: count, position: countOrNull }),
    positionResult: object({ position: count }),
    recordResult: object({ record: { oneOf: [{ type: 'null' }, ref('recordRef')] } }),
    offsetResult: object({ topic: text, partition: count, offset: count }),
    errorResult: object({ error: text, constraint: textOrNull }),
    changes: object({
      rows: list(
        object({
          database: text,
          table: text,
          change: { enum: ['insert', 'update', 'delete', 'truncate'] },
          before: { oneOf: [{ type: 'null' }, ref('row')] },
          after: { oneOf: [{ type: 'null' }, ref('row')] },
        }),
      ),
      records: list(ref('recordRef')),
      offsets: list(object({ group: text, topic: text, partition: count, from: countOrNull, to: countOrNull })),
      log: list(object({ topic: text, partition: count, logStart: count })),
      effects: list(ref('effect')),
    }),
    effect: object({ effect: text, event: textOrNull, actor: text }),
    membership: object({
      state: text,
      generation: count,
      members: list(object({ memberId: text, process: textOrNull, partitions: list(count) })),
    }),
    final: object(
      {
        tables: map(map(list(ref('row')))),
        groups: map(map(map(ref('partition'), partitionNumber))),
        log: map(map(list(ref('logRecord')), partitionNumber)),
        memberships: map(ref('membership')),
        ledger: list(ref('effect')),
        blocked: list(text),
      },
      { replicas: map(object({ of: text, replayLsn: text, currentLsn: text })) },
    ),
    partition: object({ committed: countOrNull, logStart: count, logEnd: count, lag: { type: ['integer', 'null'] } }),
    logRecord: object({
      offset: count,
      key: textOrNull,
      headers: list({ type: 'array', items: [text, textOrNull], minItems: 2, maxItems: 2 }),
      value: textOrNull,
    }),
    invariant: object({
      name: text,
      verdict: { enum: VERDICTS },
      announced: { type: 'boolean' },
      evidence: list(object({ code: text, step: count, args: map(text), text })),
    }),
    problem: object({
      code: { enum: ['expectation', 'fault-unfired', 'step-skipped', 'nothing-judged', 'stopped'] },
      line: countOrNull,
      text,
    }),
  },
} as const;
