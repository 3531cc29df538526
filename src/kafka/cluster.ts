import { limits } from '../base/limits.js';
import type { Instant } from '../base/time.js';
import {
  type BrokerConfig,
  type BrokerConfigGiven,
  brokerSettings,
  type TopicConfigGiven,
  topicSettings,
} from './broker-config.js';
import type { ClusterEvent, Emit, GroupView } from './cluster-event.js';
import { configure } from './config.js';
import { KafkaRefusal } from './errors.js';
import type { MemberIdentity } from './group.js';
import { GroupCoordinator } from './group-coordinator.js';
import { checkOffsetCommit, noMember } from './offset-commit.js';
import { type CommittedOffset, OffsetStore, unusedSince } from './offset-store.js';
import { PartitionLog } from './partition-log.js';

/** A client with a background thread, which lives on the same clock as the broker. */
export interface BackgroundClient {
  /** When its thread would next do something; null for never. */
  nextInstant(): Instant | null;
  tick(now: Instant): void;
}

/** What a commit says besides the offset. */
export interface CommitOptions {
  readonly metadata?: string;
  /** Without a member the commit comes from a consumer with assigned partitions, or from an administrator. */
  readonly member?: MemberIdentity;
  readonly now?: Instant;
}

/** Which offset ListOffsets asks for (rule L8). */
export type OffsetSpec = 'earliest' | 'latest' | { readonly timestamp: Instant };

/** The broker's side: topics with their partitions, groups, and what each group has committed. */
export class Cluster {
  readonly config: BrokerConfig;
  readonly coordinator: GroupCoordinator;
  readonly #topics = new Map<string, readonly PartitionLog[]>();
  readonly #offsets = new OffsetStore();
  readonly #clients = new Set<BackgroundClient>();
  readonly #started: Instant;
  #events: ClusterEvent[] = [];
  #now: Instant;
  #lastProducerId = 0;

  /** @throws KafkaRefusal ConfigException */
  constructor(config: BrokerConfigGiven = {}, now: Instant = 0) {
    this.config = configure(brokerSettings, config);
    this.coordinator = new GroupCoordinator(this.config, this.#emit);
    this.#started = now;
    this.#now = now;
  }

  /** Up to where time has passed for the cluster and its clients: the latest `tick`. */
  get now(): Instant {
    return this.#now;
  }

  /** @throws KafkaRefusal ConfigException */
  createTopic(topic: string, partitions: number, config: TopicConfigGiven = {}): void {
    const configured = configure(topicSettings, config);
    this.#topics.set(
      topic,
      Array.from({ length: partitions }, (_, partition) => new PartitionLog(topic, partition, configured, this.#now)),
    );
  }

  /** @throws KafkaRefusal UNKNOWN_TOPIC_OR_PARTITION */
  partitions(topic: string): readonly PartitionLog[] {
    const partitions = this.#topics.get(topic);
    if (!partitions) throw new KafkaRefusal('UNKNOWN_TOPIC_OR_PARTITION', `there is no topic ${topic}`);
    return partitions;
  }

  /** @throws KafkaRefusal UNKNOWN_TOPIC_OR_PARTITION */
  partition(topic: string, partition: number): PartitionLog {
    const log = this.partitions(topic)[partition];
    if (!log) throw new KafkaRefusal('UNKNOWN_TOPIC_OR_PARTITION', `${topic} has no partition ${partition}`);
    return log;
  }

  /**
   * CreatePartitions: from now on the topic has `total` partitions. Records stay where they are (rule L11).
   * @throws KafkaRefusal INVALID_PARTITIONS for as many as there are, or fewer.
   */
  addPartitions(topic: string, total: number, now: Instant = this.#now): void {
    const logs = this.partitions(topic);
    if (total <= logs.length) {
      throw new KafkaRefusal(
        'INVALID_PARTITIONS',
        `topic ${topic} currently has ${logs.length} partitions, and can only get more than that, not ${total}`,
      );
    }
    const added = Array.from(
      { length: total - logs.length },
      (_, index) => new PartitionLog(topic, logs.length + index, logs[0]?.config, now),
    );
    this.#topics.set(topic, [...logs, ...added]);
    this.#emit({ kind: 'partitions-added', topic, from: logs.length, to: total }, now);
  }

  /**
   * DeleteRecords: the log start moves to `offset`, or to the high watermark for -1; never back (rule R6).
   * @returns the log start, which is the answer's low watermark.
   * @throws KafkaRefusal OFFSET_OUT_OF_RANGE above the high watermark and below -1, UNKNOWN_TOPIC_OR_PARTITION
   */
  deleteRecords(topic: string, partition: number, offset: number, now: Instant = this.#now): number {
    const log = this.partition(topic, partition);
    if (offset < -1) throw new KafkaRefusal('OFFSET_OUT_OF_RANGE', `${offset} is no offset; -1 is the high watermark`);
    const from = log.start;
    log.deleteBefore(offset === -1 ? log.highWatermark : offset);
    if (log.start !== from)
      this.#emit({ kind: 'log-start-moved', topic, partition, from, to: log.start, cause: 'delete-records' }, now);
    return log.start;
  }

  /** ListOffsets (rule L8): null where no record is as late as the timestamp. */
  listOffset(topic: string, partition: number, spec: OffsetSpec): number | null {
    const log = this.partition(topic, partition);
    if (spec === 'earliest') return log.start;
    return spec === 'latest' ? log.highWatermark : log.offsetForTimestamp(spec.timestamp);
  }

  /** The follower of each partition stops fetching, without leaving the in-sync replicas (rule P3). */
  pauseReplication(topic: string): void {
    for (const log of this.partitions(topic)) log.pauseReplication();
  }

  resumeReplication(topic: string): void {
    for (const log of this.partitions(topic)) log.resumeReplication();
  }

  /** The leader of each partition dies, and its follower takes over with what it has (rule P3). */
  failOver(topic: string, now: Instant = this.#now): void {
    for (const log of this.partitions(topic)) {
      const from = log.end;
      if (log.failOver() > 0)
        this.#emit({ kind: 'log-truncated', topic, partition: log.partition, from, to: log.end }, now);
    }
  }

  /** The next offset that `group` will read (rule C1); null where it has never committed. */
  committed(group: string, topic: string, partition: number): number | null {
    return this.committedOffset(group, topic, partition)?.offset ?? null;
  }

  /** The whole of what is committed, with metadata and the instant of the commit. */
  committedOffset(group: string, topic: string, partition: number): CommittedOffset | null {
    return this.#offsets.get(group, topic, partition);
  }

  /**
   * Stores what is committed, if the member may commit at all (`checkOffsetCommit`). It is a blind overwrite: nothing is
   * compared with the old value, the log start, the log end or the owner of the partition (rules C8, C9).
   * @returns the offset committed before, or null.
   * @throws KafkaRefusal UNKNOWN_TOPIC_OR_PARTITION, OFFSET_METADATA_TOO_LARGE, and what `checkOffsetCommit` refuses.
   */
  commitOffset(
    group: string,
    topic: string,
    partition: number,
    offset: number,
    { metadata = '', member = noMember, now = this.#now }: CommitOptions = {},
  ): number | null {
    this.partition(topic, partition);
    checkOffsetCommit(this.coordinator.group(group), member);
    if (metadata.length > limits.offsetMetadataChars) {
      throw new KafkaRefusal(
        'OFFSET_METADATA_TOO_LARGE',
        `the metadata of a commit has at most ${limits.offsetMetadataChars} characters`,
      );
    }
    const known = this.coordinator.ensureGroup(group, now).members.get(member.memberId);
    if (known) known.lastSeen = Math.max(known.lastSeen, now);
    const previous = this.committed(group, topic, partition);
    this.#offsets.set(group, { topic, partition, offset, metadata, committedAt: now });
    return previous;
  }

  /** Every group that the coordinator knows, in the order in which they came into being. */
  groups(): readonly GroupView[] {
    return this.coordinator.groups().map((group) => group.view());
  }

  /** Who a new producer session is for the broker (InitProducerId). */
  newProducerId(): number {
    return ++this.#lastProducerId;
  }

  /** The background thread of `client` runs from now on. */
  attach(client: BackgroundClient): void {
    this.#clients.add(client);
  }

  detach(client: BackgroundClient): void {
    this.#clients.delete(client);
  }

  /** The earliest instant up to `limit` at which something would happen by itself; null when nothing would. */
  nextInstant(limit: Instant): Instant | null {
    const instants = [
      this.coordinator.nextInstant(),
      this.#nextCheck('log.retention.check.interval.ms', this.#nextDeletion()),
      this.#nextCheck('offsets.retention.check.interval.ms', this.#nextExpiry()),
      ...[...this.#clients].map((client) => client.nextInstant()),
    ].filter((instant) => instant !== null);
    const first = Math.min(...instants);
    return first <= limit ? first : null;
  }

  /** Lets everything happen that happens by itself up to `now`, each thing at its own instant. */
  tick(now: Instant): void {
    for (let next = this.nextInstant(now); next !== null; next = this.nextInstant(now)) {
      const at = Math.max(next, this.#now);
      for (const client of [...this.#clients]) client.tick(at);
      this.coordinator.tick(at);
      if (this.#nextCheck('log.retention.check.interval.ms', this.#nextDeletion()) === at) this.#deleteOldSegments(at);
      if (this.#nextCheck('offsets.retention.check.interval.ms', this.#nextExpiry()) === at) this.#expireOffsets(at);
      this.#now = at;
    }
    this.#now = Math.max(this.#now, now);
  }

  /** What has happened since the last call, in order. */
  takeEvents(): ClusterEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  readonly #emit: Emit = (event, at) => {
    this.#events.push({ ...event, at });
  };

  /** Checks run at multiples of their interval since the broker started: the first one from `due` on. */
  #nextCheck(
    interval: 'log.retention.check.interval.ms' | 'offsets.retention.check.interval.ms',
    due: Instant | null,
  ): Instant | null {
    if (due === null) return null;
    const milliseconds = this.config[interval];
    const passed = Math.floor((this.#now - this.#started) / milliseconds);
    const wanted = Math.ceil((due - this.#started) / milliseconds);
    return this.#started + Math.max(passed + 1, wanted) * milliseconds;
  }

  #nextDeletion(): Instant | null {
    let first: Instant | null = null;
    for (const log of [...this.#topics.values()].flat()) {
      const due = log.nextDeletion();
      if (due !== null && due < (first ?? Number.POSITIVE_INFINITY)) first = due;
    }
    return first;
  }

  #deleteOldSegments(now: Instant): void {
    for (const log of [...this.#topics.values()].flat()) {
      const { topic, partition } = log;
      for (const move of log.deleteOldSegments(now))
        this.#emit({ kind: 'log-start-moved', topic, partition, ...move }, now);
    }
  }

  /** When the first unused offset is old enough, or a group without members and offsets can go (rule C14). */
  #nextExpiry(): Instant | null {
    let first: Instant | null = null;
    for (const group of this.coordinator.groups()) {
      const offsets = this.#offsets.of(group.id);
      const instants = offsets.map((offset) => this.#expiryOf(unusedSince(group, offset)));
      if (offsets.length === 0 && group.state === 'Empty') instants.push(Number.NEGATIVE_INFINITY);
      for (const due of instants) if (due !== null && due < (first ?? Number.POSITIVE_INFINITY)) first = due;
    }
    return first;
  }

  #expiryOf(since: Instant | null): Instant | null {
    return since === null ? null : since + this.config['offsets.retention.minutes'] * 60_000;
  }

  #expireOffsets(now: Instant): void {
    for (const group of this.coordinator.groups()) {
      for (const committed of this.#offsets.of(group.id)) {
        const due = this.#expiryOf(unusedSince(group, committed));
        if (due === null || due > now) continue;
        this.#offsets.delete(group.id, committed);
        const { topic, partition, offset } = committed;
        this.#emit({ kind: 'offset-expired', group: group.id, topic, partition, offset }, now);
      }
      if (group.state === 'Empty' && this.#offsets.of(group.id).length === 0) this.coordinator.bury(group, now);
    }
  }
}
