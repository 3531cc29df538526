import type { Instant } from '../base/time.js';
import type { Group } from './group.js';

/** What a group has committed for one partition. */
export interface CommittedOffset {
  readonly topic: string;
  readonly partition: number;
  /** The next offset that the group will read (rule C1). */
  readonly offset: number;
  readonly metadata: string;
  readonly committedAt: Instant;
}

/** The committed offsets of all groups, which is what the topic `__consumer_offsets` remembers. */
export class OffsetStore {
  readonly #groups = new Map<string, Map<string, CommittedOffset>>();

  get(group: string, topic: string, partition: number): CommittedOffset | null {
    return this.#groups.get(group)?.get(nameOf(topic, partition)) ?? null;
  }

  set(group: string, committed: CommittedOffset): void {
    const offsets = this.#groups.get(group) ?? new Map<string, CommittedOffset>();
    this.#groups.set(group, offsets.set(nameOf(committed.topic, committed.partition), committed));
  }

  delete(group: string, { topic, partition }: CommittedOffset): void {
    this.#groups.get(group)?.delete(nameOf(topic, partition));
  }

  /** In the order of the first commit of each partition. */
  of(group: string): readonly CommittedOffset[] {
    return [...(this.#groups.get(group)?.values() ?? [])];
  }
}

function nameOf(topic: string, partition: number): string {
  return JSON.stringify([topic, partition]);
}

/**
 * Since when an offset counts as unused (rule C14, `ClassicGroup.offsetExpirationCondition`): since the group became
 * Empty; while it is Stable only for a topic that it does not subscribe to, since the commit; for a group without
 * members ever, since the commit. Null where it cannot expire now.
 */
export function unusedSince(group: Group, { topic, committedAt }: CommittedOffset): Instant | null {
  if (group.topic === null) return committedAt;
  if (group.state === 'Empty') return group.stateSince;
  return group.state === 'Stable' && group.topic !== topic ? committedAt : null;
}
