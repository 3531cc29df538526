import { assert, present } from '../base/assert.js';
import type { Row, RowChange } from '../model/sql.js';

/** What the triggers have written into `inbox_sim.capture`, as changes of `database`; `read` makes a table's row of its text. */
export function rowChanges(
  captured: readonly Row[],
  database: string,
  read: (text: string, table: string) => Row,
): RowChange[] {
  // DELETE returns rows in the order in which they lie on the page, so the sequence has to order them.
  return captured
    .toSorted(([first], [second]) => Number(first) - Number(second))
    .map(([, writtenIn, relation, kind, before, after]) => {
      assert(writtenIn === database, `a session of ${database} wrote to ${writtenIn}`);
      const table = present(relation, 'relation');
      return {
        table,
        kind: present(kind, 'kind').toLowerCase() as RowChange['kind'],
        before: before == null ? null : read(before, table),
        after: after == null ? null : read(after, table),
      };
    });
}
