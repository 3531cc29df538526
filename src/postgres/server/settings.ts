import { type Instant, isoInstant } from '../../base/time.js';
import type { Settings } from './connection.js';

/** A server's answers are those of PGlite only where it is set as PGlite is, whatever its owner has set. */
export const commonSettings: Settings = {
  client_encoding: 'UTF8',
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  lc_monetary: 'C',
  lc_numeric: 'C',
  lc_time: 'C',
  default_text_search_config: 'pg_catalog.english',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  default_transaction_deferrable: 'off',
  standard_conforming_strings: 'on',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  client_min_messages: 'notice',
  search_path: 'pg_catalog',
};

/** PostgreSQL 17 and newer would end a transaction that is open for long. */
export const newerSettings: Settings = { transaction_timeout: '0' };

/** Has the server look now and then whether its client is still there; not every system lets it see that. */
export const watchfulSettings: Settings = { client_connection_check_interval: '1s' };

/** For these of {@link tellingSettings} a user needs a right that only some have. */
export const guardedSettings = ['deadlock_timeout', 'log_lock_waits', 'log_min_messages', 'lc_messages'];

/**
 * A session looks for a deadlock as soon as it waits, and tells when it has found none. So whoever waits already has
 * looked before anybody else goes on, and the victim is whoever closes the circle. What it tells is for us alone: it stays
 * out of the server's log, and in English.
 */
export const tellingSettings: Settings = {
  deadlock_timeout: '1ms',
  log_lock_waits: 'on',
  log_min_messages: 'panic',
  lc_messages: 'C',
  client_min_messages: 'log',
};

/** What a session knows its database and the clock by. */
export function sessionSettings(searchPath: string, now: Instant): Settings {
  return { search_path: searchPath, 'inbox_sim.now': isoInstant(now) };
}
