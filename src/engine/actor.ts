import { present } from '../base/assert.js';
import { eventIdOf } from '../model/record.js';
import type { SqlResult } from '../model/sql.js';
import type { Database } from '../postgres/ports.js';
import type { ActorAction, ActorSpec, GroupSpec, Step } from '../scenario/scenario.js';
import { type Doing, keep, type Life, remember } from './actor-life.js';
import type { Connection } from './connection.js';
import { EffectCall } from './effect-call.js';
import type { FaultPlan } from './fault-plan.js';
import { type ItemAccess, itemAccess, missingColumn } from './item-access.js';
import { ProduceCall } from './kafka-call.js';
import type { KafkaWorld } from './kafka-world.js';
import {
  ActorMemory,
  evaluate,
  evaluateNumber,
  evaluateQueued,
  evaluateRecords,
  type Meanings,
  NoValue,
} from './memory.js';
import { type OperationWorld, operate, type Settled } from './operate.js';
import type { LifeState } from './process.js';
import { Reading } from './reading.js';
import { readingCalls } from './reading-calls.js';
import type { Sender } from './sender.js';
import { Sending } from './sending.js';
import type { ServerCall } from './server-call.js';
import { SqlCall, type SqlWorld } from './sql-call.js';
import { Standstill } from './standstill.js';
import { expectsErrors } from './step-expectations.js';

export type ActorWorld = OperationWorld & KafkaWorld & SqlWorld;

/** Somebody without a program, whose every operation the scenario writes out. */
export class Actor {
  readonly name: string;
  #life: Life | null = null;

  constructor(
    readonly world: ActorWorld,
    readonly spec: ActorSpec,
    /** The databases of its sessions, by the names of the sessions. */
    readonly databases: ReadonlyMap<string, Database>,
    readonly group: GroupSpec | null,
  ) {
    this.name = spec.name;
  }

  get state(): LifeState {
    if (!this.#life) return 'dead';
    if (this.#life.standstill.still) return 'frozen';
    return this.waiting ? 'waiting' : 'ready';
  }

  /** Whether it waits for a reply in some session, be it that it stands still besides. */
  get waiting(): boolean {
    return (this.#life?.waiting.size ?? 0) > 0;
  }

  waitsIn(session: string): boolean {
    return this.#life?.waiting.has(session) ?? false;
  }

  /** Whether it can take a step: a statement needs a session that waits for no answer, everything else needs none. */
  stateFor(action: ActorAction): LifeState {
    if (!this.#life) return 'dead';
    if (this.#life.standstill.still) return 'frozen';
    return action.action === 'sql' && this.waitsIn(action.session) ? 'waiting' : 'ready';
  }

  /** Starts with what it remembers from the start, and with another producer session (rule P7). */
  start(): void {
    const { world, spec, group, name } = this;
    const reading = spec.reader && group ? new Reading(world, name, spec.reader, group) : null;
    this.#life = {
      memory: new ActorMemory(spec.memory),
      sending: new Sending(world, spec.producer),
      reading,
      connections: new Map(),
      lastFetched: null,
      waiting: new Set(),
      standstill: new Standstill(),
    };
    world.recorder.emit({ kind: 'process', name, state: 'started' });
    // A member joins when its scenario says so.
    if (spec.reader?.partitions) reading?.start();
  }

  async end(state: 'crashed' | 'stopped'): Promise<void> {
    const life = this.#life;
    if (!life) return;
    this.#life = null;
    this.world.recorder.emit({ kind: 'process', name: this.name, state });
    life.reading?.end(state);
    for (const connection of life.connections.values()) await connection.hangUp();
    await life.standstill.end();
  }

  /** The whole process stands still; its connections stay open. */
  freeze(): void {
    const life = this.#living();
    life.standstill.begin();
    life.reading?.freeze();
  }

  async thaw(): Promise<void> {
    const life = this.#living();
    life.reading?.thaw();
    await life.standstill.end();
  }

  /** The server ends one of its sessions. Returns whether there was one. */
  async killSession(session: string): Promise<boolean> {
    const connection = this.#life?.connections.get(session);
    if (!connection || connection.closed) return false;
    await connection.kill();
    return true;
  }

  get reading(): Reading | null {
    return this.#life?.reading ?? null;
  }

  /**
   * Does what a step says, once or for each of what it remembers; stops where it dies or has to wait, and goes on when
   * the reply has come.
   * @throws NoValue where an expression has no value.
   */
  async act(step: Step & ActorAction, plan: FaultPlan): Promise<void> {
    const life = this.#living();
    const { step: number } = this.world.recorder.watch.world;
    const doing: Doing = { step, plan, life, number, failed: false, remembers: false, items: undefined };
    await this.#work(doing, this.#requests(doing));
  }

  async #work(doing: Doing, requests: Generator<ServerCall, void>): Promise<void> {
    const { step, plan, life } = doing;
    const resume = async (settled: Settled) => {
      if (step.action === 'sql') life.waiting.delete(step.session);
      if (this.#life !== life) return;
      keep(doing, settled);
      this.#tellUnjudged(doing, settled);
      // A statement is waited for, a send is not; what comes late changes what the actor remembers when it comes.
      if (step.action === 'sql') await this.#goOn(doing, requests);
    };
    for (let next = requests.next(); !next.done; next = requests.next()) {
      const faults = plan.unfired().length;
      const settled = await operate(this.world, this.#sender(life, doing.items), next.value, plan, resume);
      if (settled.kind === 'dead') return;
      if (settled.kind === 'waiting' && step.action === 'sql') {
        life.waiting.add(step.session);
        return;
      }
      // An error that a fault has brought about is as it should be.
      if (settled.kind === 'error' && plan.unfired().length === faults) doing.failed = true;
      keep(doing, settled);
      this.#tellUnjudged(doing, settled);
    }
  }

  /** Says why what a step writes or reads of an item cannot be judged. */
  #tellUnjudged({ step, life, items, number }: Doing, settled: Settled): void {
    if (!items || settled.kind !== 'value' || step.action !== 'sql') return;
    const { recorder } = this.world;
    const of = number === recorder.watch.world.step ? {} : { of: { step: number, line: step.line } };
    const name = step.session === '' ? this.name : `${this.name}.${step.session}`;
    if (life.connections.get(step.session)?.inTransaction) {
      recorder.emit({ kind: 'step-skipped', why: 'item-in-transaction', subject: name, ...of });
    } else if (items.reads) {
      const { columns, rows } = settled.value as SqlResult;
      const column = missingColumn(items.reads, columns);
      const holds = { what: 'rows', count: rows.length, columns } as const;
      if (column !== null) recorder.emit({ kind: 'step-skipped', why: 'no-column', subject: column, holds, ...of });
    }
  }

  /** A late reply lets it go on within another step, which is not to blame for what is missing then. */
  async #goOn(doing: Doing, requests: Generator<ServerCall, void>): Promise<void> {
    try {
      await this.#work(doing, requests);
    } catch (error) {
      if (!(error instanceof NoValue)) throw error;
      const of = { step: doing.number, line: doing.step.line };
      this.world.recorder.emit({ ...error.skipped, of });
    }
  }

  /** Everything that a step asks for, one request after the other, and what the actor concludes in between. */
  *#requests(doing: Doing): Generator<ServerCall, void> {
    const { step, life } = doing;
    const items = step.each === null ? [null] : life.memory.itemsOf(step.each);
    for (const item of items) {
      const meanings: Meanings = { memory: life.memory, item, lastFetched: life.lastFetched };
      doing.failed = false;
      doing.items = step.writes || step.reads ? itemAccess(step, meanings) : undefined;
      yield* this.#calls(doing, meanings);
      // What failed against all expectation has led to nothing.
      if (!doing.failed || expectsErrors(step)) this.#conclude(step, life, meanings);
    }
  }

  /** The requests that a step makes, each ready to be sent. What only moves the client's own state makes none. */
  *#calls(doing: Doing, meanings: Meanings): Generator<ServerCall> {
    const { step, life } = doing;
    switch (step.action) {
      case 'sql': {
        const { statement, session } = step;
        const parameters = statement.parameters.map((parameter) => evaluate(parameter, meanings, 'postgres'));
        const shown = statement.parameters.map((parameter) => evaluate(parameter, meanings));
        const name = step.operation;
        const connection = this.#connection(life, session, name);
        yield new SqlCall(this.world, connection, {
          name,
          statement: statement.text,
          parameters,
          shown,
          source: statement.source,
        });
        break;
      }
      case 'produce':
        for (let number = 1; number <= step.count; number++) {
          const prepared = life.sending.prepare(step.record, number, step.count, meanings);
          const event = eventIdOf(prepared.record.value);
          yield new ProduceCall(this.world, life.sending, event, () => life.sending.enqueue(prepared), false);
        }
        break;
      case 'enqueue':
        for (let number = 1; number <= step.count; number++) {
          const enqueued = life.sending.enqueue(life.sending.prepare(step.record, number, step.count, meanings));
          life.sending.tellQueued(this.name, enqueued);
          remember(doing, { kind: 'queued', enqueued: [enqueued] });
        }
        break;
      case 'ack':
        for (const enqueued of evaluateQueued(step.name, step.each, meanings)) {
          life.sending.producer.checkInFlight(enqueued);
          yield new ProduceCall(this.world, life.sending, eventIdOf(enqueued.record.value), () => enqueued, true);
        }
        break;
      case 'nack':
        for (const enqueued of evaluateQueued(step.name, step.each, meanings)) {
          life.sending.giveUp(this.name, enqueued, step.error);
        }
        break;
      case 'effect':
        yield new EffectCall(this.world, this.name, step.effect, evaluate(step.event, meanings));
        break;
      case 'seek':
        present(life.reading, 'consumer').seek(step.partition, evaluateNumber(step.offset, meanings));
        break;
      default:
        yield* readingCalls(present(life.reading, 'consumer'), step, meanings);
    }
  }

  /**
   * The connection of a session. One that the client has lost is opened anew, except while a transaction was open in it:
   * its statements would then go on outside of any, so that they fail until the next BEGIN.
   */
  #connection(life: Life, session: string, operation: string): Connection {
    const known = life.connections.get(session);
    if (known && !(known.lost && (operation === 'begin' || !known.lostInTransaction))) return known;
    const database = present(this.databases.get(session), `session ${session}`);
    const connection = this.world.connect(database, this.name, session === '' ? this.name : `${this.name}.${session}`);
    life.connections.set(session, connection);
    return connection;
  }

  #conclude({ concludes }: Step & ActorAction, life: Life, meanings: Meanings): void {
    if (!concludes) return;
    const [item] = meanings.item?.kind === 'records' ? meanings.item.records : [];
    const records = concludes.record ? evaluateRecords(concludes.record, meanings) : [item ?? life.lastFetched];
    for (const record of records) {
      if (!record || !life.reading) throw new NoValue('concludes');
      life.reading.conclude(record, concludes.outcome);
    }
  }

  #living(): Life {
    return present(this.#life, `life of ${this.name}`);
  }

  #sender(life: Life, items: ItemAccess | undefined): Sender {
    return {
      ...(items ? { items } : {}),
      name: this.name,
      unit: 0,
      alive: () => this.#life === life,
      standstill: life.standstill,
      crash: () => this.end('crashed'),
      saw: () => {},
    };
  }
}
