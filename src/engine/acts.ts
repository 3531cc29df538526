import { Bug } from '../base/assert.js';
import { limits } from '../base/limits.js';
import { recordName } from '../model/record.js';
import type { ActorAction, BrokerChange, Step } from '../scenario/scenario.js';
import type { SkipReason, StepSkipped } from '../trace/skip-event.js';
import { Actor } from './actor.js';
import type { Judge } from './expectations.js';
import { FaultPlan } from './fault-plan.js';
import { ActorMemory, evaluateNumber, type Meanings } from './memory.js';
import type { LifeState, Process, RunEnd } from './process.js';
import { brokerText } from './step-subject.js';
import type { World } from './world.js';

/** A program's memory is its own; no expression reads it. */
const nothingRemembered: Meanings = { memory: new ActorMemory({}), item: null, lastFetched: null };

/** What each kind of step does to the world. */
export class Acts {
  constructor(
    readonly world: World,
    readonly judge: Judge,
  ) {}

  async act(step: Step, plan: FaultPlan): Promise<void> {
    const { world } = this;
    switch (step.action) {
      case 'run':
        await this.#run(step, plan);
        break;
      case 'crash':
        if (world.actor(step.actor).state === 'dead') this.#skip('dead', step.actor);
        else await world.actor(step.actor).end('crashed');
        break;
      case 'restart': {
        const actor = world.actor(step.actor);
        await actor.end('stopped');
        actor.start();
        break;
      }
      case 'freeze': {
        const actor = world.actor(step.actor);
        // Standing still needs no reply.
        if (actor.state === 'waiting' || this.#able(step.actor, actor.state)) actor.freeze();
        break;
      }
      case 'thaw': {
        const actor = world.actor(step.actor);
        if (actor.state === 'frozen') await actor.thaw();
        else this.#skip('not-frozen', step.actor);
        break;
      }
      case 'kill-session': {
        const { actor, session } = step;
        if (await world.actor(actor).killSession(session)) {
          world.recorder.emit({ kind: 'session-ended', actor, session });
        } else this.#skip('no-session', session === '' ? actor : `${actor}.${session}`);
        break;
      }
      case 'recreate-slot':
        world.slots.recreate(step.actor);
        break;
      case 'advance':
        await world.advance(step.milliseconds);
        break;
      case 'replay':
        if (!(await world.replication.replay(step.replica, step.commits)))
          this.#skip('nothing-to-replay', step.replica);
        break;
      case 'rebalance':
        world.rebalance(step.group, step.without);
        break;
      case 'add-partitions':
        world.cluster.addPartitions(step.topic, step.partitions, world.now());
        world.tellCluster();
        break;
      case 'delete-records':
        world.cluster.deleteRecords(step.topic, step.partition, step.before, world.now());
        world.tellCluster();
        break;
      case 'broker':
        await this.#broker(step.change);
        break;
      case 'check':
        if (step.state.violates && !(await world.askInvariants())) this.judge.state({ ...step.state, violates: null });
        else this.judge.state(step.state);
        break;
      case 'say':
        break;
      default:
        await this.#actor(step, plan);
    }
  }

  /** Whoever lives works until idle, everything restarts once, and works until nobody has anything left to do. */
  async drain(): Promise<void> {
    const processes = [...this.world.processes.values()];
    this.world.recorder.emit({ kind: 'drain-began' });
    // Who lives reads on from its own position, which the restart would take away.
    for (const process of processes) await this.#runUntilIdle(process, new FaultPlan([]));
    for (const process of processes) {
      await process.end('stopped');
      process.start();
    }
    await this.world.settleGroups();
    for (let busy = true; busy; ) {
      busy = false;
      for (const process of processes) busy = (await this.#runUntilIdle(process, new FaultPlan([]))) === 'busy' || busy;
    }
  }

  async #actor(step: Step & ActorAction, plan: FaultPlan): Promise<void> {
    const actor = this.world.actor(step.actor);
    if (actor instanceof Actor) {
      if (this.#able(step.actor, actor.stateFor(step))) await actor.act(step, plan);
      return;
    }
    if (!this.#able(step.actor, actor.state)) return;
    if (step.action !== 'seek') throw new Bug(`${step.actor} has a program of its own`);
    actor.seek(step.partition, evaluateNumber(step.offset, nothingRemembered));
  }

  async #run(step: Step & { readonly action: 'run' }, plan: FaultPlan): Promise<void> {
    const process = this.world.processes.get(step.actor);
    if (!process) throw new Bug(`${step.actor} is no process`);
    if (!this.#able(step.actor, process.state)) return;
    const of = { step: this.world.recorder.watch.world.step, line: step.line };
    const { until } = step;
    process.ask(step.request);
    if (until === 'idle') return this.#runStepUntilIdle(process, plan, of);
    const ended = (end: RunEnd) => {
      if (end === 'waiting') process.whenResumed(async (later) => ended(later));
      // Whoever dies on the way does what the fault is there for.
      else if (until && end !== 'paused' && end !== 'dead') this.#skip('never-came', until.operation, of);
    };
    ended(await process.runUnit(plan, until));
  }

  async #broker(change: BrokerChange): Promise<void> {
    const { world } = this;
    switch (change.kind) {
      case 'replication-paused':
        world.cluster.pauseReplication(change.topic);
        break;
      case 'replication-resumed':
        world.cluster.resumeReplication(change.topic);
        break;
      case 'fail-over':
        world.cluster.failOver(change.topic, world.now());
        break;
      default:
        world.broker.change(change);
    }
    world.recorder.emit({ kind: 'broker-changed', text: brokerText(change) });
    world.tellCluster();
  }

  /** Whether somebody can act; if not, the step is skipped, and the run cannot be judged. */
  #able(name: string, state: LifeState): boolean {
    if (state === 'ready') return true;
    this.#skip(state, name);
    return false;
  }

  /** `of` is the step whose work it is, which may have been going on since then. */
  #skip(why: SkipReason, subject: string, of?: StepSkipped['of']): void {
    const { recorder } = this.world;
    const late = of !== undefined && of.step !== recorder.watch.world.step;
    recorder.emit({ kind: 'step-skipped', why, subject, ...(late ? { of } : {}) });
  }

  async #runStepUntilIdle(process: Process, plan: FaultPlan, of: StepSkipped['of']): Promise<void> {
    const end = await this.#runUntilIdle(process, plan);
    // A delayed reply interrupts the work; once it has come, the process goes on until idle.
    if (process.state === 'waiting') process.whenResumed(() => this.#runStepUntilIdle(process, plan, of));
    if (end === 'endless') this.#skip('endless', process.name, of);
  }

  /** Whether there was anything to do, or whether the process comes back to the same record for ever. */
  async #runUntilIdle(process: Process, plan: FaultPlan): Promise<'busy' | 'idle' | 'endless'> {
    const { recorder } = this.world;
    let attempts = 0;
    let stuckAt = '';
    for (let unit = 0; unit < limits.unitsPerStep; unit++) {
      if (process.state !== 'ready') return unit > 0 ? 'busy' : 'idle';
      const from = recorder.events.length;
      const end = await process.runUnit(plan, null);
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
