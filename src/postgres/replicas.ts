import { present } from '../base/assert.js';
import type { Row, RowChange } from '../model/sql.js';
import type { Backend } from './backend.js';
import type { Captured } from './captured.js';
import type { DatabaseState } from './catalogue.js';
import { type CommitLog, firstPosition } from './commit-log.js';
import {
  fill,
  primarySql,
  type RepeatedTables,
  repeat,
  repeatedTables,
  repeatedTablesQuery,
  repeatOnly,
  rowsQuery,
  setPosition,
  standbySql,
} from './replica-sql.js';
import type { Seat } from './seat.js';

interface Repeating {
  readonly primary: string;
  readonly tables: RepeatedTables;
  position: number;
}

interface Shared {
  readonly backend: Backend;
  readonly seat: Seat;
  readonly captured: Captured;
  stateOf(database: string): DatabaseState;
}

/** The replicas of a scenario, and how far each has come. */
export class Replicas {
  readonly #replicas = new Map<string, Repeating>();
  /** What the sessions of each primary are told of its position. */
  readonly #told = new Map<string, number>();

  constructor(
    readonly shared: Shared,
    readonly log: CommitLog,
  ) {}

  /** Makes `name` repeat `primary`; `define` runs the primary's definition in it. The backend is the server's own. */
  create(name: string, primary: string, define: () => void): void {
    const { backend, stateOf } = this.shared;
    if (!this.log.keeps(primary)) {
      backend.own(primarySql(primary).join('; '));
      this.log.keep(primary);
      this.#told.set(primary, firstPosition);
    }
    // Nobody else draws other UUIDs because there is a replica.
    const [[lastValue, called] = []] = backend.own('SELECT last_value, is_called FROM inbox_sim.uuid').rows;
    define();
    backend.own(`SELECT pg_catalog.setval('inbox_sim.uuid', ${lastValue}, '${called}')`);
    backend.own([...repeatOnly(name, stateOf(name).roles.session), ...standbySql(name, primary)].join('; '));
    const tables = repeatedTables(name, backend.own(repeatedTablesQuery(name)).rows);
    for (const table of tables.keys()) {
      const { rows } = backend.own(rowsQuery(table, tables, primary));
      backend.own(fill(table, rows, tables).join('; '));
    }
    this.#replicas.set(name, { primary, tables, position: firstPosition });
  }

  /** Repeats the next `count` commits. The backend is the server's own. */
  replay(name: string, count: number): RowChange[][] {
    const { backend, captured, stateOf } = this.shared;
    const replica = present(this.#replicas.get(name), `replica ${name}`);
    const { primary, tables } = replica;
    return this.log.after(primary, replica.position, count).map(({ at, rows }) => {
      backend.own(repeat(rows, tables));
      backend.own(setPosition(name, ++replica.position, at));
      return captured.changes(rows as Row[], primary, stateOf(primary));
    });
  }

  /** Tells the sessions of the primaries how far their logs have come; within a transaction only once it is over. */
  tell(isOpen: boolean): void {
    if (isOpen) return;
    const { backend, seat } = this.shared;
    for (const [primary, told] of this.#told) {
      const position = this.log.position(primary);
      if (position === told) continue;
      this.#told.set(primary, position);
      // The session may have made its transactions read-only, this one of ours too.
      backend.own(`SET LOCAL transaction_read_only = off; ${seat.aside(setPosition(primary, position))}`);
    }
  }

  reset(): void {
    this.#replicas.clear();
    this.#told.clear();
    this.log.reset();
  }
}
