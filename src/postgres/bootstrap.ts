import { limits } from '../base/limits.js';
import { isoInstant, scenarioStart } from '../base/time.js';
import { captureSql } from './capture.js';
import { rawPageSql } from './row-locks.js';

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
export function roleSql({ owner, session }: DatabaseRoles): string {
  const grant = `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} GRANT`;
  return `CREATE ROLE ${owner} NOLOGIN; CREATE ROLE ${session} NOLOGIN;
    ${grant} USAGE ON SCHEMAS TO ${session};
    ${grant} SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON TABLES TO ${session};
    ${grant} USAGE, SELECT, UPDATE ON SEQUENCES TO ${session};`;
}

/** `now()` and `gen_random_uuid()` of a scenario, in `schema`. */
export function clockSql(schema: string): string {
  return `CREATE FUNCTION ${schema}.now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce(nullif(current_setting('inbox_sim.now', true), ''), '${isoInstant(scenarioStart)}')::timestamptz;

CREATE SEQUENCE ${schema}.uuid;
CREATE FUNCTION ${schema}.gen_random_uuid() RETURNS uuid LANGUAGE sql VOLATILE SECURITY DEFINER
RETURN (overlay(overlay(md5(nextval('${schema}.uuid'::regclass)::text) PLACING '4' FROM 13) PLACING '8' FROM 17))::uuid;`;
}

/**
 * What every server holds before any scenario: a schema of ours that stands ahead of `pg_catalog` on the search path.
 *
 * - `now()` and `gen_random_uuid()` shadow PostgreSQL's own, so that SQL reads the virtual clock and draws the same
 *   UUIDs in every run. The clock is a setting, because a setting is seen by functions and costs no table read.
 * - Sessions run as a role that owns nothing, but a SECURITY DEFINER function lends them its owner. The event trigger
 *   keeps the schema as the definition has left it even so; nobody could switch off the capture behind our back.
 */
export const bootstrapSql = `
${databaseRoles.map(roleSql).join('\n')}
REVOKE TEMPORARY ON DATABASE postgres FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION lo_create, lo_creat, lo_from_bytea FROM PUBLIC;

CREATE SCHEMA inbox_sim;
GRANT USAGE ON SCHEMA inbox_sim TO PUBLIC;

${clockSql('inbox_sim')}
${captureSql}
CREATE FUNCTION inbox_sim.refuse_schema_change() RETURNS event_trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_catalog.starts_with(session_user, 'inbox_sim_session_') THEN
    RAISE insufficient_privilege USING MESSAGE = 'permission denied to change the schema';
  END IF;
END $$;
CREATE EVENT TRIGGER inbox_sim ON ddl_command_start EXECUTE FUNCTION inbox_sim.refuse_schema_change();

${rawPageSql}`;

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
