import { Bug, unreachable } from '../base/assert.js';
import { limits } from '../base/limits.js';
import type { Evidence } from '../checks/check.js';
import { type Chooser, firstOption } from '../choices/chooser.js';
import type { InvariantName, InvariantVerdict } from '../model/names.js';
import { type DatabaseServer, EngineRefusal } from '../postgres/ports.js';
import { announcedFor, type BranchSpec, type Scenario, type Step } from '../scenario/scenario.js';
import type { StepBegan, StepSubject, TraceEvent } from '../trace/event.js';
import type { WorldState } from '../trace/world-state.js';
import { Actor } from './actor.js';
import { Judge } from './expectations.js';
import { FaultPlan } from './fault-plan.js';
import type { Process } from './process.js';
import { Recorder } from './recorder.js';
import { World } from './world.js';

export interface JudgedInvariant {
  readonly name: InvariantName;
  readonly verdict: InvariantVerdict;
  /** False for an invariant that a program claims, where no program of the run does: it then says nothing. */
  readonly applies: boolean;
  /** Whether the scenario announces that it is violated. */
  readonly announced: boolean;
  readonly evidence: readonly Evidence[];
}

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

export type RunVerdict = 'as-announced' | 'not-as-announced' | 'inconclusive';

/** One branch of a scenario, played to its end. */
export interface Run {
  readonly branch: BranchSpec;
  readonly variant: string | null;
  readonly trace: readonly TraceEvent[];
  /** What the stores hold at the end. */
  readonly world: WorldState;
  readonly invariants: readonly JudgedInvariant[];
  readonly verdict: RunVerdict;
}

export interface RunOptions {
  /** Takes the place of the variant that the scenario gives its processes. */
  readonly variant?: string | undefined;
  readonly chooser?: Chooser;
  /** Told of each event as it happens, with what the stores hold then. */
  readonly onEvent?: (event: TraceEvent, world: WorldState) => void;
}

/**
 * Plays one branch of `scenario` on `server`, which is reset before.
 * @throws StepRefused where the scenario needs what the engine cannot give.
 */
export async function runBranch(
  scenario: Scenario,
  branch: BranchSpec,
  server: DatabaseServer,
  { variant, chooser = firstOption, onEvent }: RunOptions = {},
): Promise<Run> {
  const recorder = new Recorder(scenario.invariants, onEvent);
  const world = await World.create({ scenario, branch, variant, server, recorder, chooser });
  const ownVariant = scenario.processes[0]?.variant;
  const player = new Player(world, new Judge(recorder, variant, ownVariant, branch.end.violates));
  for (const step of branch.steps) await player.play(step);
  await player.finish(scenario.invariants.includes('drained'));
  await world.verify();
  recorder.emit({ kind: 'run-ended', unfinished: world.unfinished() });
  player.judge.state(branch.end);
  const announced = announcedFor(branch.end.violates, variant);
  const invariants = recorder.watch
    .verdicts()
    .map((judged) => ({ ...judged, announced: announced.includes(judged.name) }));
  return {
    branch,
    variant: variant ?? ownVariant ?? null,
    trace: recorder.events,
    world: recorder.watch.world,
    invariants,
    verdict: overall(recorder.events, invariants),
  };
}

/** Something not as announced weighs more than something that never happened. */
function overall(trace: readonly TraceEvent[], invariants: readonly JudgedInvariant[]): RunVerdict {
  const unmet = trace.some((event) => event.kind === 'expectation' && !event.met);
  if (
    unmet ||
    invariants.some(({ verdict, announced }) => (verdict === 'violated') !== announced && verdict !== 'not-exercised')
  ) {
    return 'not-as-announced';
  }
  const missing = trace.some(({ kind }) => kind === 'fault-unfired' || kind === 'step-skipped');
  const untried = invariants.some(({ verdict, applies }) => verdict === 'not-exercised' && applies);
  return missing || untried ? 'inconclusive' : 'as-announced';
}

/** Takes a scenario's steps, one after another. */
class Player {
  #step = 0;

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
    for (const { line, operation, fault, occurrence } of plan.unfired()) {
      recorder.emit({ kind: 'fault-unfired', step: this.#step, line, operation, fault: fault.kind, occurrence });
    }
    if (step.expectOutcome) this.judge.outcome(step.expectOutcome, lastOutcome(recorder.events.slice(first), step));
    await this.#end();
  }

  /**
   * Lets everything that is still on its way arrive. With `drain` the faults have ended, everything restarts once and
   * works until nobody has anything left to do.
   */
  async finish(drain: boolean): Promise<void> {
    const { world } = this;
    if (!drain && world.underWay.size === 0) return;
    this.#begin({ line: null, actor: null, action: drain ? 'drain' : 'arrivals', subject: {}, say: null });
    await this.#refusable(null, async () => {
      await world.underWay.arriveAll();
      if (drain) await this.#drain();
    });
    await this.#end();
  }

  async #drain(): Promise<void> {
    const processes = [...this.world.processes.values()];
    this.world.recorder.emit({ kind: 'drain-began' });
    for (const process of processes) {
      await process.end('stopped');
      process.start();
    }
    for (let busy = true; busy; ) {
      busy = false;
      for (const process of processes) busy = (await this.#runUntilIdle(process, new FaultPlan([]))) || busy;
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
        if (step.until === 'idle') await this.#runUntilIdle(process, plan);
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

  /** Returns whether there was anything to do. */
  async #runUntilIdle(process: Process, plan: FaultPlan): Promise<boolean> {
    for (let unit = 0; unit < limits.unitsPerStep; unit++) {
      if (process.state !== 'ready' || (await process.runUnit(plan)) !== 'handled') return unit > 0;
    }
    this.world.recorder.emit({ kind: 'step-skipped', why: 'endless', subject: process.name });
    return false;
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
