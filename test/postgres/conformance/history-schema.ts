import type { DatabaseServer, Session } from '../../../src/postgres/ports.js';

/** The tables of the History consumer. */
export const historySchema = `
CREATE TABLE inbox(event_id text PRIMARY KEY);
CREATE TABLE history_events(
  event_id text PRIMARY KEY REFERENCES inbox(event_id), ticket_id text NOT NULL, from_status text NOT NULL,
  to_status text NOT NULL, changed_at timestamptz NOT NULL
);`;

/** For tests that need a database and no table in particular. */
export const anySchema = 'CREATE TABLE anything(a int)';

/** The statement of the inbox, letter for letter as the History repository sends it. */
export const tryInbox = 'INSERT INTO inbox(event_id) VALUES ($1) ON CONFLICT (event_id) DO NOTHING RETURNING event_id';

export const saveHistory =
  'INSERT INTO history_events(event_id, ticket_id, from_status, to_status, changed_at) VALUES ($1, $2, $3, $4, $5)';

export const event900 = ['event-ticket-900', 'ticket-42', 'open', 'resolved', '2026-10-03T08:00:00Z'];

/** A session of a new database `history` with these tables. */
export async function historySession(server: DatabaseServer, name = 'history'): Promise<Session> {
  return (await server.createDatabase('history', historySchema)).session(name);
}

/** A session of a new database called `database` with the tables of `definition`. */
export async function sessionOver(server: DatabaseServer, definition: string, database = 'd'): Promise<Session> {
  return (await server.createDatabase(database, definition)).session('S');
}
