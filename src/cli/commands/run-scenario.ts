import { StepRefused } from '../../engine/player.js';
import { type Run, runBranch } from '../../engine/run.js';
import type { Language } from '../../model/text.js';
import type { PgliteServer } from '../../postgres/pglite-server.js';
import { programs } from '../../programs/registry.js';
import { renderJson } from '../../report/json.js';
import { type RunOptionsShown, wholeVerdict } from '../../report/report.js';
import { type TextOptions, TextReport } from '../../report/text/text.js';
import { nearest } from '../../scenario/nearest.js';
import type { BranchSpec, Scenario } from '../../scenario/scenario.js';
import type { TraceEvent } from '../../trace/event.js';
import type { WorldState } from '../../trace/world-state.js';
import { exitCodes, UsageError } from '../exit.js';
import { onInterrupt } from '../interrupt.js';
import { fileOutput, type Output, standardOutput } from '../output.js';
import type { ScenarioFile } from '../scenario-files.js';
import { surfaceOf } from '../terminal.js';
import { loadOrExplain } from './load.js';
import type { RunFlags } from './run-flags.js';

/** Plays the scenario in `file` on `server` and writes its report. Returns the exit code. */
export async function runScenario(
  file: ScenarioFile,
  flags: RunFlags,
  lang: Language,
  server: PgliteServer,
): Promise<number> {
  const scenario = loadOrExplain(file);
  checkVariant(scenario, flags.variant);
  const output = flags.out === undefined ? standardOutput(process.stdout) : fileOutput(flags.out, file.path);
  onInterrupt(() => output.abandon());
  try {
    if (!(await server.startedFromArchive())) {
      process.stderr.write(
        'warning: no prepared data directory fits this PGlite, so that initdb has to run, which takes seconds; reinstall inbox-sim, or in a clone run "npm run build".\n',
      );
    }
    const options = { target: file.wanted, variant: flags.variant ?? null, lang };
    const runs =
      flags.format === 'json'
        ? await runAll(scenario, server, flags.variant)
        : await runAloud(scenario, server, options, output, {
            ...surfaceOf(process.stdout, process.env, flags.out !== undefined),
            tables: flags.tables,
          });
    if (flags.format === 'json') output.put(renderJson({ scenario, runs, options }));
    await output.finish();
    return codeOf(runs);
  } finally {
    output.abandon();
  }
}

/** Plays every branch and shows each step as soon as it has been taken. */
async function runAloud(
  scenario: Scenario,
  server: PgliteServer,
  options: RunOptionsShown,
  output: Output,
  textOptions: TextOptions,
): Promise<Run[]> {
  const report = new TextReport(scenario, options, textOptions);
  output.put(report.head());
  const runs = await runAll(scenario, server, options.variant ?? undefined, {
    began: (branch) => output.put(report.branch(branch)),
    happened: (event, world) => output.put(report.see(event, world)),
    ended: (run) => output.put(report.end(run)),
  });
  output.put(report.closing(runs));
  return runs;
}

interface Listener {
  began(branch: BranchSpec): void;
  happened(event: TraceEvent, world: WorldState): void;
  ended(run: Run): void;
}

async function runAll(
  scenario: Scenario,
  server: PgliteServer,
  variant: string | undefined,
  listener?: Listener,
): Promise<Run[]> {
  const runs: Run[] = [];
  for (const branch of scenario.branches) {
    listener?.began(branch);
    const onEvent = listener ? { onEvent: listener.happened } : {};
    try {
      runs.push(await runBranch(scenario, branch, server, { variant, ...onEvent }));
    } catch (error) {
      throw error instanceof StepRefused ? new UsageError(refusalText(error)) : error;
    }
    listener?.ended(runs.at(-1) as Run);
  }
  return runs;
}

function refusalText({ step, line, refusal }: StepRefused): string {
  const [refused, holder] = refusal.sessions;
  const place = line === null ? `after the steps` : `step ${step} (line ${line})`;
  if (refused === holder) {
    return `${place}: ${refused} wants a new transaction while the server still has its earlier one open (a lost connection that it has not noticed, or a request still under way); this version runs one open transaction at a time. Let the one end before the other begins.`;
  }
  return `${place}: ${refused} asks PostgreSQL for something while ${holder} has a transaction open; this version runs one open transaction at a time. End the transaction of ${holder} first.`;
}

function checkVariant({ processes }: Scenario, variant: string | undefined): void {
  if (variant === undefined) return;
  const known = programs
    .filter(({ name }) => processes.some(({ program }) => program === name))
    .flatMap(({ variants }) => variants.map(({ name }) => name));
  if (known.includes(variant)) return;
  const near = nearest(variant, known);
  const hint =
    near.length > 0 ? `did you mean ${near.join(', ')}?` : `this scenario has ${known.join(', ') || 'none'}.`;
  throw new UsageError(`there is no variant "${variant}"; ${hint}`);
}

function codeOf(runs: readonly Run[]): number {
  const codes = {
    'as-announced': exitCodes.asAnnounced,
    'not-as-announced': exitCodes.notAsAnnounced,
    inconclusive: exitCodes.inconclusive,
  };
  return codes[wholeVerdict(runs)];
}
