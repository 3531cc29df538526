import { present } from '../../base/assert.js';
import { readAddress, type ServerAddress } from './address.js';
import { ServerConnection } from './connection.js';
import { type OpenedServer, PostgresServer, type ServerOptions } from './postgres-server.js';
import { sharedSchema } from './run-names.js';
import { dropAbandoned } from './runs.js';
import { readFacts } from './server-facts.js';
import { commonSettings } from './settings.js';

/**
 * Connects to the server of `url` (`postgres://user:password@host:port/database`), looks whether a run is possible there,
 * and drops what runs have left that were killed. The user needs the right to create schemas in the database; a superuser
 * gets roles of their own for the sessions.
 * @throws ServerUnavailable with the reason, and without a word of user or password.
 */
export async function openPostgres(url: string, options: ServerOptions): Promise<PostgresServer> {
  const address = readAddress(url);
  const open = () => openServer(address);
  return new PostgresServer(address, await open(), open, options);
}

async function openServer(address: ServerAddress): Promise<OpenedServer> {
  const views = await ServerConnection.open(address, 'inbox_sim', commonSettings);
  try {
    const facts = await readFacts(views, address.place);
    const { rows } = await views.own('SELECT left(pg_catalog.gen_random_uuid()::text, 8)');
    const run = present(rows[0]?.[0], 'id of the run');
    // Whoever looks for abandoned runs knows by this that somebody uses it.
    await views.own(`SET application_name = ${sharedSchema(run)}`);
    await dropAbandoned(views, facts.ownRoles);
    return { views, facts, run };
  } catch (error) {
    views.leave();
    throw error;
  }
}
