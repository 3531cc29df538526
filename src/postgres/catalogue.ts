import { present } from '../base/assert.js';
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
  /** Whether its functions may change settings, whatever statement calls them. */
  readonly changesSettings: boolean;
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
 * in the order in which they were created. Nobody may truncate a partition by itself, not even its owner: that removes
 * some rows of its root, and no row trigger would tell which.
 */
export function captureChanges(backend: Backend, database: string, { owner, session }: DatabaseRoles): Table[] {
  // A definition may have removed its own schema, in a block; it then has no tables.
  const schema = `to_regnamespace(${literal(identifier(database))})`;
  const { rows } = backend.own(
    `SELECT relname, relkind, relispartition,
       (SELECT true FROM pg_catalog.pg_attribute WHERE attrelid = c.oid AND attgenerated = 'v' LIMIT 1)
     FROM pg_catalog.pg_class c WHERE relnamespace = ${schema} AND relkind IN ('r', 'p') ORDER BY oid`,
  );
  const differ = rows.some(([, kind, , virtual]) => kind === 'p' || virtual === 't');
  const listed = differ ? columnsWhereTriggersDiffer(backend, schema) : new Map<string, string>();
  const tables: Table[] = [];
  const statements: string[] = [];
  for (const [found, kind, isPartition] of rows) {
    const name = present(found, 'table name');
    const target = `${identifier(database)}.${identifier(name)}`;
    if (isPartition === 't') {
      statements.push(`REVOKE TRUNCATE ON ${target} FROM ${session}, ${owner}`);
      continue;
    }
    tables.push({ name, source: kind === 'p' ? target : `ONLY ${target}` });
    const columns = listed.get(name);
    const capture = columns === undefined ? 'capture()' : `capture_listed(${literal(name)}, ${literal(columns)})`;
    // The names sort first, so that these triggers see a row before anybody else's triggers write the next one.
    statements.push(
      `CREATE TRIGGER "!inbox_sim_rows" AFTER INSERT OR UPDATE OR DELETE ON ${target}
         FOR EACH ROW EXECUTE FUNCTION inbox_sim.${capture}`,
      `CREATE TRIGGER "!inbox_sim_truncate" AFTER TRUNCATE ON ${target}
         FOR EACH STATEMENT EXECUTE FUNCTION inbox_sim.capture()`,
    );
  }
  if (statements.length > 0) backend.own(statements.join('; '));
  return tables;
}

/** The list of what a query shows, for each table whose row in a trigger is not that. */
function columnsWhereTriggersDiffer(backend: Backend, schema: string): Map<string, string> {
  const { rows } = backend.own(
    `SELECT c.relname, string_agg(
       CASE a.attgenerated WHEN 'v' THEN pg_get_expr(d.adbin, d.adrelid) ELSE quote_ident(a.attname) END,
       ', ' ORDER BY a.attnum)
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE c.relnamespace = ${schema} AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
       AND c.relkind IN ('r', 'p')
     GROUP BY c.oid, c.relname HAVING c.relkind = 'p' OR bool_or(a.attgenerated = 'v')`,
  );
  return new Map(rows.map(([name, columns]) => [present(name, 'table name'), present(columns, 'columns')]));
}
