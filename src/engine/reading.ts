import { Consumer } from '../kafka/consumer.js';
import type { ConsumerEvent } from '../kafka/consumer-event.js';
import { KafkaRefusal } from '../kafka/errors.js';
import type { Outcome } from '../model/names.js';
import { eventIdOf, type LogRecord } from '../model/record.js';
import type { GroupSpec, ReaderSpec } from '../scenario/scenario.js';
import type { Concluded } from '../trace/event.js';
import type { KafkaWorld } from './kafka-world.js';

/** What a conclusion hangs on: the identity of the record. */
type RecordPlace = Pick<LogRecord, 'topic' | 'partition' | 'offset' | 'value'>;

/** The consumer of one life of a process or an actor, and what the trace is told of it. */
export class Reading {
  #consumer: Consumer;
  #started = false;
  #frozen = false;
  /** What the consumer has done and the trace has not been told yet. */
  readonly #untold: ConsumerEvent[] = [];

  constructor(
    readonly world: KafkaWorld,
    /** Whose it is. */
    readonly owner: string,
    readonly spec: ReaderSpec,
    readonly group: GroupSpec,
  ) {
    this.#consumer = this.#newConsumer();
  }

  get consumer(): Consumer {
    return this.#consumer;
  }

  /** Takes up its own partitions; a member asks its group for some, and waits for them. */
  start(): void {
    const now = this.world.now();
    if (!this.#started) this.consumer.start(now);
    this.#started = true;
    if (this.spec.partitions === null) this.pollAndWait();
    this.world.tellCluster();
    this.tell();
  }

  /** Polls with nothing to hand out. What poll refuses for good, such as a fenced member, the next fetch is told too. */
  pollAndWait(): void {
    try {
      this.consumer.poll(this.world.now());
    } catch (error) {
      if (!(error instanceof KafkaRefusal)) throw error;
    }
    this.consumer.waitInPoll();
  }

  /** A crash says nothing to anybody; whoever stops leaves the group. */
  end(state: 'crashed' | 'stopped'): void {
    const now = this.world.now();
    // Whoever stands still cannot stop in an orderly way.
    if (state === 'crashed' || this.#frozen) this.consumer.die(now);
    else this.consumer.close(now);
    this.tell();
    this.world.tellCluster();
    this.#consumer = this.#newConsumer();
    this.#started = false;
    this.#frozen = false;
  }

  get frozen(): boolean {
    return this.#frozen;
  }

  freeze(): void {
    this.#frozen = true;
    this.consumer.freeze(this.world.now());
    this.world.tellCluster();
  }

  thaw(): void {
    this.#frozen = false;
    this.consumer.thaw(this.world.now());
    this.world.tellCluster();
  }

  /** Between two units of work a program waits in poll. */
  rest(): void {
    this.consumer.waitInPoll();
  }

  /** @throws KafkaRefusal where the partition is not assigned, or the offset is negative. */
  seek(partition: number, offset: number): void {
    this.consumer.seek(partition, offset);
    this.tell();
  }

  /** Says what its owner makes of a record. */
  conclude(
    record: RecordPlace,
    outcome: Outcome,
    unit = 0,
    error: Pick<Concluded, 'errorFrom' | 'reason'> = { errorFrom: null, reason: null },
  ): void {
    const { topic, partition, offset, value } = record;
    this.world.recorder.emit({
      kind: 'concluded',
      process: this.owner,
      unit,
      record: { topic, partition, offset, event: eventIdOf(value) },
      outcome,
      ...error,
    });
  }

  #newConsumer(): Consumer {
    const { world, spec, group, owner } = this;
    // Programs and actors commit what they have handled themselves, unless a scenario switches auto-commit on.
    const config = { 'client.id': owner, 'enable.auto.commit': false, ...spec.config };
    const { name, topic, reset } = group;
    return new Consumer(world.cluster, { group: name, topic, partitions: spec.partitions, reset, config });
  }

  /** Tells the trace what the consumer has done of its own accord up to where it gave up its place, or its partitions. */
  tellUpTo(what: 'membership-lost' | 'partitions-revoked'): void {
    this.#untold.push(...this.consumer.takeEvents());
    const last = this.#untold.findLastIndex(({ kind }) => kind === what);
    this.#emit(this.#untold.splice(0, last + 1));
  }

  /** Tells the trace what the consumer has done of its own accord. */
  tell(): void {
    this.#emit([...this.#untold.splice(0), ...this.consumer.takeEvents()]);
  }

  #emit(events: readonly ConsumerEvent[]): void {
    const { recorder } = this.world;
    const about = { process: this.owner, group: this.group.name, topic: this.group.topic };
    for (const event of events) {
      switch (event.kind) {
        case 'position-moved':
          recorder.emit({ ...event, ...about });
          break;
        case 'partitions-assigned':
          recorder.emit({ kind: 'assignment-changed', ...about, partitions: event.partitions, cause: 'assigned' });
          break;
        case 'partitions-revoked':
          // Eager: whatever is given up, everything is (rule G6).
          recorder.emit({
            ...{ kind: 'assignment-changed', ...about, partitions: [] },
            cause: event.lost ? 'lost' : 'revoked',
          });
          break;
        case 'offset-committed':
          recorder.emit({ ...event, ...about, unasked: true });
          break;
        case 'commit-failed':
          recorder.emit({ kind: 'commit-refused', ...about, code: event.code, exception: event.exception });
          break;
        case 'membership-lost':
          recorder.emit({ kind: 'membership-lost', ...about, cause: event.cause });
          break;
      }
    }
  }
}
