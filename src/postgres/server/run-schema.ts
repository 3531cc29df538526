import { clockSql } from '../bootstrap.js';
import { captureSql } from '../capture.js';
import { literal } from '../quote.js';
import { schemaComment } from './run-names.js';

/** Functions that would leave something behind outside of all schemas. */
const refusedFunctions = ['lo_create(oid)', 'lo_creat(integer)', 'lo_from_bytea(oid, bytea)'];

/**
 * What a run needs before any database: the schema of the same name as PGlite's, called `schema` here, with the same
 * functions. Two things differ.
 *
 * - Each session writes its changes into a table of its own, `capture_<process id>`: many sessions have transactions open
 *   at once, and what a serializable one reads or writes of a table that others write too would count against it. All
 *   changes are counted together, by `written`, so that it can be told who came first to a row. `pending` lets a session
 *   read its own, before they are committed.
 * - Nothing outside these schemas may be changed on somebody else's server; so what PGlite has taken away from everybody
 *   is shadowed here, as `now()` is.
 */
export function runSchemaSql(schema: string): string {
  const refuse = refusedFunctions.map(
    (signature) => `
CREATE FUNCTION ${schema}.${signature} RETURNS oid LANGUAGE plpgsql AS $$
BEGIN RAISE insufficient_privilege USING MESSAGE = 'permission denied for function ${signature.split('(')[0]}'; END $$;`,
  );
  return `
CREATE SCHEMA ${schema};
COMMENT ON SCHEMA ${schema} IS ${literal(schemaComment)};
${clockSql(schema)}
${captureSql.replaceAll('inbox_sim.', `${schema}.`)}
CREATE SEQUENCE ${schema}.written;
CREATE OR REPLACE FUNCTION ${schema}.write_down(text, text, text, text, text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE pg_catalog.format('INSERT INTO ${schema}.capture_%s(seq, database, relation, kind, before, after)
    VALUES (pg_catalog.nextval(''${schema}.written''), $1, $2, $3, $4, $5)', pg_catalog.pg_backend_pid())
    USING $1, $2, $3, $4, $5;
  RETURN true;
END $$;
CREATE FUNCTION ${schema}.pending() RETURNS SETOF ${schema}.capture LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY EXECUTE format('SELECT * FROM ${schema}.capture_%s ORDER BY seq', pg_backend_pid());
END $$;
${refuse.join('')}`;
}

/** The table of the changes of the session that the process `pid` serves. */
export function captureTable(schema: string, pid: number): string {
  return `${schema}.capture_${pid}`;
}
