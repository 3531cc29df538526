import { assert, present } from '../base/assert.js';
import type { Row, RowChange } from '../model/sql.js';
import { parseRowText } from './row-text.js';

/** What the triggers have written into `inbox_sim.capture`, as changes of `database`. */
export function rowChanges(captured: readonly Row[], database: string): RowChange[] {
  // DELETE returns rows in the order in which they lie on the page, so the sequence has to order them.
  return captured
    .toSorted(([first], [second]) => Number(first) - Number(second))
    .map(([, writtenIn, relation, kind, before, after]) => {
      assert(writtenIn === database, `a session of ${database} wrote to ${writtenIn}`);
      return {
        table: present(relation, 'relation'),
        kind: present(kind, 'kind').toLowerCase() as RowChange['kind'],
        before: before == null ? null : parseRowText(before),
        after: after == null ? null : parseRowText(after),
      };
    });
}
