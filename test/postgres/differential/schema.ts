/** The tables of both seeds that several sessions meet in, and a partial unique index besides. */
export const schema = `
CREATE TABLE inbox (event_id text PRIMARY KEY);
CREATE TABLE history_events (
  event_id text PRIMARY KEY REFERENCES inbox (event_id), ticket_id text NOT NULL, from_status text NOT NULL,
  to_status text NOT NULL, changed_at timestamptz NOT NULL
);
CREATE TABLE outbox (
  seq bigint GENERATED ALWAYS AS IDENTITY, event_id text PRIMARY KEY, ticket_id text NOT NULL, payload jsonb NOT NULL,
  published_at timestamptz
);
CREATE TABLE processed_events (event_id text PRIMARY KEY, processed_at timestamptz);
CREATE TABLE inventory (product_id text PRIMARY KEY, reserved int NOT NULL);
CREATE TABLE leases (name text NOT NULL, owner text NOT NULL, gone boolean NOT NULL DEFAULT false);
CREATE UNIQUE INDEX one_lease ON leases (name) WHERE NOT gone;
`;

/** What puts the tables back to where every schedule begins. */
export const begin = [
  `WITH i AS (DELETE FROM inbox), h AS (DELETE FROM history_events), o AS (DELETE FROM outbox),
     p AS (DELETE FROM processed_events), v AS (DELETE FROM inventory), l AS (DELETE FROM leases)
   SELECT setval('outbox_seq_seq', 1, false)`,
  `WITH i AS (INSERT INTO inbox VALUES ('e1'), ('e2')),
     h AS (INSERT INTO history_events VALUES ('e2', 't', 'open', 'closed', '2026-10-03')),
     o AS (INSERT INTO outbox (event_id, ticket_id, payload) SELECT 'o' || n, 't', '{}' FROM generate_series(1, 4) n),
     p AS (INSERT INTO processed_events VALUES ('e1', now())),
     v AS (INSERT INTO inventory VALUES ('p1', 0), ('p2', 0)),
     l AS (INSERT INTO leases VALUES ('l1', 'x'))
   SELECT`,
];
