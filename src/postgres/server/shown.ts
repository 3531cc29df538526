import type { Row, SqlFailure, SqlResult } from '../../model/sql.js';
import { ServerIds, type TypedResult } from '../server-ids.js';
import type { RunNames } from './run-names.js';

/** What PostgreSQL answers, without what differs from run to run: ids are numbered anew, and names are those of the scenario. */
export class Shown {
  readonly #ids = new ServerIds();

  constructor(readonly names: RunNames) {}

  /** An answer as it may be shown; its own rows go with it where they differ, to be handed back to PostgreSQL. */
  result(typed: TypedResult): SqlResult {
    const numbered = this.#ids.inResult(typed);
    const rows = numbered.rows.map((row) => this.#named(row));
    const differs = numbered.own !== undefined || rows.some((row, index) => row !== numbered.rows[index]);
    const { tag, columns } = typed;
    return differs ? { tag, columns, rows, own: typed.rows } : { tag, columns, rows };
  }

  row(row: Row, types: readonly number[]): Row {
    return this.#named(this.#ids.inRow(row, types));
  }

  failure(failure: SqlFailure): SqlFailure {
    return { ...failure, message: this.names.shown(failure.message) };
  }

  /** The very row where there is nothing to change. */
  #named(row: Row): Row {
    const { run } = this.names;
    if (!row.some((value) => value?.includes(run))) return row;
    return row.map((value) => (value === null ? null : this.names.shown(value)));
  }
}
