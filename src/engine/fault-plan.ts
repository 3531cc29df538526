import type { Fault } from '../model/fault.js';
import type { Operation } from '../model/names.js';
import type { PlannedFault } from '../scenario/scenario.js';

/** The faults of one step, handed out as its operations are sent. Occurrences count from 1 within the step. */
export class FaultPlan {
  readonly #sent = new Map<Operation, number>();
  readonly #waiting: PlannedFault[];

  constructor(faults: readonly PlannedFault[]) {
    this.#waiting = [...faults];
  }

  /** The fault of the operation that is being sent now, if it has one. */
  take(operation: Operation): Fault | null {
    const occurrence = (this.#sent.get(operation) ?? 0) + 1;
    this.#sent.set(operation, occurrence);
    const index = this.#waiting.findIndex(
      (planned) => planned.operation === operation && planned.occurrence === occurrence,
    );
    return index < 0 ? null : (this.#waiting.splice(index, 1)[0]?.fault ?? null);
  }

  /** Faults that no operation has met. */
  unfired(): readonly PlannedFault[] {
    return this.#waiting;
  }
}
