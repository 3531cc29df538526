import { present } from '../../base/assert.js';
import { identifier, literal } from '../quote.js';
import type { ServerConnection, ServerProcess } from './connection.js';
import { rolePattern, schemaComment, schemaPattern, sharedSchema } from './run-names.js';

/** Removes the schemas of a run with all that is in them, and its roles with all that they have outside. */
export async function dropRun(views: ServerConnection, run: string, withRoles: boolean): Promise<void> {
  const shared = literal(sharedSchema(run));
  const schemas = await views.own(
    `SELECT nspname FROM pg_catalog.pg_namespace WHERE nspname = ${shared} OR starts_with(nspname, ${shared} || '_')`,
  );
  const names = schemas.rows.map(([name]) => identifier(present(name, 'schema')));
  if (names.length > 0) await views.own(`DROP SCHEMA IF EXISTS ${names.join(', ')} CASCADE`);
  if (!withRoles) return;
  const roles = await views.own(
    `SELECT rolname FROM pg_catalog.pg_roles WHERE substring(rolname FROM ${literal(rolePattern)}) = ${literal(run)}`,
  );
  for (const [role] of roles.rows) {
    const name = identifier(present(role, 'role'));
    await views.own(`DROP OWNED BY ${name} CASCADE; DROP ROLE ${name}`);
  }
}

/**
 * Drops what runs have left whose program was killed. A run is in use as long as the server has any connection under its
 * name, and it has one before it has a schema; where that cannot be seen, because the connection may be another user's,
 * the schema is not ours to drop either.
 */
export async function dropAbandoned(views: ServerConnection, withRoles: boolean): Promise<void> {
  const roles = `UNION SELECT substring(rolname FROM ${literal(rolePattern)}) FROM pg_catalog.pg_roles
    WHERE rolname ~ ${literal(rolePattern)}`;
  const { rows } = await views.own(
    `SELECT run FROM (
       SELECT substring(nspname FROM ${literal(schemaPattern)}) AS run FROM pg_catalog.pg_namespace
       WHERE nspname ~ ${literal(schemaPattern)} AND pg_has_role(nspowner, 'USAGE')
         AND obj_description(oid, 'pg_namespace') = ${literal(schemaComment)}
       ${withRoles ? roles : ''}) AS runs
     WHERE NOT EXISTS (
       SELECT FROM pg_catalog.pg_stat_activity WHERE starts_with(application_name, 'inbox_sim_' || run))`,
  );
  for (const [run] of rows) {
    // Another run may be at it, and roles may own something in another database of the server: then they stay.
    await dropRun(views, present(run, 'run'), withRoles).catch(() => {});
  }
}

/** Tells `processes` of the server to end, whatever they are doing; their transactions are rolled back. */
export async function terminate(views: ServerConnection, processes: readonly ServerProcess[]): Promise<void> {
  if (processes.length > 0) await views.own(`SELECT pg_catalog.pg_terminate_backend(pid) ${among(processes)}`);
}

/** Comes back when `processes` have ended, and have given back their locks before. */
export async function haveEnded(
  views: ServerConnection,
  processes: readonly ServerProcess[],
  rest: () => Promise<void>,
): Promise<void> {
  if (processes.length === 0) return;
  while ((await views.own(`SELECT pid ${among(processes)}`)).rows.length > 0) await rest();
}

/** The number of a process alone may by now be that of another. */
function among(processes: readonly ServerProcess[]): string {
  const these = processes.map(({ pid, started }) => `(${pid}, ${literal(started)}::pg_catalog.timestamptz)`).join(', ');
  return `FROM pg_catalog.pg_stat_activity WHERE (pid, backend_start) IN (${these})`;
}
