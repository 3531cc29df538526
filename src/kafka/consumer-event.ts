/** What moved a position: the group's committed offset, the reset policy, or a seek. */
export type PositionCause = 'committed' | 'reset' | 'seek';

/** What a consumer did of its own accord, in order. */
export type ConsumerEvent =
  | {
      readonly kind: 'position-moved';
      readonly partition: number;
      readonly offset: number;
      readonly cause: PositionCause;
    }
  | {
      readonly kind: 'partitions-assigned';
      readonly partitions: readonly number[];
      readonly memberId: string;
      readonly generation: number;
    }
  /** `lost` says that the consumer had left the group before it knew (`onPartitionsLost`, not `onPartitionsRevoked`). */
  | { readonly kind: 'partitions-revoked'; readonly partitions: readonly number[]; readonly lost: boolean }
  /** A commit for whose answer nobody waits has moved what is committed: auto-commit (rule C11), or `commitAsync`. */
  | {
      readonly kind: 'offset-committed';
      readonly partition: number;
      readonly previous: number | null;
      readonly offset: number;
    }
  /** A commit for whose answer nobody waits was refused. */
  | { readonly kind: 'commit-failed'; readonly code: string; readonly exception: string }
  /** The client has learnt that it is out of its group, or has taken itself out for not polling (rule G5). */
  | { readonly kind: 'membership-lost'; readonly memberId: string; readonly cause: string };
