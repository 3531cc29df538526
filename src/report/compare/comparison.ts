import { limits } from '../../base/limits.js';
import type { JudgedInvariant, Run } from '../../engine/run.js';
import type { Language } from '../../model/text.js';
import type { ProgramVariant } from '../../programs/program.js';
import type { BranchSpec, Scenario } from '../../scenario/scenario.js';
import { stepText } from '../step-text.js';
import { type StepEvents, stepsOf } from '../steps.js';
import { stepHeading } from '../text/heading.js';
import { wordings } from '../wording/wordings.js';
import { align, type Likeness, type Pair } from './alignment.js';
import { endFacts, type Fact, stepFacts } from './facts.js';

/** One script, played on two variants of a program. */
export interface Comparison {
  readonly scenario: Scenario;
  readonly variants: Both<Pick<ProgramVariant, 'name' | 'correct' | 'summary'>>;
  readonly branches: readonly ComparedBranch[];
  readonly lang: Language;
  /** What a server says it is; null for the embedded one. */
  readonly server: string | null;
}

export interface Both<T> {
  readonly left: T;
  readonly right: T;
}

export interface ComparedBranch {
  readonly branch: BranchSpec;
  readonly runs: Both<Run>;
  readonly steps: readonly ComparedStep[];
  /** The first step in which something differs; null where nothing does. */
  readonly firstDifference: number | null;
  /** What is left when all is over. */
  readonly end: readonly Pair<Fact>[];
  readonly invariants: readonly ComparedInvariant[];
}

export interface ComparedStep {
  readonly number: number;
  readonly heading: string;
  readonly facts: readonly Pair<Fact>[];
  readonly differs: boolean;
  /** What either run has of it; null where it did not come so far. */
  readonly steps: Both<StepEvents | null>;
}

export interface ComparedInvariant extends Both<JudgedInvariant | null> {
  readonly name: string;
  readonly differs: boolean;
}

/** Compares what two variants made of a scenario; the runs are those of its branches, in order. */
export function compare(
  scenario: Scenario,
  variants: Comparison['variants'],
  runs: Both<readonly Run[]>,
  lang: Language,
  server: string | null,
): Comparison {
  const branches = runs.left.flatMap((left, index) => {
    const right = runs.right[index];
    return right ? [comparedBranch(scenario, { left, right }, lang)] : [];
  });
  return { scenario, variants, branches, lang, server };
}

function comparedBranch(scenario: Scenario, runs: Both<Run>, lang: Language): ComparedBranch {
  const { branch } = runs.left;
  // What follows the steps, the drain or late arrivals, may be there in one run only.
  const key = ({ began }: StepEvents) => `${began.line === null ? '' : began.step} ${began.action}`;
  const steps = align(stepsOf(runs.left.trace), stepsOf(runs.right.trace), (one, other) =>
    key(one) === key(other) ? 'same' : 'other',
  ).map((pair, index) => comparedStep(pair, index + 1, scenario, branch, lang));
  return {
    branch,
    runs,
    steps,
    firstDifference: steps.find(({ differs }) => differs)?.number ?? null,
    end: align(endFacts(runs.left.world), endFacts(runs.right.world), likeness),
    invariants: comparedInvariants(runs),
  };
}

function comparedStep(
  { left, right }: Pair<StepEvents>,
  number: number,
  { events }: Scenario,
  branch: BranchSpec,
  lang: Language,
): ComparedStep {
  const wording = wordings[lang];
  const facts = (step: StepEvents | null) => (step ? stepFacts(step, wording, limits.report.records) : []);
  const heading = (step: StepEvents | null) => step && stepHeading(step, wording, lang);
  const headings = { left: heading(left), right: heading(right) };
  const written = branch.steps[number - 1];
  // A heading may tell what came of the step, such as the record that was read; where that differs the script has the word.
  const isSame = headings.left === headings.right || !written;
  const pairs = align(facts(left), facts(right), likeness);
  return {
    number,
    heading: isSame ? (headings.left ?? headings.right ?? '') : stepText(written, events),
    facts: pairs,
    differs: !left || !right || !isSame || pairs.some(isDifferent),
    steps: { left, right },
  };
}

/** Whether the two sides of a row differ. */
export function isDifferent({ left, right }: Pair<Fact>): boolean {
  return !left || !right || likeness(left, right) !== 'same';
}

function likeness(one: Fact, other: Fact): Likeness {
  if (one.label !== other.label) return 'other';
  return one.text === other.text ? 'same' : one.label === '' ? 'other' : 'alike';
}

/** What a verdict says: that a variant does not claim an invariant is another thing than that nothing exercised it. */
function judged(invariant: JudgedInvariant | null): string | null {
  return invariant && (invariant.applies ? invariant.verdict : 'not-claimed');
}

function comparedInvariants({ left, right }: Both<Run>): ComparedInvariant[] {
  const names = new Set([...left.invariants, ...right.invariants].map(({ name }) => name));
  const of = (run: Run, name: string) => run.invariants.find((invariant) => invariant.name === name) ?? null;
  return [...names].map((name) => {
    const both = { left: of(left, name), right: of(right, name) };
    return { name, ...both, differs: judged(both.left) !== judged(both.right) };
  });
}
