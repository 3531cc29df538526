import type { RefusalCode } from '../../model/refusal.js';

/** A statement that is refused for each reason; a test reads them all. `in` is where it would stand. */
export const refusalExamples: Readonly<Record<RefusalCode, string>> = {
  copy: "COPY inbox FROM '/tmp/inbox.csv'",
  'schema-change': 'ALTER TABLE inbox ADD COLUMN seen_at timestamptz',
  'temporary-table': 'CREATE TEMP TABLE seen (event_id text)',
  'select-into': 'SELECT event_id INTO seen FROM inbox',
  'session-setting': "SET lock_timeout = '1s'",
  'search-path': 'SET search_path TO tickets',
  notification: 'NOTIFY outbox',
  'prepared-statement': 'PREPARE seen AS SELECT event_id FROM inbox',
  'cursor-with-hold': 'DECLARE seen CURSOR WITH HOLD FOR SELECT event_id FROM inbox',
  'session-lock': 'SELECT pg_advisory_lock(1)',
  'sequence-memory': "SELECT currval('outbox_seq_seq')",
  'transaction-id': 'SELECT txid_current()',
  role: 'SET ROLE relay',
  'two-phase-commit': "PREPARE TRANSACTION 'e1'",
  library: "LOAD 'auto_explain'",
  maintenance: 'VACUUM inbox',
  server: 'CREATE DATABASE tickets',
  extension: 'CREATE EXTENSION pgcrypto',
  schema: 'CREATE SCHEMA tickets',
  'server-file': "SELECT pg_read_file('inbox.csv')",
  sleep: 'SELECT pg_sleep(5)',
  'other-server': "SELECT dblink_connect('dbname=tickets')",
};
