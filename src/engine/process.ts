import { present } from '../base/assert.js';
import type { Outcome } from '../model/names.js';
import type { Database } from '../postgres/ports.js';
import type { ConsumedRecord, Ports, Request } from '../programs/ports.js';
import type { UnitEnd } from '../programs/program.js';
import type { SetVariant } from '../programs/variant-of.js';
import type { GroupSpec, ProcessSpec, Until } from '../scenario/scenario.js';
import type { FaultPlan } from './fault-plan.js';
import { operate, type Settled } from './operate.js';
import { type Clients, type ProcessWorld, portsOf } from './process-ports.js';
import { Reading } from './reading.js';
import type { Sender } from './sender.js';
import { Sending } from './sending.js';
import type { ServerCall } from './server-call.js';
import { Standstill } from './standstill.js';
import { type Signal, UnitOfWork } from './unit-of-work.js';

/** Whether somebody can act: `waiting` for a reply and `frozen` go on some time, `dead` has to be restarted. */
export type LifeState = 'dead' | 'waiting' | 'frozen' | 'ready';

/** Everything that a crash wipes. */
interface Life extends Clients {
  readonly memory: unknown;
  unit: UnitOfWork | null;
  /** The operation before which the program has been made to pause. */
  paused: (Signal & { readonly kind: 'call' }) | null;
  /** An operation is under way and the program stands still until it arrives. */
  waiting: boolean;
  /** Of the whole process, and its consumer with it. */
  readonly standstill: Standstill;
  /** Where its run is to pause, and how many operations of that name it has come to. */
  pause: { readonly until: Exclude<Until, 'idle'>; seen: number } | null;
  /** What the process was in the middle of besides its unit of work, to be taken up again when the reply has come. */
  goOn: ((end: RunEnd) => Promise<void>) | null;
}

/** What letting a program work comes to. */
export type RunEnd = UnitEnd | 'dead' | 'waiting' | 'paused';

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
    readonly program: SetVariant,
    readonly group: GroupSpec | null,
    readonly database: Database | null,
  ) {
    this.name = spec.name;
  }

  get state(): LifeState {
    if (!this.#life) return 'dead';
    if (this.#life.standstill.still) return 'frozen';
    return this.#life.waiting ? 'waiting' : 'ready';
  }

  /** Whether it waits for a reply, be it that it stands still besides. */
  get waiting(): boolean {
    return this.#life?.waiting ?? false;
  }

  /** Starts with empty memory; the consumer takes up its partitions, or asks its group for some. */
  start(): void {
    const { name, group, spec, world } = this;
    const reading = spec.reader && group ? new Reading(world, name, spec.reader, group) : null;
    this.#life = {
      memory: this.program.variant.newMemory(),
      reading,
      sending: spec.topic === null ? null : new Sending(world, spec.producer),
      request: null,
      stream: { slot: null, position: 0 },
      connection: null,
      unit: null,
      paused: null,
      waiting: false,
      standstill: new Standstill(),
      pause: null,
      goOn: null,
    };
    world.recorder.emit({ kind: 'process', name, state: 'started' });
    reading?.start();
  }

  /** The process is gone: memory wiped, connections closed, and the server rolls back what was open. */
  async end(state: 'crashed' | 'stopped'): Promise<void> {
    const life = this.#life;
    if (!life) return;
    this.#life = null;
    this.world.recorder.emit({ kind: 'process', name: this.name, state });
    life.reading?.end(state);
    await life.connection?.hangUp();
    await life.standstill.end();
  }

  /** The whole process stands still; its connection stays open. */
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

  /** The server ends its session. Returns whether there was one. */
  async killSession(): Promise<boolean> {
    const connection = this.#life?.connection;
    if (!connection || connection.closed) return false;
    await connection.kill();
    return true;
  }

  seek(partition: number, offset: number): void {
    present(this.#living().reading, `consumer of ${this.name}`).seek(partition, offset);
  }

  get reading(): Reading | null {
    return this.#life?.reading ?? null;
  }

  /** A client asks something of it; null asks nothing. */
  ask(request: Request | null): void {
    if (request) this.#living().request = request;
  }

  /** Lets the program work until its unit is over, until it dies or has to wait, or before the operation `until`. */
  async runUnit(plan: FaultPlan, until: Exclude<Until, 'idle'> | null): Promise<RunEnd> {
    const life = this.#living();
    const { variant, knobs } = this.program;
    life.pause = until && { until, seen: 0 };
    life.unit ??= new UnitOfWork(++this.#lastUnit, (send) => variant.unit(this.#ports(life, send), life.memory, knobs));
    return this.#work(plan, life, life.unit);
  }

  async #work(plan: FaultPlan, life: Life, unit: UnitOfWork): Promise<RunEnd> {
    const { pause } = life;
    for (;;) {
      const signal: Signal = life.paused ?? (await unit.next());
      if (signal.kind === 'failed') throw signal.error;
      if (signal.kind === 'ended') {
        life.unit = null;
        life.reading?.rest();
        return signal.end;
      }
      // An operation that it has paused before already is not what a second pause means.
      const again = life.paused !== null;
      life.paused = null;
      if (!again && pause && signal.call.name === pause.until.operation && ++pause.seen === pause.until.occurrence) {
        life.paused = signal;
        return 'paused';
      }
      const settled = await operate(this.world, this.#sender(life, unit.number), signal.call, plan, (late) =>
        this.#resume(life, unit, signal, late, plan),
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
  async #resume(
    life: Life,
    unit: UnitOfWork,
    signal: Signal & { kind: 'call' },
    settled: Settled,
    plan: FaultPlan,
  ): Promise<void> {
    const { goOn } = life;
    life.waiting = false;
    life.goOn = null;
    signal.settle(settled);
    const end = await this.#work(plan, life, unit);
    if (this.#life !== life || !goOn) return;
    if (life.waiting) life.goOn = goOn;
    else await goOn(end);
  }

  /** Has `goOn` called once the process waits no more and its run has ended; a crash forgets it. */
  whenResumed(goOn: (end: RunEnd) => Promise<void>): void {
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
      standstill: life.standstill,
      crash: () => this.end('crashed'),
      saw: (error, operation) => this.#errors.set(error, operation),
    };
  }

  #ports(life: Life, send: (call: ServerCall) => Promise<unknown>): Ports {
    const { name, world, spec, database } = this;
    return {
      ...portsOf({ name, world, topic: spec.topic, database }, life, send),
      conclude: (record, outcome, error) => this.#conclude(record, outcome, error),
    };
  }

  #conclude(record: ConsumedRecord, outcome: Outcome, error: unknown): void {
    const known = typeof error === 'object' && error !== null ? this.#errors.get(error) : undefined;
    present(this.#living().reading, `consumer of ${this.name}`).conclude(record, outcome, this.#lastUnit, {
      errorFrom: error === undefined ? null : (known ?? 'other'),
      reason: known === undefined && error instanceof Error ? error.message : null,
    });
  }
}
