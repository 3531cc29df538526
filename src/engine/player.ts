import { Bug, unreachable } from '../base/assert.js';
import { limits } from '../base/limits.js';
import { recordName } from '../model/record.js';
import { EngineRefusal } from '../postgres/ports.js';
import type { Step } from '../scenario/scenario.js';
import type { StepBegan, StepSubject, TraceEvent } from '../trace/event.js';
import { Actor } from './actor.js';
import type { Judge } from './expectations.js';
import { FaultPlan } from './fault-plan.js';
import type { Process } from './process.js';
import type { World } from './world.js';

/** A step needs what the engine cannot give. */
export class StepRefused extends Error {
  override readonly name = 'StepRefused';

  constructor(
    readonly step: number,
    /** The line of the scenario; null after its steps. */
    readonly line: number | null,
    readonly refusal: EngineRefusal,
  ) {
    super(refusal.message);
  }
}

/** A step that has begun, and whose faults may still fire. */
interface OpenStep {
  readonly number: number;
  readonly step: Step;
  readonly plan: FaultPlan;
  /** Where its events begin in the trace. */
  readonly first: number;
}

/** Takes a scenario's steps, one after another. */
export class Player {
  #step = 0;
  #open: OpenStep[] = [];

  constructor(
    readonly world: World,
    readonly judge: Judge,
  ) {}

  async play(step: Step): Promise<void> {
    const { world } = this;
    const { recorder } = world;
    this.#begin({
      line: step.line,
      actor: 'actor' in step ? step.actor : null,
      action: step.action,
      subject: subjectOf(step),
      say: step.say,
    });
    const first = recorder.events.length;
    await this.#refusable(step.line, () => world.underWay.arriveAtStep(step.label));
    const plan = new FaultPlan(step.faults);
    await this.#refusable(step.line, () => this.#act(step, plan));
    this.#open.push({ number: this.#step, step, plan, first });
    this.#settle((open) => !this.#waits(open.step));
    await this.#end();
  }

  /** Whether a step is not over yet, because its process waits for a delayed reply. */
  #waits(step: Step): boolean {
    return step.action === 'run' && this.#process(step.actor).state === 'waiting';
  }

  /** Says of steps that are over which of their faults never fired, and how their outcome compares with the expected one. */
  #settle(over: (open: OpenStep) => boolean): void {
    const { recorder } = this.world;
    for (const { number, step, plan, first } of this.#open.filter(over)) {
      for (const { line, operation, fault, occurrence } of plan.unfired()) {
        recorder.emit({ kind: 'fault-unfired', step: number, line, operation, fault: fault.kind, occurrence });
      }
      if (step.expectOutcome) this.judge.outcome(step.expectOutcome, lastOutcome(recorder.events.slice(first), step));
    }
    this.#open = this.#open.filter((open) => !over(open));
  }

  /**
   * Lets everything that is still on its way arrive. With `drain` the faults have ended: whoever lives works until idle,
   * then everything restarts once and works until nobody has anything left to do.
   */
  async finish(drain: boolean): Promise<void> {
    const { world } = this;
    if (!drain && world.underWay.size === 0) return;
    this.#begin({ line: null, actor: null, action: drain ? 'drain' : 'arrivals', subject: {}, say: null });
    await this.#refusable(null, async () => {
      await world.underWay.arriveAll();
      this.#settle(() => true);
      if (drain) await this.#drain();
    });
    await this.#end();
  }

  async #drain(): Promise<void> {
    const processes = [...this.world.processes.values()];
    this.world.recorder.emit({ kind: 'drain-began' });
    // Who lives reads on from its own position, which the restart would take away.
    for (const process of processes) await this.#runUntilIdle(process, new FaultPlan([]));
    for (const process of processes) {
      await process.end('stopped');
      process.start();
    }
    for (let busy = true; busy; ) {
      busy = false;
      for (const process of processes) busy = (await this.#runUntilIdle(process, new FaultPlan([]))) === 'busy' || busy;
    }
  }

  /** Says at which step the engine refused something. */
  async #refusable(line: number | null, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      throw error instanceof EngineRefusal ? new StepRefused(this.#step, line, error) : error;
    }
  }

  #begin(step: Omit<StepBegan, 'kind' | 'step'>): void {
    this.world.recorder.emit({ kind: 'step-began', step: ++this.#step, ...step });
  }

  async #end(): Promise<void> {
    this.world.recorder.emit({ kind: 'step-ended', step: this.#step, uncommitted: await this.world.uncommitted() });
  }

  async #act(step: Step, plan: FaultPlan): Promise<void> {
    const { world } = this;
    switch (step.action) {
      case 'produce': {
        const actor = world.actor(step.actor);
        if (this.#able(step.actor, actor.state) && actor instanceof Actor)
          await actor.produce(step.event, step.count, plan);
        break;
      }
      case 'seek': {
        const process = this.#process(step.actor);
        if (this.#able(step.actor, process.state)) process.seek(step.partition, step.offset);
        break;
      }
      case 'run': {
        const process = this.#process(step.actor);
        if (!this.#able(step.actor, process.state)) break;
        if (step.until === 'idle') await this.#runStepUntilIdle(process, plan);
        else await process.runUnit(plan);
        break;
      }
      case 'crash': {
        const actor = world.actor(step.actor);
        if (actor.state === 'dead') world.recorder.emit({ kind: 'step-skipped', why: 'dead', subject: step.actor });
        else await actor.end('crashed');
        break;
      }
      case 'restart': {
        const actor = world.actor(step.actor);
        if (actor.state !== 'dead') await actor.end('stopped');
        actor.start();
        break;
      }
      case 'advance':
        await world.advance(step.milliseconds);
        break;
      case 'check':
        this.judge.state(step.state);
        break;
      case 'say':
        break;
      default:
        unreachable(step);
    }
  }

  /** Whether somebody can act; if not, the step is skipped, and the run cannot be judged. */
  #able(name: string, state: Process['state']): boolean {
    if (state === 'ready') return true;
    this.world.recorder.emit({ kind: 'step-skipped', why: state, subject: name });
    return false;
  }

  #process(name: string): Process {
    const process = this.world.processes.get(name);
    if (!process) throw new Bug(`${name} is no process`);
    return process;
  }

  async #runStepUntilIdle(process: Process, plan: FaultPlan): Promise<void> {
    const end = await this.#runUntilIdle(process, plan);
    // A delayed reply interrupts the work; once it has come, the process goes on until idle.
    if (process.state === 'waiting') process.whenResumed(() => this.#runStepUntilIdle(process, plan));
    if (end === 'endless') this.world.recorder.emit({ kind: 'step-skipped', why: 'endless', subject: process.name });
  }

  /** Whether there was anything to do, or whether the process comes back to the same record for ever. */
  async #runUntilIdle(process: Process, plan: FaultPlan): Promise<'busy' | 'idle' | 'endless'> {
    const { recorder } = this.world;
    let attempts = 0;
    let stuckAt = '';
    for (let unit = 0; unit < limits.unitsPerStep; unit++) {
      if (process.state !== 'ready') return unit > 0 ? 'busy' : 'idle';
      const from = recorder.events.length;
      const end = await process.runUnit(plan);
      // What a fault has spoilt says nothing about whether there is work, nor about whether it can succeed.
      const spoilt = recorder.events.slice(from).some((event) => event.kind === 'operation' && event.fault !== null);
      if (end !== 'handled' && !(end === 'idle' && spoilt)) return unit > 0 ? 'busy' : 'idle';
      const concluded = end === 'handled' ? recorder.lastConcluded : null;
      const at = concluded?.outcome === 'unknown' && !spoilt ? recordName(concluded.record) : '';
      attempts = at !== '' && at === stuckAt ? attempts + 1 : 1;
      stuckAt = at;
      if (at !== '' && attempts >= limits.attemptsPerRecord) return 'endless';
    }
    return 'endless';
  }
}

function subjectOf(step: Step): StepSubject {
  switch (step.action) {
    case 'produce':
      return { event: step.event.name, ...(step.count > 1 ? { count: step.count } : {}) };
    case 'seek':
      return { partition: step.partition, offset: step.offset };
    case 'run':
      return step.until ? { until: step.until } : {};
    case 'advance':
      return { milliseconds: step.milliseconds };
    default:
      return {};
  }
}

/** The outcome that the step's process reached last within the step. */
function lastOutcome(events: readonly TraceEvent[], step: Step): string | null {
  const concluded = events.findLast(
    (event) => event.kind === 'concluded' && 'actor' in step && event.process === step.actor,
  );
  return concluded?.kind === 'concluded' ? concluded.outcome : null;
}
