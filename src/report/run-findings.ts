import type { JudgedInvariant, Run } from '../engine/run.js';
import { INVARIANTS } from '../model/names.js';
import type { ProblemDocument } from '../trace/document.js';
import { problemsOf } from './problems.js';
import { eventsOf } from './steps.js';
import { visibleLines } from './text/visible.js';
import type { Wording } from './wording/wording.js';

/** Something that keeps a run from being as announced. */
export interface RunFinding {
  readonly code: ProblemDocument['code'] | 'invariant';
  /** The line of the scenario, from 1; null where it is about no line of it. */
  readonly line: number | null;
  /** A sentence, and below it perhaps the lines of a difference; it says the line, and the branch where there are several. */
  readonly text: string;
}

/**
 * All that keeps some runs from being as announced, invariants included: empty exactly where the verdict on them is
 * `as-announced`.
 */
export function runFindings(runs: readonly Run[], wording: Wording): RunFinding[] {
  return runs.flatMap((run) => {
    const problems = problemsOf(run, wording).map(({ code, line, text }) => ({ code, line, text }));
    const { name } = run.branch;
    return [...invariantFindings(run, wording), ...problems].map(({ code, line, text }) => ({
      code,
      line,
      text: visibleLines(name === null ? text : wording.atEnd.inBranch(name, text)),
    }));
  });
}

function invariantFindings(run: Run, wording: Wording): RunFinding[] {
  // Of a run that was stopped, that is told; what it has not come to says nothing about the scenario.
  const isCutShort = run.trace.some(({ kind }) => kind === 'run-stopped');
  return run.invariants.flatMap((invariant): RunFinding[] => {
    const { name, verdict, announced, needed } = invariant;
    const said = (text: string) => [{ code: 'invariant', line: null, text: `${name}: ${text}` }] as const;
    if (verdict === 'not-exercised')
      return needed && !isCutShort ? [...said(`${wording.verdict[verdict]}. ${whyNot(invariant, wording)}`)] : [];
    if ((verdict === 'violated') === announced) return [];
    return verdict === 'holds' ? [...said(wording.announcedButHolds)] : [violation(invariant, run, wording)];
  });
}

/** Why an invariant was not judged. */
export function whyNot({ name }: JudgedInvariant, { atEnd }: Wording): string {
  const known = INVARIANTS.find((each) => each === name);
  return known ? atEnd.notExercised[known] : atEnd.notAsked;
}

function violation({ name, evidence }: JudgedInvariant, { trace }: Run, wording: Wording): RunFinding {
  const sentences = evidence.map(({ code, step, args }) => wording.evidence[code](args) + wording.atStep(step));
  const began = eventsOf(trace, 'step-began').find(({ step }) => step === evidence[0]?.step);
  const line = began?.line ?? null;
  const text = `${name}: ${wording.verdict.violated}, ${wording.notAnnounced}. ${sentences.join(' ')}`;
  return { code: 'invariant', line, text: line === null ? text : wording.line(line, text) };
}
