import { present } from '../base/assert.js';
import type { Resumed, Session } from '../postgres/ports.js';

/** A connection whose statement waits for another session. */
export interface Waiter {
  readonly session: Session;
  /** The statement has come to its end. Tells of it, and answers what its sender does then. */
  released(resumed: Resumed): () => Promise<void>;
}

/** Statements that waited for other sessions, and what whoever sent them does when they have gone on. */
export class Releases {
  readonly #waiters = new Map<Session, Waiter>();
  #resumed: Resumed[] = [];
  #goOns: (() => Promise<void>)[] = [];

  /** A statement of this connection has begun to wait. */
  waits(waiter: Waiter): void {
    this.#waiters.set(waiter.session, waiter);
  }

  /** What some call has let go on. It is told of when that call itself has been. */
  add(resumed: readonly Resumed[]): void {
    this.#resumed.push(...resumed);
  }

  /** Somebody has an answer now that no other session gave. */
  answer(goOn: () => Promise<void>): void {
    this.#goOns.push(goOn);
  }

  /** Tells of everything that has gone on, in order. Whoever sent it goes on later. */
  tell(): void {
    for (const resumed of this.#resumed.splice(0)) {
      const waiter = present(this.#waiters.get(resumed.session), `waiting session ${resumed.session.name}`);
      this.#waiters.delete(resumed.session);
      this.#goOns.push(waiter.released(resumed));
    }
  }

  /** Lets whoever has an answer now go on, one after another, and those whom they let go on in their turn. */
  async goOn(): Promise<void> {
    this.tell();
    for (let next = this.#goOns.shift(); next; next = this.#goOns.shift()) {
      await next();
      this.tell();
    }
  }
}
