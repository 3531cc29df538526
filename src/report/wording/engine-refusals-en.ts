import type { EngineRefusalWording } from './wording.js';

const advice = 'Run it on a real server: --postgres URL.';

/** Why an engine does not do what a session asks. */
export const engineRefusalsEn: EngineRefusalWording = {
  setting: (session, setting) =>
    `${session} has changed ${setting}, which belongs to the simulator: sessions know their database and the virtual clock by their settings. Leave ${setting} as it is.`,
  isolation: (session, other) =>
    `${session} asks PostgreSQL for something while ${other} has a transaction above READ COMMITTED open; the embedded PostgreSQL would lose its snapshot. ${advice}`,
  deferred: (session, other) =>
    `${session} asks PostgreSQL for something while ${other} has a transaction open in a database with deferred constraints; the embedded PostgreSQL would check them too early. ${advice}`,
  'comes-back': (session) =>
    `${session} goes on with its transaction after another session has spoken, and something of it would be lost in the embedded PostgreSQL: a transaction id that somebody has seen, a cursor, a setting or an advisory lock behind a savepoint, an emptied or locked table. There it can only commit or roll back. ${advice}`,
  'not-parked': (session) =>
    `the transaction of ${session} holds something that the embedded PostgreSQL cannot keep while another session speaks. ${advice}`,
  'too-many': (session) =>
    `${session} has one open transaction more than the embedded PostgreSQL can keep. End some of them first, or run it on a real server: --postgres URL.`,
  waits: (session, other) =>
    other === ''
      ? `a statement of ${session} would have to wait for another session, and the embedded PostgreSQL gives only waits that come to exactly what a server answers. ${advice}`
      : `a statement of ${session} would have to wait for ${other}, and the embedded PostgreSQL gives only waits that come to exactly what a server answers: of single rows, found by the table's own columns. ${advice}`,
  'locks-table': (session, other) =>
    `${session} locks a whole table while ${other} has a transaction open, and the embedded PostgreSQL does not keep which tables ${other} has read. ${advice}`,
  'lock-waits': (session, other) =>
    `${session} asks PostgreSQL for something while ${other} has a transaction open, and this build of the embedded PostgreSQL does not show when a statement waits. ${advice}`,
  views: (session, other) =>
    `${session} asks for the server's view of its sessions while ${other} has a transaction open; the embedded PostgreSQL has one session for all. ${advice}`,
  'own-schema': (session, database) =>
    `${session} names its own database ${database} in a statement, and on a server that schema has another name. Leave the name of the schema out.`,
  'locked-table': (session) =>
    `${session} keeps everybody from a table, so that its rows cannot be read. End its transaction first.`,
  'saved-state': () => 'rows cannot be put back on a server.',
};
