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

/**
 * `enable.auto.commit`: inside poll, before a rebalance and on close, all positions are committed (rule C11), whether or
 * not they have moved. What changes nothing but the age of the commit is done late, all at once: see `catchUp`.
 */
export class AutoCommit {
  #next: Instant = 0;
  /** The last one was refused, and would be again: a consumer that waits in poll does not go on trying. */
  #refused = false;

  constructor(
    readonly config: ConsumerConfig,
    readonly host: AutoCommitHost,
  ) {}

  /** The interval begins anew: with each commit, and when an assignment comes (`ConsumerCoordinator.onJoinComplete`). */
  begin(now: Instant): void {
    this.#next = now + this.config['auto.commit.interval.ms'];
  }

  /** A poll comes after the process was at work, or stood still: it tries also what was refused before. */
  poll(now: Instant): void {
    this.#refused = false;
    if (now >= this.#next) this.commit(now);
  }

  /** From now on the process waits in poll; an interval that is over by now has its commit at once. */
  wait(now: Instant): void {
    this.#next = Math.max(this.#next, now);
  }

  /**
   * Of the commits of a process that has waited in poll until `now`, the last one: it has overwritten all before it. With
   * something new to commit it was called at each one's instant (`nextInstant`).
   */
  catchUp(now: Instant): void {
    if (now < this.#next || this.#refused) return;
    const interval = Math.max(1, this.config['auto.commit.interval.ms']);
    this.commit(this.#next + Math.floor((now - this.#next) / interval) * interval);
  }

  commit(now: Instant): void {
    if (!this.config['enable.auto.commit']) return;
    this.begin(now);
    this.#refused = this.host.positions().some(({ partition, offset }) => !this.host.send(partition, offset, now));
  }

  /** When a consumer that waits in poll will have something to commit that changes more than the age of the commit. */
  nextInstant(): Instant | null {
    if (!this.config['enable.auto.commit'] || this.#refused) return null;
    const news = this.host.positions().some(({ partition, offset }) => this.host.committed(partition) !== offset);
    return news ? this.#next : null;
  }
}
