import { type ConsumerMemory, consumeOnce, newConsumerMemory } from './history/consumer.js';
import { historyVariants } from './history/variants.js';
import type { Program, ProgramVariant } from './program.js';

/** Every program that a scenario can name. */
export const programs: readonly Program[] = [
  {
    name: 'history',
    defaultVariant: 'inbox',
    variants: historyVariants.map(({ design, ...variant }) => {
      const program: ProgramVariant<ConsumerMemory> = {
        ...variant,
        newMemory: newConsumerMemory,
        unit: (ports, memory, knobs) => consumeOnce(ports, memory, design, knobs.onUnknown),
      };
      // The engine hands a program's memory back to that program alone, and does not look into it.
      return program as ProgramVariant;
    }),
  },
];
