import { fileURLToPath } from 'node:url';
import { loadFile } from './cli/commands/load.js';
import { explained, NothingPlayed } from './cli/commands/run-failures.js';
import { changedLimits, type LimitFlags, limitBounds } from './cli/commands/run-flags.js';
import { checkVariant } from './cli/commands/variant.js';
import { UsageError } from './cli/exit.js';
import { machine } from './cli/host.js';
import { readScenario } from './cli/scenario-files.js';
import type { Run } from './engine/run.js';
import { PgliteServer } from './postgres/pglite-server.js';
import { SharedServer } from './postgres/shared-server.js';
import { notesText } from './report/failures.js';
import { traceDocument } from './report/json.js';
import { runFindings } from './report/run-findings.js';
import { renderSnapshot } from './report/snapshot.js';
import { visibleLines } from './report/text/visible.js';
import { wordings } from './report/wording/wordings.js';
import { caseOf, caseOfVariant, type SuiteCase } from './suite/cases.js';
import { playScenario, wholeVerdict } from './suite/play.js';
import type { DocumentVerdict, TraceDocument } from './trace/document.js';

export type { InvariantVerdict, Outcome } from './model/names.js';
export type {
  BranchDocument,
  ChangesDocument,
  DocumentVerdict,
  EffectDocument,
  FinalDocument,
  InvariantDocument,
  LogRecordDocument,
  MembershipDocument,
  OperationDocument,
  PartitionDocument,
  ProblemDocument,
  RecordRefDocument,
  ReplicaDocument,
  ResultDocument,
  RowDocument,
  StepDocument,
  TraceDocument,
} from './trace/document.js';
export type { ClientView, ServerView } from './trace/event.js';

/** How a scenario is played. The limits are those of `inbox-sim run`: a run that goes beyond one is `inconclusive`. */
export interface ScenarioOptions {
  /** Another variant of the scenario's programs than the one that it names. */
  readonly variant?: string | undefined;
  /** How long one statement may take, in milliseconds; 5000 unless given. */
  readonly statementTimeout?: number | undefined;
  /** How long PostgreSQL may work for the scenario, in milliseconds; 30,000 unless given. */
  readonly scenarioTimeout?: number | undefined;
  /** How much memory the whole process may take, in MiB; 1536 unless given. */
  readonly memoryLimit?: number | undefined;
  /** How many rows a statement may answer; 10,000 unless given. */
  readonly maxRows?: number | undefined;
}

/**
 * What came of a scenario. It is the same on every machine. `trace` and `notes` are not enumerable: they are no part of a
 * snapshot, of `toEqual`, or of a copy.
 */
export interface ScenarioResult {
  readonly id: string;
  /** The variant that was asked for; null where each process had its own. */
  readonly variant: string | null;
  /** Of all branches together. */
  readonly verdict: DocumentVerdict;
  /**
   * All that keeps the run from being as announced, each with the line of the scenario where there is one; empty exactly
   * where `verdict` is `as-announced`.
   */
  readonly problems: readonly string[];
  /** The report in English, each step with what it has changed: the very text that `inbox-sim test` stores as a snapshot. */
  readonly text: string;
  /** What `inbox-sim run --format json` prints. */
  readonly trace: TraceDocument;
  /**
   * What `inbox-sim run` writes to the standard error: warnings about the scenario, and what PostgreSQL itself said of
   * errors that the scenario does not expect. Empty where there is nothing to say.
   */
  readonly notes: string;
}

/** A scenario cannot be played. The message is what the command line says: what is wrong, where, and how to mend it. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

const sharedServer = new SharedServer((limits) => new PgliteServer({ host: machine, limits }));

/**
 * Plays a scenario over PostgreSQL and a simulated Kafka log, as `inbox-sim run` does.
 *
 * All runs of a process share one PostgreSQL, which starts with the first of them and keeps no process alive; runs that are
 * asked for at the same time come one after another.
 *
 * @param scenario the path of a YAML file, from the current folder; the id of a bundled scenario; or the URL of a file,
 *   such as `new URL('./my.yaml', import.meta.url)`.
 * @throws {ScenarioError} where the scenario is missing or wrong, has no such variant, or needs what PostgreSQL refuses.
 * @throws {RangeError} where a limit cannot be that large or small.
 */
export async function runScenario(scenario: string | URL, options: ScenarioOptions = {}): Promise<ScenarioResult> {
  checkLimits(options);
  const wanted = typeof scenario === 'string' ? scenario : fileURLToPath(scenario);
  try {
    return await play(wanted, options);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof NothingPlayed)) throw error;
    throw new ScenarioError(visibleLines(error.message));
  }
}

/** @throws UsageError or NothingPlayed, where the scenario cannot be played. */
async function play(wanted: string, options: ScenarioOptions): Promise<ScenarioResult> {
  const { variant } = options;
  const file = readScenario(wanted);
  const { scenario, warnings } = loadFile(file, 'en');
  if (variant !== undefined) checkVariant(scenario, variant);
  const suiteCase = (variant === undefined ? null : caseOfVariant(scenario, variant)) ?? caseOf(scenario, null);
  const runs = await sharedServer.use(changedLimits(options), (server) => {
    const played = playScenario(scenario, server, { variant: suiteCase.variant ?? undefined });
    return played.catch((error: unknown) => Promise.reject(explained(error, file.name, 'en')));
  });
  const notes = warnings + runs.map((run) => notesText(run.notes, file.name, wordings.en)).join('');
  return resultOf(suiteCase, runs, variant ?? null, visibleLines(notes));
}

function resultOf(suiteCase: SuiteCase, runs: readonly Run[], variant: string | null, notes: string): ScenarioResult {
  const { scenario } = suiteCase;
  const result: ScenarioResult = {
    id: scenario.id,
    variant,
    verdict: wholeVerdict(runs),
    problems: runFindings(runs, wordings.en).map(({ text }) => text),
    text: renderSnapshot(suiteCase, runs),
    trace: traceDocument({ scenario, runs, options: { target: scenario.id, variant, lang: 'en' } }),
    notes,
  };
  for (const aside of ['trace', 'notes'] satisfies (keyof ScenarioResult)[]) {
    Object.defineProperty(result, aside, { enumerable: false });
  }
  return result;
}

function checkLimits(options: LimitFlags): void {
  for (const [name, [least, most]] of Object.entries(limitBounds)) {
    const value = options[name as keyof LimitFlags];
    if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) continue;
    throw new RangeError(`${name} is ${String(value)}; it is a whole number from ${least} to ${most}`);
  }
}
