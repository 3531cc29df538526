import type { Chooser } from '../choices/chooser.js';
import type { Cluster } from '../kafka/cluster.js';
import type { Consumer } from '../kafka/consumer.js';
import { KafkaRefusal } from '../kafka/errors.js';
import type { Enqueued, Producer } from '../kafka/producer.js';
import type { Operation } from '../model/names.js';
import { eventIdOf, type LogRecord, type NewRecord } from '../model/record.js';
import { type ConsumedRecord, KafkaError } from '../programs/ports.js';
import type { Recorder } from './recorder.js';
import type { Effect, ServerCall } from './server-call.js';

/** What calls to Kafka need of the world. */
export interface KafkaWorld {
  readonly cluster: Cluster;
  readonly recorder: Recorder;
  readonly chooser: Chooser;
  now(): number;
}

/** What every request to Kafka has in common: a lost connection costs nothing but the reply. */
abstract class KafkaCall implements ServerCall {
  abstract readonly name: Operation;

  constructor(readonly world: KafkaWorld) {}

  abstract attempt(): Effect | Promise<Effect>;

  refusedLocally(): Error | null {
    return null;
  }

  async apply(): Promise<Effect> {
    try {
      return await this.attempt();
    } catch (error) {
      if (error instanceof KafkaRefusal) return failed(error.code, error.message);
      throw error;
    }
  }

  async refuse(code: string): Promise<Effect> {
    return failed(code, 'injected');
  }

  async lose(): Promise<void> {}

  async underWay(): Promise<void> {}

  errorFor(failure: NonNullable<Effect['failure']>): Error {
    return new KafkaError(failure.code, failure.message);
  }

  noReply(): { readonly error: Error } | { readonly value: unknown } {
    return { error: new KafkaError('REQUEST_TIMED_OUT', 'no answer came in time') };
  }
}

function failed(code: string, message: string): Effect {
  return { failure: { code, constraint: null, message }, result: null, seen: () => undefined };
}

/** Takes the next record of one of the consumer's partitions. The position moves when the client sees the record. */
export class FetchCall extends KafkaCall {
  readonly name = 'fetch';

  constructor(
    world: KafkaWorld,
    readonly process: string,
    readonly consumer: Consumer,
  ) {
    super(world);
  }

  async attempt(): Promise<Effect> {
    const { consumer, world } = this;
    const { topic, group } = consumer.options;
    const { partitions, changes } = consumer.ready();
    for (const change of changes)
      world.recorder.emit({ kind: 'position-moved', process: this.process, group, topic, ...change });
    if (partitions.length === 0) return { failure: null, result: { kind: 'record', record: null }, seen: () => null };
    const options = partitions.map((partition) => `${topic}-${partition}`);
    const chosen = options.length === 1 ? 0 : await world.chooser.choose('partition', options);
    const partition = partitions[chosen] ?? 0;
    const log = world.cluster.partition(topic, partition);
    const record = log.read(consumer.position(partition) ?? 0);
    return {
      failure: null,
      result: {
        kind: 'record',
        record: record && { topic, partition, offset: record.offset, event: eventIdOf(record.value) },
      },
      seen: () => this.#consumed(consumer.poll(partition), log.start),
    };
  }

  /** A fetch without a reply is an empty poll: the client asks again with the next one. */
  override noReply(): { readonly value: unknown } {
    return { value: null };
  }

  #consumed(record: LogRecord | null, logStart: number): ConsumedRecord | null {
    if (!record) return null;
    const { topic, partition, offset, key, value, headers } = record;
    return { topic, partition, offset, key, value, headers, logStart };
  }
}

/** Overwrites what the group has committed. */
export class CommitOffsetCall extends KafkaCall {
  readonly name = 'commit-offset';

  constructor(
    world: KafkaWorld,
    readonly process: string,
    readonly consumer: Consumer,
    readonly partition: number,
    readonly offset: number,
  ) {
    super(world);
  }

  attempt(): Effect {
    const { topic, group } = this.consumer.options;
    const { partition, offset } = this;
    const previous = this.consumer.commit(partition, offset);
    this.world.recorder.emit({
      kind: 'offset-committed',
      group,
      topic,
      partition,
      previous,
      offset,
      process: this.process,
    });
    return { failure: null, result: { kind: 'offset', topic, partition, offset }, seen: () => undefined };
  }
}

/** Sends a record that the producer has placed; each arrival at the broker appends. */
export class ProduceCall extends KafkaCall {
  readonly name = 'produce';
  readonly #enqueued: Enqueued;

  constructor(
    world: KafkaWorld,
    readonly producer: Producer,
    record: NewRecord,
  ) {
    super(world);
    this.#enqueued = producer.enqueue(record);
  }

  attempt(): Effect {
    const { appended } = this.producer.ack(this.#enqueued, this.world.now());
    const event = eventIdOf(appended.value);
    this.world.recorder.emit({ kind: 'record-appended', record: appended, event });
    const { topic, partition, offset } = appended;
    return {
      failure: null,
      result: { kind: 'record', record: { topic, partition, offset, event } },
      seen: () => undefined,
    };
  }

  override async refuse(code: string): Promise<Effect> {
    this.producer.nack(this.#enqueued);
    return super.refuse(code);
  }
}
