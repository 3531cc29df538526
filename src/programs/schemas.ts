import type { RoleBinding } from '../model/sql.js';

/** The tables of a database and what they are to the checks. */
export interface SchemaDefinition {
  readonly sql: string;
  /** The names of the tables, in the order in which they are created. */
  readonly tables: readonly string[];
  readonly bindings: readonly RoleBinding[];
}

/** The schema of the History database. */
const history: SchemaDefinition = {
  sql: `CREATE TABLE inbox (
    event_id text PRIMARY KEY
);

CREATE TABLE history_events (
    event_id    text        PRIMARY KEY REFERENCES inbox(event_id),
    ticket_id   text        NOT NULL,
    from_status text        NOT NULL,
    to_status   text        NOT NULL,
    changed_at  timestamptz NOT NULL
);`,
  tables: ['inbox', 'history_events'],
  bindings: [
    { table: 'inbox', role: 'marker', eventColumn: 'event_id' },
    { table: 'history_events', role: 'effect', eventColumn: 'event_id' },
  ],
};

/** The unprotected service: no inbox, and nothing that would notice a second row. */
export const unprotectedHistory: SchemaDefinition = {
  sql: `CREATE TABLE history_events (
    event_id    text        NOT NULL,
    ticket_id   text        NOT NULL,
    from_status text        NOT NULL,
    to_status   text        NOT NULL,
    changed_at  timestamptz NOT NULL
);`,
  tables: ['history_events'],
  bindings: [{ table: 'history_events', role: 'effect', eventColumn: 'event_id' }],
};

/** The ticket service's database, with the outbox that its publisher reads. */
const tickets: SchemaDefinition = {
  sql: `CREATE TABLE tickets (
    ticket_id text PRIMARY KEY,
    status    text NOT NULL
);

CREATE TABLE outbox (
    seq          bigint      GENERATED ALWAYS AS IDENTITY,
    event_id     text        PRIMARY KEY,
    ticket_id    text        NOT NULL,
    payload      jsonb       NOT NULL,
    published_at timestamptz
);`,
  tables: ['tickets', 'outbox'],
  bindings: [{ table: 'outbox', role: 'source', eventColumn: 'event_id', pendingColumns: ['published_at'] }],
};

/** The schemas that a scenario can name. */
export const builtInSchemas: Readonly<Record<string, SchemaDefinition>> = { history, tickets };
