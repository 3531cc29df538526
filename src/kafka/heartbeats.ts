import type { Instant } from '../base/time.js';

/** The rhythm in which the background thread of a member sends heartbeats. */
export class Heartbeats {
  /** When the rhythm began. */
  #since: Instant = 0;
  #frozenSince: Instant = 0;
  /** The process stood still when one was due, which it sends as soon as it goes on. */
  #overdue = false;

  constructor(
    /** `heartbeat.interval.ms`. */
    readonly interval: number,
  ) {}

  get since(): Instant {
    return this.#since;
  }

  begin(now: Instant): void {
    this.#since = now;
    this.#overdue = false;
  }

  sent(): void {
    this.#overdue = false;
  }

  freeze(now: Instant): void {
    this.#frozenSince = now;
  }

  /** After a pause in which one was due the rhythm begins anew, with the one that was missed. */
  thaw(now: Instant): void {
    if (now < this.#beatAfter(this.#frozenSince)) return;
    this.#since = now;
    this.#overdue = true;
  }

  /** The next one of a thread that has done its work up to `past`. */
  nextAfter(past: Instant): Instant {
    return this.#overdue ? past : this.#beatAfter(past);
  }

  #beatAfter(instant: Instant): Instant {
    return this.#since + (Math.floor((instant - this.#since) / this.interval) + 1) * this.interval;
  }
}
