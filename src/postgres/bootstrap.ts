import { limits } from '../base/limits.js';
import { isoInstant, scenarioStart } from '../base/time.js';

/** The owners of a scenario's databases, one for each. They are there from the start, because making a role is slow. */
export const databaseRoles: readonly string[] = Array.from(
  { length: limits.databases },
  (_, index) => `inbox_sim_database_${index + 1}`,
);

/**
 * What every server holds before any scenario: a schema of ours that stands ahead of `pg_catalog` on the search path.
 *
 * - `now()` and `gen_random_uuid()` shadow PostgreSQL's own, so that SQL reads the virtual clock and draws the same
 *   UUIDs in every run. The clock is a setting, because a setting is seen by functions and costs no table read.
 * - `capture` holds the row changes of the transaction that is open. A row trigger on each table writes it inside that
 *   very transaction, so it is rolled back with it, to a savepoint too; after a commit it is read and emptied. The cost
 *   of a step then follows what changed, not how many rows there are.
 */
export const bootstrapSql = `
${databaseRoles.map((role) => `CREATE ROLE ${role} NOLOGIN;`).join('\n')}

CREATE SCHEMA inbox_sim;
GRANT USAGE ON SCHEMA inbox_sim TO PUBLIC;

CREATE FUNCTION inbox_sim.now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce(nullif(current_setting('inbox_sim.now', true), ''), '${isoInstant(scenarioStart)}')::timestamptz;

CREATE SEQUENCE inbox_sim.uuid;
CREATE FUNCTION inbox_sim.gen_random_uuid() RETURNS uuid LANGUAGE sql VOLATILE SECURITY DEFINER
RETURN (overlay(overlay(md5(nextval('inbox_sim.uuid'::regclass)::text) PLACING '4' FROM 13) PLACING '8' FROM 17))::uuid;

CREATE TABLE inbox_sim.capture (
  seq bigint GENERATED ALWAYS AS IDENTITY, database text NOT NULL, relation text NOT NULL, kind text NOT NULL,
  before text, after text
);
CREATE FUNCTION inbox_sim.capture() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF TG_OP OPERATOR(pg_catalog.=) 'TRUNCATE' THEN
    INSERT INTO inbox_sim.capture(database, relation, kind) VALUES (TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_OP);
  ELSE
    INSERT INTO inbox_sim.capture(database, relation, kind, before, after)
    VALUES (TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_OP, OLD::pg_catalog.text, NEW::pg_catalog.text);
  END IF;
  RETURN NULL;
END $$;
`;

/** The server's settings: small, because it serves one scenario at a time, and UTC, because output must not vary. */
export const serverSettings = [
  'shared_buffers=4MB',
  'max_prepared_transactions=16',
  'max_stack_depth=100kB',
  'min_wal_size=2MB',
  'max_wal_size=2MB',
  "timezone='UTC'",
  "log_timezone='UTC'",
  "datestyle='ISO, MDY'",
  "intervalstyle='postgres'",
  "lc_messages='C'",
];
