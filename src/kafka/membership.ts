import type { Instant } from '../base/time.js';
import type { ConsumerConfig } from './client-config.js';
import type { Cluster } from './cluster.js';
import { type BrokerErrorName, KafkaRefusal } from './errors.js';
import type { JoinReply, MemberIdentity, SyncReply } from './group.js';
import { Heartbeats } from './heartbeats.js';
import { assignRanges } from './range-assignor.js';
import { TopicMetadata } from './topic-metadata.js';

export interface MembershipOptions {
  readonly group: string;
  readonly topic: string;
  readonly config: ConsumerConfig;
}

/** What membership does to the consumer that it belongs to. */
export interface MembershipListener {
  /** Before every JoinGroup: commit what auto-commit has to commit, and give everything up (eager, rule G6). */
  revoke(lost: boolean, now: Instant): void;
  assign(partitions: readonly number[], now: Instant): void;
  /** The client is out of the group, for this reason: a broker's error, or `max.poll.interval.ms`. */
  lost(memberId: string, cause: string): void;
}

/** The states of `AbstractCoordinator.MemberState`, in small letters. */
type MembershipState = 'unjoined' | 'joining' | 'syncing' | 'stable';

/**
 * The Java client's side of a classic group (`AbstractCoordinator`). A background thread sends heartbeats as long as
 * the process lives; rejoining happens inside poll only. A client that waits in poll does at once what its answers ask.
 */
export class Membership {
  #state: MembershipState = 'unjoined';
  #memberId = '';
  #generation = -1;
  #leader = false;
  #rejoinNeeded = true;
  #metadataChanged = false;
  #fatal: KafkaRefusal | null = null;
  #frozen = false;
  #gone = false;
  /** The process sits in poll with nothing to do, so that the poll timer does not run and news are acted on. */
  #waiting = false;
  #lastPoll: Instant = 0;
  /** Up to where the background thread has done its work. */
  #seen: Instant = 0;
  readonly #heartbeats: Heartbeats;
  readonly #metadata: TopicMetadata;
  /** Answers to an attempt that was given up are not heard. */
  #attempt = 0;
  /** What came for a process that stood still. */
  #held: ((now: Instant) => void)[] = [];

  constructor(
    readonly cluster: Cluster,
    readonly options: MembershipOptions,
    readonly listener: MembershipListener,
  ) {
    this.#heartbeats = new Heartbeats(options.config['heartbeat.interval.ms']);
    this.#metadata = new TopicMetadata(cluster, options.topic, options.config['metadata.max.age.ms']);
  }

  get memberId(): string {
    return this.#memberId;
  }

  get generation(): number {
    return this.#generation;
  }

  get state(): MembershipState {
    return this.#state;
  }

  /**
   * Who commits. A client that knows itself outside the group or within a rebalance does not ask the broker.
   * @throws KafkaRefusal CommitFailedException, RebalanceInProgressException
   */
  identity(): MemberIdentity {
    if (this.#state === 'unjoined') {
      throw new KafkaRefusal(
        'CommitFailedException',
        `the consumer is not part of an active group; it is likely that it was kicked out of group ${this.options.group}`,
      );
    }
    if (this.#state !== 'stable')
      throw new KafkaRefusal('RebalanceInProgressException', 'the consumer is joining; commit after the next poll');
    return this.#self();
  }

  /** What the client does besides throwing when the broker refuses a commit that `sender` has sent (`OffsetCommitResponseHandler`). */
  commitRefused(code: string, sender: MemberIdentity): void {
    // The answer to a commit of an older generation says nothing about this one.
    if (sender.memberId !== this.#memberId || sender.generation !== this.#generation) return;
    if (code === 'REBALANCE_IN_PROGRESS') this.#rejoinNeeded = true;
    if (code === 'UNKNOWN_MEMBER_ID' || code === 'ILLEGAL_GENERATION') this.#lose(code);
  }

  /**
   * The part of poll that is about the group: learns, rejoins where that is needed.
   * @throws KafkaRefusal FENCED_INSTANCE_ID, INVALID_SESSION_TIMEOUT, at this and every later poll.
   */
  poll(now: Instant): void {
    this.#waiting = false;
    this.#upkeep(now);
    if (this.#fatal) throw this.#fatal;
  }

  changeMetadata(): void {
    this.#rejoinNeeded = true;
    this.#metadataChanged = true;
  }

  /** The process stays in poll, which has nothing for it, until it calls poll again. */
  wait(): void {
    this.#waiting = true;
  }

  /** The next instant at which the background thread, or a client that waits in poll, has something to do. */
  nextInstant(): Instant | null {
    if (this.#frozen || this.#gone || this.#fatal) return null;
    const joins = this.#state === 'unjoined' || (this.#state === 'stable' && this.#rejoinNeeded);
    if (this.#waiting && joins) return this.cluster.now;
    if (this.#state !== 'stable') return null;
    const instants = this.#waiting ? [] : [this.#lastPoll + this.options.config['max.poll.interval.ms']];
    if (!this.#rejoinNeeded && this.cluster.coordinator.heartbeatAnswer(this.options.group, this.#self()) !== null)
      instants.push(this.#nextHeartbeat());
    if (this.#waiting && this.#leader && this.#metadata.isOutdated())
      instants.push(this.#metadata.nextLook(this.#seen));
    return instants.length === 0 ? null : Math.min(...instants);
  }

  tick(now: Instant): void {
    if (this.#frozen || this.#gone || this.#fatal) return;
    if (this.#state !== 'stable') {
      if (this.#waiting) this.#upkeep(now);
      return;
    }
    if (!this.#waiting && now >= this.#lastPoll + this.options.config['max.poll.interval.ms']) {
      this.#giveUp(now);
      return;
    }
    if (!this.#rejoinNeeded && now >= this.#nextHeartbeat()) this.#heartbeat(now);
    this.#seen = now;
    if (this.#waiting) this.#upkeep(now);
  }

  /** A dynamic member leaves; a static one only stops (rule G7). */
  close(now: Instant): void {
    this.#gone = true;
    this.#stop(now);
  }

  /** The process is gone, and nothing leaves it any more. */
  die(now: Instant): void {
    this.#gone = true;
    this.cluster.coordinator.silence(this.options.group, this.#memberId, now);
  }

  /** The whole process stands still, its background thread included. */
  freeze(now: Instant): void {
    this.#frozen = true;
    this.#heartbeats.freeze(now);
    this.cluster.coordinator.silence(this.options.group, this.#memberId, now);
  }

  /** It goes on, without knowing that time has passed. A heartbeat that it has missed it sends now, in a rhythm from now on. */
  thaw(now: Instant): void {
    this.#frozen = false;
    this.#heartbeats.thaw(now);
    this.#seen = now;
    const { since, interval } = this.#heartbeats;
    this.cluster.coordinator.resume(this.options.group, this.#memberId, { since, interval });
    const held = this.#held;
    this.#held = [];
    for (const answer of held) answer(now);
  }

  #upkeep(now: Instant): void {
    if (this.#fatal || this.#gone) return;
    this.#lastPoll = now;
    if (this.#state === 'joining' || this.#state === 'syncing') return;
    // A poll is no heartbeat: it sends one only where one is due (`AbstractCoordinator.pollHeartbeat`).
    if (this.#state === 'stable' && now >= this.#nextHeartbeat()) this.#heartbeat(now);
    // Only the leader asks for a rebalance when the topic has got more partitions, and only as often as it looks.
    if (this.#metadata.refresh(now) && this.#leader) this.#rejoinNeeded = true;
    if (this.#rejoinNeeded && !this.#fatal) this.#join(now);
  }

  /** A heartbeat whose answer this poll, or this beat of the background thread, gets to see. */
  #heartbeat(now: Instant): void {
    this.#heartbeats.sent();
    this.#seen = now;
    const answer = this.cluster.coordinator.heartbeat(this.options.group, this.#self(), now);
    if (answer === 'REBALANCE_IN_PROGRESS') this.#rejoinNeeded = true;
    else if (answer) this.#refused(answer);
  }

  #join(now: Instant): void {
    const { group, topic, config } = this.options;
    this.listener.revoke(this.#generation < 0, now);
    this.#state = 'joining';
    this.#rejoinNeeded = false;
    const attempt = ++this.#attempt;
    const request = {
      ...{ group, topic, memberId: this.#memberId, instanceId: config['group.instance.id'] },
      clientId: config['client.id'] ?? `consumer-${group}-1`,
      sessionTimeout: config['session.timeout.ms'],
      rebalanceTimeout: config['max.poll.interval.ms'],
      heartbeatInterval: config['heartbeat.interval.ms'],
      metadataChanged: this.#metadataChanged,
    };
    this.#metadataChanged = false;
    const memberId = this.cluster.coordinator.joinGroup(request, now, (reply, at) =>
      this.#hear(attempt, at, (heard) => this.#joined(reply, heard)),
    );
    if (attempt === this.#attempt && this.#state === 'joining') this.#memberId = memberId;
  }

  #joined(reply: JoinReply, now: Instant): void {
    if (reply.error) {
      this.#refused(reply.error);
      if (!this.#fatal) this.#join(now);
      return;
    }
    this.#state = 'syncing';
    this.#memberId = reply.memberId;
    this.#generation = reply.generation;
    this.#leader = reply.leader;
    this.#heartbeats.begin(now);
    this.#seen = now;
    const computes = reply.leader && !reply.skipAssignment;
    const assignments = computes ? assignRanges(reply.members, this.#metadata.partitions) : new Map();
    const attempt = this.#attempt;
    this.cluster.coordinator.syncGroup({ group: this.options.group, ...this.#self(), assignments }, now, (sync, at) =>
      this.#hear(attempt, at, (heard) => this.#synced(sync, heard)),
    );
  }

  #synced(reply: SyncReply, now: Instant): void {
    if (reply.error) {
      if (reply.error !== 'REBALANCE_IN_PROGRESS') this.#refused(reply.error);
      if (!this.#fatal) this.#join(now);
      return;
    }
    this.#state = 'stable';
    this.#lastPoll = now;
    this.listener.assign(reply.partitions, now);
  }

  /** What an answer other than REBALANCE_IN_PROGRESS does to the client. */
  #refused(error: BrokerErrorName): void {
    if (error !== 'UNKNOWN_MEMBER_ID' && error !== 'ILLEGAL_GENERATION')
      this.#fatal = new KafkaRefusal(error, `the broker answers ${error} to ${this.#memberId || 'the consumer'}`);
    this.#lose(error);
  }

  #lose(cause: string): void {
    this.listener.lost(this.#memberId, cause);
    this.#state = 'unjoined';
    this.#generation = -1;
    this.#leader = false;
    this.#rejoinNeeded = true;
    if (cause !== 'ILLEGAL_GENERATION') this.#memberId = '';
  }

  /** Rule G5: the background thread sees that nobody polls. Whatever the process still does, it does as a zombie. */
  #giveUp(now: Instant): void {
    this.#stop(now);
    this.#lose('max.poll.interval.ms');
  }

  #stop(now: Instant): void {
    const { group, config } = this.options;
    if (config['group.instance.id'] === null) this.cluster.coordinator.leaveGroup(group, this.#memberId, now);
    else this.cluster.coordinator.silence(group, this.#memberId, now);
  }

  #hear(attempt: number, now: Instant, answer: (now: Instant) => void): void {
    if (this.#gone || attempt !== this.#attempt) return;
    if (this.#frozen) this.#held.push(answer);
    else answer(now);
  }

  #nextHeartbeat(): Instant {
    return this.#heartbeats.nextAfter(Math.max(this.#seen, this.cluster.now));
  }

  #self(): MemberIdentity {
    const instanceId = this.options.config['group.instance.id'];
    return { memberId: this.#memberId, generation: this.#generation, instanceId };
  }
}
