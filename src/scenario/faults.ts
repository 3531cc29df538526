import { isMap, isScalar, isSeq, type Node, type Pair } from 'yaml';
import { limits } from '../base/limits.js';
import { parseDuration } from '../base/time.js';
import { brokerErrors } from '../kafka/errors.js';
import { type Arrival, FAULT_KINDS, type Fault } from '../model/fault.js';
import { KAFKA_OPERATIONS, type KafkaOperation, type Operation } from '../model/names.js';
import { closesSession } from '../model/sql.js';
import { found, type Located, mapping, oneOf, optional, type Reader, spanOf, text, valueNode, whole } from './rules.js';
import type { PlannedFault } from './scenario.js';

const plainKinds = ['crash-before', 'crash-after', 'lost-request', 'lost-reply'] as const;

/** The long form of a fault: `{error: 53300, occurrence: 2}`, `{kind: lost-reply, noticed: later}`, `{delay: 5s}`. */
const longForm = mapping({
  kind: optional(oneOf('fault', plainKinds)),
  error: optional(text),
  delay: optional(text),
  noticed: optional(text),
  occurrence: optional(whole(1, limits.faultOccurrence)),
});

/** Which operations a step performs, and the labels that may still come. */
export interface FaultPlace {
  readonly operations: readonly Operation[];
  readonly laterLabels: readonly string[];
}

/** Reads `fault: {operation: fault}`, where the fault is a word, a mapping, or a list of mappings for several occurrences. */
export function readFaults(node: Node, place: FaultPlace, reader: Reader): PlannedFault[] {
  if (!isMap(node)) {
    reader.report('wrong-type', spanOf(node), {
      expected: 'a mapping from operations to faults',
      found: found(node),
    });
    return [];
  }
  const planned = (node.items as Pair<Node, Node | null>[]).flatMap((pair) => {
    const name = text.read(pair.key, reader);
    if (!name) return [];
    const operation = place.operations.find((candidate) => candidate === name.value);
    if (!operation) {
      reader.report('fault-not-in-step', name.span, { operation: name.value, known: place.operations.join(', ') });
      return [];
    }
    const value = valueNode(pair);
    const nodes = isSeq(value) ? (value.items as Node[]) : [value];
    const before = reader.diagnostics.length;
    const faults = nodes.flatMap((each) => readFault(each, operation, place, reader) ?? []);
    const twice = faults.find(
      ({ occurrence }, index) => faults.findIndex((other) => other.occurrence === occurrence) < index,
    );
    if (twice) {
      const found = `two for occurrence ${twice.occurrence}`;
      reader.report('wrong-value', spanOf(value), { expected: 'one fault for each occurrence', found });
    } else if (faults.length === 0 && reader.diagnostics.length === before) {
      reader.report('wrong-value', spanOf(value), { expected: 'at least one fault', found: 'none' });
    }
    return faults;
  });
  if (node.items.length === 0) {
    reader.report('wrong-value', spanOf(node), { expected: 'at least one fault', found: 'none' });
  }
  return planned;
}

function readFault(node: Node, operation: Operation, place: FaultPlace, reader: Reader): PlannedFault | undefined {
  const line = reader.lineAt(spanOf(node).start);
  if (isScalar(node)) {
    const kind = oneOf('fault', FAULT_KINDS).read(node, reader);
    if (!kind) return undefined;
    if (kind.value === 'error' || kind.value === 'delay') {
      return reader.report('wrong-value', kind.span, { expected: `{${kind.value}: ...}`, found: kind.value });
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
  const given = [form.kind, form.error, form.delay].filter((part) => part !== undefined);
  if (given.length !== 1) {
    return reader.report('wrong-value', form.span, {
      expected: 'exactly one of kind, error and delay',
      found: String(given.length),
    });
  }
  const noticed = form.noticed && readArrival(form.noticed, place, reader);
  if (form.noticed && !noticed) return undefined;
  if (form.noticed && form.kind?.value !== 'lost-request' && form.kind?.value !== 'lost-reply') {
    return reader.report('wrong-value', form.noticed.span, {
      expected: '"noticed" beside a lost request or reply',
      found: 'another fault',
    });
  }
  if (form.error) return { kind: 'error', code: form.error.value };
  if (form.delay) {
    const until = readArrival(form.delay, place, reader);
    return until && { kind: 'delay', until };
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
  if (place.laterLabels.includes(name.value)) return { at: 'step', label: name.value };
  const labels = place.laterLabels.length > 0 ? ` (here ${place.laterLabels.join(', ')})` : '';
  const expected = `a duration such as 5s, "later", or the label of a later step${labels}`;
  return reader.report('wrong-value', name.span, { expected, found: name.value });
}

/** Refuses pairs of operation and fault that cannot exist, each with the reason. */
function possible(planned: PlannedFault, span: Located<unknown>['span'], reader: Reader): PlannedFault | undefined {
  const reason = impossible(planned.operation, planned.fault);
  if (reason === null) return planned;
  return reader.report('impossible-fault', span, {
    operation: planned.operation,
    fault: planned.fault.kind,
    ...reason,
  });
}

function impossible(operation: Operation, fault: Fault): { why: string; detail: string } | null {
  const kafka = (KAFKA_OPERATIONS as readonly string[]).includes(operation);
  if (fault.kind === 'error') {
    if (kafka) {
      const known: readonly string[] = brokerErrors[operation as KafkaOperation];
      return known.includes(fault.code) ? null : { why: 'broker-error', detail: known.join(', ') };
    }
    if (!/^[0-9A-Z]{5}$/.test(fault.code) || /^0[012]/.test(fault.code)) return { why: 'sqlstate', detail: fault.code };
    if (operation === 'rollback' && !closesSession(fault.code)) return { why: 'rollback-error', detail: fault.code };
  }
  if (fault.kind === 'delay' && operation === 'fetch') return { why: 'fetch-delay', detail: '' };
  if ('noticed' in fault && fault.noticed && kafka) return { why: 'noticed-kafka', detail: '' };
  return null;
}
