import { present } from '../../base/assert.js';
import type { Row, RowChange } from '../../model/sql.js';
import type { TypedTable } from '../catalogue.js';
import { CommitLog, firstPosition } from '../commit-log.js';
import { identifier } from '../quote.js';
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
} from '../replica-sql.js';
import { rowChanges } from '../row-changes.js';
import { parseRowText } from '../row-text.js';
import { define, makeSchema, readDefined } from './define.js';
import type { RunContext } from './run-context.js';
import type { DatabaseState } from './server-session.js';

interface Repeating {
  readonly primary: DatabaseState;
  readonly schema: string;
  readonly tables: RepeatedTables;
  position: number;
}

/** The replicas of a scenario, and how far each has come. The engine's own connection repeats what was committed. */
export class Replicas {
  readonly #log = new CommitLog();
  readonly #replicas = new Map<string, Repeating>();

  constructor(readonly run: RunContext) {}

  /** Makes `replica` repeat `primary`, whose rows it holds from the start. */
  async create(replica: DatabaseState, primary: DatabaseState): Promise<TypedTable[]> {
    const { run } = this;
    const { name, schema, roles } = replica;
    if (!this.#log.keeps(primary.name)) {
      await this.#do(primarySql(primary.schema));
      this.#log.keep(primary.name);
    }
    await makeSchema(run, replica);
    // Nobody else draws other UUIDs because there is a replica.
    const uuid = `${run.names.shared}.uuid`;
    const [[lastValue, called] = []] = (await this.#own(`SELECT last_value, is_called FROM ${uuid}`)).rows;
    await define(run, replica, primary.definition);
    await this.#do([
      `SELECT pg_catalog.setval('${uuid}', ${lastValue}, '${called}')`,
      ...repeatOnly(schema, roles?.session ?? null),
      ...standbySql(schema, primary.schema),
    ]);
    const tables = repeatedTables(schema, (await this.#own(repeatedTablesQuery(schema))).rows);
    for (const table of tables.keys()) {
      const { rows } = await this.#own(rowsQuery(table, tables, primary.schema));
      await this.#do(fill(table, rows, tables));
    }
    const [own, other] = [identifier(schema), identifier(primary.schema)];
    replica.tables = primary.tables.map((table) => ({
      ...table,
      source: table.source.replace(`${other}.`, `${own}.`),
    }));
    this.#replicas.set(name, { primary, schema, tables, position: firstPosition });
    return readDefined(run, replica);
  }

  /** Takes note of what a session of `database` has committed, and tells its sessions how far its log has come. */
  async committed({ name, schema }: DatabaseState, captured: readonly Row[]): Promise<void> {
    if (!this.#log.keeps(name) || captured.length === 0) return;
    this.#log.add(name, captured, this.run.now());
    await this.#own(setPosition(schema, this.#log.position(name)));
  }

  async replay(name: string, count: number): Promise<RowChange[][]> {
    const replica = present(this.#replicas.get(name), `replica ${name}`);
    const { primary, schema, tables } = replica;
    const changes: RowChange[][] = [];
    for (const { at, rows } of this.#log.after(primary.name, replica.position, count)) {
      await this.#own(repeat(rows, tables));
      await this.#own(setPosition(schema, ++replica.position, at));
      changes.push(this.#changes(primary, rows));
    }
    return changes;
  }

  #changes({ schema, columnTypes }: DatabaseState, captured: readonly Row[]): RowChange[] {
    return rowChanges(captured, schema, (row, table) => {
      const types = present(columnTypes.get(table), `columns of ${table}`);
      // The text of a row without columns is that of a single null.
      return types.length === 0 ? [] : this.run.shown.row(parseRowText(row), types);
    });
  }

  async #do(statements: readonly string[]): Promise<void> {
    for (const statement of statements) await this.#own(statement);
  }

  #own(statement: string) {
    return this.run.stop.guard(this.run.views.own(statement));
  }
}
