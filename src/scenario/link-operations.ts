import { brokerErrors } from '../kafka/errors.js';
import type { Span } from '../model/diagnostic.js';
import { ACTOR_STEPS, type Operation, WORLD_STEPS } from '../model/names.js';
import { positionFunctions } from '../postgres/wall-clock.js';
import { type Known, named } from './known.js';
import { type LinkedAction, REFUSABLE } from './linked-action.js';
import { reportComment, reportOperation } from './not-sql.js';
import { type Located, listed } from './reader.js';
import type { Remembered } from './remembered.js';
import { anyWholeNumber, wholeNumber } from './rules.js';
import type { ActorAction, ReaderSpec, RecordTemplate } from './scenario.js';
import { linkStatement } from './statement.js';
import type { ReadAction } from './step-grammar.js';
import { type Template, templateText, type ValueTemplate } from './template.js';
import { isJson, type Payload } from './values.js';

export interface OperationContext {
  readonly known: Known;
  readonly remembered: Remembered;
  /** Given where the step has `each`. */
  readonly each: Located<string> | null;
}

type ReadOperation = ReadAction & { readonly kind: 'operation' };
type ReadRecord = (ReadOperation & { readonly operation: 'produce' })['read'];

/** `actor: SELECT ...`, or `actor.session: SELECT ...`. */
export function linkSql(
  key: Located<string>,
  text: Located<string>,
  params: readonly { readonly template: ValueTemplate; readonly span: Span }[],
  { known, remembered, each }: OperationContext,
): LinkedAction | undefined {
  const { reader } = known;
  const [name = '', ...rest] = key.value.split('.');
  const session = rest.join('.');
  const actor = known.actor(name);
  if (!actor) {
    if (named(known.processes, name)) {
      return reader.report('process-acts', key.span, { process: name, action: 'SQL' });
    }
    if (known.isActor(name)) return reader.lacking(key.span, { actor: name, lack: 'database', action: 'SQL' });
    return reader.unknownKey(key, [...WORLD_STEPS, ...known.actorNames()], true);
  }
  // None of these words alone is SQL.
  if ((ACTOR_STEPS as readonly string[]).includes(text.value.trim())) {
    return reader.wrongValue(text.span, { is: 'actor-action', actor: name }, text.value);
  }
  if (reportOperation(name, text, reader) || reportComment(text, reader)) return undefined;
  if (Object.keys(actor.sessions).length === 0) {
    return reader.lacking(key.span, { actor: name, lack: 'database', action: 'SQL' });
  }
  if (!Object.hasOwn(actor.sessions, session)) {
    const sessions = Object.keys(actor.sessions).map((each) => (each === '' ? name : `${name}.${each}`));
    return reader.unknownName('session', key, sessions);
  }
  const { hasPosition } = named(known.databases, actor.sessions[session] ?? '') ?? { hasPosition: false };
  const values = params.map(({ template }) => template);
  const linked = linkStatement(text, values, reader, 'step', hasPosition ? positionFunctions : []);
  if (!linked) return undefined;
  for (const template of linked.statement.parameters) remembered.checkAll(name, template, text.span, each);
  return {
    action: { action: 'sql', actor: name, session, statement: linked.statement, operation: linked.operation },
    name: 'SQL',
    operations: [linked.operation],
    refuses: [],
  };
}

/** `actor: {operation: ...}`. */
export function linkOperation(read: ReadOperation, context: OperationContext): LinkedAction | undefined {
  const { known } = context;
  const name = read.key.value;
  if (!known.isActor(name)) return known.reader.unknownKey(read.key, [...WORLD_STEPS, ...known.actorNames()], true);
  const process = named(known.processes, name) !== undefined;
  if (process && read.operation !== 'seek') {
    return known.reader.report('process-acts', read.key.span, { process: name, action: read.operation });
  }
  switch (read.operation) {
    case 'produce':
    case 'enqueue':
      return sending(name, read.operation, read.read, read.span, context);
    case 'ack':
      return (
        queued(name, read.read, context) &&
        operation({ action: 'ack', actor: name, name: read.read.value }, ['produce'])
      );
    case 'nack': {
      const { record, error } = read.read;
      const known: readonly string[] = [...brokerErrors.produce, 'REQUEST_TIMED_OUT'];
      if (error && !known.includes(error.value)) return context.known.reader.unknownName('broker-error', error, known);
      const code = error?.value ?? 'REQUEST_TIMED_OUT';
      return (
        queued(name, record, context) && operation({ action: 'nack', actor: name, name: record.value, error: code }, [])
      );
    }
    case 'effect': {
      const { name: effect, event } = read.read;
      if (event) check(event.template, event.span, name, context);
      // An effect that names no event belongs to the record that the actor fetched last.
      const template = event ? event.template : lastFetched;
      return operation({ action: 'effect', actor: name, effect: effect.value, event: template }, ['effect']);
    }
    default:
      return reading(name, read, context);
  }
}

/** Stands for the event of the record that the actor fetched last; no scenario can write this name. */
export const lastFetched: Template = [{ name: '', path: [] }];

function operation(action: ActorAction, operations: readonly Operation[]): LinkedAction {
  const refuses: LinkedAction['refuses'] = [
    'params',
    'reads',
    ...(action.action === 'produce' ? [] : (['writes'] as const)),
    ...(operations.length > 0 ? [] : (['fault'] as const)),
    ...(keeping.includes(action.action) ? [] : (['as'] as const)),
  ];
  return { action, name: action.action, operations, refuses };
}

/** Operations of which something comes that an actor can remember; rows of SQL beside them. */
const keeping: readonly ActorAction['action'][] = ['produce', 'enqueue', 'ack', 'fetch'];

/** `sent` is all that was queued under that name, `sent.first`, `sent.last` and `sent.0` one of it. */
function queued(actor: string, name: Located<string>, { remembered }: OperationContext): true | undefined {
  const [queue = ''] = name.value.split('.', 1);
  return remembered.has(actor, queue) || remembered.missing(actor, queue, name.span);
}

/** What a consumer does. */
function reading(
  name: string,
  read: ReadOperation & { readonly operation: 'fetch' | 'commit-offset' | 'seek' | 'join' | 'leave' },
  context: OperationContext,
): LinkedAction | undefined {
  const { known } = context;
  const { reader } = known;
  const reads = known.actor(name)?.reader ?? named(known.processes, name)?.reader;
  if (!reads) return reader.lacking(read.key.span, { actor: name, lack: 'group', action: read.operation });
  const own = reads.partitions;
  const checkOwn = (partition: Located<number> | undefined) => {
    if (!partition || own === null || own.includes(partition.value)) return true;
    reader.report('unknown-name', partition.span, {
      what: 'assigned-partition',
      name: String(partition.value),
      nearest: [],
      known: listed(own.map(String)),
    });
    return false;
  };
  switch (read.operation) {
    case 'fetch': {
      const { max, partition } = read.read ?? {};
      if (!checkOwn(partition)) return undefined;
      return operation({ action: 'fetch', actor: name, max: max?.value ?? null, partition: partition?.value ?? null }, [
        'fetch',
      ]);
    }
    case 'join':
    case 'leave':
      if (own === null) return operation({ action: read.operation, actor: name }, [read.operation]);
      return reader.lacking(read.key.span, { actor: name, lack: 'subscribe', action: read.operation });
    case 'seek': {
      const { partition, offset } = read.read;
      check(offset.template, offset.span, name, context);
      const only = partition?.value ?? (own?.length === 1 ? own[0] : undefined);
      if (!checkOwn(partition)) return undefined;
      if (only === undefined) return reader.wrongValue(offset.span, 'partition-beside-offset');
      if (!isWhole(offset.template)) return reader.wrongValue(offset.span, 'offset', templateText(offset.template));
      const seeking = operation({ action: 'seek', actor: name, partition: only, offset: offset.template }, []);
      // A process remembers nothing under a name, and its program alone concludes.
      return named(known.processes, name) ? { ...seeking, refuses: REFUSABLE } : seeking;
    }
    case 'commit-offset':
      return committing(name, read, reads, context);
  }
}

function committing(
  name: string,
  { read, span, key }: ReadOperation & { readonly operation: 'commit-offset' },
  { group, partitions: own }: ReaderSpec,
  context: OperationContext,
): LinkedAction | undefined {
  const { reader } = context.known;
  const { offset, partition, offsets, metadata, async } = read;
  const topic = named(context.known.groups, group)?.topic ?? '';
  if ((offset === undefined) === (offsets === undefined)) {
    return reader.wrongValue(span, 'offset-or-offsets');
  }
  if (offsets && partition) return reader.wrongValue(partition.span, 'partition-with-offset');
  const only: Template | undefined = partition?.template ?? (own?.length === 1 ? [String(own[0])] : undefined);
  if (offset && only === undefined) return reader.wrongValue(offset.span, 'partition-beside-offset');
  const all = offset
    ? [{ partition: only ?? [], at: partition?.span ?? span, offset: offset.template, span: offset.span }]
    : (offsets ?? []).map(({ name, value }) => ({
        partition: [name.value],
        at: name.span,
        offset: value.template,
        span: value.span,
      }));
  for (const each of all) {
    check(each.partition, span, name, context);
    check(each.offset, span, name, context);
    if (!checkPartition(each.partition, topic, each.at, context.known)) return undefined;
    // A client refuses what is below 0, which may be what the lesson shows.
    if (!isWhole(each.offset, anyWholeNumber)) {
      return reader.wrongValue(each.span, 'any-offset', templateText(each.offset));
    }
  }
  if (all.length === 0) return reader.report('missing-key', key.span, { keys: ['offset'] });
  return operation(
    {
      action: 'commit-offset',
      actor: name,
      offsets: all.map(({ partition, offset }) => ({ partition, offset })),
      metadata: metadata?.value ?? '',
      async: async?.value ?? false,
    },
    ['commit-offset'],
  );
}

/** What is written out must be such a number; what is remembered is judged when it is known. */
function isWhole(template: Template, form = wholeNumber): boolean {
  const [only, ...others] = template;
  return others.length > 0 || typeof only !== 'string' || form.test(only);
}

function sending(
  name: string,
  word: 'produce' | 'enqueue',
  read: ReadRecord,
  span: Span,
  context: OperationContext,
): LinkedAction | undefined {
  const record = recordOf(name, read, span, context);
  if (!record) return undefined;
  const count = read.count?.value ?? 1;
  return operation({ action: word, actor: name, record, count }, word === 'produce' ? ['produce'] : []);
}

/** A record by the event it carries, or written out; what is written beside the event goes before what the event has. */
function recordOf(actor: string, long: ReadRecord, span: Span, context: OperationContext): RecordTemplate | undefined {
  const { known } = context;
  const { reader } = known;
  const event = long.event ? known.event(long.event) : undefined;
  if (long.event && !event) return undefined;
  if (long.topic && !known.topic(long.topic)) return undefined;
  const topic = long.topic?.value ?? event?.topic;
  if (topic === undefined)
    return reader.report('missing-key', { start: span.start, end: span.start + 1 }, { keys: ['event', 'topic'] });
  for (const part of [
    long.partition,
    long.key,
    ...(long.headers ?? []).flatMap((header) => header.map(({ value }) => value)),
  ]) {
    if (part) check(part.template, part.span, actor, context);
  }
  const to = long.partition;
  if (to?.template && !checkPartition(to.template, topic, to.span, known)) return undefined;
  if (long.value) checkPayload(long.value.payload, long.value.span, actor, context);
  const plain = (value: string | null): ValueTemplate => (value === null ? null : [value]);
  return {
    event: event?.name ?? null,
    topic,
    partition: long.partition ? long.partition.template : event?.partition == null ? null : [String(event.partition)],
    key: long.key ? long.key.template : plain(event?.key ?? null),
    value: long.value ? long.value.payload : plain(event?.value ?? null),
    headers: long.headers
      ? long.headers.flatMap((header) => header.map((entry) => [entry.name.value, entry.value.template] as const))
      : (event?.headers ?? []).map(([header, value]) => [header, plain(value)] as const),
    timestamp: long.timestamp ? Date.parse(long.timestamp.value) : (event?.timestamp ?? null),
  };
}

function checkPayload(payload: Payload, span: Span, actor: string, context: OperationContext): void {
  if (payload === null) return;
  const parts = isJson(payload) ? payload.json : [{ template: payload }];
  for (const part of parts) if (typeof part !== 'string') check(part.template, span, actor, context);
}

function check(template: ValueTemplate, span: Span, actor: string, { remembered, each }: OperationContext): void {
  remembered.checkAll(actor, template, span, each);
}

/** Whether what is written without expressions is a number from 0. */
function checkPartition(template: Template, topic: string, span: Span, known: Known): boolean {
  const [only, ...more] = template;
  if (!isWhole(template)) {
    known.reader.wrongValue(span, 'partition-number', templateText(template));
    return false;
  }
  return typeof only !== 'string' || more.length > 0 || known.checkPartition({ value: Number(only), span }, topic);
}
