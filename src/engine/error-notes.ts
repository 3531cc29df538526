import { SQL_OPERATIONS } from '../model/names.js';
import type { Step } from '../scenario/scenario.js';
import type { OperationDone, TraceEvent } from '../trace/event.js';
import type { ErrorNote } from './recorder.js';
import { operationsOf, unexpectedErrors } from './step-expectations.js';

/** The notes on a step that is over; what is said again and again, as with `each`, is noted once. */
export function errorNotes(
  step: Step,
  number: number,
  events: readonly TraceEvent[],
  words: ReadonlyMap<number, string>,
): ErrorNote[] {
  const notes = new Map<string, ErrorNote>();
  for (const { id, name, subject, error } of failedOperations(step, events)) {
    const message = words.get(id);
    if (message === undefined || !(SQL_OPERATIONS as readonly string[]).includes(name)) continue;
    const { line } = step;
    notes.set(message, { step: number, line, message, statement: subject, position: error?.position ?? null });
  }
  return [...notes.values()];
}

function failedOperations(step: Step, events: readonly TraceEvent[]): readonly OperationDone[] {
  const operations = operationsOf(step, events);
  if (step.action !== 'run') return unexpectedErrors(step, operations);
  // What a program makes of an error is the lesson, except where its statements do not fit the tables.
  return operations.filter(({ fault, error }) => fault === null && error?.code.startsWith('42'));
}
