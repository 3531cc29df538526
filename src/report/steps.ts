import type { StepBegan, TraceEvent } from '../trace/event.js';

/** A step with everything that happened in it. */
export interface StepEvents {
  readonly began: StepBegan;
  readonly events: readonly TraceEvent[];
}

/** The steps of a trace; what comes before the first and after the last belongs to none. */
export function stepsOf(trace: readonly TraceEvent[]): StepEvents[] {
  const steps: { began: StepBegan; events: TraceEvent[] }[] = [];
  let current: TraceEvent[] | null = null;
  for (const event of trace) {
    if (event.kind === 'step-began') {
      current = [];
      steps.push({ began: event, events: current });
    } else {
      current?.push(event);
      if (event.kind === 'step-ended') current = null;
    }
  }
  return steps;
}

/** The events of one kind. */
export function eventsOf<K extends TraceEvent['kind']>(
  events: readonly TraceEvent[],
  kind: K,
): (TraceEvent & { readonly kind: K })[] {
  return events.filter((event): event is TraceEvent & { readonly kind: K } => event.kind === kind);
}
