import { exitCodes } from './exit.js';

const cleanUps: (() => void)[] = [];

/** Runs `cleanUp` before Ctrl-C ends the program. */
export function onInterrupt(cleanUp: () => void): void {
  cleanUps.push(cleanUp);
}

/** Ctrl-C ends the program at once, with code 130; statements run in another thread and do not hold it up. */
export function watchInterrupts(): void {
  // By custom a signal ends a program with 128 and its number.
  const codes = { SIGINT: exitCodes.interrupted, SIGTERM: 143, SIGHUP: 129 } as const;
  for (const [signal, code] of Object.entries(codes)) {
    process.once(signal, () => {
      for (const cleanUp of cleanUps) cleanUp();
      process.exit(code);
    });
  }
}
