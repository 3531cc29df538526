/** A commit that the application has sent without waiting for the answer. */
export interface AsyncCommit {
  readonly partition: number;
  readonly offset: number;
  readonly metadata: string;
}

/** The asynchronous commits of one consumer that are on their way: the broker gets them in the order of the calls. */
export class AsyncCommits {
  #pending: AsyncCommit[] = [];

  send(commit: AsyncCommit): AsyncCommit {
    this.#pending.push(commit);
    return commit;
  }

  /** Those that arrive when `commit` does, itself last; nothing when it has arrived or is lost. */
  arriving(commit: AsyncCommit): readonly AsyncCommit[] {
    return this.#pending.splice(0, this.#pending.indexOf(commit) + 1);
  }

  /** All that are on their way, in order: a synchronous commit comes after them. */
  all(): readonly AsyncCommit[] {
    return this.#pending.splice(0);
  }

  /** The request never reaches the broker, and nobody sends it again. */
  lose(commit: AsyncCommit): void {
    this.#pending = this.#pending.filter((pending) => pending !== commit);
  }
}
