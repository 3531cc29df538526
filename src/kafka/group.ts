import type { Instant } from '../base/time.js';
import type { GroupState, GroupView } from './cluster-event.js';
import type { BrokerErrorName } from './errors.js';

/** Who sends a request within a group: what the coordinator compares (`OffsetCommitRequest`, `HeartbeatRequest`, ...). */
export interface MemberIdentity {
  readonly memberId: string;
  readonly generation: number;
  readonly instanceId: string | null;
}

/** The answer to JoinGroup. The leader also gets all members, unless the assignment is to stay as it is. */
export interface JoinReply {
  readonly error: BrokerErrorName | null;
  readonly memberId: string;
  readonly generation: number;
  readonly leader: boolean;
  readonly skipAssignment: boolean;
  readonly members: readonly { readonly memberId: string; readonly instanceId: string | null }[];
}

/** The answer to SyncGroup: the partitions of the one topic that the group subscribes to. */
export interface SyncReply {
  readonly error: BrokerErrorName | null;
  readonly partitions: readonly number[];
}

/** Takes the answer to a request, at the instant at which the coordinator gives it. */
export type JoinAnswer = (reply: JoinReply, now: Instant) => void;
export type SyncAnswer = (reply: SyncReply, now: Instant) => void;

/** One member, as its coordinator sees it. Times are in milliseconds. */
export interface Member {
  readonly memberId: string;
  readonly clientId: string;
  readonly instanceId: string | null;
  readonly sessionTimeout: number;
  readonly rebalanceTimeout: number;
  partitions: readonly number[];
  /** The answer it waits for, to a JoinGroup or SyncGroup that is held back. */
  joining: JoinAnswer | null;
  syncing: SyncAnswer | null;
  /** The rhythm of its client's background thread; null when the client is silent or sends each heartbeat by hand. */
  heartbeats: { readonly since: Instant; readonly interval: number } | null;
  /** When it last sent anything but a heartbeat of that rhythm. */
  lastSeen: Instant;
}

/** A classic consumer group: its members and where its rebalance stands (`ClassicGroup`). */
export class Group {
  state: GroupState = 'Empty';
  previousState: GroupState = 'Empty';
  generation = 0;
  leader: string | null = null;
  /** The topic that its members subscribe to; null for a group that only ever got commits (a "simple" group). */
  topic: string | null = null;
  stateSince: Instant;
  /** A member came while the first rebalance was waiting for more. */
  newMemberAdded = false;
  /** When the join phase ends; `remaining` is how long a first rebalance may still be extended, null for any other. */
  joinPhase: { readonly deadline: Instant; readonly waited: number; readonly remaining: number | null } | null = null;
  /** When members that have not sent SyncGroup are removed. */
  syncDeadline: Instant | null = null;
  readonly pendingSync = new Set<string>();
  readonly members = new Map<string, Member>();
  readonly #staticIds = new Map<string, string>();

  constructor(
    readonly id: string,
    now: Instant,
  ) {
    this.stateSince = now;
  }

  become(state: GroupState, now: Instant): void {
    this.previousState = this.state;
    this.state = state;
    this.stateSince = now;
  }

  add(member: Member): void {
    this.members.set(member.memberId, member);
    if (member.instanceId !== null) this.#staticIds.set(member.instanceId, member.memberId);
    this.leader ??= member.memberId;
  }

  remove(memberId: string): void {
    const member = this.members.get(memberId);
    this.members.delete(memberId);
    this.pendingSync.delete(memberId);
    if (member && member.instanceId !== null) this.#staticIds.delete(member.instanceId);
    if (this.leader === memberId) this.leader = [...this.members.keys()][0] ?? null;
  }

  /** Puts `next` in the place of the static member `memberId`, leadership included. */
  replace(memberId: string, next: Member): void {
    const wasLeader = this.leader === memberId;
    this.remove(memberId);
    this.add(next);
    if (wasLeader) this.leader = next.memberId;
  }

  staticMember(instanceId: string | null): Member | undefined {
    return this.members.get((instanceId === null ? undefined : this.#staticIds.get(instanceId)) ?? '');
  }

  /** What `ClassicGroup.validateMember` and the look-up after it answer; null when the member is known. */
  problemWith({ memberId, instanceId }: Omit<MemberIdentity, 'generation'>): BrokerErrorName | null {
    if (instanceId !== null) {
      const mapped = this.#staticIds.get(instanceId);
      if (mapped === undefined) return 'UNKNOWN_MEMBER_ID';
      if (mapped !== memberId) return 'FENCED_INSTANCE_ID';
    }
    return this.members.has(memberId) ? null : 'UNKNOWN_MEMBER_ID';
  }

  get rebalanceTimeout(): number {
    return Math.max(0, ...[...this.members.values()].map(({ rebalanceTimeout }) => rebalanceTimeout));
  }

  get allHaveJoined(): boolean {
    return [...this.members.values()].every(({ joining }) => joining !== null);
  }

  /** Keeps the leader if it has rejoined, else takes the first member that has; false where nobody has. */
  electJoinedLeader(): boolean {
    if (this.leader !== null && this.members.get(this.leader)?.joining) return true;
    const joined = [...this.members.values()].find(({ joining }) => joining !== null);
    if (joined) this.leader = joined.memberId;
    return joined !== undefined;
  }

  view(): GroupView {
    return {
      group: this.id,
      state: this.state,
      generation: this.generation,
      leader: this.leader,
      members: [...this.members.values()].map(({ memberId, clientId, instanceId, partitions }) => ({
        memberId,
        clientId,
        instanceId,
        partitions: this.state === 'Stable' ? partitions : [],
      })),
    };
  }
}

/** When the coordinator gives the member up; null while its client sends heartbeats or it waits for an answer. */
export function sessionDeadline(member: Member): Instant | null {
  if (member.heartbeats || member.joining || member.syncing) return null;
  return member.lastSeen + member.sessionTimeout;
}

/** The client stops: what counts from now on is the last heartbeat that it sent. */
export function silence(member: Member, now: Instant): void {
  if (!member.heartbeats) return;
  const { since, interval } = member.heartbeats;
  const lastHeartbeat = now < since ? since : since + Math.floor((now - since) / interval) * interval;
  member.lastSeen = Math.max(member.lastSeen, lastHeartbeat);
  member.heartbeats = null;
}
