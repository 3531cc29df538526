import { exitCodes } from './exit.js';

const cleanUps: (() => unknown)[] = [];

/** What lies on a server can be removed in a moment; a server that does not answer is not waited for. */
const cleanUpMilliseconds = 2000;

/** Runs `cleanUp` before Ctrl-C ends the program, and waits for what it promises, but not for long. */
export function onInterrupt(cleanUp: () => void | Promise<void>): void {
  cleanUps.push(cleanUp);
}

let gentle: AbortController | null = null;

/**
 * For a command that has something to tell when it is interrupted: the first Ctrl-C aborts this signal, with the exit code
 * as its reason, and leaves it to the command to end; only the next one ends the program at once.
 */
export function interruptSignal(): AbortSignal {
  gentle ??= new AbortController();
  return gentle.signal;
}

/** Ctrl-C ends the program at once, with code 130; statements run in another thread and do not hold it up. */
export function watchInterrupts(): void {
  // By custom a signal ends a program with 128 and its number.
  const codes = { SIGINT: exitCodes.interrupted, SIGTERM: 143, SIGHUP: 129 } as const;
  for (const [signal, code] of Object.entries(codes)) {
    process.on(signal, () => {
      if (gentle && !gentle.signal.aborted) {
        gentle.abort(code);
        return;
      }
      void end(code);
    });
  }
}

async function end(code: number): Promise<never> {
  const promised = cleanUps.splice(0).map((cleanUp) => cleanUp());
  if (promised.some((each) => each instanceof Promise)) {
    const enough = new Promise((resolve) => setTimeout(resolve, cleanUpMilliseconds));
    await Promise.race([Promise.allSettled(promised), enough]);
  }
  process.exit(code);
}
