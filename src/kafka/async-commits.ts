import type { Instant } from '../base/time.js';
import { commitExceptionOf } from './commit-exception.js';
import type { ConsumerEvent } from './consumer-event.js';
import { KafkaRefusal } from './errors.js';
import type { MemberIdentity } from './group.js';

/** A commit as it leaves the client. */
export interface SentCommit {
  readonly partition: number;
  readonly offset: number;
  readonly metadata: string;
  /** Who the client was when it sent it. */
  readonly member: MemberIdentity;
}

/** The commits of one consumer for whose answer it does not wait: the broker gets them in the order of the calls. */
export class AsyncCommits {
  #pending: SentCommit[] = [];

  constructor(
    /** Brings one to the broker. */
    readonly send: (commit: SentCommit, now: Instant) => number | null,
    readonly emit: (event: ConsumerEvent) => void,
  ) {}

  add(commit: SentCommit): SentCommit {
    this.#pending.push(commit);
    return commit;
  }

  /** See `Consumer.deliver`. One that has arrived already, or is lost, does nothing. */
  deliver(commit: SentCommit, now: Instant): number | null {
    const arriving = this.#pending.splice(0, this.#pending.indexOf(commit) + 1);
    const last = arriving.pop();
    for (const before of arriving) this.quietly(() => before, now);
    try {
      return last ? this.send(last, now) : null;
    } catch (error) {
      if (!(error instanceof KafkaRefusal)) throw error;
      throw new KafkaRefusal(error.code, error.message, commitExceptionOf(error.code, 'async'));
    }
  }

  /** All that are on their way arrive: a synchronous commit comes after them. */
  flush(now: Instant): void {
    for (const before of this.#pending.splice(0)) this.quietly(() => before, now);
  }

  /** Nobody waits for the answer, and a refusal only leaves a trace. */
  quietly(prepare: () => SentCommit, now: Instant): boolean {
    try {
      const commit = prepare();
      const { partition, offset } = commit;
      const previous = this.send(commit, now);
      if (previous !== offset) this.emit({ kind: 'offset-committed', partition, previous, offset });
      return true;
    } catch (error) {
      if (!(error instanceof KafkaRefusal)) throw error;
      this.emit({ kind: 'commit-failed', code: error.code, exception: error.exception });
      return false;
    }
  }

  /** The request never reaches the broker, and nobody sends it again. */
  lose(commit: SentCommit): void {
    this.#pending = this.#pending.filter((pending) => pending !== commit);
  }
}
