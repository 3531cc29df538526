import type { InvariantVerdict } from '../../model/names.js';
import type { StepDocument } from '../../trace/document.js';
import { escapedJson } from '../escaped-json.js';
import { stepDocument } from '../json.js';
import { wordings } from '../wording/wordings.js';
import type { Pair } from './alignment.js';
import type { Both, ComparedBranch, Comparison } from './comparison.js';
import type { Fact } from './facts.js';

/** The JSON of a comparison. As with that of a run, `version` grows when something that was there changes or goes. */
export interface ComparisonDocument {
  readonly format: 'inbox-sim/comparison';
  readonly version: 1;
  readonly scenario: { readonly id: string; readonly hash: string };
  readonly options: { readonly lang: string; readonly server: string | null };
  readonly variants: Both<{ readonly name: string; readonly correct: boolean }>;
  readonly branches: readonly {
    /** Null in a scenario without branches. */
    readonly branch: string | null;
    /** The index of the first step in which something differs; null where nothing does. */
    readonly firstDifference: number | null;
    /** Each side is a step as the JSON of a run has it, null where that run did not come so far. */
    readonly steps: readonly ({ readonly index: number; readonly differs: boolean } & Both<StepDocument | null>)[];
    /** What is left when all is over, side by side. */
    readonly end: readonly Pair<Fact>[];
    readonly invariants: readonly ({
      readonly name: string;
      readonly differs: boolean;
    } & Both<VerdictDocument | null>)[];
  }[];
}

interface VerdictDocument {
  readonly verdict: InvariantVerdict;
  readonly evidence: readonly string[];
}

export function renderComparisonJson(comparison: Comparison): string {
  return `${escapedJson(comparisonDocument(comparison), 2)}\n`;
}

export function comparisonDocument(comparison: Comparison): ComparisonDocument {
  const { scenario, variants, branches, lang, server } = comparison;
  const variant = ({ name, correct }: Comparison['variants']['left']) => ({ name, correct });
  return {
    format: 'inbox-sim/comparison',
    version: 1,
    scenario: { id: scenario.id, hash: scenario.hash },
    options: { lang, server },
    variants: { left: variant(variants.left), right: variant(variants.right) },
    branches: branches.map((branch) => branchDocument(branch, comparison)),
  };
}

function branchDocument(compared: ComparedBranch, { lang }: Comparison): ComparisonDocument['branches'][number] {
  const { branch, runs, steps, firstDifference, end, invariants } = compared;
  const wording = wordings[lang];
  const sides = <T, U>(
    { left, right }: Both<T>,
    map: (one: NonNullable<T>, side: 'left' | 'right') => U,
  ): Both<U | null> => ({
    left: left == null ? null : map(left, 'left'),
    right: right == null ? null : map(right, 'right'),
  });
  return {
    branch: branch.name,
    firstDifference,
    steps: steps.map((step) => ({
      index: step.number,
      differs: step.differs,
      ...sides(step.steps, (one, side) => stepDocument(one, runs[side].world, lang)),
    })),
    end,
    invariants: invariants.map(({ name, differs, ...both }) => ({
      name,
      differs,
      ...sides(both, ({ verdict, evidence }) => ({
        verdict,
        evidence: evidence.map(({ code, step, args }) => wording.evidence[code](args) + wording.atStep(step)),
      })),
    })),
  };
}
