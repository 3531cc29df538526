import { isJudged, type Run } from '../engine/run.js';
import type { ProblemDocument } from '../trace/document.js';
import type { StepBegan } from '../trace/event.js';
import { differenceLines } from './difference.js';
import { stopText } from './failures.js';
import type { Wording } from './wording/wording.js';

export interface Problem extends ProblemDocument {
  /** Whether it showed within a step, whose own text tells of it. */
  readonly withinStep: boolean;
}

/** What keeps a run from being as announced besides the invariants, in the order in which it came about. */
export function problemsOf({ trace, invariants }: Run, wording: Wording): Problem[] {
  const found: Problem[] = [];
  let step: StepBegan | null = null;
  let withinStep = false;
  for (const event of trace) {
    if (event.kind === 'step-began') {
      step = event;
      withinStep = true;
    } else if (event.kind === 'step-ended') {
      withinStep = false;
    } else if (event.kind === 'expectation' && !event.met) {
      const text = differenceLines(event, wording).join('\n');
      found.push({ code: 'expectation', line: event.line, text, withinStep });
    } else if (event.kind === 'fault-unfired') {
      const { line, operation, fault, occurrence } = event;
      const text = wording.unfired(line, event.step, operation, fault, occurrence);
      found.push({ code: 'fault-unfired', line, text, withinStep });
    } else if (event.kind === 'step-skipped') {
      const line = step?.line ?? null;
      const text = wording.skippedStep(String(line ?? '-'), step?.step ?? 0, event.why);
      found.push({ code: 'step-skipped', line, text, withinStep });
    } else if (event.kind === 'run-stopped') {
      const { line } = event;
      const text = wording.stoppedStep(String(line ?? '-'), event.step, stopText(event, wording));
      found.push({ code: 'stopped', line, text, withinStep });
    }
  }
  if (!isJudged(trace, invariants) && !found.some(({ code }) => code === 'stopped')) {
    found.push({ code: 'nothing-judged', line: null, text: wording.nothingJudged, withinStep: false });
  }
  return found;
}
