// What `run duplicate-900` asks of PostgreSQL, and nothing else: the floor that the whole program is compared with.
// `node bare.mjs plain` starts with initdb, `node bare.mjs archive` from the archive of the build.
import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { archivePath } from '../../dist/postgres/archive.js';
import { serverSettings } from '../../dist/postgres/bootstrap.js';

const fromArchive = {
  loadDataDir: process.argv[2] === 'archive' ? new Blob([readFileSync(archivePath())]) : undefined,
  postgresqlconf: serverSettings,
};
const db = await PGlite.create(process.argv[2] === 'archive' ? fromArchive : {});
await db.exec(`
  CREATE TABLE inbox (event_id text PRIMARY KEY);
  CREATE TABLE history_events (
    event_id text PRIMARY KEY REFERENCES inbox(event_id), ticket_id text NOT NULL, from_status text NOT NULL,
    to_status text NOT NULL, changed_at timestamptz NOT NULL)`);
const tryInbox = 'INSERT INTO inbox(event_id) VALUES ($1) ON CONFLICT (event_id) DO NOTHING RETURNING event_id';
const saveHistory = 'INSERT INTO history_events VALUES ($1, $2, $3, $4, $5)';
for (let delivery = 0; delivery < 2; delivery++) {
  await db.exec('BEGIN');
  const { rows } = await db.query(tryInbox, ['event-ticket-900']);
  if (rows.length === 0) {
    await db.exec('ROLLBACK');
    continue;
  }
  await db.query(saveHistory, ['event-ticket-900', 'ticket-42', 'open', 'resolved', '2026-10-03T08:00:00Z']);
  await db.exec('COMMIT');
}
const rows = (await db.query('SELECT * FROM history_events')).rows.length;
process.stdout.write(`${rows} row\n`);
process.exit(0);
