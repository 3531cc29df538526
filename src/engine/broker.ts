import type { BrokerChange } from '../scenario/scenario.js';

/** Whether the broker answers, and what it refuses: what the scenario has done to it. */
export class Broker {
  #down = false;
  /** The error for records of an event, and for all records of a topic. */
  readonly #refused = new Map<string, string>();

  get down(): boolean {
    return this.#down;
  }

  change(change: BrokerChange & { readonly kind: 'down' | 'up' | 'refuse' | 'accept' }): void {
    switch (change.kind) {
      case 'down':
      case 'up':
        this.#down = change.kind === 'down';
        break;
      case 'refuse':
        this.#refused.set(target(change), change.error);
        break;
      case 'accept':
        this.#refused.delete(target(change));
        break;
    }
  }

  /** The error that a record gets instead of being appended; null where it is taken. */
  refusalOf(topic: string, event: string | null): string | null {
    const ofEvent = event === null ? undefined : this.#refused.get(target({ event, topic: null }));
    return ofEvent ?? this.#refused.get(target({ event: null, topic })) ?? null;
  }
}

function target({ event, topic }: { readonly event: string | null; readonly topic: string | null }): string {
  return JSON.stringify([event, topic]);
}
