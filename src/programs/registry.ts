import type { InvariantName } from '../model/names.js';
import type { LocalText } from '../model/text.js';
import {
  type ConsumerMemory,
  consumeOnce,
  newConsumerMemory,
  type OnUnknown,
  type UnitEnd,
} from './history/consumer.js';
import { historyVariants } from './history/variants.js';
import type { ConsumerPorts } from './ports.js';
import type { SchemaDefinition } from './schemas.js';

/** How a scenario sets a program up. */
export interface ProgramKnobs {
  readonly onUnknown: OnUnknown;
}

/** One variant of a program, as a process runs it: memory that a crash wipes, and one unit of work at a time. */
export interface ProgramVariant {
  readonly name: string;
  readonly correct: boolean;
  readonly summary: LocalText;
  readonly claims: readonly InvariantName[];
  readonly schema?: SchemaDefinition;
  newMemory(): ConsumerMemory;
  unit(ports: ConsumerPorts, memory: ConsumerMemory, knobs: ProgramKnobs): Promise<UnitEnd>;
}

export interface Program {
  readonly name: string;
  readonly defaultVariant: string;
  readonly variants: readonly ProgramVariant[];
}

export const programs: readonly Program[] = [
  {
    name: 'history',
    defaultVariant: 'inbox',
    variants: historyVariants.map(({ design, ...variant }) => ({
      ...variant,
      newMemory: newConsumerMemory,
      unit: (ports, memory, knobs) => consumeOnce(ports, memory, design, knobs.onUnknown),
    })),
  },
];
