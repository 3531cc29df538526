import type { Run } from '../../engine/run.js';
import type { Language } from '../../model/text.js';
import type { DatabaseServer } from '../../postgres/ports.js';
import { notesText } from '../../report/failures.js';
import { renderJson } from '../../report/json.js';
import type { RunOptionsShown } from '../../report/report.js';
import { type TextOptions, TextReport } from '../../report/text/text.js';
import { wordings } from '../../report/wording/wordings.js';
import type { Scenario } from '../../scenario/scenario.js';
import { type PlayOptions, playScenario, wholeVerdict } from '../../suite/play.js';
import { complain } from '../complain.js';
import type { Engine } from '../engine.js';
import { exitCodes } from '../exit.js';
import { onInterrupt } from '../interrupt.js';
import { fileOutput, type Output, standardOutput } from '../output.js';
import type { ScenarioFile } from '../scenario-files.js';
import { surfaceOf } from '../terminal.js';
import { loadOrExplain } from './load.js';
import { explained, NothingPlayed, reasonInReport } from './run-failures.js';
import type { RunFlags } from './run-flags.js';
import { checkVariant } from './variant.js';

/** Plays the scenario in `file` and writes its report. Returns the exit code. */
export async function runScenario(
  file: ScenarioFile,
  flags: RunFlags,
  lang: Language,
  starting: Promise<Engine>,
): Promise<number> {
  const scenario = loadOrExplain(file, lang);
  if (flags.variant !== undefined) checkVariant(scenario, flags.variant);
  const output = flags.out === undefined ? standardOutput(process.stdout) : fileOutput(flags.out, [file.path]);
  onInterrupt(() => output.abandon());
  try {
    const { server, about } = await starting;
    const play: PlayFlags = { server, file: file.name, variant: flags.variant, lang };
    const options = { target: file.wanted, variant: flags.variant ?? null, lang, server: about };
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
    await starting.then((engine) => engine.close()).catch(() => {});
  }
}

/** How a scenario is played. */
interface PlayFlags {
  readonly server: DatabaseServer;
  /** The name of the scenario's file, for messages. */
  readonly file: string;
  readonly variant: string | undefined;
  readonly lang: Language;
}

/** Plays every branch and shows each step as soon as it has been taken. */
async function runAloud(
  scenario: Scenario,
  play: PlayFlags,
  options: RunOptionsShown,
  output: Output,
  textOptions: TextOptions,
): Promise<readonly Run[]> {
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
      onEvent: (event, world) => put(report.see(event, world)),
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

async function runAll(scenario: Scenario, play: PlayFlags, listener: PlayOptions = {}): Promise<readonly Run[]> {
  const { server, variant, file, lang } = play;
  try {
    return await playScenario(scenario, server, { variant, ...listener });
  } catch (error) {
    throw explained(error, file, lang);
  }
}

function codeOf(runs: readonly Run[]): number {
  const codes = {
    'as-announced': exitCodes.asAnnounced,
    'not-as-announced': exitCodes.notAsAnnounced,
    inconclusive: exitCodes.inconclusive,
  };
  return codes[wholeVerdict(runs)];
}
