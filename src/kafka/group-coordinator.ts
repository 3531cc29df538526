import type { Instant } from '../base/time.js';
import type { BrokerConfig } from './broker-config.js';
import type { Emit, GroupView } from './cluster-event.js';
import { type BrokerErrorName, KafkaRefusal } from './errors.js';
import {
  Group,
  type JoinAnswer,
  type Member,
  type MemberIdentity,
  type SyncAnswer,
  sessionDeadline,
  silence,
} from './group.js';
import { Rebalances, refusal } from './rebalances.js';

export interface JoinRequest {
  readonly group: string;
  readonly topic: string;
  /** Empty from a client that has none yet. */
  readonly memberId: string;
  readonly clientId: string;
  readonly instanceId: string | null;
  /** `session.timeout.ms`. */
  readonly sessionTimeout: number;
  /** `max.poll.interval.ms`, for a Java client. */
  readonly rebalanceTimeout: number;
  /** `heartbeat.interval.ms` of a client that sends heartbeats by itself while it lives; null for one that does not. */
  readonly heartbeatInterval: number | null;
  /** Whether the member asks for its protocols with other metadata than before. */
  readonly metadataChanged?: boolean;
}

export interface SyncRequest extends MemberIdentity {
  readonly group: string;
  /** What the leader has worked out; empty from everybody else. */
  readonly assignments: ReadonlyMap<string, readonly number[]>;
}

/**
 * The group coordinator of a broker, for the classic protocol (`GroupMetadataManager`). Answers that Kafka holds back
 * are given through callbacks, which are called once the request that caused them has had its whole effect.
 */
export class GroupCoordinator {
  readonly #groups = new Map<string, Group>();
  readonly #rebalances: Rebalances;
  /** Takes the place of the UUID in member ids, so that a run can be repeated. */
  #lastMember = 0;

  constructor(
    readonly config: BrokerConfig,
    emit: Emit,
  ) {
    this.#rebalances = new Rebalances(config, emit);
  }

  group(id: string): Group | undefined {
    return this.#groups.get(id);
  }

  groups(): readonly Group[] {
    return [...this.#groups.values()];
  }

  /** The group of a commit from somebody who is no member: it comes into being with it, as a "simple" group. */
  ensureGroup(id: string, now: Instant): Group {
    const group = this.#groups.get(id) ?? new Group(id, now);
    this.#groups.set(id, group);
    return group;
  }

  /** The group has neither members nor offsets any more. */
  bury(group: Group, now: Instant): void {
    this.#rebalances.become(group, 'Dead', now);
    this.#groups.delete(group.id);
  }

  view(id: string): GroupView | null {
    return this.#groups.get(id)?.view() ?? null;
  }

  /**
   * JoinGroup. The answer comes when the join phase is over.
   * @throws KafkaRefusal ConfigException for another topic than the one that the group subscribes to.
   * @returns the member id, which a new dynamic member learns before it really joins (MEMBER_ID_REQUIRED).
   */
  joinGroup(request: JoinRequest, now: Instant, answer: JoinAnswer): string {
    const min = this.config['group.min.session.timeout.ms'];
    const max = this.config['group.max.session.timeout.ms'];
    if (request.sessionTimeout < min || request.sessionTimeout > max) {
      this.#refuse(answer, 'INVALID_SESSION_TIMEOUT', now);
      return request.memberId;
    }
    const known = this.#groups.get(request.group);
    if (known && known.members.size > 0 && known.topic !== request.topic) {
      throw new KafkaRefusal(
        'ConfigException',
        `group ${request.group} subscribes to ${known.topic}; members with different topics are not simulated`,
      );
    }
    const memberId = request.memberId === '' ? this.#newMemberId(request) : request.memberId;
    if (request.memberId === '') {
      const group = known ?? this.ensureGroup(request.group, now);
      group.topic = request.topic;
      const replaced = group.staticMember(request.instanceId);
      if (replaced) this.#rebalances.replace(group, replaced, this.#member(request, memberId, now, answer), now);
      else this.#rebalances.addMember(group, this.#member(request, memberId, now, answer), now);
    } else {
      const problem = known ? known.problemWith(request) : 'UNKNOWN_MEMBER_ID';
      const member = known?.members.get(memberId);
      if (!known || !member || problem) this.#refuse(answer, problem ?? 'UNKNOWN_MEMBER_ID', now);
      else this.#rebalances.rejoin(known, member, now, answer, request.metadataChanged);
    }
    this.#rebalances.giveAnswers();
    return memberId;
  }

  /** SyncGroup. The leader's brings the assignment; everybody else's waits for it. */
  syncGroup(request: SyncRequest, now: Instant, answer: SyncAnswer): void {
    const group = this.#groups.get(request.group);
    const member = group?.members.get(request.memberId);
    const problem = this.#problemWith(group, request);
    if (!group || !member || problem || group.state === 'Empty') {
      this.#rebalances.later(() => answer({ error: problem ?? 'UNKNOWN_MEMBER_ID', partitions: [] }, now));
    } else if (group.state === 'PreparingRebalance') {
      this.#rebalances.later(() => answer({ error: 'REBALANCE_IN_PROGRESS', partitions: [] }, now));
    } else {
      member.lastSeen = now;
      member.syncing = answer;
      group.pendingSync.delete(member.memberId);
      if (group.pendingSync.size === 0) group.syncDeadline = null;
      if (group.state === 'CompletingRebalance' && group.leader === member.memberId) {
        for (const each of group.members.values()) each.partitions = request.assignments.get(each.memberId) ?? [];
        this.#rebalances.become(group, 'Stable', now);
      }
      if (group.state === 'Stable') {
        for (const each of group.members.values())
          this.#rebalances.sync(each, { error: null, partitions: each.partitions }, now);
      }
    }
    this.#rebalances.giveAnswers();
  }

  /** What a Heartbeat of this member would be answered now; null when all is well (rule G3). */
  heartbeatAnswer(group: string, identity: MemberIdentity): BrokerErrorName | null {
    const known = this.#groups.get(group);
    const problem = this.#problemWith(known, identity);
    if (problem || known?.state === 'Empty') return problem ?? 'UNKNOWN_MEMBER_ID';
    return known?.state === 'PreparingRebalance' ? 'REBALANCE_IN_PROGRESS' : null;
  }

  /** Heartbeat: renews the session of a member that is known, and says what it has to learn. */
  heartbeat(group: string, identity: MemberIdentity, now: Instant): BrokerErrorName | null {
    const answer = this.heartbeatAnswer(group, identity);
    const member = this.#groups.get(group)?.members.get(identity.memberId);
    if (member && (answer === null || answer === 'REBALANCE_IN_PROGRESS'))
      member.lastSeen = Math.max(member.lastSeen, now);
    return answer;
  }

  /** The client of the member sends nothing any more: its session counts from its last heartbeat on (rule G4). */
  silence(group: string, memberId: string, now: Instant): void {
    const member = this.#groups.get(group)?.members.get(memberId);
    if (member) silence(member, now);
  }

  /** The client sends heartbeats again, in the rhythm that began at `since`, if the group still knows it. */
  resume(group: string, memberId: string, heartbeats: { readonly since: Instant; readonly interval: number }): void {
    const member = this.#groups.get(group)?.members.get(memberId);
    if (member) member.heartbeats = heartbeats;
  }

  /** LeaveGroup, from a member of its own will. A member that is not there any more leaves nothing behind. */
  leaveGroup(group: string, memberId: string, now: Instant): void {
    const known = this.#groups.get(group);
    const member = known?.members.get(memberId);
    if (known && member) this.#rebalances.remove(known, member, 'left', now);
    this.#rebalances.giveAnswers();
  }

  /** The earliest instant at which a timer of any group runs out; null when none is running. */
  nextInstant(): Instant | null {
    const instants = this.groups().flatMap((group) => [
      group.joinPhase?.deadline ?? null,
      group.syncDeadline,
      ...[...group.members.values()].map(sessionDeadline),
    ]);
    return instants.reduce(
      (first, instant) => (instant === null || (first ?? instant) < instant ? first : instant),
      null,
    );
  }

  /** Does what the timers that have run out by `now` do. */
  tick(now: Instant): void {
    for (const group of this.groups()) this.#rebalances.tick(group, now);
    this.#rebalances.giveAnswers();
  }

  #newMemberId({ instanceId, clientId }: JoinRequest): string {
    return `${instanceId ?? clientId}-${++this.#lastMember}`;
  }

  #member(request: JoinRequest, memberId: string, now: Instant, joining: JoinAnswer): Member {
    const { clientId, instanceId, sessionTimeout, rebalanceTimeout, heartbeatInterval } = request;
    return {
      ...{ memberId, clientId, instanceId, sessionTimeout, rebalanceTimeout, joining, syncing: null, partitions: [] },
      heartbeats: heartbeatInterval === null ? null : { since: now, interval: heartbeatInterval },
      lastSeen: now,
    };
  }

  #problemWith(group: Group | undefined, identity: MemberIdentity): BrokerErrorName | null {
    if (!group) return 'UNKNOWN_MEMBER_ID';
    return group.problemWith(identity) ?? (identity.generation === group.generation ? null : 'ILLEGAL_GENERATION');
  }

  #refuse(answer: JoinAnswer, error: BrokerErrorName, now: Instant): void {
    this.#rebalances.later(() => answer(refusal(error), now));
    this.#rebalances.giveAnswers();
  }
}
