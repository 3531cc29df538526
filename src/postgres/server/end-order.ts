import { present } from '../../base/assert.js';
import type { Row } from '../../model/sql.js';
import type { ServerSession } from './server-session.js';
import type { Waiter } from './waits.js';

/** What is read of a captured change, in this order. */
export const captureColumns = 'seq, database, relation, kind, before, after';

/** A statement that had been blocked and has ended. */
export interface EndedCall {
  readonly session: ServerSession;
  /** What it has committed, as it was captured. */
  readonly captured: readonly Row[];
  /** The same, and what its transaction has written and not committed. */
  readonly written: readonly Row[];
}

/**
 * `ended` in the order in which they ended, as far as it can be told: of two that have written the same row, by who came
 * first to it; of others, behind whom they waited for. What is open then goes by the order in which they blocked.
 */
export function inOrder(ended: readonly EndedCall[]): EndedCall[] {
  const left = ended.toSorted(
    ({ session: one }, { session: other }) => (one.sent?.blocked ?? 0) - (other.sent?.blocked ?? 0),
  );
  const ordered: EndedCall[] = [];
  while (left.length > 0) {
    // Who waited for whom may have been a queue in which others have overtaken; what was written is certain.
    const first = left.filter((one) => !left.some((other) => hasWrittenBefore(other, one)));
    const free = first.find(
      ({ session }) => !first.some((other) => session.waitsFor.includes(other.session as Waiter)),
    );
    const next = left.indexOf(present(free ?? first[0], 'first to end'));
    ordered.push(...left.splice(next, 1));
  }
  return ordered;
}

function hasWrittenBefore(one: EndedCall, other: EndedCall): boolean {
  return one !== other && meet(one.written, other.written) && lastWritten(one) < lastWritten(other);
}

/** Whether a row that one of them has found or left is one that the other has found or left. */
function meet(one: readonly Row[], other: readonly Row[]): boolean {
  return one.some(([, database, relation, kind, before, after]) =>
    other.some(
      (row) =>
        row[1] === database &&
        row[2] === relation &&
        (kind === 'TRUNCATE' ||
          row[3] === 'TRUNCATE' ||
          (before !== null && before === row[5]) ||
          (after !== null && after === row[4])),
    ),
  );
}

/** The number of its last change: all changes of all sessions are counted together. */
function lastWritten({ written }: EndedCall): number {
  return Math.max(...written.map(([number]) => Number(number)));
}
