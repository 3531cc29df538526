import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { limits } from '../base/limits.js';
import { parseDuration } from '../base/time.js';
import { brokerErrors } from '../kafka/errors.js';
import type { ImpossibleFault } from '../model/diagnostic.js';
import { type Arrival, FAULT_KINDS, type Fault } from '../model/fault.js';
import { KAFKA_OPERATIONS, type KafkaOperation, OPERATIONS, type Operation, SLOT_OPERATIONS } from '../model/names.js';
import { closesSession } from '../model/sql.js';
import { mapping, optional } from './collections.js';
import { type Located, pairsOf, type Reader, spanOf, valueNode } from './reader.js';
import { type JsonSchema, oneOf, text, whole } from './rules.js';
import type { PlannedFault } from './scenario.js';

const plainKinds = ['crash-before', 'crash-after', 'lost-request', 'lost-reply'] as const;

/** The long form of a fault: `{error: 53300, occurrence: 2}`, `{kind: lost-reply, noticed: later}`, `{delay: 5s}`, `{late-reply: 5s}`. */
export const longForm = mapping({
  kind: optional(oneOf('fault', plainKinds)),
  error: optional(text),
  delay: optional(text),
  'late-reply': optional(text),
  noticed: optional(text),
  occurrence: optional(whole(1, limits.faultOccurrence)),
});

const oneFault: JsonSchema = { oneOf: [{ enum: plainKinds }, longForm.schema] };
/** A fault of one operation, or several for its occurrences. */
export const ofOneOperation: JsonSchema = {
  oneOf: [...(oneFault.oneOf as JsonSchema[]), { type: 'array', items: longForm.schema }],
};

/** What {@link readFaults} reads, for editors. */
export const faultSchema: JsonSchema = {
  oneOf: [
    { enum: plainKinds },
    longForm.schema,
    {
      type: 'object',
      properties: Object.fromEntries(OPERATIONS.map((operation) => [operation, ofOneOperation])),
      minProperties: 1,
      additionalProperties: false,
    },
  ],
};

/** Which operations a step performs, and whether a label belongs to a step that is still to come. */
export interface FaultPlace {
  readonly operations: readonly Operation[];
  /** The one operation that a fault is for where it names none; null where there may be several. */
  readonly only: Operation | null;
  isLaterLabel(name: string): boolean;
  /** Some of the labels to come, for a message. */
  laterLabels(): readonly string[];
}

/**
 * Reads `fault: {operation: fault}`, where the fault is a word, a mapping, or a list of mappings for several occurrences.
 * A step with a single operation may leave its name out: `fault: lost-reply`.
 */
export function readFaults(node: Node, place: FaultPlace, reader: Reader): PlannedFault[] {
  const [first] = pairsOf(node);
  const short = isScalar(node) || (isScalar(first?.key) && Object.hasOwn(longForm.fields, String(first.key.value)));
  if (short && place.only !== null) return readFault(node, place.only, place, reader) ?? [];
  if (!isMap(node)) {
    reader.wrongType(node, 'faults-by-operation');
    return [];
  }
  if (!first) reader.wrongValue(spanOf(node), 'faults-by-operation');
  return pairsOf(node).flatMap((pair) => {
    const name = text.read(pair.key, reader);
    if (!name) return [];
    const operation = place.operations.find((candidate) => candidate === name.value);
    if (operation) return readOccurrences(valueNode(pair), operation, place, reader);
    reader.report('fault-not-in-step', name.span, { operation: name.value, known: place.operations });
    return [];
  });
}

function readOccurrences(value: Node, operation: Operation, place: FaultPlace, reader: Reader): PlannedFault[] {
  const nodes = isSeq(value) ? (value.items as Node[]) : [value];
  const before = reader.diagnostics.length;
  const faults = nodes.flatMap((each) => readFault(each, operation, place, reader) ?? []);
  const seen = new Set<number>();
  for (const { occurrence } of faults) {
    if (seen.has(occurrence)) {
      reader.wrongValue(spanOf(value), { is: 'one-for-occurrence', occurrence });
    }
    seen.add(occurrence);
  }
  if (faults.length === 0 && reader.diagnostics.length === before) {
    reader.wrongValue(spanOf(value), 'faults-by-operation');
  }
  return faults;
}

function readFault(node: Node, operation: Operation, place: FaultPlace, reader: Reader): PlannedFault[] | undefined {
  const line = reader.lineAt(spanOf(node).start);
  if (isScalar(node)) {
    const kind = oneOf('fault', FAULT_KINDS).read(node, reader);
    if (!kind) return undefined;
    if (kind.value === 'error' || kind.value === 'delay' || kind.value === 'late-reply') {
      return reader.wrongValue(kind.span, { is: 'with-detail', kind: kind.value }, kind.value);
    }
    return possible({ line, operation, fault: { kind: kind.value }, occurrence: 1 }, kind.span, reader);
  }
  const form = longForm.read(node, reader);
  if (!form) return undefined;
  const fault = longFault(form, place, reader);
  return fault && possible({ line, operation, fault, occurrence: form.occurrence?.value ?? 1 }, form.span, reader);
}

type LongForm = NonNullable<ReturnType<typeof longForm.read>>;

function longFault(form: LongForm, place: FaultPlace, reader: Reader): Fault | undefined {
  const given = [form.kind, form.error, form.delay, form['late-reply']].filter((part) => part !== undefined);
  if (given.length !== 1) {
    return reader.wrongValue(form.span, 'one-kind-of-fault');
  }
  const noticed = form.noticed && readArrival(form.noticed, place, reader);
  if (form.noticed && !noticed) return undefined;
  if (form.noticed && form.kind?.value !== 'lost-request' && form.kind?.value !== 'lost-reply') {
    return reader.wrongValue(form.noticed.span, 'noticed-beside-lost');
  }
  if (form.error) return { kind: 'error', code: form.error.value };
  const late = form.delay ?? form['late-reply'];
  if (late) {
    const until = readArrival(late, place, reader);
    return until && { kind: form.delay ? 'delay' : 'late-reply', until };
  }
  const kind = form.kind?.value ?? 'crash-before';
  if (kind === 'crash-before' || kind === 'crash-after') return { kind };
  return noticed ? { kind, noticed } : { kind };
}

/** `later` is the end of the steps; everything else is a duration or the label of a step that is still to come. */
function readArrival(name: Located<string>, place: FaultPlace, reader: Reader): Arrival | undefined {
  if (name.value === 'later') return { at: 'end' };
  const milliseconds = parseDuration(name.value);
  if (milliseconds !== null) return { at: 'after', milliseconds };
  if (place.isLaterLabel(name.value)) return { at: 'step', label: name.value };
  return reader.wrongValue(name.span, { is: 'arrival', labels: place.laterLabels() }, name.value);
}

/** Refuses pairs of operation and fault that cannot exist, each with the reason. */
function possible(planned: PlannedFault, span: Located<unknown>['span'], reader: Reader): PlannedFault[] | undefined {
  const reason = impossible(planned.operation, planned.fault);
  if (reason === null) return [planned];
  return reader.report('impossible-fault', span, {
    operation: planned.operation,
    fault: planned.fault.kind,
    ...reason,
  });
}

function impossible(operation: Operation, fault: Fault): { why: ImpossibleFault; detail: string } | null {
  const kafka = (KAFKA_OPERATIONS as readonly string[]).includes(operation);
  if (operation === 'effect') {
    if ('noticed' in fault && fault.noticed) return { why: 'noticed', detail: '' };
    return fault.kind === 'error' && !/^[A-Za-z0-9_]{1,60}$/.test(fault.code)
      ? { why: 'effect-error', detail: fault.code }
      : null;
  }
  if (fault.kind === 'error') {
    if (kafka) {
      const known: readonly string[] = brokerErrors[operation as KafkaOperation];
      return known.includes(fault.code) ? null : { why: 'broker-error', detail: known.join(', ') };
    }
    if (!/^[0-9A-Z]{5}$/.test(fault.code) || /^0[012]/.test(fault.code)) return { why: 'sqlstate', detail: fault.code };
    if (operation === 'rollback' && !closesSession(fault.code)) return { why: 'rollback-error', detail: fault.code };
  }
  const late = fault.kind === 'delay' || fault.kind === 'late-reply';
  if (late && operation === 'fetch') return { why: 'fetch-delay', detail: '' };
  if (late && (operation === 'join' || operation === 'leave')) return { why: 'member-delay', detail: '' };
  const slot = (SLOT_OPERATIONS as readonly string[]).includes(operation);
  if ('noticed' in fault && fault.noticed && (kafka || slot)) return { why: 'noticed', detail: '' };
  return null;
}
