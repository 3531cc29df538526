import type { UnitEnd } from '../programs/program.js';
import type { Settled } from './operate.js';
import type { ServerCall } from './server-call.js';

/** What a program does next: it asks for an operation, or its unit of work is over. */
export type Signal =
  | { readonly kind: 'call'; readonly call: ServerCall; settle(settled: Settled): void }
  | { readonly kind: 'ended'; readonly end: UnitEnd }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * One unit of work of a program that is held at each operation until the engine lets it go on. The program sees only
 * promises; that it stands still is the engine's doing.
 */
export class UnitOfWork {
  readonly #signals: Signal[] = [];
  #wake: (() => void) | null = null;

  constructor(
    readonly number: number,
    start: (send: (call: ServerCall) => Promise<unknown>) => Promise<UnitEnd>,
  ) {
    start((call) => this.#send(call)).then(
      (end) => this.#push({ kind: 'ended', end }),
      (error: unknown) => this.#push({ kind: 'failed', error }),
    );
  }

  async next(): Promise<Signal> {
    for (;;) {
      const signal = this.#signals.shift();
      if (signal) return signal;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #send(call: ServerCall): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#push({
        kind: 'call',
        call,
        settle: (settled) => {
          if (settled.kind === 'value') resolve(settled.value);
          else if (settled.kind === 'error') reject(settled.error);
        },
      });
    });
  }

  #push(signal: Signal): void {
    this.#signals.push(signal);
    this.#wake?.();
    this.#wake = null;
  }
}
