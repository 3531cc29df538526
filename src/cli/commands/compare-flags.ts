import type { LimitFlags } from './run-flags.js';

/** The options of `compare`, as the command line gives them. */
export interface CompareFlags extends LimitFlags {
  readonly format: 'text' | 'json';
  readonly lang?: string;
  readonly out?: string;
  readonly postgres?: string;
}
