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
  readonly target: string;
}

/** The tables of `database` in the order in which they were created. */
export function tablesIn(backend: Backend, database: string): Table[] {
  return backend
    .own(
      `SELECT relname, relkind FROM pg_catalog.pg_class
       WHERE relnamespace = ${literal(identifier(database))}::regnamespace AND relkind IN ('r', 'p')
         AND NOT relispartition ORDER BY oid`,
    )
    .rows.map(([name, kind]) => tableOf(database, present(name, 'table name'), kind === 'p'));
}

/** The rows of the tables of `database`, in the order of their values; of their texts where a type has no order, such as json. */
export function readTables(backend: Backend, database: string): { table: string; result: TypedResult }[] {
  return tablesIn(backend, database).map(({ name: table, source }) => {
    const all = `SELECT * FROM ${source} t`;
    const ordered = backend.script(`${all} ORDER BY t`);
    return { table, result: ordered.results[0] ?? backend.own(`${all} ORDER BY t::text COLLATE "C"`) };
  });
}

/** The types of the columns of each table, in the order in which a query shows them. */
export function columnTypes(backend: Backend, database: string): Map<string, readonly number[]> {
  const tables = tablesIn(backend, database);
  if (tables.length === 0) return new Map();
  const { results } = backend.script(tables.map(({ source }) => `SELECT * FROM ${source} WHERE false`).join('; '));
  return new Map(tables.map(({ name }, index) => [name, present(results[index], `columns of ${name}`).types]));
}

function tableOf(database: string, name: string, partitioned: boolean): Table {
  const target = `${identifier(database)}.${identifier(name)}`;
  return { name, target, source: partitioned ? target : `ONLY ${target}` };
}

/**
 * Puts the triggers on the tables that write every change into `inbox_sim.capture`. Nobody may truncate a partition by
 * itself, not even its owner: that removes some rows of its root, and no row trigger would tell which.
 */
export function captureChanges(backend: Backend, database: string, { owner, session }: DatabaseRoles): void {
  const columns = `(SELECT string_agg(
      CASE a.attgenerated WHEN 'v' THEN pg_get_expr(d.adbin, d.adrelid) ELSE quote_ident(a.attname) END,
      ', ' ORDER BY a.attnum)
    FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)`;
  const virtual =
    "EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attgenerated = 'v' AND NOT attisdropped)";
  const { rows } = backend.own(
    `SELECT relname, relispartition, CASE WHEN NOT relispartition AND (relkind = 'p' OR ${virtual}) THEN ${columns} END
     FROM pg_class c
     WHERE relnamespace = ${literal(identifier(database))}::regnamespace AND relkind IN ('r', 'p') ORDER BY oid`,
  );
  const statements = rows.flatMap(([found, isPartition, listed]) => {
    const name = present(found, 'table name');
    const { target } = tableOf(database, name, false);
    if (isPartition === 't') return [`REVOKE TRUNCATE ON ${target} FROM ${session}, ${owner}`];
    const capture = listed == null ? 'capture()' : `capture_listed(${literal(name)}, ${literal(listed)})`;
    // The names sort first, so that these triggers see a row before anybody else's triggers write the next one.
    return [
      `CREATE TRIGGER "!inbox_sim_rows" AFTER INSERT OR UPDATE OR DELETE ON ${target}
         FOR EACH ROW EXECUTE FUNCTION inbox_sim.${capture}`,
      `CREATE TRIGGER "!inbox_sim_truncate" AFTER TRUNCATE ON ${target}
         FOR EACH STATEMENT EXECUTE FUNCTION inbox_sim.capture()`,
    ];
  });
  if (statements.length > 0) backend.own(statements.join('; '));
}
