/** Lets whoever waits for something go when it has become pointless to wait. */
export class Stop {
  readonly #waiting = new Set<(error: Error) => void>();
  #error: Error | null = null;

  /** Why nothing goes on; null while all does. */
  get error(): Error | null {
    return this.#error;
  }

  /** @throws what {@link now} was given, if it was. */
  check(): void {
    if (this.#error) throw this.#error;
  }

  /** What `promise` comes to, unless everything is stopped before. */
  guard<T>(promise: Promise<T>): Promise<T> {
    if (this.#error) {
      promise.catch(() => {});
      return Promise.reject(this.#error);
    }
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      promise.then(resolve, reject).finally(() => this.#waiting.delete(reject));
    });
  }

  /** Only the first reason counts. */
  now(error: Error): void {
    this.#error ??= error;
    for (const reject of this.#waiting) reject(this.#error);
    this.#waiting.clear();
  }

  /** From here on everything goes on. */
  forget(): void {
    this.#error = null;
  }
}
