import type { Instant } from '../base/time.js';
import type { ResetPolicy } from '../model/names.js';
import type { LogRecord } from '../model/record.js';
import { AsyncCommits, type SentCommit } from './async-commits.js';
import { AutoCommit } from './auto-commit.js';
import { type ConsumerConfig, type ConsumerConfigGiven, consumerConfig } from './client-config.js';
import type { BackgroundClient, Cluster } from './cluster.js';
import type { ConsumerEvent } from './consumer-event.js';
import { KafkaRefusal } from './errors.js';
import { Membership } from './membership.js';
import { noMember } from './offset-commit.js';
import { parseOffsetReset } from './offset-reset.js';
import { Positions } from './positions.js';

export interface ConsumerOptions {
  readonly group: string;
  readonly topic: string;
  /** The partitions that the consumer takes for itself (`assign`); null subscribes to the topic as a member of the group. */
  readonly partitions: readonly number[] | null;
  /** `auto.offset.reset`. */
  readonly reset: ResetPolicy;
  readonly config?: ConsumerConfigGiven;
}

/**
 * The client's side of reading: positions, which are memory of one process and independent of what is committed
 * (rule C2). The committed offset is read once, at assignment (rule C3); the reset policy decides only where nothing
 * is committed or the position has left the log (rule C4), and moves nothing but the position (rule C6).
 */
export class Consumer implements BackgroundClient {
  readonly config: ConsumerConfig;
  readonly #membership: Membership | null;
  readonly #asyncCommits = new AsyncCommits(
    (commit, now) => this.#send(commit, now),
    (event) => void this.#events.push(event),
  );
  readonly #positions: Positions;
  readonly #autoCommit: AutoCommit;
  #events: ConsumerEvent[] = [];
  #waiting = false;
  #state: 'new' | 'alive' | 'frozen' | 'gone' = 'new';

  /** @throws KafkaRefusal ConfigException */
  constructor(
    readonly cluster: Cluster,
    readonly options: ConsumerOptions,
  ) {
    this.config = consumerConfig(options.config ?? {});
    const { group, topic, partitions } = options;
    const reset = parseOffsetReset(options.reset);
    this.#positions = new Positions(cluster, { group, topic, reset }, (event) => void this.#events.push(event));
    this.#autoCommit = new AutoCommit(this.config, {
      positions: () => this.#positions.list(),
      committed: (partition) => cluster.committed(group, topic, partition),
      send: (partition, offset, now) => this.#asyncCommits.quietly(() => this.prepareCommit(partition, offset), now),
    });
    const listener = {
      revoke: (lost: boolean, now: Instant) => this.#revoke(lost, now),
      assign: (assigned: readonly number[], now: Instant) => this.#assign(assigned, now),
      lost: (memberId: string, cause: string) => void this.#events.push({ kind: 'membership-lost', memberId, cause }),
    };
    this.#membership = partitions ? null : new Membership(cluster, { group, topic, config: this.config }, listener);
  }

  /**
   * Begins to live. With assigned partitions it takes up each of them: from the committed offset, else by the reset
   * policy; `none` leaves it open. A subscription joins with the first poll.
   * @throws KafkaRefusal UNKNOWN_TOPIC_OR_PARTITION
   */
  start(now: Instant): void {
    this.#state = 'alive';
    this.#autoCommit.begin(now);
    this.cluster.partitions(this.options.topic);
    this.cluster.attach(this);
    if (this.options.partitions) this.#positions.assign(this.options.partitions, now);
  }

  /** The partitions that this consumer reads, as it knows itself: a zombie still holds what it has lost. */
  assignment(): readonly number[] {
    return this.#positions.assigned;
  }

  /** Who it is in its group; null with assigned partitions, and as long as it has not joined. */
  get memberId(): string | null {
    return this.#membership?.memberId || null;
  }

  /** Where the subscription stands: `stable` is the only state in which it has partitions; null with assigned ones. */
  get membershipState(): 'unjoined' | 'joining' | 'syncing' | 'stable' | null {
    return this.#membership?.state ?? null;
  }

  /** The next offset that this consumer will fetch; null where `none` left it open, or the partition is not assigned. */
  position(partition: number): number | null {
    return this.#positions.of(partition);
  }

  /**
   * What poll does before it looks for records: heartbeats, rejoins where that is needed, commits where auto-commit is
   * due what the polls before have returned (rule C11).
   * @throws KafkaRefusal FENCED_INSTANCE_ID, INVALID_SESSION_TIMEOUT; IllegalStateException after the end.
   */
  poll(now: Instant): void {
    if (this.#state === 'gone')
      throw new KafkaRefusal('IllegalStateException', 'This consumer has already been closed.');
    this.#catchUp(now);
    this.#waiting = false;
    this.#membership?.poll(now);
    if (this.#inGroup()) this.#autoCommit.poll(now);
  }

  /** Poll has nothing for the process, which stays in it until it calls poll again; until then it does as poll does. */
  waitInPoll(): void {
    this.#waiting = true;
    this.#autoCommit.wait(this.cluster.now);
    this.#membership?.wait();
  }

  /**
   * Brings positions that have left the log back by the reset policy, and names the partitions that have a record to
   * hand out, in ascending order from the one after the partition read last, so that none starves another.
   * @throws KafkaRefusal NoOffsetForPartitionException, OffsetOutOfRangeException where the policy is `none` (rule C5).
   */
  ready(now: Instant): readonly number[] {
    return this.#positions.ready(now);
  }

  /** Hands out the record at the position and moves the position past it; null at the end of the partition. */
  read(partition: number): LogRecord | null {
    return this.#positions.read(partition);
  }

  /** Hands out up to `max` records, one partition after the other, in the order of `ready`; it may throw as `ready` does. */
  readMany(now: Instant, max: number = this.config['max.poll.records']): LogRecord[] {
    const records: LogRecord[] = [];
    for (const partition of this.ready(now)) {
      while (records.length < max) {
        const record = this.read(partition);
        if (!record) break;
        records.push(record);
      }
    }
    return records;
  }

  /**
   * Moves the position; takes effect at the next fetch and commits nothing (rule C12).
   * @throws KafkaRefusal IllegalArgumentException below 0, IllegalStateException where the partition is not assigned.
   */
  seek(partition: number, offset: number): void {
    this.#positions.seek(partition, offset);
  }

  /**
   * Commits `offset` for the group, after all asynchronous commits that are on their way (rule C10); the position stays
   * where it is (rule C2).
   * @returns the offset committed before, or null.
   * @throws KafkaRefusal IllegalArgumentException, CommitFailedException, RebalanceInProgressException (refused by the
   * client itself), and what the broker refuses, with the Java client's name for it in `exception`.
   */
  commit(partition: number, offset: number, now: Instant, metadata = ''): number | null {
    return this.sendCommit(this.prepareCommit(partition, offset, metadata), now);
  }

  /** A commit as it leaves the client. @throws KafkaRefusal what `commit` throws that the client itself refuses. */
  prepareCommit(partition: number, offset: number, metadata = ''): SentCommit {
    if (offset < 0) throw new KafkaRefusal('IllegalArgumentException', `Invalid negative offset ${offset}`);
    return { partition, offset, metadata, member: this.#membership?.identity() ?? noMember };
  }

  /** What was prepared reaches the broker. */
  sendCommit(commit: SentCommit, now: Instant): number | null {
    this.#asyncCommits.flush(now);
    return this.#send(commit, now);
  }

  /**
   * Sends a commit without waiting; it arrives with `deliver`, or is lost with `loseCommit` and never sent again. It
   * throws as `prepareCommit` does.
   */
  commitAsync(partition: number, offset: number, metadata = ''): SentCommit {
    return this.#asyncCommits.add(this.prepareCommit(partition, offset, metadata));
  }

  /**
   * An asynchronous commit arrives, and those sent before it arrive first.
   * @returns the offset committed before it, or null.
   * @throws KafkaRefusal what its callback gets.
   */
  deliver(commit: SentCommit, now: Instant): number | null {
    return this.#asyncCommits.deliver(commit, now);
  }

  loseCommit(commit: SentCommit): void {
    this.#asyncCommits.lose(commit);
  }

  /** The broker has answered a commit with this error: what the client does besides throwing. */
  commitRefused(commit: SentCommit, code: string): void {
    this.#membership?.commitRefused(code, commit.member);
  }

  /** The orderly end: the last auto-commit, then LeaveGroup, which a static member does not send (rules C11, G7). */
  close(now: Instant): void {
    this.#asyncCommits.flush(now);
    this.#autoCommit.commit(now);
    this.#membership?.close(now);
    this.#end();
  }

  /** The end without a word: the group learns of it when the session runs out (rule G4). */
  die(now: Instant): void {
    this.#catchUp(now);
    this.#membership?.die(now);
    this.#end();
  }

  /** The whole process stands still (a long garbage collection, a suspended machine): no poll, and no heartbeat either. */
  freeze(now: Instant): void {
    this.#catchUp(now);
    if (this.#state === 'alive') this.#state = 'frozen';
    this.#membership?.freeze(now);
  }

  /** The process goes on where it stood, not knowing that time has passed. */
  thaw(now: Instant): void {
    if (this.#state === 'frozen') this.#state = 'alive';
    this.#autoCommit.wait(now);
    this.#membership?.thaw(now);
  }

  /** The next poll joins anew with other metadata, such as another user data of its assignor: the group must rebalance. */
  changeMetadata(): void {
    this.#membership?.changeMetadata();
  }

  /** What it did since the last call, in order. */
  takeEvents(): ConsumerEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  nextInstant(): Instant | null {
    const autoCommit = this.#commitsInPoll() ? this.#autoCommit.nextInstant() : null;
    const instants = [autoCommit, this.#membership?.nextInstant() ?? null].filter((instant) => instant !== null);
    return instants.length === 0 ? null : Math.min(...instants);
  }

  tick(now: Instant): void {
    this.#membership?.tick(now);
    this.#catchUp(now);
  }

  #catchUp(now: Instant): void {
    if (this.#commitsInPoll()) this.#autoCommit.catchUp(now);
  }

  /** It waits in poll, and may commit there: within a rebalance there is nothing to commit, and outside the group no way. */
  #commitsInPoll(): boolean {
    return this.#waiting && this.#state === 'alive' && this.#inGroup();
  }

  #inGroup(): boolean {
    return !this.#membership || this.#membership.state === 'stable';
  }

  #end(): void {
    this.#state = 'gone';
    this.cluster.detach(this);
  }

  /** Eager: everything is given up before every JoinGroup, after a last auto-commit (rules C11, G6). */
  #revoke(lost: boolean, now: Instant): void {
    this.#autoCommit.commit(now);
    const partitions = this.#positions.assigned;
    this.#positions.clear();
    if (partitions.length > 0) this.#events.push({ kind: 'partitions-revoked', partitions, lost });
  }

  #assign(partitions: readonly number[], now: Instant): void {
    const { memberId = '', generation = -1 } = this.#membership ?? {};
    this.#events.push({ kind: 'partitions-assigned', partitions, memberId, generation });
    this.#autoCommit.begin(now);
    this.#positions.assign(partitions, now);
  }

  #send(commit: SentCommit, now: Instant): number | null {
    const { group, topic } = this.options;
    const { partition, offset, metadata, member } = commit;
    try {
      return this.cluster.commitOffset(group, topic, partition, offset, { metadata, member, now });
    } catch (error) {
      if (error instanceof KafkaRefusal) this.commitRefused(commit, error.code);
      throw error;
    }
  }
}
