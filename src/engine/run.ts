import type { Evidence } from '../checks/check.js';
import type { NamedVerdict } from '../checks/registry.js';
import { type Chooser, firstOption } from '../choices/chooser.js';
import type { InvariantName, InvariantVerdict } from '../model/names.js';
import { type DatabaseServer, EngineBroken, LimitExceeded } from '../postgres/ports.js';
import { ServerUnavailable } from '../postgres/server/unavailable.js';
import { announcedFor } from '../scenario/expectation.js';
import type { BranchSpec, Scenario } from '../scenario/scenario.js';
import type { TraceEvent } from '../trace/event.js';
import type { WorldState } from '../trace/world-state.js';
import { Judge } from './expectations.js';
import { Player } from './player.js';
import { type ErrorNote, Recorder } from './recorder.js';
import { World } from './world.js';

export interface JudgedInvariant {
  readonly name: string;
  readonly verdict: InvariantVerdict;
  /** False for an invariant that a program claims, where no program of the run does: it then says nothing. */
  readonly applies: boolean;
  /**
   * Whether the run says nothing as long as this is not exercised. A variant that is there to violate something has shown
   * its bug when it does; how far it came with the rest says nothing.
   */
  readonly needed: boolean;
  /** Whether the scenario announces that it is violated. */
  readonly announced: boolean;
  readonly evidence: readonly Evidence[];
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
  /** What PostgreSQL said of errors that the scenario does not expect. */
  readonly notes: readonly ErrorNote[];
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
 * @throws ScenarioFailed where PostgreSQL does not take what the scenario defines.
 * @throws SetupStopped where that takes more than it may.
 */
export async function runBranch(
  scenario: Scenario,
  branch: BranchSpec,
  server: DatabaseServer,
  { variant, chooser = firstOption, onEvent }: RunOptions = {},
): Promise<Run> {
  const recorder = new Recorder(branch, onEvent);
  const world = await World.create({ scenario, branch, variant, server, recorder, chooser });
  const ownVariant = scenario.processes[0]?.variant;
  const player = new Player(world, new Judge(recorder, variant, ownVariant, branch.end.violates));
  const end = await playToTheEnd(scenario, branch, world, player);
  const complete = end !== 'stopped';
  if (complete) {
    recorder.emit({ kind: 'run-ended', unfinished: world.unfinished(), blocked: world.blocked() });
    player.judge.state(end === 'judged' ? branch.end : { ...branch.end, violates: null });
  }
  const announced = announcedFor(branch.end.violates, variant);
  const isNamed = variant !== undefined && Object.hasOwn(branch.end.violates?.byVariant ?? {}, variant);
  const showsBug = isNamed && variant !== ownVariant && announced.length > 0;
  const invariants = recorder.watch
    .verdicts()
    .map((judged) => (complete ? judged : soFar(judged)))
    .map((judged): JudgedInvariant => {
      const isAnnounced = announced.includes(judged.name);
      return { ...judged, needed: judged.applies && (isAnnounced || !showsBug), announced: isAnnounced };
    });
  return {
    branch,
    variant: variant ?? ownVariant ?? null,
    trace: recorder.events,
    world: recorder.watch.world,
    invariants,
    verdict: overall(recorder.events, invariants),
    notes: recorder.notes,
  };
}

/**
 * Returns whether it came to the end, and could there be judged by the scenario's own invariants; `stopped` where
 * PostgreSQL had to be given up on the way.
 */
async function playToTheEnd(
  { databases }: Scenario,
  { invariants, ownInvariants, steps }: BranchSpec,
  world: World,
  player: Player,
): Promise<'judged' | 'unasked' | 'stopped'> {
  try {
    for (const step of steps) await player.play(step);
    await player.finish(invariants.includes('drained'));
    await world.verify();
    return (await world.askInvariants()) ? 'judged' : 'unasked';
  } catch (error) {
    // Statements of ours that break PostgreSQL are a bug.
    const authors =
      ownInvariants.length > 0 ||
      databases.some(({ schema }) => schema.kind === 'own') ||
      steps.some(({ action }) => action === 'sql');
    const isTheirs =
      error instanceof LimitExceeded ||
      error instanceof ServerUnavailable ||
      (error instanceof EngineBroken && authors);
    if (!isTheirs) throw error;
    player.stop(error);
    return 'stopped';
  }
}

/** Judged at every event, so that a violation stays one however the run goes on. */
const judgedAtOnce: readonly string[] = [
  'effect-once',
  'contiguous-checkpoint',
  'honest-outcome',
  'repository-contract',
] satisfies InvariantName[];

/** What can be said of an invariant in the middle of a run. */
function soFar<V extends NamedVerdict>(judged: V): V {
  if (judged.verdict === 'violated' && judgedAtOnce.includes(judged.name)) return judged;
  return { ...judged, verdict: 'not-exercised', evidence: [] };
}

/** Whether there was anything to judge a run by. */
export function isJudged(trace: readonly TraceEvent[], invariants: readonly JudgedInvariant[]): boolean {
  return invariants.length > 0 || trace.some(({ kind }) => kind === 'expectation');
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
  const missing =
    !isJudged(trace, invariants) ||
    !trace.some(({ kind }) => kind === 'step-began') ||
    trace.some(({ kind }) => kind === 'fault-unfired' || kind === 'step-skipped' || kind === 'run-stopped');
  const untried = invariants.some(({ verdict, needed }) => verdict === 'not-exercised' && needed);
  return missing || untried ? 'inconclusive' : 'as-announced';
}
