import { programOf } from '../programs/registry.js';
import { otherVariant, type SetVariant, setVariant } from '../programs/variant-of.js';
import type { ProcessSpec } from '../scenario/scenario.js';

/** What a process runs: the variant wanted for the whole run, if its program has it, else its own. */
export function variantOf(spec: ProcessSpec, wanted: string | undefined): SetVariant {
  const program = programOf(spec);
  const other = wanted === undefined ? null : otherVariant(program, wanted, spec.knobs);
  return other ?? setVariant(program, spec.variant, spec.knobs);
}
