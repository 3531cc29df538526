import { visibleLines } from '../report/text/visible.js';

/**
 * Writes to the standard error. Every message passes here, because it may repeat what somebody has typed or written
 * into a file: nothing of that may steer the terminal.
 */
export function complain(text: string): void {
  process.stderr.write(visibleLines(text));
}
