import { isoInstant } from '../base/time.js';
import { rowCountOf } from '../model/sql.js';
import type { Expected, ExpectedRecord, StepExpectation } from '../scenario/expectation.js';
import type { Step } from '../scenario/scenario.js';
import type { OperationDone, RecordRef, TraceEvent } from '../trace/event.js';
import type { WorldState } from '../trace/world-state.js';
import type { Judge } from './expectations.js';
import { printRecords, printRows } from './printed.js';

/**
 * Compares what a step came to with what the scenario says of it. `events` is everything since the step began: a delayed
 * reply belongs to the step that sent the request.
 */
export function judgeStep(judge: Judge, step: Step, events: readonly TraceEvent[]): void {
  const operations = operationsOf(step, events);
  if (step.expect) judgeExpected(judge, step, step.expect, operations, lastOutcome(step, events));
  judgeErrors(judge, step, operations);
  if (step.expect) judge.state(step.expect.state);
}

function judgeExpected(
  judge: Judge,
  step: Step,
  expect: StepExpectation,
  operations: readonly OperationDone[],
  outcome: string | null,
): void {
  const one = (what: 'outcome' | 'tag' | 'constraint' | 'client' | 'server' | 'count', found: string | null) => {
    const expected = expect[what];
    if (expected) judge.compare(expected.line, what, [String(expected.value)], [found ?? '-']);
  };
  const results = operations.flatMap(({ result }) => (result?.kind === 'sql' ? [result] : []));
  const last = operations.at(-1);
  const failed = operations.find(({ error }) => error !== null)?.error;
  const counts = results.flatMap(({ tag }) => rowCountOf(tag) ?? []);
  one('outcome', outcome);
  one('tag', results.at(-1)?.tag ?? null);
  one('count', counts.length > 0 ? String(counts.reduce((sum, count) => sum + count, 0)) : null);
  if (expect.error) judgeExpectedErrors(judge, step, expect.error, operations);
  one('constraint', failed?.constraint ?? null);
  one('client', last?.client ?? null);
  one('server', last?.server ?? null);
  if (expect.rows) {
    const rows = results.flatMap((result) => result.rows);
    const columns = results.at(-1)?.columns ?? [];
    judge.compare(expect.rows.line, 'rows', ...printRows(expect.rows.value, columns, rows, 'in-order'));
  }
  if (expect.records) {
    const { world } = judge.recorder.watch;
    const records = operations.flatMap(recordsOf).map((record) => described(record, world));
    judge.compare(expect.records.line, 'records', ...printRecords(expect.records.value, records));
  }
}

/**
 * What each operation of the step ended in. Of a program's operations only the one that failed is told of: the others are
 * its own affair.
 */
function judgeExpectedErrors(
  judge: Judge,
  step: Step,
  { line, value }: Expected<readonly string[]>,
  operations: readonly OperationDone[],
): void {
  const codes = operations.map(({ error }) => error?.code ?? '-');
  const failed = codes.find((code) => code !== '-') ?? '-';
  const found = 'action' in step && step.action === 'run' ? [failed] : codes.length > 0 ? codes : ['-'];
  const [only = '-'] = value;
  const expected = value.length === 1 ? found.map(() => only) : value;
  judge.compare(line, 'error', expected, found);
}

/** An operation that a scenario writes out is meant to succeed unless it says otherwise or a fault is injected. */
function judgeErrors(judge: Judge, step: Step, operations: readonly OperationDone[]): void {
  for (const { error } of unexpectedErrors(step, operations)) {
    judge.compare(step.line, 'error', ['-'], [error?.code ?? '-']);
  }
}

/** The operations that failed although nothing says that they should. */
export function unexpectedErrors(step: Step, operations: readonly OperationDone[]): readonly OperationDone[] {
  if (!('actor' in step) || step.action === 'run' || step.action === 'nack' || expectsErrors(step)) return [];
  return operations.filter(({ fault, error, client }) => error && fault === null && client !== 'ok');
}

/** Whether a step says itself how its operations end. */
export function expectsErrors({ expect }: Step): boolean {
  return Boolean(expect?.error || expect?.client);
}

/** The operations of a step, each as it ended: one that was delayed by what arrived. */
export function operationsOf(step: Step, events: readonly TraceEvent[]): OperationDone[] {
  const byId = new Map<number, OperationDone>();
  let own = true;
  for (const event of events) {
    if (event.kind === 'step-ended') own = false;
    if (event.kind !== 'operation' || !('actor' in step) || event.actor !== step.actor) continue;
    if ((own && !event.arrived) || byId.has(event.id) || step.action === 'run') byId.set(event.id, event);
  }
  return [...byId.values()];
}

function recordsOf({ result }: OperationDone): readonly RecordRef[] {
  if (result?.kind === 'records') return result.records;
  return result?.kind === 'record' && result.record ? [result.record] : [];
}

/** All there is to say of a record, from the log; what the log has dropped meanwhile is said no more. */
function described({ topic, partition, offset, event }: RecordRef, world: WorldState): Required<ExpectedRecord> {
  const record = world.partition(topic, partition).at(offset)?.record;
  return {
    topic,
    partition: String(partition),
    offset: String(offset),
    event,
    key: record?.key ?? null,
    value: record?.value ?? null,
    timestamp: record ? isoInstant(record.timestamp) : '-',
  };
}

/** The outcome that the step's actor reached last within the step. */
function lastOutcome(step: Step, events: readonly TraceEvent[]): string | null {
  const concluded = events.findLast(
    (event) => event.kind === 'concluded' && 'actor' in step && event.process === step.actor,
  );
  return concluded?.kind === 'concluded' ? concluded.outcome : null;
}
