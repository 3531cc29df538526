import { present } from '../base/assert.js';
import { type ClientExceptionName, exceptionOf, KafkaRefusal } from '../kafka/errors.js';
import type { Acknowledgement, Enqueued } from '../kafka/producer.js';
import type { KafkaOperation } from '../model/names.js';
import type { SqlValue } from '../model/sql.js';
import { KafkaError } from '../programs/ports.js';
import type { OperationResult } from '../trace/event.js';
import type { KafkaWorld } from './kafka-world.js';
import type { Sending } from './sending.js';
import type { Effect, Failure, ServerCall } from './server-call.js';

/** What every request to Kafka has in common: a lost connection costs nothing but the reply. */
export abstract class KafkaCall implements ServerCall {
  abstract readonly name: KafkaOperation;
  readonly subject: string | null = null;

  constructor(readonly world: KafkaWorld) {}

  abstract attempt(): Effect | Promise<Effect>;

  refusedLocally(): Error | null {
    return null;
  }

  unreachable(): boolean {
    return this.world.broker.down;
  }

  async apply(): Promise<Effect> {
    try {
      return await this.attempt();
    } catch (error) {
      if (error instanceof KafkaRefusal) return failed(failureOf(error));
      throw error;
    } finally {
      this.world.tellCluster();
    }
  }

  async refuse(code: string): Promise<Effect> {
    return this.refusedWith(code, exceptionOf(code));
  }

  /** The server answers with an error of the scenario's, for which the Java client throws `exception`. */
  protected refusedWith(code: string, exception: string): Effect {
    return failed({ code, constraint: null, position: null, exception, message: 'injected' });
  }

  async lose(): Promise<void> {}

  async underWay(): Promise<void> {}

  errorFor({ code, message }: Failure): Error {
    return new KafkaError(code, message);
  }

  noReply(): { readonly error: Error } | { readonly value: unknown } {
    return { error: new KafkaError('REQUEST_TIMED_OUT', 'no answer came in time') };
  }
}

/** What the broker or the client refused, by Kafka's name, and by the Java client's where that is another one. */
export function failureOf({ code, exception, message }: KafkaRefusal): Failure {
  return { code, constraint: null, position: null, exception, message, sent: !neverSent.includes(code) };
}

/** What the client throws without asking the broker. Where there is no offset to read from, it has asked. */
const neverSent: readonly string[] = [
  'CommitFailedException',
  'ConfigException',
  'IllegalArgumentException',
  'IllegalStateException',
  'RebalanceInProgressException',
] satisfies ClientExceptionName[];

function failed(failure: Failure): Effect {
  return { failure, result: null, seen: () => undefined };
}

/** What was done, where the client makes nothing of the reply but that it came. */
export function done(result: OperationResult, seen: () => unknown = () => undefined): Effect {
  return { failure: null, result, seen };
}

/** Sends a record; each arrival at the broker appends. */
export class ProduceCall extends KafkaCall {
  readonly name = 'produce';
  #enqueued: Enqueued | null = null;

  constructor(
    world: KafkaWorld,
    readonly sending: Sending,
    override readonly subject: string | null,
    /** Gives the record that the producer has placed. */
    readonly place: () => Enqueued,
    /** Whether the record stays with the producer, to be sent again, where no answer comes; else it is given up. */
    readonly kept: boolean,
  ) {
    super(world);
  }

  get values(): readonly SqlValue[] {
    return this.subject === null ? [] : [this.subject];
  }

  override refusedLocally(): Error | null {
    try {
      this.#enqueued = this.place();
      return null;
    } catch (error) {
      if (error instanceof KafkaRefusal) return this.errorFor(failureOf(error));
      throw error;
    }
  }

  attempt(): Effect {
    const { world, sending, subject: event } = this;
    const enqueued = this.#placed();
    const refusal = world.broker.refusalOf(enqueued.record.topic, event);
    if (refusal !== null) {
      sending.producer.nack(enqueued);
      // Who waits for no answer learns of none.
      if (sending.producer.config.acks === '0') return done({ kind: 'record', record: null }, () => null);
      throw new KafkaRefusal(refusal as KafkaRefusal['code'], 'the broker refuses it');
    }
    const acknowledged = this.#acknowledged(enqueued);
    this.#tell(acknowledged, event);
    const { appended, offset } = acknowledged;
    const learnt = appended && { ...appended, offset: offset ?? appended.offset };
    const record = learnt && { topic: learnt.topic, partition: learnt.partition, offset: learnt.offset, event };
    // With acks=all there is no answer until the followers have the record.
    return { ...done({ kind: 'record', record }, () => learnt), unanswered: appended !== null && offset === null };
  }

  /** What is refused for good, or waits for a follower that does not come, is given up with its number. */
  #acknowledged(enqueued: Enqueued): Acknowledgement {
    const { producer } = this.sending;
    try {
      const acknowledged = producer.ack(enqueued, this.world.now());
      if (acknowledged.offset === null && !this.kept) producer.nack(enqueued);
      return acknowledged;
    } catch (error) {
      if (!this.kept) producer.nack(enqueued);
      throw error;
    }
  }

  override async refuse(code: string): Promise<Effect> {
    this.sending.producer.nack(this.#placed());
    return super.refuse(code);
  }

  override async lose(): Promise<void> {
    if (!this.kept) this.sending.producer.nack(this.#placed());
  }

  #placed(): Enqueued {
    return present(this.#enqueued, 'placed record');
  }

  #tell({ appended, duplicate }: Acknowledgement, event: string | null): void {
    if (appended && !duplicate) this.world.recorder.emit({ kind: 'record-appended', record: appended, event });
  }
}
