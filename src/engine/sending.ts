import type { Instant } from '../base/time.js';
import { type Enqueued, Producer } from '../kafka/producer.js';
import { eventIdOf, type NewRecord } from '../model/record.js';
import type { ConfigValues, RecordTemplate } from '../scenario/scenario.js';
import type { KafkaWorld } from './kafka-world.js';
import { evaluate, evaluateNumber, evaluatePayload, type Meanings } from './memory.js';

/** A record that is ready to be handed to the producer. */
export interface Prepared {
  readonly record: NewRecord;
  readonly timestamp: Instant | null;
}

/** The producer of one life of an actor. */
export class Sending {
  readonly producer: Producer;

  constructor(
    readonly world: KafkaWorld,
    config: ConfigValues,
  ) {
    this.producer = new Producer(world.cluster, config);
  }

  /**
   * Makes the record number `number` of `count`, from 1.
   * @throws NoValue
   */
  prepare(template: RecordTemplate, number: number, count: number, meanings: Meanings): Prepared {
    const { topic, partition, key, headers, value, timestamp } = template;
    const record: NewRecord = {
      topic,
      partition: partition === null ? null : evaluateNumber(partition, meanings),
      key: evaluate(key, meanings),
      value: evaluatePayload(value, meanings),
      headers: headers.map(([name, header]) => [name, evaluate(header, meanings)] as const),
    };
    return { record: count === 1 ? record : numbered(record, number), timestamp };
  }

  /**
   * Hands a record to the producer, which places it.
   * @throws KafkaRefusal UNKNOWN_TOPIC_OR_PARTITION
   */
  enqueue({ record, timestamp }: Prepared): Enqueued {
    return this.producer.enqueue(record, timestamp);
  }

  /** Says that the producer has taken a record over without sending it. */
  tellQueued(actor: string, { record }: Enqueued): void {
    const { topic, partition, key, value } = record;
    this.world.recorder.emit({ kind: 'record-queued', actor, topic, partition, key, event: eventIdOf(value) });
  }

  /** The delivery report of a record that the producer gives up: the client learns of `error`, the broker of nothing. */
  giveUp(actor: string, enqueued: Enqueued, error: string): void {
    this.producer.nack(enqueued);
    const { recorder } = this.world;
    const event = eventIdOf(enqueued.record.value);
    recorder.emit({
      kind: 'operation',
      id: recorder.nextOperation(),
      arrived: false,
      actor,
      unit: 0,
      name: 'produce',
      subject: event,
      ...(event === null ? {} : { values: [event] }),
      fault: null,
      client: 'error',
      server: 'nothing',
      result: null,
      error: { code: error, constraint: null, position: null },
    });
  }
}

/** The record with `-number` behind its key and its event id, so that many differ and spread over the partitions. */
function numbered(record: NewRecord, number: number): NewRecord {
  const id = eventIdOf(record.value);
  const value =
    record.value === null || id === null
      ? record.value
      : JSON.stringify({ ...(JSON.parse(record.value) as object), event_id: `${id}-${number}` });
  return { ...record, key: record.key === null ? null : `${record.key}-${number}`, value };
}
