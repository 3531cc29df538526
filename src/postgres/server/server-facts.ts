import { present } from '../../base/assert.js';
import { literal } from '../quote.js';
import type { ServerConnection } from './connection.js';
import { guardedSettings, watchfulSettings } from './settings.js';
import { oldestVersion, ServerUnavailable } from './unavailable.js';

/** What a server is, and what the user of the URL may do on it. */
export interface ServerFacts {
  /** As the server prints it, such as `18.4`. */
  readonly version: string;
  readonly majorVersion: number;
  /** How texts are sorted unless a query says it, such as `C`, `en_US.utf8` or `en-US`; on PGlite it is `C`. */
  readonly collation: string;
  /**
   * Whether sessions get roles of their own, as on PGlite: for that the user has to be a superuser. Without, sessions are
   * the user's own, who owns what the definition creates: dynamic SQL may then change the schema, and policies of row
   * security do not apply.
   */
  readonly ownRoles: boolean;
  /**
   * Whether the victim of a deadlock is always whoever closes the circle: for that sessions tell when they have looked for
   * one, and a superuser may have them do that, or whoever was granted SET on four settings. Without, it is nearly always so.
   */
  readonly toldChecks: boolean;
  /** Whether a session whose program was killed ends soon, even while it waits or works. */
  readonly watchful: boolean;
  /** After how many milliseconds of waiting a session looks for a deadlock, unless it is told otherwise. */
  readonly deadlockMilliseconds: number;
}

/** @throws ServerUnavailable where a run is not possible. */
export async function readFacts(views: ServerConnection, place: string): Promise<ServerFacts> {
  const [number, version] = await answer(
    views,
    "current_setting('server_version_num'), current_setting('server_version')",
  );
  const majorVersion = Math.floor(Number(number) / 10_000);
  if (majorVersion < oldestVersion) throw new ServerUnavailable('too-old', place, version ?? null);
  const mayTell = guardedSettings.map((name) => `has_parameter_privilege(${literal(name)}, 'SET')`).join(' AND ');
  const [standby, mayCreate, superuser, toldChecks, deadlock, collation] = await answer(
    views,
    `pg_is_in_recovery(), has_database_privilege(current_database(), 'CREATE'),
     (SELECT rolsuper FROM pg_roles WHERE rolname = session_user), ${mayTell},
     (SELECT setting FROM pg_settings WHERE name = 'deadlock_timeout'),
     (SELECT coalesce(to_jsonb(d)->>'datlocale', to_jsonb(d)->>'daticulocale', datcollate)
       FROM pg_database d WHERE datname = current_database())`,
  );
  const watching = Object.entries(watchfulSettings).map(([name, value]) => `SET ${name} = ${literal(value)}`);
  const watchful = (await views.script(watching.join('; '))).failure === null;
  if (standby === 't') throw new ServerUnavailable('read-only', place);
  if (mayCreate !== 't') throw new ServerUnavailable('no-right', place);
  return {
    version: present(version, 'version'),
    majorVersion,
    collation: present(collation, 'collation'),
    ownRoles: superuser === 't',
    toldChecks: toldChecks === 't',
    watchful,
    deadlockMilliseconds: Number(deadlock),
  };
}

async function answer(views: ServerConnection, expressions: string): Promise<string[]> {
  const row = present((await views.own(`SELECT ${expressions}`)).rows[0], 'answer');
  return row.map((value) => present(value, expressions));
}
