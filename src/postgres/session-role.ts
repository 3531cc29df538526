import type { Row } from '../model/sql.js';
import { identifier } from './quote.js';

/** Whose connection the backend's is. Only this role can give it another one, and take it back. */
export const serverRole = 'postgres';

/**
 * Gives the connection another role, so that the session can take no other: SET ROLE asks whom the connection belongs
 * to, and a session's role is a member of none. RESET and DEFAULT change nothing, because this backend has never logged
 * anybody in.
 */
export function authorize(role: string): string {
  return `SET SESSION AUTHORIZATION ${role}`;
}

/** What a session knows its database by, and its role. */
export function belongings(database: string, role: string): string {
  return `SET search_path = ${identifier(database)}, inbox_sim, pg_catalog; ${authorize(role)}`;
}

/** What a session knows its database and the clock by, always; how it prints, once no transaction is open. */
const settings = ['search_path', 'inbox_sim.now', 'TimeZone', 'DateStyle', 'IntervalStyle'];
const settingsAlways = 2;

/** Reads the settings that a session may not change for good; within a transaction those that it may not change at all. */
export function settingsQuery(status: 'I' | 'T' | 'E'): string {
  return `SELECT ${checked(status)
    .map((name) => `pg_catalog.current_setting('${name}', true)`)
    .join(', ')}`;
}

/** The setting that is no longer what it was; null when there is none. */
export function settingChanged(before: Row, now: Row, status: 'I' | 'T' | 'E'): string | null {
  return checked(status).find((_, index) => (before[index] || null) !== (now[index] || null)) ?? null;
}

/** SET LOCAL may change within a transaction how a session prints. */
function checked(status: 'I' | 'T' | 'E'): readonly string[] {
  return status === 'I' ? settings : settings.slice(0, settingsAlways);
}
