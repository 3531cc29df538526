import type { Host } from '../base/host.js';
import type { limits } from '../base/limits.js';
import { LimitExceeded } from './ports.js';

/** The bounds of the database engine; `limits` has their usual values. */
export type EngineLimits = { readonly [Name in keyof typeof limits.engine]: number };

/** How often it looks while PostgreSQL works. */
const watchMilliseconds = 25;

/**
 * Looks from outside at how long PostgreSQL works and how much memory that takes, because nobody inside can: a runaway
 * statement occupies its thread, and the memory of WASM has no bound of its own.
 */
export class Watchdog {
  /** Since when there has been something to do; null while there is nothing. */
  #busySince: number | null = null;
  /** How long there was something to do before, since the scenario began. */
  #busyBefore = 0;
  #statementSince = 0;
  #statement = 0;
  /** The statement that was found too long the last time. */
  #suspected: number | null = null;
  #watching = false;

  constructor(
    readonly host: Host,
    readonly bounds: EngineLimits,
    readonly exceeded: (error: LimitExceeded) => void,
  ) {}

  scenarioBegins(): void {
    this.#busyBefore = 0;
    if (this.#busySince !== null) this.#busySince = this.host.milliseconds();
  }

  /** There is a next statement: nobody was working before, or its predecessor has ended. */
  statementBegins(): void {
    this.#statementSince = this.host.milliseconds();
    this.#statement++;
    this.#busySince ??= this.#statementSince;
    if (!this.#watching) this.#watch();
  }

  /** All statements have been answered: from here on no time counts. */
  rests(): void {
    if (this.#busySince !== null) this.#busyBefore += this.host.milliseconds() - this.#busySince;
    this.#busySince = null;
  }

  #watch(): void {
    this.#watching = true;
    this.host.later(watchMilliseconds, () => {
      this.#watching = false;
      this.#look();
      if (this.#busySince !== null) this.#watch();
    });
  }

  #look(): void {
    if (this.#busySince === null) return;
    const now = this.host.milliseconds();
    const { statementMilliseconds, scenarioMilliseconds, residentBytes } = this.bounds;
    if (this.host.residentBytes() > residentBytes) {
      this.exceeded(new LimitExceeded('memory', residentBytes, 'bytes'));
    } else if (this.#busyBefore + now - this.#busySince > scenarioMilliseconds) {
      this.exceeded(new LimitExceeded('scenario-time', scenarioMilliseconds, 'ms'));
    } else if (now - this.#statementSince <= statementMilliseconds) {
      this.#suspected = null;
    } else if (this.#suspected === this.#statement) {
      this.exceeded(new LimitExceeded('statement-time', statementMilliseconds, 'ms'));
    } else {
      // If this thread was the busy one, the answer may lie here unread; the next look tells.
      this.#suspected = this.#statement;
    }
  }
}
