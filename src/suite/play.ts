import { type Run, type RunOptions, type RunVerdict, runBranch } from '../engine/run.js';
import type { DatabaseServer } from '../postgres/ports.js';
import type { BranchSpec, Scenario } from '../scenario/scenario.js';

export interface PlayOptions extends RunOptions {
  /** Told before each branch, and after it. */
  readonly began?: (branch: BranchSpec) => void;
  readonly ended?: (run: Run) => void;
}

/** Plays every branch of a scenario, each in a world of its own. @throws whatever {@link runBranch} throws. */
export async function playScenario(
  scenario: Scenario,
  server: DatabaseServer,
  options: PlayOptions = {},
): Promise<readonly Run[]> {
  const runs: Run[] = [];
  for (const branch of scenario.branches) {
    options.began?.(branch);
    const run = await runBranch(scenario, branch, server, options);
    runs.push(run);
    options.ended?.(run);
  }
  return runs;
}

/** The whole's verdict: what went wrong in any branch went wrong. */
export function wholeVerdict(runs: readonly Run[]): RunVerdict {
  const verdicts = runs.map(({ verdict }) => verdict);
  if (verdicts.includes('not-as-announced')) return 'not-as-announced';
  return verdicts.includes('inconclusive') ? 'inconclusive' : 'as-announced';
}
