import type { InvariantName } from '../model/names.js';
import type { TraceEvent } from '../trace/event.js';
import { WorldState } from '../trace/world-state.js';
import type { Check, Verdict } from './check.js';
import { contiguousCheckpoint } from './contiguous-checkpoint.js';
import { drained } from './drained.js';
import { effectOnce } from './effect-once.js';
import { honestOutcome } from './honest-outcome.js';
import { keyOrder } from './key-order.js';
import { markerWithRow } from './marker-with-row.js';
import { monotonicReads } from './monotonic-reads.js';
import { noLostEvent } from './no-lost-event.js';
import { noPhantomEvent } from './no-phantom-event.js';
import { oneRowPerEvent } from './one-row-per-event.js';
import { ownInvariant, type QueriedInvariant } from './own-invariant.js';
import { readYourWrites } from './read-your-writes.js';
import { repositoryContract } from './repository-contract.js';

/** Every invariant, in the order in which reports list them. */
const checks = {
  'one-row-per-event': oneRowPerEvent,
  'marker-with-row': markerWithRow,
  'no-lost-event': noLostEvent,
  'no-phantom-event': noPhantomEvent,
  'effect-once': effectOnce,
  'key-order': keyOrder,
  'read-your-writes': readYourWrites,
  'monotonic-reads': monotonicReads,
  'contiguous-checkpoint': contiguousCheckpoint,
  'honest-outcome': honestOutcome,
  'repository-contract': repositoryContract,
  drained,
} satisfies Record<InvariantName, unknown>;

export interface NamedVerdict extends Verdict {
  readonly name: string;
  /** False where the invariant is one that a program claims, and none in this world does. */
  readonly applies: boolean;
}

/** Watches a trace event by event and judges it by some invariants; it never drives. */
export class Watch {
  readonly world = new WorldState();
  readonly #folds: readonly { readonly check: Check; readonly state: unknown }[];

  constructor(invariants: readonly InvariantName[], own: readonly QueriedInvariant[] = []) {
    // Each state is handed only to the check that made it.
    const listed = Object.entries(checks).flatMap(([name, check]) =>
      (invariants as readonly string[]).includes(name) ? [check as Check] : [],
    );
    const all = [...listed, ...own.map((invariant) => ownInvariant(invariant) as Check)];
    this.#folds = all.map((check) => ({ check, state: check.initial() }));
  }

  see(event: TraceEvent): void {
    this.world.apply(event);
    for (const { check, state } of this.#folds) check.step(state, event, this.world);
  }

  /** What the invariants come to so far, in the registry's order. */
  verdicts(): readonly NamedVerdict[] {
    const claims: readonly string[] = [...this.world.processes.values()].flatMap((process) => process.claims);
    return this.#folds.map(({ check, state }) => ({
      name: check.name,
      applies: !check.claimed || claims.includes(check.name),
      ...check.verdict(state, this.world),
    }));
  }
}
