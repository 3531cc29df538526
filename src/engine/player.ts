import { KafkaRefusal } from '../kafka/errors.js';
import { type EngineBroken, EngineRefusal, LimitExceeded } from '../postgres/ports.js';
import { ServerUnavailable } from '../postgres/server/unavailable.js';
import type { Step } from '../scenario/scenario.js';
import type { StepBegan } from '../trace/event.js';
import { Actor } from './actor.js';
import { Acts } from './acts.js';
import { errorNotes } from './error-notes.js';
import type { Judge } from './expectations.js';
import { FaultPlan } from './fault-plan.js';
import { NoValue } from './memory.js';
import { judgeStep } from './step-expectations.js';
import { subjectOf } from './step-subject.js';
import { judgeWaits } from './wait-expectations.js';
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
  readonly #acts: Acts;
  #step = 0;
  #open: OpenStep[] = [];
  /** The step that has begun and not ended; null between two. */
  #current: StepBegan | null = null;

  constructor(
    readonly world: World,
    readonly judge: Judge,
  ) {
    this.#acts = new Acts(world, judge);
  }

  async play(step: Step): Promise<void> {
    const { world } = this;
    const { recorder } = world;
    this.#begin({
      line: step.line,
      actor: 'actor' in step ? step.actor : null,
      action: step.action,
      subject: subjectOf(step),
      ask: step.ask,
      say: step.say,
    });
    const first = recorder.events.length;
    const plan = new FaultPlan(step.faults);
    await this.#guarded(step.line, async () => {
      await world.underWay.arriveAtStep(step.label);
      await this.#acts.act(step, plan);
      await world.releases.goOn();
    });
    judgeWaits(this.judge, step, recorder.events.slice(first));
    this.#open.push({ number: this.#step, step, plan, first });
    await this.#settle((open) => !this.#waits(open.step));
    await this.#end();
  }

  /**
   * Lets everything that is still on its way arrive. With `drain` the faults have ended: whoever lives works until idle,
   * then everything restarts once and works until nobody has anything left to do.
   */
  async finish(drain: boolean): Promise<void> {
    const { world } = this;
    if (!drain && world.underWay.size === 0) {
      // Steps whose reply nobody will ever see are over, too: whoever sent them stands still, or waits for another session.
      await this.#settle(() => true);
      return;
    }
    const subject = drain ? { count: world.processes.size } : {};
    this.#begin({ line: null, actor: null, action: drain ? 'drain' : 'arrivals', subject, ask: null, say: null });
    await this.#guarded(null, async () => {
      await world.underWay.arriveAll();
      await world.releases.goOn();
      await this.#settle(() => true);
      if (drain) await this.#acts.drain();
      await world.releases.goOn();
    });
    await this.#end();
  }

  /** PostgreSQL has been given up: says where, and ends the step that it was in the middle of. */
  stop(error: LimitExceeded | EngineBroken | ServerUnavailable): void {
    const { recorder } = this.world;
    const reached = error instanceof LimitExceeded;
    recorder.emit({
      kind: 'run-stopped',
      step: this.#step,
      line: this.#current?.line ?? null,
      why: reached ? error.limit : error instanceof ServerUnavailable ? 'server-gone' : 'broken',
      limit: reached ? error.value : null,
    });
    // Nobody can be asked for what is not committed.
    if (this.#current) recorder.emit({ kind: 'step-ended', step: this.#step, uncommitted: [] });
    this.#current = null;
  }

  /** Whether a step is not over yet, because its process or its session waits for a delayed reply. */
  #waits(step: Step): boolean {
    if (step.action !== 'run' && step.action !== 'sql') return false;
    const actor = this.world.actor(step.actor);
    if (actor instanceof Actor) return step.action === 'sql' && actor.waitsIn(step.session);
    return actor.waiting;
  }

  /** Says of steps that are over which of their faults never fired, and how they compare with what is expected. */
  async #settle(over: (open: OpenStep) => boolean): Promise<void> {
    const { recorder } = this.world;
    for (const { number, step, plan, first } of this.#open.filter(over)) {
      for (const { line, operation, fault, occurrence } of plan.unfired()) {
        recorder.emit({ kind: 'fault-unfired', step: number, line, operation, fault: fault.kind, occurrence });
      }
      const events = recorder.events.slice(first);
      // What a delayed reply has changed is asked for when it has come, and not at the end of the step that sent it.
      const asked = !step.expect?.state.violates || (await this.world.askInvariants());
      judgeStep(this.judge, asked ? step : withoutViolates(step), events);
      recorder.notes.push(...errorNotes(step, number, events, recorder.serverWords));
    }
    this.#open = this.#open.filter((open) => !over(open));
  }

  /** Says at which step the engine refused something, and why a step could not be taken. */
  async #guarded(line: number | null, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (error instanceof EngineRefusal) throw new StepRefused(this.#step, line, error);
      const { recorder } = this.world;
      if (error instanceof NoValue) recorder.emit(error.skipped);
      else if (error instanceof KafkaRefusal)
        recorder.emit({ kind: 'step-skipped', why: 'refused', subject: error.code });
      else throw error;
    }
  }

  #begin(step: Omit<StepBegan, 'kind' | 'step'>): void {
    this.#current = { kind: 'step-began', step: ++this.#step, ...step };
    this.world.recorder.emit(this.#current);
  }

  async #end(): Promise<void> {
    this.world.recorder.emit({ kind: 'step-ended', step: this.#step, uncommitted: await this.world.uncommitted() });
    this.#current = null;
  }
}

/** What nobody could ask is not compared. */
function withoutViolates(step: Step): Step {
  const { expect } = step;
  return expect ? { ...step, expect: { ...expect, state: { ...expect.state, violates: null } } } : step;
}
