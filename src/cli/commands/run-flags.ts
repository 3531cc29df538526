import type { TableChoice } from '../../report/text/state.js';

/** The options of `run`, as the command line gives them. */
export interface RunFlags {
  readonly variant?: string;
  readonly format: 'text' | 'json';
  readonly tables: TableChoice;
  readonly lang?: string;
  readonly out?: string;
}
