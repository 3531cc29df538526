import type { Instant } from '../base/time.js';
import type { RetentionCause } from './segments.js';

/** The states of a classic group, by Kafka's names (`ClassicGroupState`). */
export type GroupState = 'Empty' | 'PreparingRebalance' | 'CompletingRebalance' | 'Stable' | 'Dead';

/** A member as listings show it: partitions only while the group is Stable (`ClassicGroup.describe`). */
export interface MemberView {
  readonly memberId: string;
  readonly clientId: string;
  readonly instanceId: string | null;
  readonly partitions: readonly number[];
}

/** What a coordinator knows of a group. The leader is the member that computes the assignment. */
export interface GroupView {
  readonly group: string;
  readonly state: GroupState;
  readonly generation: number;
  readonly leader: string | null;
  readonly members: readonly MemberView[];
}

/** Why a member is no longer in its group. `fenced`: another member with its `group.instance.id` has taken its place. */
export type RemovalCause = 'left' | 'session-timeout' | 'rebalance-timeout' | 'sync-timeout' | 'fenced';

interface MemberName {
  readonly group: string;
  readonly memberId: string;
  readonly clientId: string;
  readonly instanceId: string | null;
}

interface PartitionName {
  readonly topic: string;
  readonly partition: number;
}

/** What happened at the broker, at which instant, in order. */
export type ClusterEvent = { readonly at: Instant } & (
  | ({
      readonly kind: 'log-start-moved';
      readonly from: number;
      readonly to: number;
      readonly cause: RetentionCause | 'delete-records';
    } & PartitionName)
  /** A fail-over has taken the records from `to` up to `from` away (rule P3). */
  | ({ readonly kind: 'log-truncated'; readonly from: number; readonly to: number } & PartitionName)
  | { readonly kind: 'partitions-added'; readonly topic: string; readonly from: number; readonly to: number }
  | ({ readonly kind: 'group-changed' } & GroupView)
  | ({ readonly kind: 'member-joined' } & MemberName)
  | ({ readonly kind: 'member-removed'; readonly cause: RemovalCause } & MemberName)
  | ({ readonly kind: 'offset-expired'; readonly group: string; readonly offset: number } & PartitionName)
);

type WithoutInstant<T> = T extends unknown ? Omit<T, 'at'> : never;

/** Takes an event and the instant at which it happened. */
export type Emit = (event: WithoutInstant<ClusterEvent>, at: Instant) => void;
