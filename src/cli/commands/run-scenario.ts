import { type Run, runBranch } from '../../engine/run.js';
import type { Language } from '../../model/text.js';
import type { PgliteServer } from '../../postgres/pglite-server.js';
import { programs } from '../../programs/registry.js';
import { notesText } from '../../report/failures.js';
import { renderJson } from '../../report/json.js';
import { type RunOptionsShown, wholeVerdict } from '../../report/report.js';
import { type TextOptions, TextReport } from '../../report/text/text.js';
import { visible } from '../../report/text/visible.js';
import { wordings } from '../../report/wording/wordings.js';
import { nearest } from '../../scenario/nearest.js';
import type { BranchSpec, Scenario } from '../../scenario/scenario.js';
import type { TraceEvent } from '../../trace/event.js';
import type { WorldState } from '../../trace/world-state.js';
import { complain } from '../complain.js';
import { exitCodes, UsageError } from '../exit.js';
import { onInterrupt } from '../interrupt.js';
import { fileOutput, type Output, standardOutput } from '../output.js';
import type { ScenarioFile } from '../scenario-files.js';
import { surfaceOf } from '../terminal.js';
import { words } from '../words.js';
import { loadOrExplain } from './load.js';
import { explained, NothingPlayed, reasonInReport } from './run-failures.js';
import type { RunFlags } from './run-flags.js';

/** Plays the scenario in `file` on `server` and writes its report. Returns the exit code. */
export async function runScenario(
  file: ScenarioFile,
  flags: RunFlags,
  lang: Language,
  server: PgliteServer,
): Promise<number> {
  const scenario = loadOrExplain(file, lang);
  checkVariant(scenario, flags.variant);
  const output = flags.out === undefined ? standardOutput(process.stdout) : fileOutput(flags.out, file.path);
  onInterrupt(() => output.abandon());
  try {
    if (!(await server.startedFromArchive())) {
      complain(`${words().noArchive}\n`);
    }
    const play: PlayOptions = { server, file: file.name, variant: flags.variant, lang };
    const options = { target: file.wanted, variant: flags.variant ?? null, lang };
    const runs =
      flags.format === 'json'
        ? await runAll(scenario, play)
        : await runAloud(scenario, play, options, output, {
            ...surfaceOf(process.stdout, process.env, flags.out !== undefined),
            tables: flags.tables,
          });
    if (flags.format === 'json') output.put(renderJson({ scenario, runs, options }));
    await output.finish();
    complain(runs.map(({ notes }) => notesText(notes, file.name, wordings[lang])).join(''));
    return codeOf(runs);
  } catch (error) {
    if (!(error instanceof NothingPlayed)) throw error;
    complain(`inbox-sim: ${error.message}\n`);
    return exitCodes.inconclusive;
  } finally {
    output.abandon();
  }
}

/** How a scenario is played. */
interface PlayOptions {
  readonly server: PgliteServer;
  /** The name of the scenario's file, for messages. */
  readonly file: string;
  readonly variant: string | undefined;
  readonly lang: Language;
}

/** Plays every branch and shows each step as soon as it has been taken. */
async function runAloud(
  scenario: Scenario,
  play: PlayOptions,
  options: RunOptionsShown,
  output: Output,
  textOptions: TextOptions,
): Promise<Run[]> {
  const report = new TextReport(scenario, options, textOptions);
  // Where PostgreSQL does not take the scenario, there is no report to begin.
  let pending = report.head();
  const put = (text: string) => {
    output.put(pending + text);
    pending = '';
  };
  try {
    const runs = await runAll(scenario, play, {
      began: (branch) => {
        pending += report.branch(branch);
      },
      happened: (event, world) => put(report.see(event, world)),
      ended: (run) => put(report.end(run)),
    });
    put(report.closing(runs));
    return runs;
  } catch (error) {
    const reason = reasonInReport(error, play.file, play.lang);
    if (reason === null || pending !== '') throw error;
    put(report.brokenOff(reason));
    await output.finish();
    throw error;
  }
}

interface Listener {
  began(branch: BranchSpec): void;
  happened(event: TraceEvent, world: WorldState): void;
  ended(run: Run): void;
}

async function runAll(scenario: Scenario, play: PlayOptions, listener?: Listener): Promise<Run[]> {
  const { server, variant, file, lang } = play;
  const runs: Run[] = [];
  for (const branch of scenario.branches) {
    listener?.began(branch);
    const onEvent = listener ? { onEvent: listener.happened } : {};
    try {
      runs.push(await runBranch(scenario, branch, server, { variant, ...onEvent }));
    } catch (error) {
      throw explained(error, file, lang);
    }
    listener?.ended(runs.at(-1) as Run);
  }
  return runs;
}

function checkVariant({ processes }: Scenario, variant: string | undefined): void {
  if (variant === undefined) return;
  const known = programs
    .filter(({ name }) => processes.some(({ program }) => program === name))
    .flatMap(({ variants }) => variants.map(({ name }) => name));
  if (known.includes(variant)) return;
  const near = nearest(variant, known);
  throw new UsageError(words().noVariant(visible(variant), near.join(', '), known.join(', ')));
}

function codeOf(runs: readonly Run[]): number {
  const codes = {
    'as-announced': exitCodes.asAnnounced,
    'not-as-announced': exitCodes.notAsAnnounced,
    inconclusive: exitCodes.inconclusive,
  };
  return codes[wholeVerdict(runs)];
}
