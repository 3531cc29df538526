import { limits } from '../base/limits.js';
import { isoInstant, scenarioStart } from '../base/time.js';

export interface DatabaseRoles {
  /** Runs the definition and owns what it creates. */
  readonly owner: string;
  /** Runs the sessions: it may read and write rows, and owns nothing. */
  readonly session: string;
}

/** The roles of a scenario's databases. They are there from the start, because making a role is slow. */
export const databaseRoles: readonly DatabaseRoles[] = Array.from({ length: limits.databases }, (_, index) => ({
  owner: `inbox_sim_owner_${index + 1}`,
  session: `inbox_sim_session_${index + 1}`,
}));

/** What an owner creates may be used by the sessions of the same database from the start. */
function roleSql({ owner, session }: DatabaseRoles): string {
  const grant = `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} GRANT`;
  return `CREATE ROLE ${owner} NOLOGIN; CREATE ROLE ${session} NOLOGIN;
    ${grant} USAGE ON SCHEMAS TO ${session};
    ${grant} SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON TABLES TO ${session};
    ${grant} USAGE, SELECT, UPDATE ON SEQUENCES TO ${session};`;
}

/** How values become text in the captured rows, whatever a session has set for its own answers: as `tables()` shows them. */
const plainText = `SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO, MDY'
  SET intervalstyle = 'postgres' SET bytea_output = 'hex' SET extra_float_digits = 1`;

/**
 * What every server holds before any scenario: a schema of ours that stands ahead of `pg_catalog` on the search path.
 *
 * - `now()` and `gen_random_uuid()` shadow PostgreSQL's own, so that SQL reads the virtual clock and draws the same
 *   UUIDs in every run. The clock is a setting, because a setting is seen by functions and costs no table read.
 * - `capture` holds the row changes of the transaction that is open. A row trigger on each table writes it inside that
 *   very transaction, so it is rolled back with it, to a savepoint too; after a commit it is read and emptied. The cost
 *   of a step then follows what changed, not how many rows there are. `capture_listed` does the same for tables whose
 *   row in a trigger is not yet the row that a query shows: of a partition, which may have its columns in another order,
 *   and of one with virtual generated columns, which a trigger finds empty. Its arguments are the name of the table and
 *   the list of what a query shows.
 * - Sessions run as a role that owns nothing, but a SECURITY DEFINER function lends them its owner. The event trigger
 *   keeps the schema as the definition has left it even so; nobody could switch off the capture behind our back.
 */
export const bootstrapSql = `
${databaseRoles.map(roleSql).join('\n')}
REVOKE TEMPORARY ON DATABASE postgres FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION lo_create, lo_creat, lo_from_bytea FROM PUBLIC;

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
CREATE FUNCTION inbox_sim.capture() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER ${plainText} AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    INSERT INTO inbox_sim.capture(database, relation, kind) VALUES (TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_OP);
  ELSE
    INSERT INTO inbox_sim.capture(database, relation, kind, before, after)
    VALUES (TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_OP, OLD::text, NEW::text);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION inbox_sim.capture_listed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER ${plainText} AS $$
DECLARE
  query text := format('SELECT ROW(%s)::text FROM (SELECT ($1).*) AS s', TG_ARGV[1]);
  before text;
  after text;
BEGIN
  IF TG_OP <> 'INSERT' THEN EXECUTE query INTO before USING OLD; END IF;
  IF TG_OP <> 'DELETE' THEN EXECUTE query INTO after USING NEW; END IF;
  INSERT INTO inbox_sim.capture(database, relation, kind, before, after)
  VALUES (TG_TABLE_SCHEMA, TG_ARGV[0], TG_OP, before, after);
  RETURN NULL;
END $$;

CREATE FUNCTION inbox_sim.refuse_schema_change() RETURNS event_trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_catalog.starts_with(session_user, 'inbox_sim_session_') THEN
    RAISE insufficient_privilege USING MESSAGE = 'permission denied to change the schema';
  END IF;
END $$;
CREATE EVENT TRIGGER inbox_sim ON ddl_command_start EXECUTE FUNCTION inbox_sim.refuse_schema_change();
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
