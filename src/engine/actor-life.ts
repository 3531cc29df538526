import type { LogRecord } from '../model/record.js';
import type { ActorAction, Step } from '../scenario/scenario.js';
import type { Connection } from './connection.js';
import type { FaultPlan } from './fault-plan.js';
import type { ItemAccess } from './item-access.js';
import { type ActorMemory, type Remembered, rememberedAs } from './memory.js';
import type { Settled } from './operate.js';
import type { Reading } from './reading.js';
import type { Sending } from './sending.js';
import type { Standstill } from './standstill.js';

/** Everything that a crash wipes. */
export interface Life {
  readonly memory: ActorMemory;
  readonly sending: Sending;
  readonly reading: Reading | null;
  readonly connections: Map<string, Connection>;
  lastFetched: LogRecord | null;
  /** Sessions whose statement is under way: its answer has not come. */
  readonly waiting: Set<string>;
  /** Of the whole actor, and its consumer with it. */
  readonly standstill: Standstill;
}

/** A step that an actor is taking. */
export interface Doing {
  readonly step: Step & ActorAction;
  readonly plan: FaultPlan;
  readonly life: Life;
  /** The number of the step. */
  readonly number: number;
  /** What the request at hand does to an item that the scenario names. */
  items: ItemAccess | undefined;
  /** Whether a request for the item at hand has failed without a fault. */
  failed: boolean;
  /** Whether it has come to something that the actor remembers. */
  remembers: boolean;
}

/** What a request has come to changes what the actor remembers. */
export function keep(doing: Doing, settled: Settled): void {
  if (settled.kind !== 'value') return;
  const { step, life } = doing;
  if (step.action === 'fetch') life.lastFetched = (settled.value as LogRecord[]).at(-1) ?? life.lastFetched;
  const value = rememberedAs(step.action, settled.value);
  if (value) remember(doing, value);
}

/** Under the name that a step gives it: everything that the step comes to, and nothing that was there before. */
export function remember(doing: Doing, value: Remembered): void {
  const { as } = doing.step;
  if (as === null) return;
  if (doing.remembers) doing.life.memory.add(as, value);
  else doing.life.memory.set(as, value);
  doing.remembers = true;
}
