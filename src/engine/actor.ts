import { Producer } from '../kafka/producer.js';
import { eventIdOf } from '../model/record.js';
import type { EventSpec } from '../scenario/scenario.js';
import type { FaultPlan } from './fault-plan.js';
import { type KafkaWorld, ProduceCall } from './kafka-call.js';
import { type OperationWorld, operate } from './operate.js';

/** Somebody without a program, whose every operation the scenario writes out. */
export class Actor {
  state: 'dead' | 'ready' = 'ready';
  #producer: Producer;

  constructor(
    readonly world: OperationWorld & KafkaWorld,
    readonly name: string,
  ) {
    this.#producer = new Producer(world.cluster);
  }

  /** Starts anew: another producer session, which the broker cannot tell from a stranger's (rule P7). */
  start(): void {
    this.state = 'ready';
    this.#producer = new Producer(this.world.cluster);
    this.world.recorder.emit({ kind: 'process', name: this.name, state: 'started' });
  }

  end(state: 'crashed' | 'stopped'): void {
    this.state = 'dead';
    this.world.recorder.emit({ kind: 'process', name: this.name, state });
  }

  /** Sends `event`, or `count` events made after it; stops where it dies. */
  async produce(event: EventSpec, count: number, plan: FaultPlan): Promise<void> {
    const producer = this.#producer;
    const alive = () => this.state === 'ready' && this.#producer === producer;
    const sender = { name: this.name, unit: 0, alive, crash: async () => this.end('crashed'), saw: () => {} };
    for (let number = 1; number <= count; number++) {
      const call = new ProduceCall(this.world, producer, count === 1 ? event : numbered(event, number));
      const settled = await operate(this.world, sender, call, plan, async () => {});
      if (settled.kind === 'dead') return;
    }
  }
}

/** The event with `-number` behind its key and its event id, so that many differ and spread over the partitions. */
function numbered(event: EventSpec, number: number): EventSpec {
  const id = eventIdOf(event.value);
  const value =
    event.value === null || id === null
      ? event.value
      : JSON.stringify({ ...(JSON.parse(event.value) as object), event_id: `${id}-${number}` });
  return { ...event, key: event.key === null ? null : `${event.key}-${number}`, value };
}
