import type { SqlFailure } from '../../model/sql.js';
import { roleSql } from '../bootstrap.js';
import type { TypedTable } from '../catalogue.js';
import { type DefinitionFailed, failureOfDefinition, refusalOfDefinition } from '../definition-failed.js';
import { identifier } from '../quote.js';
import { atBorder } from './border.js';
import { ServerConnection } from './connection.js';
import type { RunContext } from './run-context.js';
import { haveEnded } from './runs.js';
import type { DatabaseState } from './server-session.js';
import { settingsFor, takeRole } from './session-setup.js';
import { captureTables, readTables } from './tables.js';

/**
 * Makes the schema of `database`, runs its definition in a connection of its own, and has the changes of its tables
 * captured from then on. Answers their rows.
 * @throws DefinitionFailed when PostgreSQL does not take the definition.
 */
export async function defineDatabase(
  run: RunContext,
  database: DatabaseState,
  definition: string,
): Promise<TypedTable[]> {
  const { views, names, stop } = run;
  const { schema, roles, name } = database;
  await makeSchema(run, database);
  const refused = refusalOfDefinition(name, definition);
  if (refused) throw refused;
  await define(run, database, definition);
  const [[user = ''] = []] = (await stop.guard(views.own('SELECT current_user'))).rows as string[][];
  const owners = roles ?? { owner: user, session: user };
  database.tables = await stop.guard(captureTables(views, names.shared, schema, owners));
  return readDefined(run, database);
}

export async function makeSchema({ views, names, stop }: RunContext, database: DatabaseState): Promise<void> {
  await stop.guard(views.own(schemaSql(names.shared, database)));
}

/** The rows of a database that has just been made, by which the types of its columns are known from then on. */
export async function readDefined({ views, stop }: RunContext, database: DatabaseState): Promise<TypedTable[]> {
  const read = await stop.guard(readTables(views, database.tables));
  for (const { table, result } of read) database.columnTypes.set(table, result.types);
  return read;
}

function schemaSql(shared: string, { schema, roles }: DatabaseState): string {
  if (!roles) return `CREATE SCHEMA ${identifier(schema)}`;
  return `${roleSql(roles)}
    GRANT USAGE ON SCHEMA ${shared} TO ${roles.owner}, ${roles.session};
    CREATE SCHEMA ${identifier(schema)} AUTHORIZATION ${roles.owner}`;
}

/** Runs `definition` in a connection of its own, as the owner of `database`. */
export async function define(run: RunContext, database: DatabaseState, definition: string): Promise<void> {
  const { address, names, facts, stop, views, bounds, rest } = run;
  const settings = settingsFor({ ...database, readOnly: false }, names.shared, facts, run.now());
  const connection = await run.connect(ServerConnection.open(address, `${names.shared} definition`, settings));
  await stop.guard(connection.own(takeRole(database.roles?.owner ?? null)));
  const { results, failure, status } = await stop.guard(connection.script(definition, bounds));
  connection.leave();
  await stop.guard(haveEnded(views, [connection.process], rest));
  const outcome = { done: results.length, failure: failure && shown(run, database, definition, failure) };
  const failed: DefinitionFailed | null = failureOfDefinition(database.name, definition, {
    ...outcome,
    open: status !== 'I',
  });
  if (failed) throw failed;
}

function shown(run: RunContext, { name }: DatabaseState, definition: string, failure: SqlFailure): SqlFailure {
  const others = [...run.names.databases.filter((other) => other !== name), 'inbox_sim'];
  const met = atBorder(definition, failure, { own: name, others });
  if (met.kind === 'error') return run.shown.failure(met.failure);
  return { ...failure, message: `on a server the database ${name} has another name: leave out "${name}."` };
}
