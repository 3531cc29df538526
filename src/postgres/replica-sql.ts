import { present } from '../base/assert.js';
import type { Row, SqlValue } from '../model/sql.js';
import { firstPosition } from './commit-log.js';
import { identifier, literal } from './quote.js';
import { parseRowText } from './row-text.js';
import { positionFunctions } from './wall-clock.js';

/** A table of a replica, as rows are repeated in it. */
interface RepeatedTable {
  readonly target: string;
  /** For its own rows alone: those of a partitioned table lie in its partitions. */
  readonly source: string;
  /** In the order in which a query shows them. */
  readonly columns: readonly string[];
  /** Those that are not generated. */
  readonly stored: readonly string[];
  /** Of the primary key; empty where there is none. */
  readonly key: readonly string[];
}

/** The tables of a replica by their names. */
export type RepeatedTables = ReadonlyMap<string, RepeatedTable>;

/** Where a database stands: read and set past all transactions, as a position in a log is. */
export const positionSequence = '!inbox_sim_position';
const replayedAtSequence = '!inbox_sim_replayed_at';

/** Asks for what {@link repeatedTables} reads of `schema`. */
export function repeatedTablesQuery(schema: string): string {
  const names = (where: string) => `(SELECT pg_catalog.string_agg(a.attname, pg_catalog.chr(1) ORDER BY a.attnum)
    FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND ${where})`;
  return `SELECT c.relname, c.relkind, ${names('true')}, ${names("a.attgenerated = ''")}, ${names(`a.attnum = ANY (
      (SELECT i.indkey::int2[] FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)::int2[])`)}
    FROM pg_catalog.pg_class c WHERE c.relnamespace = ${namespace(schema)} AND c.relkind IN ('r', 'p')
      AND NOT c.relispartition ORDER BY c.oid`;
}

export function repeatedTables(schema: string, rows: readonly Row[]): RepeatedTables {
  const list = (names: SqlValue | undefined) => (names == null ? [] : names.split('\u0001'));
  return new Map(
    rows.map(([found, kind, columns, stored, key]) => {
      const name = present(found, 'table');
      const target = `${identifier(schema)}.${identifier(name)}`;
      const source = kind === 'p' ? target : `ONLY ${target}`;
      return [name, { target, source, columns: list(columns), stored: list(stored), key: list(key) }];
    }),
  );
}

/**
 * Makes of a schema that has just been defined like its primary one that only repeats: nothing acts by itself in it any
 * more, because the primary's triggers and foreign keys have had their say before. `sessions` is the role of its sessions
 * where that is not the owner. How a sequence stands on a standby depends on how far ahead its primary has logged it, so
 * that nobody is told.
 */
export function repeatOnly(schema: string, sessions: string | null): string[] {
  return [
    `DO $inbox_sim$ DECLARE statement text; BEGIN
      FOR statement IN
        SELECT pg_catalog.format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname)
        FROM pg_catalog.pg_constraint WHERE connamespace = ${namespace(schema)} AND contype = 'f' AND conparentid = 0
        UNION ALL SELECT pg_catalog.format('ALTER TABLE %s DISABLE TRIGGER USER', c.oid::regclass)
        FROM pg_catalog.pg_class c WHERE c.relnamespace = ${namespace(schema)} AND c.relkind IN ('r', 'p')
        UNION ALL SELECT pg_catalog.format('ALTER TABLE %s DISABLE RULE %I', c.oid::regclass, r.rulename)
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_rewrite r ON r.ev_class = c.oid
        WHERE c.relnamespace = ${namespace(schema)} AND c.relkind IN ('r', 'p')
      LOOP EXECUTE statement; END LOOP;
    END $inbox_sim$`,
    `REVOKE SELECT ON ALL SEQUENCES IN SCHEMA ${identifier(schema)} FROM ${sessions === null ? 'CURRENT_USER' : identifier(sessions)}`,
  ];
}

/** The rows of a table of the primary, in the order in which they lie there. */
export function rowsQuery(table: string, tables: RepeatedTables, primary: string): string {
  const { source, target } = present(tables.get(table), `table ${table}`);
  const own = `${identifier(primary)}.${identifier(table)}`;
  return `SELECT * FROM ${source === target ? own : `ONLY ${own}`}`;
}

/** What makes `table` hold `rows` and nothing else. */
export function fill(table: string, rows: readonly Row[], tables: RepeatedTables): string[] {
  const repeated = present(tables.get(table), `table ${table}`);
  return [`DELETE FROM ${repeated.source}`, ...rows.map((row) => insertion(repeated, row))];
}

/** The transaction that repeats captured changes. */
export function repeat(captured: readonly Row[], tables: RepeatedTables): string {
  const statements = captured.flatMap(([, , relation, kind, before, after]) => {
    const table = present(tables.get(relation ?? ''), `table ${relation}`);
    if (kind === 'TRUNCATE') return [`DELETE FROM ${table.source}`];
    return [
      ...(before == null ? [] : [`DELETE FROM ${table.source} "!" WHERE ${rowIs(table, before)}`]),
      ...(after == null ? [] : [insertion(table, valuesOf(table, after))]),
    ];
  });
  // A constraint that waits for the end of its statement on the primary has several statements here.
  return ['BEGIN', 'SET LOCAL search_path = pg_catalog', 'SET CONSTRAINTS ALL DEFERRED', ...statements, 'COMMIT'].join(
    '; ',
  );
}

function valuesOf(table: RepeatedTable, text: string): Row {
  // The text of a row without columns is that of a single null.
  return table.columns.length === 0 ? [] : parseRowText(text);
}

function insertion(table: RepeatedTable, row: Row): string {
  if (table.stored.length === 0) return `INSERT INTO ${table.target} DEFAULT VALUES`;
  const values = table.stored.map((column) => constant(valueIn(table, row, column)));
  return `INSERT INTO ${table.target} (${table.stored.map(identifier).join(', ')}) OVERRIDING SYSTEM VALUE
    VALUES (${values.join(', ')})`;
}

/** A condition that holds for the row whose text is `text`, and for one of those that look the same. */
function rowIs(table: RepeatedTable, text: string): string {
  const row = valuesOf(table, text);
  const byKey = table.key.map((column) => `"!".${identifier(column)} = ${constant(valueIn(table, row, column))}`);
  if (byKey.length > 0) return byKey.join(' AND ');
  return `("!".tableoid, "!".ctid) = (SELECT "?".tableoid, "?".ctid FROM ${table.source} "?"
    WHERE "?"::text = ${literal(text)} LIMIT 1)`;
}

function valueIn(table: RepeatedTable, row: Row, column: string): SqlValue {
  return row[table.columns.indexOf(column)] ?? null;
}

function constant(value: SqlValue): string {
  return value === null ? 'NULL' : literal(value);
}

/** What a database that gets replicas needs, so that its sessions can ask where its log ends. */
export function primarySql(schema: string): string[] {
  return [
    sequence(schema, positionSequence, firstPosition),
    ...positionFunctions.map((name) => positionFunction(schema, name, schema)),
  ];
}

/** What the sessions of a replica can ask about it, by the names that PostgreSQL has for that. */
export function standbySql(schema: string, primary: string): string[] {
  const own = identifier(schema);
  return [
    sequence(schema, positionSequence, firstPosition),
    sequence(schema, replayedAtSequence, 0),
    positionFunction(schema, 'pg_last_wal_replay_lsn', schema),
    // What the primary has committed is on its way no longer than a moment; it is the replay that lags.
    positionFunction(schema, 'pg_last_wal_receive_lsn', primary),
    `CREATE FUNCTION ${own}.pg_is_in_recovery() RETURNS boolean LANGUAGE sql STABLE RETURN true`,
    `CREATE FUNCTION ${own}.pg_last_xact_replay_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE SECURITY DEFINER
     RETURN (SELECT CASE WHEN last_value > 0 THEN pg_catalog.to_timestamp(last_value / 1000.0) END
             FROM ${own}.${identifier(replayedAtSequence)})`,
    ...positionFunctions.map(
      (name) => `CREATE FUNCTION ${own}.${name}() RETURNS pg_lsn LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = '55000', MESSAGE = 'recovery is in progress',
    HINT = 'WAL control functions cannot be executed during recovery.';
END $$`,
    ),
  ];
}

function sequence(schema: string, name: string, value: number): string {
  return `CREATE SEQUENCE ${identifier(schema)}.${identifier(name)} MINVALUE 0 START ${value}`;
}

/** A function that answers where `of` stands, as PostgreSQL writes positions in its log. */
function positionFunction(schema: string, name: string, of: string): string {
  return `CREATE FUNCTION ${identifier(schema)}.${name}() RETURNS pg_lsn LANGUAGE sql VOLATILE SECURITY DEFINER
    RETURN (SELECT '0/0'::pg_lsn + last_value FROM ${identifier(of)}.${identifier(positionSequence)})`;
}

/** Says where `schema` stands; `replayedAt` is when the last commit that it has replayed was made, in milliseconds. */
export function setPosition(schema: string, position: number, replayedAt?: number): string {
  const set = (name: string, value: number) =>
    `pg_catalog.setval(${literal(`${identifier(schema)}.${identifier(name)}`)}, ${value})`;
  const at = replayedAt === undefined ? [] : [set(replayedAtSequence, replayedAt)];
  return `SELECT ${[set(positionSequence, position), ...at].join(', ')}`;
}

function namespace(schema: string): string {
  return `pg_catalog.to_regnamespace(${literal(identifier(schema))})`;
}
