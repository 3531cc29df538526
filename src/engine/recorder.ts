import { Watch } from '../checks/registry.js';
import type { InvariantName } from '../model/names.js';
import type { Concluded, TraceEvent } from '../trace/event.js';
import type { WorldState } from '../trace/world-state.js';

/** Writes the trace, and lets the checks see each event at once. */
export class Recorder {
  readonly events: TraceEvent[] = [];
  readonly watch: Watch;
  /** What a program concluded last. */
  lastConcluded: Concluded | null = null;
  #lastOperation = 0;

  constructor(
    invariants: readonly InvariantName[],
    /** Told of each event after the checks have seen it. */
    readonly onEvent: (event: TraceEvent, world: WorldState) => void = () => {},
  ) {
    this.watch = new Watch(invariants);
  }

  emit(event: TraceEvent): void {
    this.events.push(event);
    if (event.kind === 'concluded') this.lastConcluded = event;
    this.watch.see(event);
    this.onEvent(event, this.watch.world);
  }

  nextOperation(): number {
    return ++this.#lastOperation;
  }
}
