import { rowCountOf } from '../model/sql.js';
import type { Step } from '../scenario/scenario.js';
import type { OperationDone, TraceEvent } from '../trace/event.js';
import type { Judge } from './expectations.js';

/**
 * Compares who waits, and who has gone on because of a step, with what the scenario says of it: at once, since that is known
 * when the step has been taken. `events` is what happened in it.
 */
export function judgeWaits(judge: Judge, step: Step, events: readonly TraceEvent[]): void {
  if (!step.expect) return;
  const operations = events.filter((event) => event.kind === 'operation');
  const { blocked, resumed } = step.expect;
  if (blocked) {
    const by = operations.find(
      ({ actor, blockedBy }) => 'actor' in step && actor === step.actor && blockedBy,
    )?.blockedBy;
    const said = blocked.value.join(', ') || 'yes';
    const found = by ? (said === 'yes' ? 'yes' : by.join(', ')) : 'no';
    judge.compare(blocked.line, 'blocked', [said === 'false' ? 'no' : said], [found]);
  }
  if (resumed) {
    const wanted = resumed.value;
    // What is not said of a session is not compared.
    const isNamedOnly = (session: string) => wanted.some((each) => each.session === session && each.rows === null);
    const found = operations.flatMap((operation) => {
      const { resumed: session } = operation;
      if (session === undefined) return [];
      return [isNamedOnly(session) ? session : `${session}: ${cameTo(operation)}`];
    });
    const expected = wanted.map(({ session, rows }) => (rows === null ? session : `${session}: ${rows}`));
    judge.compare(resumed.line, 'resumed', expected, found);
  }
}

/** The rows that a statement has touched or answered, or the error that it has ended in. */
function cameTo({ result, error }: OperationDone): string {
  if (error) return error.code;
  const rows = result?.kind === 'sql' ? rowCountOf(result.tag) : null;
  return rows === null ? '-' : String(rows);
}
