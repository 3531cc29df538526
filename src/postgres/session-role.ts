import { present } from '../base/assert.js';
import type { Row, SqlResult } from '../model/sql.js';
import { identifier, literal } from './quote.js';

/** Whose connection the backend's is. Only this role can give it another one, and take it back. */
export const serverRole = 'postgres';

/** What a session knows its database and the clock by, always; how it prints, once no transaction is open. */
const settings = ['search_path', 'inbox_sim.now', 'TimeZone', 'DateStyle', 'IntervalStyle'];
const settingsAlways = 2;

/**
 * Gives the connection another role, so that the session can take no other: SET ROLE asks whom the connection belongs
 * to, and a session's role is a member of none. RESET and DEFAULT change nothing, because this backend has never logged
 * anybody in.
 */
export function authorize(role: string): string {
  return setting('session_authorization', role);
}

/** What a session knows its database by, and its role. */
export function belongings(database: string, role: string): string {
  return `${setting('search_path', `${identifier(database)}, inbox_sim, pg_catalog`)}, ${authorize(role)}`;
}

/** Whether transactions are read-only from the next one on, as they all are on a standby. */
export function readOnlyFromNow(readOnly: boolean): string {
  return setting('default_transaction_read_only', readOnly ? 'on' : 'off');
}

export function clock(instant: string): string {
  return setting('inbox_sim.now', instant);
}

/** Part of a SELECT, because one statement that sets several costs less than several. */
function setting(name: string, value: string): string {
  return `pg_catalog.set_config('${name}', ${literal(value)}, false)`;
}

/** The values of all settings, as the end of a SELECT; {@link settingsIn} finds them in its answer. */
export const allSettings = settings.map((name) => `pg_catalog.current_setting('${name}', true)`).join(', ');

export function settingsIn(result: SqlResult | undefined): Row {
  return present(result?.rows[0], 'settings').slice(-settings.length);
}

/**
 * The setting that is no longer what it was; null when there is none. A session may not change them for good, and some
 * not even within a transaction.
 */
export function settingChanged(before: Row, now: Row, status: 'I' | 'T' | 'E'): string | null {
  // SET LOCAL may change within a transaction how a session prints.
  const checked = status === 'I' ? settings : settings.slice(0, settingsAlways);
  return checked.find((_, index) => (before[index] || null) !== (now[index] || null)) ?? null;
}
