import type { InvariantName, Operation } from '../model/names.js';
import type { LocalText } from '../model/text.js';
import type { Knob, KnobValues } from './knob.js';
import type { Ports } from './ports.js';
import type { SchemaAddition, SchemaDefinition } from './schemas.js';

/**
 * What a program works with. A process of it has the keys that belong to them: `database`, `group` (and how it reads),
 * `topic` (and the settings of its producer). Time, effects and ids need nothing.
 */
export const PORTS = ['database', 'consumer', 'producer', 'requests', 'changes', 'effects'] as const;
export type PortName = (typeof PORTS)[number];

/** How a unit of work ended: something was handled, there was nothing to do, or the program takes no more. */
export type UnitEnd = 'handled' | 'idle' | 'stopped';

/** How often one unit of work sends each operation, at most; null where nothing limits it, absent where never. */
export type Sends = Partial<Record<Operation, number | null>>;

/** What a variant brings to the database of its process. */
export interface BroughtSchema {
  /** A schema of its own, in place of the one that the scenario names. */
  readonly schema?: SchemaDefinition;
  /** What it adds to a schema: tables of its own, other roles. */
  readonly addition?: SchemaAddition;
}

/**
 * One variant of a program, as a process runs it: one unit of work at a time, and between units memory, which is plain
 * data that the engine keeps and a crash wipes.
 */
export interface ProgramVariant<Memory = unknown> extends BroughtSchema {
  readonly name: string;
  readonly correct: boolean;
  readonly summary: LocalText;
  /** Invariants about the program itself that it undertakes to keep. */
  readonly claims: readonly InvariantName[];
  /** The knobs that make it this variant; none where its code does. */
  readonly knobs?: KnobValues;
  /** In what it differs from what the program sends. */
  readonly sends?: Sends;
  newMemory(): Memory;
  unit(ports: Ports, memory: Memory, knobs: KnobValues): Promise<UnitEnd>;
}

/** Knobs that make no sense together. */
export interface KnobConflict {
  /** The knob that has to give way, and the one that stands in its way. */
  readonly knob: string;
  readonly other: string;
  readonly why: LocalText;
}

export interface Program {
  readonly name: string;
  readonly summary: LocalText;
  readonly ports: readonly PortName[];
  readonly knobs: readonly Knob[];
  readonly sends: Sends;
  /** The keys of a request that it takes from clients; absent where it takes none. */
  readonly request?: readonly string[];
  readonly defaultVariant: string;
  readonly variants: readonly ProgramVariant[];
  /** What makes no sense about `knobs`, of which `given` are written in the scenario; null where all is well. */
  conflict?(knobs: KnobValues, given: readonly string[]): KnobConflict | null;
}

/** The engine hands a program's memory back to that program alone, and does not look into it. */
export function asVariant<Memory>(variant: ProgramVariant<Memory>): ProgramVariant {
  return variant as ProgramVariant;
}
