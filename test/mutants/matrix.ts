import { runBranch } from '../../src/engine/run.js';
import type { DatabaseServer } from '../../src/postgres/ports.js';
import type { Program, ProgramVariant } from '../../src/programs/program.js';
import type { Scenario } from '../../src/scenario/scenario.js';

/** Which invariants are violated, by the place: the scenario, and its branch if it has any. */
export type Violations = ReadonlyMap<string, readonly string[]>;

/** One program: who of its variants is caught where. */
export interface ProgramMatrix {
  readonly program: Program;
  /**
   * What is violated with the program's default variant, which is correct: by another program of the scenario, or because
   * the lesson is about something else than a program. It speaks against no variant.
   */
  readonly beside: Violations;
  /** What is violated besides, by the name of the variant. */
  readonly caught: ReadonlyMap<string, Violations>;
}

/** Plays every scenario that has a process of `program` with each of its variants. */
export async function matrixOf(
  program: Program,
  scenarios: readonly Scenario[],
  server: DatabaseServer,
): Promise<ProgramMatrix> {
  const played = scenarios.filter(({ processes }) => processes.some((process) => process.program === program.name));
  const beside = await violations(played, program.defaultVariant, server);
  const caught = new Map<string, Violations>();
  for (const { name } of program.variants) {
    const all = name === program.defaultVariant ? beside : await violations(played, name, server);
    caught.set(name, new Map([...all].flatMap(([place, names]) => without(place, names, beside))));
  }
  return { program, beside, caught };
}

async function violations(
  scenarios: readonly Scenario[],
  variant: string,
  server: DatabaseServer,
): Promise<Violations> {
  const found = new Map<string, readonly string[]>();
  for (const scenario of scenarios) {
    for (const branch of scenario.branches) {
      const { invariants } = await runBranch(scenario, branch, server, { variant });
      const violated = invariants.filter(({ verdict }) => verdict === 'violated').map(({ name }) => name);
      if (violated.length > 0) found.set([scenario.id, branch.name].filter(Boolean).join(' · '), violated);
    }
  }
  return found;
}

function without(
  place: string,
  names: readonly string[],
  beside: Violations,
): (readonly [string, readonly string[]])[] {
  const left = names.filter((name) => !beside.get(place)?.includes(name));
  return left.length > 0 ? [[place, left]] : [];
}

/** What correct variants come to that somebody's hand has done, and no program could mend. */
export const byHand: Readonly<Record<string, string>> = {
  'relay cdc': 'cdc-relay · slot-recreated',
};

const intro = `# Which scenario catches which variant

Every variant of every program, played in every bundled scenario that has the program: which invariants are violated, beyond
those that are violated there with a correct program too. \`npm run mutants\` writes this page, and the tests compare it.
`;

/** The matrix as a page. */
export function pageOf(matrix: readonly ProgramMatrix[]): string {
  return [intro, ...matrix.map(sectionOf)].join('\n');
}

function sectionOf({ program, beside, caught }: ProgramMatrix): string {
  const wrong = program.variants.filter(({ correct }) => !correct);
  const right = program.variants.filter(({ correct }) => correct).map(({ name }) => rightText(program, name));
  return [
    `## ${program.name}\n`,
    `Correct, and caught nowhere: ${right.join(', ')}.\n`,
    ...wrong.map((variant) => variantText(variant, caught.get(variant.name) ?? new Map())),
    ...(beside.size > 0 ? [`Violated with a correct \`${program.name}\` too:\n\n${listOf(beside)}`] : []),
  ].join('\n');
}

function rightText(program: Program, name: string): string {
  const place = byHand[`${program.name} ${name}`];
  return `\`${name}\`${place ? ` (but for ${place}, which is an operator's doing)` : ''}`;
}

function variantText({ name, summary }: ProgramVariant, violated: Violations): string {
  return `### ${name}\n\n${summary.en}\n\n${listOf(violated)}`;
}

function listOf(violated: Violations): string {
  return [...violated].map(([place, names]) => `- ${place}: ${names.join(', ')}\n`).join('');
}
