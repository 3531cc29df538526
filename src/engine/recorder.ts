import { Watch } from '../checks/registry.js';
import type { BranchSpec } from '../scenario/scenario.js';
import type { Concluded, TraceEvent } from '../trace/event.js';
import type { WorldState } from '../trace/world-state.js';

/**
 * What PostgreSQL says in its own words of an error that the scenario does not expect. The trace has no such words,
 * because they change from version to version; whoever writes a scenario needs them all the same.
 */
export interface ErrorNote {
  readonly step: number;
  /** The line of the scenario. */
  readonly line: number;
  readonly message: string;
  /** The statement as the scenario has it; null for a program's own. */
  readonly statement: string | null;
  /** Where in the statement PostgreSQL points, in characters from 1. */
  readonly position: number | null;
}

/** Writes the trace, and lets the checks see each event at once. */
export class Recorder {
  readonly events: TraceEvent[] = [];
  readonly watch: Watch;
  /** What a program concluded last. */
  lastConcluded: Concluded | null = null;
  /** What the author needs besides the trace. */
  readonly notes: ErrorNote[] = [];
  /** What PostgreSQL said of operations that failed, by their ids. */
  readonly serverWords = new Map<number, string>();
  #lastOperation = 0;

  constructor(
    { invariants, ownInvariants }: Pick<BranchSpec, 'invariants' | 'ownInvariants'>,
    /** Told of each event after the checks have seen it. */
    readonly onEvent: (event: TraceEvent, world: WorldState) => void = () => {},
  ) {
    this.watch = new Watch(invariants, ownInvariants);
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
