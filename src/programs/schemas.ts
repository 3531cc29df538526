import type { RoleBinding } from '../model/sql.js';

/** The tables of a database and what they are to the checks. */
export interface SchemaDefinition {
  readonly sql: string;
  /** The names of the tables, in the order in which they are created. */
  readonly tables: readonly string[];
  readonly bindings: readonly RoleBinding[];
}

/** What a program adds to the schema of a database that is not its own. */
export interface SchemaAddition {
  /** Statements that follow those of the schema. */
  readonly sql: string;
  /** The names of the tables that it creates. */
  readonly tables: readonly string[];
  /** What a built-in schema's own roles become. */
  bindings?(own: readonly RoleBinding[]): readonly RoleBinding[];
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

/** What the inventory service keeps: the events that it has processed, and what is reserved of each product. */
const inventory: SchemaDefinition = {
  sql: `CREATE TABLE processed_events (
    event_id     text        PRIMARY KEY,
    processed_at timestamptz NOT NULL
);

CREATE TABLE inventory (
    product_id text    PRIMARY KEY,
    reserved   integer NOT NULL
);`,
  tables: ['processed_events', 'inventory'],
  bindings: [{ table: 'processed_events', role: 'marker', eventColumn: 'event_id' }],
};

/** The same without the key that would notice a second insert. */
export const keylessInventory: SchemaDefinition = {
  ...inventory,
  sql: inventory.sql.replace('event_id     text        PRIMARY KEY', 'event_id     text        NOT NULL'),
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

/** The order service's database, with the outbox that its relay reads. */
const orders: SchemaDefinition = {
  sql: `CREATE TABLE orders (
    id          text PRIMARY KEY,
    customer_id text NOT NULL,
    status      text NOT NULL
);

CREATE TABLE outbox (
    seq            bigint      GENERATED ALWAYS AS IDENTITY,
    id             uuid        PRIMARY KEY,
    aggregate_type text        NOT NULL,
    aggregate_id   text        NOT NULL,
    event_type     text        NOT NULL,
    payload        jsonb       NOT NULL,
    published_at   timestamptz
);`,
  tables: ['orders', 'outbox'],
  bindings: [{ table: 'outbox', role: 'source', eventColumn: 'id', pendingColumns: ['published_at'] }],
};

/** What billing remembers; its charges are made elsewhere. */
const billing: SchemaDefinition = {
  sql: `CREATE TABLE processed_events (
    event_id     text        PRIMARY KEY,
    processed_at timestamptz NOT NULL
);`,
  tables: ['processed_events'],
  bindings: [{ table: 'processed_events', role: 'marker', eventColumn: 'event_id' }],
};

/** The schemas that a scenario can name. */
export const builtInSchemas: Readonly<Record<string, SchemaDefinition>> = {
  history,
  tickets,
  orders,
  billing,
  inventory,
};
