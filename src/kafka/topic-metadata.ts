import type { Instant } from '../base/time.js';
import type { Cluster } from './cluster.js';

/** What a client knows of its topic, which may be as old as `metadata.max.age.ms` lets it be (rule L11). */
export class TopicMetadata {
  #seen: { readonly partitions: number; readonly at: Instant } | null = null;

  constructor(
    readonly cluster: Cluster,
    readonly topic: string,
    /** Milliseconds. */
    readonly maxAge: number,
  ) {}

  /** The number of partitions as the client knows it; 0 before it has looked. */
  get partitions(): number {
    return this.#seen?.partitions ?? 0;
  }

  /** Whether the topic has got more partitions than the client knows. */
  isOutdated(): boolean {
    return this.#seen?.partitions !== this.cluster.partitions(this.topic).length;
  }

  /** Looks again when what is known is too old. Returns whether that was news. */
  refresh(now: Instant): boolean {
    return this.#seen && now < this.#seen.at + this.maxAge ? false : this.look(now);
  }

  /** Looks at once, whatever is known. Returns whether that was news. */
  look(now: Instant): boolean {
    const news = this.isOutdated();
    this.#seen = { partitions: this.cluster.partitions(this.topic).length, at: now };
    return news;
  }

  /** When a client that has been at work until `now` looks next. */
  nextLook(now: Instant): Instant {
    const age = Math.max(1, this.maxAge);
    const at = this.#seen?.at ?? now;
    return at + (Math.floor(Math.max(0, now - at) / age) + 1) * age;
  }
}
