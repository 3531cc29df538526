/** What happens to consumers and their groups. */

export interface PositionMoved {
  readonly kind: 'position-moved';
  readonly process: string;
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly cause: 'committed' | 'reset' | 'seek';
}

/** A member has been given partitions, none at times, or has given them up. */
export interface AssignmentChanged {
  readonly kind: 'assignment-changed';
  readonly process: string;
  readonly group: string;
  readonly topic: string;
  /** All that it has now. */
  readonly partitions: readonly number[];
  /** `lost`: it had left the group before it knew, and could commit nothing any more. */
  readonly cause: 'assigned' | 'revoked' | 'lost';
}

export interface GroupMember {
  readonly memberId: string;
  /** Who it is in the scenario; null for a member that nobody in it runs any more. */
  readonly process: string | null;
  readonly instanceId: string | null;
  readonly partitions: readonly number[];
}

export interface GroupChanged {
  readonly kind: 'group-changed';
  readonly group: string;
  /** Kafka's `ClassicGroupState`. */
  readonly state: string;
  readonly generation: number;
  readonly members: readonly GroupMember[];
}

export interface MemberRemoved {
  readonly kind: 'member-removed';
  readonly group: string;
  readonly memberId: string;
  readonly process: string | null;
  readonly why: 'left' | 'session-timeout' | 'rebalance-timeout' | 'sync-timeout' | 'fenced';
}

/** A consumer has learnt that it is out of its group, or has taken itself out because it did not poll in time. */
export interface MembershipLost {
  readonly kind: 'membership-lost';
  readonly process: string;
  readonly group: string;
  readonly topic: string;
  /** What it learnt it from: an error by Kafka's name, or the poll timeout. */
  readonly cause: string;
}

/** A commit for whose answer nobody waited was refused. */
export interface CommitRefused {
  readonly kind: 'commit-refused';
  readonly process: string;
  readonly group: string;
  readonly topic: string;
  readonly code: string;
  /** What the Java client calls it. */
  readonly exception: string;
}
