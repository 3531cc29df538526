import { present } from '../base/assert.js';
import type { ProgramVariant } from '../programs/program.js';
import { programs } from '../programs/registry.js';
import type { ProcessSpec } from '../scenario/scenario.js';

/** The variant that a process runs: the one wanted for the whole run, if its program has it, else its own. */
export function variantOf({ program, variant }: ProcessSpec, wanted: string | undefined): ProgramVariant {
  const { variants } = present(
    programs.find(({ name }) => name === program),
    `program ${program}`,
  );
  const own = variants.find(({ name }) => name === variant);
  return variants.find(({ name }) => name === wanted) ?? present(own, `variant ${variant}`);
}
