/** Whether somebody stands still, and what has come for it meanwhile. */
export class Standstill {
  #still = false;
  readonly #held: (() => Promise<void>)[] = [];

  get still(): boolean {
    return this.#still;
  }

  begin(): void {
    this.#still = true;
  }

  /** What comes is met at once, or when it moves again. */
  async meet(arrival: () => Promise<void>): Promise<void> {
    if (this.#still) this.#held.push(arrival);
    else await arrival();
  }

  /** It moves again, or is gone for good: everything that has come is met, in the order in which it came. */
  async end(): Promise<void> {
    this.#still = false;
    for (const arrival of this.#held.splice(0)) await this.meet(arrival);
  }
}
