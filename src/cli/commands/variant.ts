import { visible } from '../../report/text/visible.js';
import { nearest } from '../../scenario/nearest.js';
import type { Scenario } from '../../scenario/scenario.js';
import { variantsOf } from '../../suite/cases.js';
import { UsageError } from '../exit.js';
import { words } from '../words.js';

/** @throws UsageError where no program of the scenario has that variant. */
export function checkVariant(scenario: Scenario, variant: string): void {
  const known = variantsOf(scenario);
  if (known.includes(variant)) return;
  const near = nearest(variant, known);
  throw new UsageError(words().noVariant(visible(variant), near.join(', '), known.join(', ')));
}
