import type { InvariantName } from '../model/names.js';
import type { LocalText } from '../model/text.js';
import type { ConsumerPorts } from './ports.js';
import type { SchemaDefinition } from './schemas.js';

export const ON_UNKNOWN = ['continue', 'seek-back', 'stop'] as const;
/** What a consumer does after `unknown`: goes on, reads the same record again, or reads no more until a restart. */
export type OnUnknown = (typeof ON_UNKNOWN)[number];

/** How a scenario sets a program up. */
export interface ProgramKnobs {
  readonly onUnknown: OnUnknown;
}

/** How a unit of work ended: something was handled, there was nothing to do, or the program takes no more. */
export type UnitEnd = 'handled' | 'idle' | 'stopped';

/**
 * One variant of a program, as a process runs it: one unit of work at a time, and between units memory, which is plain
 * data that the engine keeps and a crash wipes.
 */
export interface ProgramVariant<Memory = unknown> {
  readonly name: string;
  readonly correct: boolean;
  readonly summary: LocalText;
  /** Invariants about the program itself that it undertakes to keep. */
  readonly claims: readonly InvariantName[];
  /** A schema of its own, in place of the one that the scenario names. */
  readonly schema?: SchemaDefinition;
  newMemory(): Memory;
  unit(ports: ConsumerPorts, memory: Memory, knobs: ProgramKnobs): Promise<UnitEnd>;
}

export interface Program {
  readonly name: string;
  readonly defaultVariant: string;
  readonly variants: readonly ProgramVariant[];
}
