import { Watch } from '../checks/registry.js';
import type { InvariantName } from '../model/names.js';
import type { TraceEvent } from '../trace/event.js';

/** Writes the trace, and lets the checks see each event at once. */
export class Recorder {
  readonly events: TraceEvent[] = [];
  readonly watch: Watch;
  #lastOperation = 0;

  constructor(invariants: readonly InvariantName[]) {
    this.watch = new Watch(invariants);
  }

  emit(event: TraceEvent): void {
    this.events.push(event);
    this.watch.see(event);
  }

  nextOperation(): number {
    return ++this.#lastOperation;
  }
}
