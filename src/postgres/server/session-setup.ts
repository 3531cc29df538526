import { type Instant, isoInstant } from '../../base/time.js';
import type { Row } from '../../model/sql.js';
import { EngineRefusal } from '../ports.js';
import { identifier, literal } from '../quote.js';
import { settingChanged } from '../session-role.js';
import type { ServerConnection, Settings } from './connection.js';
import type { ServerFacts } from './server-facts.js';
import type { DatabaseState, ServerSession } from './server-session.js';
import { commonSettings, newerSettings, sessionSettings, tellingSettings, watchfulSettings } from './settings.js';

/** The settings that are looked at after each statement, the first ones in the order in which `settingChanged` has them. */
const shownSettings = [
  ...['search_path', '"inbox_sim.now"', 'TimeZone', 'DateStyle', 'IntervalStyle'],
  ...['session_authorization', 'role'],
];
const ownSettings = ['session_authorization', 'role'];
const clockIndex = 1;

function searchPath(shared: string, { schema }: DatabaseState): string {
  return `${identifier(schema)}, ${shared}, pg_catalog`;
}

/** What a connection that works in `database` is opened with. */
export function settingsFor(database: DatabaseState, shared: string, facts: ServerFacts, now: Instant): Settings {
  return {
    ...commonSettings,
    ...(facts.majorVersion >= 17 ? newerSettings : {}),
    ...(facts.watchful ? watchfulSettings : {}),
    ...(facts.toldChecks ? tellingSettings : {}),
    ...sessionSettings(searchPath(shared, database), now),
    ...(database.readOnly ? { default_transaction_read_only: 'on' } : {}),
  };
}

/** Makes whoever speaks in a connection the role that it was given. */
export function takeRole(role: string | null): string {
  return role === null ? 'SET SESSION AUTHORIZATION DEFAULT' : `SET SESSION AUTHORIZATION ${identifier(role)}`;
}

/** Gives a session its role, and remembers what its settings are then, as the server prints them. */
export async function begin(
  session: ServerSession,
  connection: ServerConnection,
  shared: string,
  now: Instant,
): Promise<void> {
  await connection.own(belongings(session, shared));
  session.settings = (await look(connection)) ?? [];
  session.settled = true;
  session.clock = now;
}

/** Sets right between two transactions what the session has changed, and its clock. */
export async function renew(
  session: ServerSession,
  connection: ServerConnection,
  shared: string,
  now: Instant,
): Promise<void> {
  const statements = session.settled ? [] : [belongings(session, shared)];
  if (!session.settled || session.clock !== now) {
    statements.push(`SET inbox_sim.now = ${literal(isoInstant(now))}`);
    session.settings = session.settings.with(clockIndex, isoInstant(now));
  }
  session.settled = true;
  session.clock = now;
  if (statements.length > 0) await connection.own(statements.join('; '));
}

/**
 * Looks at what a statement has done to the settings: role and search path are set right where its words say that they may
 * be wrong now, and dynamic SQL that has changed them, the clock or how the session prints is not let go on.
 * @throws EngineRefusal with the setting that is not what it was.
 */
export async function check(
  session: ServerSession,
  connection: ServerConnection,
  shared: string,
  { text, tag }: { readonly text: string; readonly tag: string },
): Promise<void> {
  const { status } = connection;
  if (/^(SET|RESET|DISCARD)\b/.test(tag) || /authorization/i.test(text)) {
    session.settled = false;
    if (status === 'T') await connection.own(belongings(session, shared));
  }
  const now = await look(connection);
  if (now === null) return;
  const own = ownSettings.find(
    (_, index) => now.at(index - ownSettings.length) !== session.settings.at(index - ownSettings.length),
  );
  const changed = settingChanged(session.settings, now, status) ?? own ?? null;
  if (changed === null) return;
  session.settled = false;
  throw new EngineRefusal('setting', [session.name, changed]);
}

function belongings({ database }: ServerSession, shared: string): string {
  return `SET search_path = ${searchPath(shared, database)}; ${takeRole(database.roles?.session ?? null)}`;
}

/** The settings as they are; null in an aborted transaction, where nothing can be asked. SHOW is no query: it takes no snapshot. */
async function look(connection: ServerConnection): Promise<Row | null> {
  if (connection.status === 'E') return null;
  const { results, failure } = await connection.script(shownSettings.map((name) => `SHOW ${name}`).join('; '));
  // A setting of ours that has been removed altogether is a changed one too.
  if (failure) return shownSettings.map(() => null);
  return results.map(({ rows }) => rows[0]?.[0] ?? null);
}
