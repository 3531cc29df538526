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

/** The tables in groups that have to be emptied together, and what puts each group back to where every schedule begins. */
const groups: readonly (readonly [tables: readonly string[], fill: readonly string[]])[] = [
  [
    ['inbox', 'history_events'],
    [
      "INSERT INTO inbox VALUES ('e1'), ('e2')",
      "INSERT INTO history_events VALUES ('e2', 't', 'open', 'closed', '2026-10-03')",
    ],
  ],
  [
    ['outbox'],
    [
      "SELECT setval('outbox_seq_seq', 1, false)",
      "INSERT INTO outbox (event_id, ticket_id, payload) SELECT 'o' || n, 't', '{}' FROM generate_series(1, 4) n",
    ],
  ],
  [['processed_events'], ["INSERT INTO processed_events VALUES ('e1', now())"]],
  [['inventory'], ["INSERT INTO inventory VALUES ('p1', 0), ('p2', 0)"]],
  [['leases'], ["INSERT INTO leases VALUES ('l1', 'x')"]],
];

/**
 * What brings all tables that `written` names back to where every schedule begins. They are emptied as a whole: where rows
 * come to lie in the room that others have left is nobody's to say, and it decides which of several a statement meets first.
 */
export function begin(written: string): string[] {
  const named = groups.filter(([tables]) => tables.some((table) => written.includes(table)));
  if (named.length === 0) return [];
  return [`TRUNCATE ${named.flatMap(([tables]) => tables).join(', ')}`, ...named.flatMap(([, fill]) => fill)];
}
