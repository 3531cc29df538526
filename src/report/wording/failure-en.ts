import { engineRefusalsEn } from './engine-refusals-en.js';
import type { Wording } from './wording.js';

/** What keeps a scenario from being played to its end. */
export const failure: Wording['failure'] = {
  postgresSays: (message) => `PostgreSQL says: ${message}`,
  refused: (words) => `${words} is refused`,
  changesSomething: (message) => `an invariant only asks, and this would change something; PostgreSQL says: ${message}`,
  noQuery: 'an invariant is a query, and this statement answers no rows',
  postgresRefuses: 'PostgreSQL does not take it; its words are on the standard error.',
  transactionLeftOpen: 'it leaves a transaction open',
  noTable: (table, known) => `there is no table "${table}"${known === '' ? '' : `; it has ${known}`}`,
  noColumn: (table, column, known) => `${table} has no column "${column}"; it has ${known}`,
  afterTheSteps: 'after the steps',
  note: (step) => `step ${step}`,
  engine: engineRefusalsEn,
  stopped: {
    'statement-time': (limit) => `a statement took longer than ${limit}`,
    'scenario-time': (limit) => `PostgreSQL has worked longer than ${limit} for this scenario`,
    memory: (limit) => `the program took more than ${limit} of memory`,
    'answer-rows': (limit) => `a statement answered more than ${limit} rows`,
    'answer-bytes': (limit) => `a statement answered more than ${limit}; ask for less`,
    broken: () => 'PostgreSQL has stopped answering: a statement has ended its session or broken the engine',
    'server-gone': () => 'the connection to the server was lost',
  },
  raise: (flag) => ` (${flag} allows more)`,
};
