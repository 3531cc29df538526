import type { Instant } from '../base/time.js';
import type { Arrival } from '../model/fault.js';

interface Item {
  readonly arrival: Arrival;
  /** When it arrives by the clock; null where it waits for a step. */
  readonly instant: Instant | null;
  readonly arrive: () => Promise<void>;
}

/** Requests and news that are still on their way, in the order in which they set out. */
export class UnderWay {
  #items: Item[] = [];

  add(arrival: Arrival, now: Instant, arrive: () => Promise<void>): void {
    this.#items.push({ arrival, instant: arrival.at === 'after' ? now + arrival.milliseconds : null, arrive });
  }

  get size(): number {
    return this.#items.length;
  }

  /** Lets arrive what waited for the step called `label`. */
  async arriveAtStep(label: string | null): Promise<void> {
    if (label !== null) await this.#deliver(({ arrival }) => arrival.at === 'step' && arrival.label === label);
  }

  /** The earliest instant up to `limit` at which something arrives; null when there is none. */
  nextInstant(limit: Instant): Instant | null {
    const instants = this.#items.flatMap(({ instant }) => (instant !== null && instant <= limit ? [instant] : []));
    return instants.length > 0 ? Math.min(...instants) : null;
  }

  async arriveAt(instant: Instant): Promise<void> {
    await this.#deliver((item) => item.instant !== null && item.instant <= instant);
  }

  /** Lets everything arrive. What sets out meanwhile arrives too. */
  async arriveAll(): Promise<void> {
    while (this.#items.length > 0) await this.#deliver(() => true);
  }

  async #deliver(arrives: (item: Item) => boolean): Promise<void> {
    const now = this.#items.filter(arrives);
    this.#items = this.#items.filter((item) => !now.includes(item));
    for (const item of now) await item.arrive();
  }
}
