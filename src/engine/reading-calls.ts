import { present } from '../base/assert.js';
import type { SentCommit } from '../kafka/async-commits.js';
import { commitExceptionOf } from '../kafka/commit-exception.js';
import { KafkaRefusal } from '../kafka/errors.js';
import { eventIdOf, type LogRecord } from '../model/record.js';
import type { ConsumedRecord } from '../programs/ports.js';
import type { ActorAction } from '../scenario/scenario.js';
import type { RecordRef } from '../trace/event.js';
import { done, failureOf, KafkaCall } from './kafka-call.js';
import { evaluateNumber, type Meanings } from './memory.js';
import type { Reading } from './reading.js';
import type { Effect, ServerCall } from './server-call.js';

/** A step that a consumer takes by asking the broker. */
export type ReadingAction = ActorAction & { readonly action: 'fetch' | 'commit-offset' | 'join' | 'leave' };

/** The requests of a step. @throws NoValue */
export function* readingCalls(reading: Reading, step: ReadingAction, meanings: Meanings): Generator<ServerCall> {
  switch (step.action) {
    case 'fetch':
      yield new FetchCall(reading, step.max ?? reading.consumer.config['max.poll.records'], step.partition, 'many');
      break;
    case 'commit-offset':
      for (const { partition, offset } of step.offsets) {
        const [to, next] = [evaluateNumber(partition, meanings), evaluateNumber(offset, meanings)];
        yield new CommitOffsetCall(reading, to, next, step.metadata, step.async);
      }
      break;
    case 'join':
      yield new JoinCall(reading);
      break;
    case 'leave':
      yield new LeaveCall(reading);
      break;
  }
}

/** What a program asks for: one record. */
export function fetchOne(reading: Reading): ServerCall {
  return new FetchCall(reading, 1, null, 'one');
}

/** What a program commits: one offset, waiting for the answer. */
export function commitOne(reading: Reading, partition: number, offset: number): ServerCall {
  return new CommitOffsetCall(reading, partition, offset, '', false);
}

/** Takes the next records of the consumer's partitions. Positions move when the client sees the records. */
class FetchCall extends KafkaCall {
  readonly name = 'fetch';

  constructor(
    readonly reading: Reading,
    readonly max: number,
    /** Null: whichever has something. */
    readonly partition: number | null,
    /** A program takes one record at a time, and gets it with the log start that every response carries. */
    readonly shape: 'one' | 'many',
  ) {
    super(reading.world);
  }

  async attempt(): Promise<Effect> {
    const { consumer, group } = this.reading;
    const { world, max } = this;
    const now = world.now();
    consumer.poll(now);
    const ready = consumer.ready(now).filter((partition) => this.partition === null || partition === this.partition);
    world.tellCluster();
    if (ready.length === 0) {
      consumer.waitInPoll();
      return this.#answer([]);
    }
    const partitions = await this.#inOrder(ready);
    const records: RecordRef[] = [];
    for (const partition of partitions) {
      const log = world.cluster.partition(group.topic, partition);
      for (let offset = consumer.position(partition) ?? 0; records.length < max; offset++) {
        const record = offset < log.highWatermark ? log.read(offset) : null;
        if (!record) break;
        records.push({ topic: group.topic, partition, offset: record.offset, event: eventIdOf(record.value) });
      }
    }
    return this.#answer(records);
  }

  /** A fetch without a reply is an empty poll: the client asks again with the next one. */
  override noReply(): { readonly value: unknown } {
    return { value: this.shape === 'one' ? null : [] };
  }

  /** Which partition answers first is not for the client to say. */
  async #inOrder(ready: readonly number[]): Promise<readonly number[]> {
    if (ready.length === 1) return ready;
    const { group, world } = this.reading;
    const chosen = await world.chooser.choose(
      'partition',
      ready.map((partition) => `${group.topic}-${partition}`),
    );
    const first = ready[chosen] ?? 0;
    return [first, ...ready.filter((partition) => partition !== first)];
  }

  #answer(records: readonly RecordRef[]): Effect {
    const read = () => records.flatMap(({ partition }) => this.reading.consumer.read(partition) ?? []);
    if (this.shape === 'many') return done({ kind: 'records', records }, read);
    return done({ kind: 'record', record: records[0] ?? null }, () => this.#consumed(read()[0]));
  }

  #consumed(record: LogRecord | undefined): ConsumedRecord | null {
    if (!record) return null;
    const { topic, partition, offset, key, value, headers } = record;
    const logStart = this.world.cluster.partition(topic, partition).start;
    return { topic, partition, offset, key, value, headers, logStart };
  }
}

/** Overwrites what the group has committed. */
class CommitOffsetCall extends KafkaCall {
  readonly name = 'commit-offset';
  #sent: SentCommit | null = null;

  constructor(
    readonly reading: Reading,
    readonly partition: number,
    readonly offset: number,
    readonly metadata: string,
    readonly async: boolean,
  ) {
    super(reading.world);
  }

  /**
   * A commit without waiting is on its way from here on: later ones of its consumer come after it (rule C10). Whoever
   * knows that it is out of its group sends nothing, and so no fault can meet it.
   */
  override refusedLocally(): Error | null {
    const { consumer } = this.reading;
    const { partition, offset, metadata } = this;
    try {
      if (this.async) this.#sent = consumer.commitAsync(partition, offset, metadata);
      else this.#sent = consumer.prepareCommit(partition, offset, metadata);
      return null;
    } catch (error) {
      if (error instanceof KafkaRefusal) return this.errorFor(failureOf(error));
      throw error;
    }
  }

  override async lose(): Promise<void> {
    if (this.async) this.reading.consumer.loseCommit(this.#commit());
  }

  /**
   * The client makes of the error what it makes of any such answer. One that a synchronous commit would try again after
   * stands for all its attempts within `default.api.timeout.ms`: it ends in a TimeoutException, though the clock stands still.
   */
  override async refuse(code: string): Promise<Effect> {
    await this.lose();
    this.reading.consumer.commitRefused(this.#commit(), code);
    this.world.tellCluster();
    return this.refusedWith(code, commitExceptionOf(code, this.async ? 'async' : 'sync'));
  }

  #commit(): SentCommit {
    return present(this.#sent, 'sent commit');
  }

  attempt(): Effect {
    const { consumer, group, owner } = this.reading;
    const { partition, offset, world } = this;
    const now = world.now();
    const previous = this.async ? consumer.deliver(this.#commit(), now) : consumer.sendCommit(this.#commit(), now);
    this.reading.tell();
    // A commit without waiting may have come before, with a later one of its consumer, and been overwritten since.
    if (world.cluster.committed(group.name, group.topic, partition) === offset) {
      world.recorder.emit({
        kind: 'offset-committed',
        group: group.name,
        topic: group.topic,
        partition,
        previous,
        offset,
        process: owner,
      });
    }
    return done({ kind: 'offset', topic: group.topic, partition, offset });
  }
}

/** Asks the group for partitions. The answer comes with a later poll, when all members have joined. */
class JoinCall extends KafkaCall {
  readonly name = 'join';

  constructor(readonly reading: Reading) {
    super(reading.world);
  }

  attempt(): Effect {
    this.reading.start();
    return done({ kind: 'membership', group: this.reading.group.name });
  }
}

/** Gives the membership up; the group gives the partitions to those who stay. */
class LeaveCall extends KafkaCall {
  readonly name = 'leave';

  constructor(readonly reading: Reading) {
    super(reading.world);
  }

  attempt(): Effect {
    this.reading.end('stopped');
    return done({ kind: 'membership', group: this.reading.group.name });
  }
}
