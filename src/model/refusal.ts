/** Why a statement is not taken. Each code is worded in the report, in each language. */
export const REFUSAL_CODES = [
  /** It wants data that nobody sends, or a file or program of the machine. */
  'copy',
  /** The schema belongs to the definition of the database. */
  'schema-change',
  'temporary-table',
  'select-into',
  /** A setting that outlives the transaction: one backend serves all sessions. */
  'session-setting',
  /** The search path is what a session knows its database by. */
  'search-path',
  'notification',
  'prepared-statement',
  'cursor-with-hold',
  'session-lock',
  /** `currval` and `lastval`: what a session remembers of a sequence. */
  'sequence-memory',
  /** A transaction id as a plain number or text, which looks like anybody's and depends on what ran before. */
  'transaction-id',
  /** A session has one role for good; roles and their rights are no part of a scenario. */
  'role',
  'two-phase-commit',
  'library',
  'maintenance',
  /** Databases, tablespaces, the server's settings, subscriptions. */
  'server',
  'extension',
  /** A scenario's database is one schema. */
  'schema',
  'server-file',
  /** The clock of a scenario is virtual. */
  'sleep',
  'other-server',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];
