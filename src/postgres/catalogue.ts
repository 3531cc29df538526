import { present } from '../base/assert.js';
import type { Row } from '../model/sql.js';
import type { Backend } from './backend.js';
import type { DatabaseRoles } from './bootstrap.js';
import { identifier, literal } from './quote.js';
import type { TypedResult } from './server-ids.js';

/** A table of a database; a partition belongs to its root and is none of its own. */
export interface Table {
  readonly name: string;
  /** What reads and writes its own rows: those of a partitioned table lie in its partitions, no child's are among them. */
  readonly source: string;
}

/** What is known of a database that has been defined. */
export interface DatabaseState {
  readonly definition: string;
  readonly roles: DatabaseRoles;
  /** Whether it may outlast its scenario, emptied: whether a new one would be just the same. */
  mayStand: boolean;
  /** Nobody can change them any more once they are defined. */
  tables: readonly Table[];
  /** The types of the columns of each table, in the order in which a query shows them. */
  readonly columnTypes: Map<string, readonly number[]>;
  /** Whether it only repeats what another one has committed, so that its sessions may not write. */
  readonly readOnly: boolean;
  /** Whether its functions may change settings, whatever statement calls them. */
  readonly changesSettings: boolean;
  /** Whether its functions may lock rows. */
  readonly locksRows: boolean;
}

/** The rows of a table, in the order of their values. */
export interface TypedTable {
  readonly table: string;
  readonly result: TypedResult;
}

/** The rows of `tables`; in the order of their texts where a type has none, such as json. */
export function readTables(backend: Backend, tables: readonly Table[]): TypedTable[] {
  if (tables.length === 0) return [];
  const all = tables.map(({ source }) => `SELECT * FROM ${source} t`);
  const { results, failure } = backend.script(all.map((query) => `${query} ORDER BY t`).join('; '));
  return tables.map(({ name: table }, index) => {
    const query = present(all[index], 'query');
    const ordered = failure ? backend.script(`${query} ORDER BY t`).results : results.slice(index);
    return { table, result: ordered[0] ?? backend.own(`${query} ORDER BY t::text COLLATE "C"`) };
  });
}

/**
 * Puts the triggers on the tables of `database` that write every change into `inbox_sim.capture`, and answers the tables
 * in the order in which they were created.
 */
export function captureChanges(backend: Backend, database: string, roles: DatabaseRoles): Table[] {
  const { rows } = backend.own(tablesQuery(database));
  const listed = tellsListed(rows) ? backend.own(listedQuery(database)).rows : [];
  const { tables, statements } = captureStatements(rows, listed, { database, shared: 'inbox_sim', roles });
  if (statements.length > 0) backend.own(statements.join('; '));
  return tables;
}

/** A definition may have removed its own schema, in a block; it then has no tables. */
function schemaOf(database: string): string {
  return `to_regnamespace(${literal(identifier(database))})`;
}

/** Asks for the tables and partitions in the schema `database`, for {@link captureStatements}. */
export function tablesQuery(database: string): string {
  return `SELECT relname, relkind, relispartition,
      (SELECT true FROM pg_catalog.pg_attribute WHERE attrelid = c.oid AND attgenerated = 'v' LIMIT 1)
    FROM pg_catalog.pg_class c WHERE relnamespace = ${schemaOf(database)} AND relkind IN ('r', 'p') ORDER BY oid`;
}

/** Whether the answer to {@link tablesQuery} has a table whose row in a trigger is not what a query shows. */
export function tellsListed(tables: readonly Row[]): boolean {
  return tables.some(([, kind, , virtual]) => kind === 'p' || virtual === 't');
}

/** Asks for the list of what a query shows, for each table whose row in a trigger is not that. */
export function listedQuery(database: string): string {
  return `SELECT c.relname, string_agg(
      CASE a.attgenerated WHEN 'v' THEN pg_get_expr(d.adbin, d.adrelid) ELSE quote_ident(a.attname) END,
      ', ' ORDER BY a.attnum)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE c.relnamespace = ${schemaOf(database)} AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
      AND c.relkind IN ('r', 'p')
    GROUP BY c.oid, c.relname HAVING c.relkind = 'p' OR bool_or(a.attgenerated = 'v')`;
}

/**
 * The tables of the schema `database`, and the statements that put the triggers of the schema `shared` on them. Nobody may
 * truncate a partition by itself, not even its owner: that removes some rows of its root, and no row trigger would tell
 * which.
 */
export function captureStatements(
  found: readonly Row[],
  listed: readonly Row[],
  { database, shared, roles }: { database: string; shared: string; roles: DatabaseRoles },
): { tables: Table[]; statements: string[] } {
  const columns = new Map(listed.map(([name, list]) => [name, list]));
  const tables: Table[] = [];
  const statements: string[] = [];
  for (const [relation = null, kind, isPartition] of found) {
    const name = present(relation, 'table name');
    const target = `${identifier(database)}.${identifier(name)}`;
    if (isPartition === 't') {
      const both = `${identifier(roles.session)}, ${identifier(roles.owner)}`;
      statements.push(`REVOKE TRUNCATE ON ${target} FROM ${both}`);
      continue;
    }
    tables.push({ name, source: kind === 'p' ? target : `ONLY ${target}` });
    const list = columns.get(name);
    const capture = list == null ? 'capture()' : `capture_listed(${literal(name)}, ${literal(list)})`;
    // The names sort first, so that these triggers see a row before anybody else's triggers write the next one.
    statements.push(
      `CREATE TRIGGER "!inbox_sim_rows" AFTER INSERT OR UPDATE OR DELETE ON ${target}
         FOR EACH ROW EXECUTE FUNCTION ${shared}.${capture}`,
      `CREATE TRIGGER "!inbox_sim_truncate" AFTER TRUNCATE ON ${target}
         FOR EACH STATEMENT EXECUTE FUNCTION ${shared}.capture()`,
    );
  }
  return { tables, statements };
}
