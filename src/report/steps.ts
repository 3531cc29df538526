import type { StepBegan, TraceEvent } from '../trace/event.js';

/** A step with everything that happened in it. */
export interface StepEvents {
  readonly began: StepBegan;
  readonly events: readonly TraceEvent[];
}

/** A trace cut at its steps: what comes before the first, the steps, and what comes after the last. */
export interface CutTrace {
  readonly before: readonly TraceEvent[];
  readonly steps: readonly StepEvents[];
  readonly after: readonly TraceEvent[];
}

export function cutTrace(trace: readonly TraceEvent[]): CutTrace {
  const before: TraceEvent[] = [];
  const steps: { began: StepBegan; events: TraceEvent[] }[] = [];
  const after: TraceEvent[] = [];
  let current = before;
  for (const event of trace) {
    if (event.kind === 'step-began') {
      current = [];
      steps.push({ began: event, events: current });
    } else {
      current.push(event);
      if (event.kind === 'step-ended') current = after;
    }
  }
  return { before, steps, after };
}

/** The events of one kind. */
export function eventsOf<K extends TraceEvent['kind']>(
  events: readonly TraceEvent[],
  kind: K,
): (TraceEvent & { readonly kind: K })[] {
  return events.filter((event): event is TraceEvent & { readonly kind: K } => event.kind === kind);
}
