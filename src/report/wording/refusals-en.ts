import type { RefusalWording } from './diagnostics.js';

const definition = 'write it in the "schema" of the database';
const leaveOut = 'leave it out';

export const refusals: RefusalWording = {
  copy: {
    why: 'it wants data that nobody sends, or a file of the machine',
    instead: 'insert the rows, or give them to the database with "rows"',
  },
  'schema-change': { why: 'the tables of a database stand before the first step', instead: definition },
  'temporary-table': { why: 'it belongs to one backend, which all sessions share here', instead: definition },
  'select-into': {
    why: 'it creates a table',
    instead: `for a table ${definition}; for a value remember the row with "as"`,
  },
  'session-setting': {
    why: 'it outlives the transaction, and one backend serves all sessions',
    instead: 'use SET LOCAL within the transaction',
  },
  'search-path': {
    why: 'it is what a session knows its database by',
    instead: 'name the database of the actor in "actors"',
  },
  notification: { why: 'nothing listens here', instead: 'let the reader poll with a SELECT, or send a record' },
  'prepared-statement': {
    why: 'it belongs to one backend, which all sessions share here',
    instead: 'write the statement out, with "params" for $1, $2',
  },
  'cursor-with-hold': {
    why: 'it outlives its transaction, and one backend serves all sessions',
    instead: 'declare the cursor without WITH HOLD, or remember the rows with "as"',
  },
  'session-lock': {
    why: 'it belongs to one backend, which all sessions share here',
    instead: 'use pg_advisory_xact_lock, which ends with the transaction',
  },
  'sequence-memory': {
    why: 'it is what one backend remembers, and all sessions share it here',
    instead: 'use RETURNING with "as"',
  },
  'transaction-id': {
    why: 'as a number or a text a transaction id depends on what ran before',
    instead: 'use pg_current_xact_id() and pg_current_snapshot(), and leave their types as they are',
  },
  role: { why: 'roles and their rights are no part of a scenario', instead: leaveOut },
  'two-phase-commit': {
    why: 'prepared transactions are what the simulator parks open ones with',
    instead: 'write the two transactions out: two commits that can fail one without the other',
  },
  library: { why: 'it loads a file of the machine', instead: leaveOut },
  maintenance: { why: 'the engine does it by itself, and nothing in a scenario depends on it', instead: leaveOut },
  server: { why: 'it is about the server as a whole, not about the database of a scenario', instead: leaveOut },
  extension: { why: 'the engine has no extensions', instead: 'use what PostgreSQL itself has' },
  schema: { why: 'a database of a scenario is one schema', instead: 'make another entry in "databases"' },
  'server-file': {
    why: 'it reads the files of the machine',
    instead: 'give the rows to the database with "rows"',
  },
  sleep: { why: 'the clock of a scenario is virtual', instead: 'make a step "advance: 5s"' },
  'other-server': {
    why: 'there is no way from one database to another',
    instead: 'read with one actor, remember with "as", and write with another step',
  },
};
