import { type Run, runBranch, StepRefused } from '../../engine/run.js';
import { PgliteServer } from '../../postgres/pglite-server.js';
import { programs } from '../../programs/registry.js';
import { renderJson } from '../../report/json.js';
import { type Report, verdictOf } from '../../report/report.js';
import type { TableChoice } from '../../report/text/state.js';
import { renderText } from '../../report/text/text.js';
import { nearest } from '../../scenario/nearest.js';
import type { Scenario } from '../../scenario/scenario.js';
import { exitCodes, UsageError } from '../exit.js';
import { onInterrupt } from '../interrupt.js';
import { fileOutput, standardOutput } from '../output.js';
import { languageOf, surfaceOf } from '../terminal.js';
import { loadOrExplain } from './load.js';

export interface RunFlags {
  readonly variant?: string;
  readonly format: 'text' | 'json';
  readonly tables: TableChoice;
  readonly lang?: string;
  readonly out?: string;
}

/** Runs a scenario and writes its report. Returns the exit code. */
export async function run(wanted: string, flags: RunFlags): Promise<number> {
  const lang = languageOf(flags.lang, process.stdout, process.env);
  // PostgreSQL starts in its own thread while this one reads the scenario.
  const server = new PgliteServer();
  const scenario = loadOrExplain(wanted);
  checkVariant(scenario, flags.variant);
  const output = flags.out === undefined ? standardOutput(process.stdout) : fileOutput(flags.out);
  onInterrupt(() => output.abandon());
  try {
    if (!(await server.startedFromArchive())) {
      process.stderr.write(
        'warning: no prepared data directory fits this PGlite; initdb runs instead, which takes seconds. "npm run build" prepares one.\n',
      );
    }
    const report: Report = {
      scenario,
      runs: await runAll(scenario, server, flags.variant),
      options: { variant: flags.variant ?? null, lang },
    };
    const text =
      flags.format === 'json'
        ? renderJson(report)
        : renderText(report, {
            ...surfaceOf(process.stdout, process.env, flags.out !== undefined),
            tables: flags.tables,
          });
    await output.write(text);
    return codeOf(report);
  } finally {
    output.abandon();
  }
}

async function runAll(scenario: Scenario, server: PgliteServer, variant: string | undefined): Promise<Run[]> {
  const runs: Run[] = [];
  for (const branch of scenario.branches) {
    try {
      runs.push(await runBranch(scenario, branch, server, { variant }));
    } catch (error) {
      throw error instanceof StepRefused ? new UsageError(refusalText(error)) : error;
    }
  }
  return runs;
}

function refusalText({ step, line, refusal }: StepRefused): string {
  const [refused, holder] = refusal.sessions;
  const place = line === null ? `after the steps` : `step ${step} (line ${line})`;
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

function codeOf({ runs }: Report): number {
  return {
    'as-announced': exitCodes.asAnnounced,
    'not-as-announced': exitCodes.notAsAnnounced,
    inconclusive: exitCodes.inconclusive,
  }[verdictOf(runs)];
}
