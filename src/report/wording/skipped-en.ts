import type { StepSkipped } from '../../trace/skip-event.js';
import type { Wording } from './wording.js';

/** Why a step was not taken, or not judged. */
export const skipped: Wording['step']['skipped'] = {
  dead: (subject) => `not taken: ${subject} is dead; restart it first`,
  waiting: (subject) => `not taken: ${subject} waits for a reply`,
  frozen: (subject) => `not taken: ${subject} stands still; thaw it first`,
  'not-frozen': (subject) => `not taken: ${subject} does not stand still`,
  endless: (subject) => `stopped: ${subject} still finds work and would go on for ever`,
  'never-came': (subject) => `stopped at the end of the unit of work: it never came to ${subject}`,
  'no-value': (subject, holds) => `not taken: ${subject} has no value here${holds ? held(holds) : ''}`,
  'transaction-open': (subject) =>
    `the scenario's own invariants cannot be asked while ${subject} has a transaction open; end it before`,
  'no-session': (subject) => `not taken: ${subject} has no session open`,
  'nothing-to-replay': (subject) => `not taken: ${subject} has not so many commits left to replay`,
  'item-in-transaction': (subject) =>
    `not judged: ${subject} has a transaction open; "writes" stands beside the statement that commits, "reads" beside a query of its own`,
  'no-column': (subject, holds) =>
    `not judged: the answer has no column ${subject}${holds ? `; it has ${holds.columns.join(', ') || 'none'}` : ''}`,
  refused: (subject) => `not taken: Kafka refuses it, ${subject}`,
};

/** What there is where a step has looked for something else, and how to get at it. */
function held({ what, count, columns }: NonNullable<StepSkipped['holds']>): string {
  const one = what === 'rows' ? 'row' : 'record';
  if (count === 0) return `: there are no ${what}`;
  const parts = `${what === 'rows' ? 'the columns' : 'the parts'} ${columns.join(', ')}`;
  return `: there ${count === 1 ? `is 1 ${one}` : `are ${count} ${what}`} with ${parts}; write first, last or a number from 0, then one of these`;
}
