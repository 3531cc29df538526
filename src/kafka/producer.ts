import type { Instant } from '../base/time.js';
import type { LogRecord, NewRecord } from '../model/record.js';
import { type ProducerConfig, type ProducerConfigGiven, producerConfig } from './client-config.js';
import type { Cluster } from './cluster.js';
import { KafkaRefusal } from './errors.js';
import { partitionOfKey } from './partitioner.js';
import type { BatchIdentity } from './producer-state.js';
import { TopicMetadata } from './topic-metadata.js';

/** A record that the producer has accepted and placed, and that the broker may or may not come to see. */
export interface Enqueued {
  readonly record: NewRecord & { readonly partition: number };
  /** The producer's clock when it was sent; null stands for the instant at which it arrives. */
  readonly createTime: Instant | null;
  readonly state: 'pending' | 'acked' | 'nacked';
  /** Which send of this producer it is: a second send of the same row is another one. */
  readonly send: number;
}

/** What came of the arrival of a record at the broker. */
export interface Acknowledgement {
  /** `pending` while acks=all waits for the follower; sent again later, it gets its answer. */
  readonly enqueued: Enqueued;
  /** What is in the log; null where acks=0 hides that the broker refused. */
  readonly appended: LogRecord | null;
  /** The broker had it already and appended nothing (rule P5). */
  readonly duplicate: boolean;
  /** The offset that the client learns: -1 with acks=0, null while there is no answer (rule P3). */
  readonly offset: number | null;
  /** With acks=0, what the broker refused and nobody learns. */
  readonly refusal: KafkaRefusal | null;
}

/** The sequence numbers of one partition, in the epoch in which they count. */
interface Sequences {
  epoch: number;
  next: number;
  /** What each send is numbered with; `settled` once it was appended or given up, and keeps its number for good. */
  readonly sends: Map<number, { epoch: number; sequence: number; settled: boolean }>;
}

/**
 * The client's side of writing: `enqueue`, then `ack` or `nack`. A second send of the same row is a new record with a
 * new offset, in this session or in the next, because a broker recognises only its own client's retries (rules P4, P7);
 * a retry, which is a second `ack` of one send, it recognises only with idempotence (rule P5).
 */
export class Producer {
  readonly config: ProducerConfig;
  readonly #producerId: number;
  readonly #sequences = new Map<string, Sequences>();
  /** The partition that records without a key go to, and the bytes that have gone there, for each topic. */
  readonly #sticky = new Map<string, { partition: number; bytes: number }>();
  readonly #metadata = new Map<string, TopicMetadata>();
  /** The sends of each partition that have had no answer, in order. */
  readonly #unanswered = new Map<string, number[]>();
  #lastSend = 0;

  /** @throws KafkaRefusal ConfigException */
  constructor(
    readonly cluster: Cluster,
    config: ProducerConfigGiven = {},
  ) {
    this.config = producerConfig(config);
    this.#producerId = cluster.newProducerId();
  }

  /**
   * Chooses the partition (rules P1, P2): an explicit one, else by the key, else for null keys one partition until
   * `batch.size` bytes have gone there. Kafka draws the sticky partition at random; here they follow each other.
   * @throws KafkaRefusal UNKNOWN_TOPIC_OR_PARTITION
   */
  enqueue(record: NewRecord, createTime: Instant | null = null): Enqueued {
    const count = this.#partitionCount(record);
    const partition = record.partition ?? this.#byKey(record.key, count) ?? this.#nextPartition(record, count);
    this.cluster.partition(record.topic, partition);
    const enqueued: Enqueued = {
      record: { ...record, partition },
      createTime,
      state: 'pending',
      send: ++this.#lastSend,
    };
    if (this.config['enable.idempotence']) this.#identify(enqueued);
    this.#unansweredOf(enqueued.record).push(enqueued.send);
    return enqueued;
  }

  /**
   * Whether the client has sent the record at all: before a record at most as many others of its
   * partition are on their way as `max.in.flight.requests.per.connection` leaves room for (rule P5).
   * @throws KafkaRefusal max.in.flight.requests.per.connection
   */
  checkInFlight({ record, send }: Pick<Enqueued, 'record' | 'send'>): void {
    const max = this.config['max.in.flight.requests.per.connection'];
    if (this.#unansweredOf(record).indexOf(send) < max) return;
    throw new KafkaRefusal(
      'max.in.flight.requests.per.connection',
      `the client sends it when fewer than ${max} records before it wait for their answers`,
    );
  }

  /**
   * The record arrives at the broker, which appends and answers; the answer may still be lost on its way.
   * @throws KafkaRefusal what the broker refuses, unless acks=0. After OUT_OF_ORDER_SEQUENCE_NUMBER the client keeps the
   * record and sends it again behind the earlier one.
   */
  ack(enqueued: Enqueued, now: Instant): Acknowledgement {
    const { record, createTime } = enqueued;
    const log = this.cluster.partition(record.topic, record.partition);
    const identity = this.config['enable.idempotence'] ? this.#identify(enqueued) : null;
    try {
      const { record: appended, duplicate } = log.appendBatch(record, {
        createTime: createTime ?? now,
        now,
        identity,
      });
      const answered = this.config.acks !== 'all' || appended.offset < log.highWatermark;
      if (answered) this.#answered(enqueued);
      const send = this.#sequencesOf(enqueued).sends.get(enqueued.send);
      if (send) send.settled = true;
      return {
        enqueued: answered ? { ...enqueued, state: 'acked' } : enqueued,
        ...{ appended, duplicate, refusal: null },
        offset: answered ? this.#learnt(appended.offset) : null,
      };
    } catch (error) {
      if (!(error instanceof KafkaRefusal) || this.config.acks !== '0') throw error;
      this.#answered(enqueued);
      const acked: Enqueued = { ...enqueued, state: 'acked' };
      return { enqueued: acked, appended: null, duplicate: false, offset: -1, refusal: error };
    }
  }

  /**
   * The client gives the send up: the broker refused it for good, or no answer came within `delivery.timeout.ms`. With
   * idempotence a new epoch begins for its partition, in which the sends that are left are numbered anew (KIP-360).
   */
  nack(enqueued: Enqueued): Enqueued {
    this.#answered(enqueued);
    const sequences = this.#sequencesOf(enqueued);
    const givenUp = sequences.sends.get(enqueued.send);
    if (givenUp) {
      givenUp.settled = true;
      sequences.epoch++;
      sequences.next = 0;
      for (const send of sequences.sends.values()) {
        if (send.settled) continue;
        send.epoch = sequences.epoch;
        send.sequence = sequences.next++;
      }
    }
    return { ...enqueued, state: 'nacked' };
  }

  #unansweredOf({ topic, partition }: Enqueued['record']): number[] {
    const name = JSON.stringify([topic, partition]);
    const sends = this.#unanswered.get(name) ?? [];
    this.#unanswered.set(name, sends);
    return sends;
  }

  #answered({ record, send }: Enqueued): void {
    const sends = this.#unansweredOf(record);
    if (sends.includes(send)) sends.splice(sends.indexOf(send), 1);
  }

  #learnt(offset: number): number {
    return this.config.acks === '0' ? -1 : offset;
  }

  /** The number that a send keeps over all its retries. */
  #identify(enqueued: Enqueued): BatchIdentity {
    const sequences = this.#sequencesOf(enqueued);
    const known = sequences.sends.get(enqueued.send);
    const send = known ?? { epoch: sequences.epoch, sequence: sequences.next++, settled: false };
    sequences.sends.set(enqueued.send, send);
    return { producerId: this.#producerId, epoch: send.epoch, sequence: send.sequence };
  }

  #sequencesOf({ record }: Enqueued): Sequences {
    const name = JSON.stringify([record.topic, record.partition]);
    const sequences: Sequences = this.#sequences.get(name) ?? { epoch: 0, next: 0, sends: new Map() };
    this.#sequences.set(name, sequences);
    return sequences;
  }

  /**
   * What the client knows of the topic: it sees added partitions when it looks again, after `metadata.max.age.ms`, or when
   * a record names one that it does not know (`KafkaProducer.waitOnMetadata`).
   */
  #partitionCount({ topic, partition }: NewRecord): number {
    const { cluster, config } = this;
    const metadata = this.#metadata.get(topic) ?? new TopicMetadata(cluster, topic, config['metadata.max.age.ms']);
    this.#metadata.set(topic, metadata);
    metadata.refresh(cluster.now);
    if (partition !== null && partition >= metadata.partitions) metadata.look(cluster.now);
    return metadata.partitions;
  }

  #byKey(key: string | null, partitions: number): number | null {
    return key === null ? null : partitionOfKey(this.config['partitioner.class'], key, partitions);
  }

  /** Where a record without a usable key goes: kafka-go takes a new partition each time, the others fill a batch first. */
  #nextPartition(record: NewRecord, partitions: number): number {
    const sticky = this.#sticky.get(record.topic) ?? { partition: 0, bytes: 0 };
    this.#sticky.set(record.topic, sticky);
    const partition = sticky.partition % partitions;
    sticky.bytes += new TextEncoder().encode(record.value ?? '').length;
    if (this.config['partitioner.class'] === 'round-robin' || sticky.bytes >= this.config['batch.size']) {
      sticky.partition = (partition + 1) % partitions;
      sticky.bytes = 0;
    }
    return partition;
  }
}
