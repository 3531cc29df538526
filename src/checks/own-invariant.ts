import type { LocalText } from '../model/text.js';
import type { QueryAnswered } from '../trace/store-event.js';
import { type Check, find, noFindings, verdictOf } from './check.js';

/** An invariant of a scenario's own: a query, asked by the engine, that must answer no row. */
export interface QueriedInvariant {
  readonly name: string;
  readonly message: LocalText;
}

interface State {
  /** What it answered last. */
  last: QueryAnswered | null;
}

export function ownInvariant({ name, message }: QueriedInvariant): Check<State> {
  return {
    name,
    initial: () => ({ last: null }),
    step: (state, event) => {
      if (event.kind === 'query-answered' && event.invariant === name) state.last = event;
      // What it answered before says nothing of a moment at which it could not be asked.
      if (event.kind === 'step-skipped' && event.why === 'transaction-open') state.last = null;
    },
    verdict: ({ last }) => {
      const findings = noFindings();
      if (!last) return verdictOf(findings);
      findings.exercised = true;
      const { columns, rows } = last;
      for (const row of rows) {
        const shown = columns.map((column, index) => `${column}=${row[index] ?? 'NULL'}`).join(', ');
        // A query says what is so, and not since which step.
        find(findings, { code: 'query-found-rows', step: 0, args: { ...message, row: shown } });
      }
      return verdictOf(findings);
    },
  };
}
