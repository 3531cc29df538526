import type { ReadStepExpectation } from './link-state.js';
import type { Reader } from './reader.js';
import type { StepAction } from './scenario.js';

/** What an expectation may say of a step itself, besides the state after it. */
const OF_STEPS = [
  'outcome',
  'rows',
  'count',
  'tag',
  'error',
  'constraint',
  'records',
  'client',
  'server',
  'blocked',
  'resumed',
] as const;
type OfStep = (typeof OF_STEPS)[number];

const ofRequests: readonly OfStep[] = ['outcome', 'error', 'client', 'server', 'resumed'];
const ofRecords: readonly OfStep[] = ['records', ...ofRequests];
const ofStatements: readonly OfStep[] = ['rows', 'count', 'tag', 'constraint', 'blocked', ...ofRequests];

/** What can come of a step at all. */
function fitting({ action }: StepAction): readonly OfStep[] {
  switch (action) {
    case 'run':
    case 'thaw':
      return OF_STEPS;
    case 'sql':
      return ofStatements;
    case 'produce':
    case 'enqueue':
    case 'ack':
    case 'nack':
    case 'fetch':
      return ofRecords;
    case 'advance':
    case 'replay':
    case 'rebalance':
    case 'recreate-slot':
    case 'add-partitions':
    case 'delete-records':
    case 'broker':
    case 'check':
    case 'say':
      // Nobody in particular does it, but what is under way may arrive, and a lock may be released.
      return ['resumed'];
    default:
      return ofRequests;
  }
}

/** Reports what an expectation says of a step of which that can never come. `name` is how messages call the step. */
export function checkFitting(read: ReadStepExpectation, action: StepAction, name: string, reader: Reader): void {
  const fits = fitting(action);
  for (const key of OF_STEPS) {
    const given = read[key];
    if (given && !fits.includes(key)) reader.report('expectation-not-here', given.span, { key, action: name });
  }
}
