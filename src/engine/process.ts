import { present } from '../base/assert.js';
import { Consumer } from '../kafka/consumer.js';
import type { Outcome } from '../model/names.js';
import { eventIdOf } from '../model/record.js';
import type { SqlResult } from '../model/sql.js';
import type { Database } from '../postgres/ports.js';
import type { ConsumedRecord, ConsumerPorts } from '../programs/ports.js';
import type { ProgramVariant, UnitEnd } from '../programs/program.js';
import type { GroupSpec, ProcessSpec } from '../scenario/scenario.js';
import type { FaultPlan } from './fault-plan.js';
import { CommitOffsetCall, FetchCall, type KafkaWorld } from './kafka-call.js';
import { type OperationWorld, operate, type Sender, type Settled } from './operate.js';
import type { ServerCall } from './server-call.js';
import { type Connection, SqlCall, type SqlRequest, type SqlWorld } from './sql-call.js';
import { type Signal, UnitOfWork } from './unit-of-work.js';

export type ProcessWorld = OperationWorld & KafkaWorld & SqlWorld;

/** Everything that a crash wipes. */
interface Life {
  readonly memory: unknown;
  readonly consumer: Consumer;
  connection: Connection | null;
  unit: UnitOfWork | null;
  /** An operation is under way and the program stands still until it arrives. */
  waiting: boolean;
  /** What the process was in the middle of besides its unit of work, to be taken up again when the reply has come. */
  goOn: (() => Promise<void>) | null;
}

/** A virtual process: a program, its memory and its connections, and the way to let it work. */
export class Process {
  readonly name: string;
  #life: Life | null = null;
  #lastUnit = 0;
  /** Which operation gave an error, so that an error handed on can be traced back to it. */
  readonly #errors = new WeakMap<object, number>();

  constructor(
    readonly world: ProcessWorld,
    readonly spec: ProcessSpec,
    readonly variant: ProgramVariant,
    readonly group: GroupSpec,
    readonly database: Database,
  ) {
    this.name = spec.name;
  }

  get state(): 'dead' | 'waiting' | 'ready' {
    if (!this.#life) return 'dead';
    return this.#life.waiting ? 'waiting' : 'ready';
  }

  /** Starts with empty memory; the consumer takes up its partitions from what is committed. */
  start(): void {
    const { name, group, spec, world } = this;
    const { topic, reset } = group;
    const consumer = new Consumer(world.cluster, { group: group.name, topic, partitions: spec.partitions, reset });
    this.#life = {
      memory: this.variant.newMemory(),
      consumer,
      connection: null,
      unit: null,
      waiting: false,
      goOn: null,
    };
    world.recorder.emit({ kind: 'process', name, state: 'started' });
    for (const change of consumer.assign()) {
      world.recorder.emit({ kind: 'position-moved', process: name, group: group.name, topic, ...change });
    }
  }

  /** The process is gone: memory wiped, connections closed, and the server rolls back what was open. */
  async end(state: 'crashed' | 'stopped'): Promise<void> {
    const life = this.#life;
    if (!life) return;
    this.#life = null;
    this.world.recorder.emit({ kind: 'process', name: this.name, state });
    await life.connection?.hangUp();
  }

  seek(partition: number, offset: number): void {
    this.#seek(this.#living(), partition, offset);
  }

  /** Lets the program work until its unit is over, or until it dies or has to wait. */
  async runUnit(plan: FaultPlan): Promise<UnitEnd | 'dead' | 'waiting'> {
    const life = this.#living();
    life.unit ??= new UnitOfWork(++this.#lastUnit, (send) =>
      this.variant.unit(this.#ports(life, send), life.memory, { onUnknown: this.spec.onUnknown }),
    );
    const { unit } = life;
    for (;;) {
      const signal = await unit.next();
      if (signal.kind === 'failed') throw signal.error;
      if (signal.kind === 'ended') {
        life.unit = null;
        return signal.end;
      }
      const settled = await operate(this.world, this.#sender(life, unit.number), signal.call, plan, (late) =>
        this.#resume(life, signal, late, plan),
      );
      if (settled.kind === 'dead') return 'dead';
      if (settled.kind === 'waiting') {
        life.waiting = true;
        return 'waiting';
      }
      signal.settle(settled);
    }
  }

  /** A delayed reply has come: the program goes on. */
  async #resume(life: Life, signal: Signal & { kind: 'call' }, settled: Settled, plan: FaultPlan): Promise<void> {
    const { goOn } = life;
    life.waiting = false;
    life.goOn = null;
    signal.settle(settled);
    await this.runUnit(plan);
    if (this.#life !== life || !goOn) return;
    if (life.waiting) life.goOn = goOn;
    else await goOn();
  }

  /** Has `goOn` called once the process waits no more and its unit of work is over; a crash forgets it. */
  whenResumed(goOn: () => Promise<void>): void {
    this.#living().goOn = goOn;
  }

  #living(): Life {
    return present(this.#life, `life of ${this.name}`);
  }

  #sender(life: Life, unit: number): Sender {
    return {
      name: this.name,
      unit,
      alive: () => this.#life === life,
      crash: () => this.end('crashed'),
      saw: (error, operation) => this.#errors.set(error, operation),
    };
  }

  #seek(life: Life, partition: number, offset: number): void {
    const { name, group, world } = this;
    const change = life.consumer.seek(partition, offset);
    world.recorder.emit({ kind: 'position-moved', process: name, group: group.name, topic: group.topic, ...change });
  }

  /** What the program is given: clients whose every request waits for the engine. */
  #ports(life: Life, send: (call: ServerCall) => Promise<unknown>): ConsumerPorts {
    const sql = async (request: SqlRequest): Promise<SqlResult> => {
      if (request.kind === 'begin' && (!life.connection || life.connection.lost)) {
        life.connection = this.world.connect(this.database, this.name);
      }
      const connection = present(life.connection, 'connection');
      return (await send(new SqlCall(this.world, connection, request))) as SqlResult;
    };
    return {
      sql: {
        begin: async () => void (await sql({ kind: 'begin' })),
        query: (name, statement, parameters) => sql({ kind: 'statement', name, statement, parameters }),
        commit: async () => void (await sql({ kind: 'commit' })),
        rollback: async () => void (await sql({ kind: 'rollback' })),
      },
      consumer: {
        fetch: async () => (await send(new FetchCall(this.world, this.name, life.consumer))) as ConsumedRecord | null,
        commitOffset: async (_topic, partition, offset) =>
          void (await send(new CommitOffsetCall(this.world, this.name, life.consumer, partition, offset))),
        seek: (_topic, partition, offset) => this.#seek(life, partition, offset),
      },
      conclude: (record, outcome, error) => this.#conclude(record, outcome, error),
    };
  }

  #conclude(record: ConsumedRecord, outcome: Outcome, error: unknown): void {
    const known = typeof error === 'object' && error !== null ? this.#errors.get(error) : undefined;
    this.world.recorder.emit({
      kind: 'concluded',
      process: this.name,
      unit: this.#lastUnit,
      record: {
        topic: record.topic,
        partition: record.partition,
        offset: record.offset,
        event: eventIdOf(record.value),
      },
      outcome,
      errorFrom: error === undefined ? null : (known ?? 'other'),
      reason: known === undefined && error instanceof Error ? error.message : null,
    });
  }
}
