import { present } from '../base/assert.js';
import { billing } from './billing/program.js';
import { history } from './history/program.js';
import { inventory } from './inventory/program.js';
import { orderService } from './orders/program.js';
import type { Program } from './program.js';
import { relay } from './relay/program.js';

/** Every program that a scenario can name. */
export const programs: readonly Program[] = [history, relay, orderService, billing, inventory];

/** The program of a process, whose name has been checked. */
export function programOf({ program }: { readonly program: string }): Program {
  return present(
    programs.find(({ name }) => name === program),
    `program ${program}`,
  );
}
