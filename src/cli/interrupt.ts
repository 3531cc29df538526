import { exitCodes } from './exit.js';

const cleanUps: (() => void)[] = [];

/** Runs `cleanUp` before Ctrl-C ends the program. */
export function onInterrupt(cleanUp: () => void): void {
  cleanUps.push(cleanUp);
}

/** Ctrl-C ends the program at once, with code 130; statements run in another thread and do not hold it up. */
export function watchInterrupts(): void {
  process.once('SIGINT', () => {
    for (const cleanUp of cleanUps) cleanUp();
    process.exit(exitCodes.interrupted);
  });
  process.once('SIGTERM', () => {
    for (const cleanUp of cleanUps) cleanUp();
    process.exit(143);
  });
}
