import type { Operation, StepModifier } from '../model/names.js';
import type { StepAction } from './scenario.js';

/** What may stand beside some actions only. What else there is may stand beside every step. */
export const REFUSABLE = [
  'fault',
  'as',
  'each',
  'concludes',
  'params',
  'writes',
  'reads',
] as const satisfies readonly StepModifier[];

/** An action whose names are known, and what may stand beside it. */
export interface LinkedAction {
  readonly action: StepAction;
  /** How messages call it. */
  readonly name: string;
  /** The operations that it sends, which faults may name. */
  readonly operations: readonly Operation[];
  readonly refuses: readonly (typeof REFUSABLE)[number][];
}
