import { isJudged, type Run } from '../engine/run.js';
import type { ProblemDocument } from '../trace/document.js';
import type { Expectation, StepBegan } from '../trace/event.js';
import { differenceLines, unmetInShort } from './difference.js';
import { stopText } from './failures.js';
import type { Wording } from './wording/wording.js';

export interface Problem extends ProblemDocument {
  /** Whether it showed within a step, whose own text tells of it. */
  readonly withinStep: boolean;
  /** The same in one line for the end, which is far from where it showed; null where the end tells all of it. */
  readonly inShort: string | null;
}

/** What keeps a run from being as announced besides the invariants, in the order in which it came about. */
export function problemsOf({ branch, trace, invariants }: Run, wording: Wording): Problem[] {
  const found: Problem[] = [];
  let step: StepBegan | null = null;
  let withinStep = false;
  const began: StepBegan[] = [];
  for (const event of trace) {
    if (event.kind === 'step-began') {
      step = event;
      began.push(event);
      withinStep = true;
    } else if (event.kind === 'step-ended') {
      withinStep = false;
    } else if (event.kind === 'expectation' && !event.met) {
      const text = differenceLines(event, wording).join('\n');
      const short = withinStep ? repeated(event, began, branch.name, wording) : null;
      found.push({ code: 'expectation', line: event.line, text, withinStep, inShort: short });
    } else if (event.kind === 'fault-unfired') {
      const { line, operation, fault, occurrence } = event;
      const text = wording.unfired(line, event.step, operation, fault, occurrence);
      found.push({ code: 'fault-unfired', line, text, withinStep, inShort: null });
    } else if (event.kind === 'step-skipped') {
      const line = event.of?.line ?? step?.line ?? null;
      const text = wording.skippedStep(String(line ?? '-'), event.of?.step ?? step?.step ?? 0, event.why);
      found.push({ code: 'step-skipped', line, text, withinStep, inShort: null });
    } else if (event.kind === 'run-stopped') {
      const { line } = event;
      const text = wording.stoppedStep(String(line ?? '-'), event.step, stopText(event, wording));
      found.push({ code: 'stopped', line, text, withinStep, inShort: null });
    }
  }
  if (!isJudged(trace, invariants) && !found.some(({ code }) => code === 'stopped')) {
    found.push({ code: 'nothing-judged', line: null, text: wording.nothingJudged, withinStep: false, inShort: null });
  }
  return found;
}

function repeated(event: Expectation, began: readonly StepBegan[], branch: string | null, wording: Wording): string {
  // The reply of a delayed request is judged within a later step than the one that it belongs to.
  const step = began.findLast((each) => each.line !== null && each.line <= event.line) ?? began.at(-1);
  return wording.atEnd.unmetInStep(branch, step?.step ?? 0, event.line, unmetInShort(event, wording));
}
