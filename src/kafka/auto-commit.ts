import type { Instant } from '../base/time.js';
import type { ConsumerConfig } from './client-config.js';

/** What auto-commit needs of its consumer. */
export interface AutoCommitHost {
  /** Every position, whether or not what lies below it has been processed. */
  positions(): readonly { readonly partition: number; readonly offset: number }[];
  committed(partition: number): number | null;
  /** Sends one commit for whose answer nobody waits; false where it was refused. */
  send(partition: number, offset: number, now: Instant): boolean;
}

/** `enable.auto.commit`: inside poll, before a rebalance and on close, all positions are committed (rule C11). */
export class AutoCommit {
  #next: Instant = 0;
  /** The last one was refused, and would be again: a consumer that waits in poll does not go on trying. */
  #refused = false;

  constructor(
    readonly config: ConsumerConfig,
    readonly host: AutoCommitHost,
  ) {}

  /** The interval begins anew. */
  begin(now: Instant): void {
    this.#next = now + this.config['auto.commit.interval.ms'];
  }

  /** A poll comes: it tries also what was refused before. */
  poll(now: Instant): void {
    this.#refused = false;
    this.tick(now);
  }

  /** Commits if the interval is over. */
  tick(now: Instant): void {
    if (now >= this.#next) this.commit(now);
  }

  commit(now: Instant): void {
    if (!this.config['enable.auto.commit']) return;
    this.begin(now);
    this.#refused = this.host.positions().some(({ partition, offset }) => !this.host.send(partition, offset, now));
  }

  /** When a consumer that waits in poll will have something to commit; null when there is nothing new. */
  nextInstant(): Instant | null {
    if (!this.config['enable.auto.commit'] || this.#refused) return null;
    const news = this.host.positions().some(({ partition, offset }) => this.host.committed(partition) !== offset);
    return news ? this.#next : null;
  }
}
