import { present } from '../base/assert.js';
import type { Row, RowChange } from '../model/sql.js';
import type { Backend, BackendReply } from './backend.js';
import type { DatabaseState } from './catalogue.js';
import { rowChanges } from './row-changes.js';
import { parseRowText } from './row-text.js';
import type { Seat } from './seat.js';
import type { ServerIds } from './server-ids.js';

/** What is read of a captured change. */
export const captureColumns = 'seq, database, relation, kind, before, after';

/** The row changes that the triggers have written down, each handed on once. */
export class Captured {
  /** The numbers of those that were handed on and are still in the table. */
  readonly #handedOn = new Set<string>();

  constructor(
    readonly backend: Backend,
    readonly seat: Seat,
    readonly ids: ServerIds,
    /** Told of what is handed on as committed. */
    readonly onCommit: (database: string, captured: readonly Row[]) => void,
  ) {}

  /** What a session of `database` has just committed. Behind COMMIT AND CHAIN the next transaction is open. */
  take(session: string, database: string, state: DatabaseState, status: BackendReply['status']): RowChange[] {
    // Nothing of ours may spoil the transaction that is open: it may be read-only.
    const take = status === 'I' ? 'DELETE FROM inbox_sim.capture RETURNING' : 'SELECT';
    const from = status === 'I' ? '' : ' FROM inbox_sim.capture';
    const statement = this.seat.aside(`${take} ${captureColumns}${from}`);
    let reply = this.backend.script(statement);
    if (reply.failure?.code === '25006') {
      // The session has made all its transactions read-only, this one of ours too.
      reply = this.backend.script(`SET LOCAL transaction_read_only = off; ${statement}`);
    }
    this.seat.check(session, reply.results.at(-3), status);
    const { rows } = present(reply.results.at(-2), 'captured rows');
    const fresh = this.fresh(rows);
    if (status === 'I') for (const [seq] of rows) this.#handedOn.delete(present(seq, 'number'));
    else for (const [seq] of fresh) this.#handedOn.add(present(seq, 'number'));
    this.onCommit(database, fresh);
    return this.changes(fresh, database, state);
  }

  /** What the transaction of the session at the backend has written; null where it is aborted and nothing can be read. */
  uncommitted(): Row[] | null {
    const reply = this.backend.script(this.seat.aside(`SELECT ${captureColumns} FROM inbox_sim.capture ORDER BY seq`));
    return reply.failure ? null : this.fresh(present(reply.results[1], 'captured rows').rows);
  }

  /** Those of `captured` that have not been handed on. */
  fresh(captured: readonly Row[]): Row[] {
    return captured.filter(([seq]) => !this.#handedOn.has(present(seq, 'number')));
  }

  /** `captured` as changes of `database`, in their order. */
  changes(captured: readonly Row[], database: string, { columnTypes }: DatabaseState): RowChange[] {
    return rowChanges(captured, database, (row, table) => {
      const types = present(columnTypes.get(table), `columns of ${table}`);
      // The text of a row without columns is that of a single null.
      return types.length === 0 ? [] : this.ids.inRow(parseRowText(row), types);
    });
  }

  /** Nothing is left in the table. */
  reset(): void {
    this.#handedOn.clear();
  }
}
