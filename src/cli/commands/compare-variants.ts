import type { Language } from '../../model/text.js';
import type { Program, ProgramVariant } from '../../programs/program.js';
import { programs } from '../../programs/registry.js';
import { compare } from '../../report/compare/comparison.js';
import { renderComparisonJson } from '../../report/compare/json.js';
import { renderComparison } from '../../report/compare/text.js';
import { visible } from '../../report/text/visible.js';
import type { Scenario } from '../../scenario/scenario.js';
import { playScenario } from '../../suite/play.js';
import { complain } from '../complain.js';
import type { Engine } from '../engine.js';
import { exitCodes, UsageError } from '../exit.js';
import { onInterrupt } from '../interrupt.js';
import { fileOutput, standardOutput } from '../output.js';
import type { ScenarioFile } from '../scenario-files.js';
import { surfaceOf } from '../terminal.js';
import { words } from '../words.js';
import type { CompareFlags } from './compare-flags.js';
import { loadOrExplain } from './load.js';
import { explained, NothingPlayed } from './run-failures.js';
import { checkVariant } from './variant.js';

/** Plays the scenario in `file` on two variants and writes the comparison. Whatever they violate, it ends with 0. */
export async function compareVariants(
  file: ScenarioFile,
  wanted: readonly [string, string],
  flags: CompareFlags,
  lang: Language,
  starting: Promise<Engine>,
): Promise<number> {
  const scenario = loadOrExplain(file, lang);
  const [left, right] = bothVariants(scenario, wanted);
  const output = flags.out === undefined ? standardOutput(process.stdout) : fileOutput(flags.out, [file.path]);
  onInterrupt(() => output.abandon());
  try {
    const { server, about } = await starting;
    const played = (variant: string) =>
      playScenario(scenario, server, { variant }).catch((error: unknown) => {
        throw explained(error, file.name, lang);
      });
    const runs = { left: await played(left.name), right: await played(right.name) };
    const comparison = compare(scenario, { left, right }, runs, lang, about);
    output.put(
      flags.format === 'json'
        ? renderComparisonJson(comparison)
        : renderComparison(comparison, surfaceOf(process.stdout, process.env, flags.out !== undefined)),
    );
    await output.finish();
    return exitCodes.asAnnounced;
  } catch (error) {
    if (!(error instanceof NothingPlayed)) throw error;
    complain(`inbox-sim: ${error.message}\n`);
    return exitCodes.inconclusive;
  } finally {
    output.abandon();
    await starting.then((engine) => engine.close()).catch(() => {});
  }
}

/** Two variants of one program that the scenario runs. @throws UsageError that says what else to name. */
function bothVariants(scenario: Scenario, [left, right]: readonly [string, string]): [ProgramVariant, ProgramVariant] {
  const own = programs.filter(({ name }) => scenario.processes.some(({ program }) => program === name));
  if (own.length === 0) throw new UsageError(words().nothingToCompare(scenario.id));
  for (const name of [left, right]) {
    const elsewhere = programs.find((program) => !own.includes(program) && variantOf(program, name));
    if (elsewhere && !own.some((program) => variantOf(program, name))) {
      const names = own.map((program) => program.name).join(', ');
      throw new UsageError(words().variantElsewhere(visible(name), elsewhere.name, names));
    }
    checkVariant(scenario, name);
  }
  if (left === right) throw new UsageError(words().variantTwice(visible(left)));
  for (const program of own) {
    const [one, other] = [variantOf(program, left), variantOf(program, right)];
    if (one && other) return [one, other];
  }
  throw new UsageError(words().variantsOfTwo(visible(left), visible(right)));
}

function variantOf({ variants }: Program, wanted: string): ProgramVariant | undefined {
  return variants.find(({ name }) => name === wanted);
}
