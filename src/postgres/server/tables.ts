import { present } from '../../base/assert.js';
import type { DatabaseRoles } from '../bootstrap.js';
import { captureStatements, listedQuery, type Table, type TypedTable, tablesQuery, tellsListed } from '../catalogue.js';
import { identifier, literal } from '../quote.js';
import type { TypedResult } from '../server-ids.js';
import type { ServerConnection } from './connection.js';

/** A table of a database, and how its rows are sorted. */
export interface ServerTable extends Table {
  /** As the end of a query; empty for a table without columns. */
  readonly order: string;
}

/** Some session keeps others from even reading a table, as after a TRUNCATE. */
export class TableLocked extends Error {
  override readonly name = 'TableLocked';
}

/** For a column whose type has no order, such as json. */
const orderOfTexts = 'ORDER BY t::text COLLATE "C"';

/**
 * Has the changes of the tables in `schema` captured from here on by the functions of the schema `shared`. Answers the
 * tables in the order in which they were created.
 */
export async function captureTables(
  views: ServerConnection,
  shared: string,
  schema: string,
  roles: DatabaseRoles,
): Promise<ServerTable[]> {
  const { rows } = await views.own(tablesQuery(schema));
  const listed = tellsListed(rows) ? (await views.own(listedQuery(schema))).rows : [];
  const { tables, statements } = captureStatements(rows, listed, { database: schema, shared, roles });
  if (statements.length > 0) await views.own(statements.join('; '));
  const columns = await views.own(columnsQuery(schema));
  const ordered: ServerTable[] = [];
  for (const table of tables) {
    const inOrder = { ...table, order: orderOf(columns.rows.filter(([of]) => of === table.name)) };
    const { failure } = await views.script(`${queryOf(inOrder)} LIMIT 0`);
    ordered.push(failure ? { ...table, order: orderOfTexts } : inOrder);
  }
  return ordered;
}

/** Asks for the columns of all tables in `schema`, and which of them hold texts. */
function columnsQuery(schema: string): string {
  return `SELECT c.relname, a.attname, a.attcollation <> 0 FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = to_regnamespace(${literal(identifier(schema))}) AND c.relkind IN ('r', 'p') ORDER BY a.attnum`;
}

/** A server may sort texts as its country does; here they are sorted by their bytes. */
function orderOf(columns: readonly TypedResult['rows'][number][]): string {
  const keys = columns.map(
    ([, name, isText]) => `t.${identifier(present(name, 'column'))}${isText === 't' ? ' COLLATE "C"' : ''}`,
  );
  return keys.length === 0 ? '' : `ORDER BY ${keys.join(', ')}`;
}

function queryOf({ source, order }: ServerTable): string {
  return `SELECT * FROM ${source} t ${order}`;
}

/**
 * The committed rows of `tables`, all of one moment.
 * @throws TableLocked at once where that would have to wait for a session.
 */
export async function readTables(views: ServerConnection, tables: readonly ServerTable[]): Promise<TypedTable[]> {
  if (tables.length === 0) return [];
  const sources = tables.map(({ source }) => source).join(', ');
  const { results, failure } = await views.script(
    [
      'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY',
      `LOCK TABLE ${sources} IN ACCESS SHARE MODE NOWAIT`,
      ...tables.map(queryOf),
      'COMMIT',
    ].join('; '),
  );
  if (!failure) return tables.map(({ name: table }, index) => ({ table, result: present(results[index + 2], table) }));
  await views.own('ROLLBACK');
  if (failure.code === '55P03') throw new TableLocked(failure.message);
  const failing = results.length - 2;
  if (failing < 0 || tables[failing]?.order === orderOfTexts) throw new Error(failure.message);
  // The type of a column has an order, and one of the types that it is made of has none.
  return readTables(
    views,
    tables.map((table, index) => (index === failing ? { ...table, order: orderOfTexts } : table)),
  );
}
