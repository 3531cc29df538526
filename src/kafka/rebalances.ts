import type { Instant } from '../base/time.js';
import type { BrokerConfig } from './broker-config.js';
import type { Emit, GroupView, RemovalCause } from './cluster-event.js';
import type { BrokerErrorName } from './errors.js';
import { type Group, type JoinAnswer, type JoinReply, type Member, type SyncReply, sessionDeadline } from './group.js';

/**
 * How a group goes from one generation to the next: the join phase, in which all members have to come back, and the
 * sync phase, in which they wait for the leader's assignment (`GroupMetadataManager`, classic protocol).
 */
export class Rebalances {
  readonly #answers: (() => void)[] = [];
  #answering = false;

  constructor(
    readonly config: BrokerConfig,
    readonly emit: Emit,
  ) {}

  /** Does what the timers of `group` that have run out by `now` do. */
  tick(group: Group, now: Instant): void {
    for (const member of [...group.members.values()]) {
      if (isDue(sessionDeadline(member), now)) this.remove(group, member, 'session-timeout', now);
    }
    if (isDue(group.joinPhase?.deadline ?? null, now)) this.#endJoinPhase(group, now);
    if (isDue(group.syncDeadline, now)) this.#expireSync(group, now);
  }

  addMember(group: Group, member: Member, now: Instant): void {
    group.add(member);
    if (group.state === 'PreparingRebalance' && group.previousState === 'Empty') group.newMemberAdded = true;
    this.#emitMember(group, member, 'member-joined', now);
    this.#rebalanceOrCompleteJoin(group, now);
  }

  rejoin(group: Group, member: Member, now: Instant, answer: JoinAnswer, metadataChanged = false): void {
    member.lastSeen = now;
    member.joining = answer;
    // Without other metadata only the leader can have news, such as more partitions; a follower gets the answer it had.
    const follows =
      group.state === 'CompletingRebalance' || (group.state === 'Stable' && group.leader !== member.memberId);
    if (follows && !metadataChanged) this.#answerJoin(group, member, false, now);
    else this.#rebalanceOrCompleteJoin(group, now);
  }

  /** A new life of a static member: while the group is Stable it takes over the assignment, and nobody rebalances (rule G7). */
  replace(group: Group, old: Member, next: Member, now: Instant): void {
    this.#join(old, refusal('FENCED_INSTANCE_ID'), now);
    this.sync(old, { error: 'FENCED_INSTANCE_ID', partitions: [] }, now);
    group.replace(old.memberId, next);
    next.partitions = old.partitions;
    this.#emitMember(group, old, 'member-removed', now, 'fenced');
    this.#emitMember(group, next, 'member-joined', now);
    if (group.state === 'Stable') {
      this.emit({ kind: 'group-changed', ...group.view() }, now);
      this.#answerJoin(group, next, true, now);
    } else this.#rebalanceOrCompleteJoin(group, now);
  }

  #rebalanceOrCompleteJoin(group: Group, now: Instant): void {
    if (group.state !== 'PreparingRebalance') this.#prepareRebalance(group, now);
    else if (group.previousState !== 'Empty' && group.allHaveJoined) this.#completeJoin(group, now);
  }

  #prepareRebalance(group: Group, now: Instant): void {
    if (group.state === 'CompletingRebalance') {
      for (const member of group.members.values()) {
        member.partitions = [];
        this.sync(member, { error: 'REBALANCE_IN_PROGRESS', partitions: [] }, now);
      }
    }
    group.pendingSync.clear();
    group.syncDeadline = null;
    const first = group.state === 'Empty';
    this.become(group, 'PreparingRebalance', now);
    if (!first) {
      if (group.allHaveJoined) this.#completeJoin(group, now);
      else group.joinPhase = { deadline: now + group.rebalanceTimeout, waited: 0, remaining: null };
      return;
    }
    const delay = this.config['group.initial.rebalance.delay.ms'];
    group.newMemberAdded = false;
    group.joinPhase = { deadline: now + delay, waited: delay, remaining: Math.max(group.rebalanceTimeout - delay, 0) };
    if (delay === 0) this.#completeJoin(group, now);
  }

  /** The first rebalance waits again for as long when somebody came, up to the rebalance timeout (rule G2). */
  #endJoinPhase(group: Group, now: Instant): void {
    const { waited = 0, remaining = null } = group.joinPhase ?? {};
    if (!group.newMemberAdded || remaining === null || remaining === 0) {
      this.#completeJoin(group, now);
      return;
    }
    group.newMemberAdded = false;
    const delay = Math.min(this.config['group.initial.rebalance.delay.ms'], remaining);
    group.joinPhase = { deadline: now + delay, waited: delay, remaining: Math.max(remaining - waited, 0) };
  }

  /** The join phase is over: who did not rejoin is removed unless static, and a new generation begins (rules G1, G3). */
  #completeJoin(group: Group, now: Instant): void {
    group.joinPhase = null;
    for (const member of [...group.members.values()]) {
      if (member.joining || member.instanceId !== null) continue;
      group.remove(member.memberId);
      this.#emitMember(group, member, 'member-removed', now, 'rebalance-timeout');
    }
    if (group.members.size > 0 && !group.electJoinedLeader()) {
      group.joinPhase = { deadline: now + group.rebalanceTimeout, waited: 0, remaining: null };
      return;
    }
    group.generation++;
    this.become(group, group.members.size === 0 ? 'Empty' : 'CompletingRebalance', now);
    if (group.members.size === 0) return;
    group.syncDeadline = now + group.rebalanceTimeout;
    for (const member of group.members.values()) {
      group.pendingSync.add(member.memberId);
      this.#answerJoin(group, member, false, now);
    }
  }

  /** Members that have not sent SyncGroup by the rebalance timeout are removed (`expirePendingSync`). */
  #expireSync(group: Group, now: Instant): void {
    group.syncDeadline = null;
    for (const memberId of [...group.pendingSync]) {
      const member = group.members.get(memberId);
      group.remove(memberId);
      if (member) this.#emitMember(group, member, 'member-removed', now, 'sync-timeout');
    }
    this.#prepareRebalance(group, now);
  }

  remove(group: Group, member: Member, cause: RemovalCause, now: Instant): void {
    this.#join(member, refusal('UNKNOWN_MEMBER_ID'), now);
    group.remove(member.memberId);
    this.#emitMember(group, member, 'member-removed', now, cause);
    if (group.state !== 'Empty') this.#rebalanceOrCompleteJoin(group, now);
  }

  #answerJoin(group: Group, member: Member, skipAssignment: boolean, now: Instant): void {
    const leader = group.leader === member.memberId;
    member.lastSeen = now;
    if (member.heartbeats) member.heartbeats = { ...member.heartbeats, since: now };
    this.#join(
      member,
      {
        ...{ error: null, memberId: member.memberId, generation: group.generation, leader },
        skipAssignment: leader && skipAssignment,
        members: leader
          ? [...group.members.values()].map(({ memberId, instanceId }) => ({ memberId, instanceId }))
          : [],
      },
      now,
    );
  }

  #join(member: Member, reply: JoinReply, now: Instant): void {
    const answer = member.joining;
    member.joining = null;
    if (answer) this.later(() => answer(reply, now));
  }

  sync(member: Member, reply: SyncReply, now: Instant): void {
    const answer = member.syncing;
    member.syncing = null;
    if (!answer) return;
    member.lastSeen = now;
    this.later(() => answer(reply, now));
  }

  become(group: Group, state: GroupView['state'], now: Instant): void {
    group.become(state, now);
    this.emit({ kind: 'group-changed', ...group.view() }, now);
  }

  #emitMember(group: Group, member: Member, kind: 'member-joined', now: Instant): void;
  #emitMember(group: Group, member: Member, kind: 'member-removed', now: Instant, cause: RemovalCause): void;
  #emitMember(group: Group, member: Member, kind: string, now: Instant, cause?: RemovalCause): void {
    const name = {
      group: group.id,
      memberId: member.memberId,
      clientId: member.clientId,
      instanceId: member.instanceId,
    };
    if (kind === 'member-joined') this.emit({ kind, ...name }, now);
    else if (cause) this.emit({ kind: 'member-removed', cause, ...name }, now);
  }

  later(answer: () => void): void {
    this.#answers.push(answer);
  }

  /** A client that gets an answer may ask again at once; its answer takes its place behind those already waiting. */
  giveAnswers(): void {
    if (this.#answering) return;
    this.#answering = true;
    try {
      for (let answer = this.#answers.shift(); answer; answer = this.#answers.shift()) answer();
    } finally {
      this.#answering = false;
    }
  }
}

function isDue(instant: Instant | null, now: Instant): boolean {
  return instant !== null && instant <= now;
}

/** The answer to a JoinGroup that is refused. */
export function refusal(error: BrokerErrorName): JoinReply {
  return { error, memberId: '', generation: -1, leader: false, skipAssignment: false, members: [] };
}
