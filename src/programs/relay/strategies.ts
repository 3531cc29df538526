import type { SqlValue } from '../../model/sql.js';
import type { OutboxRow } from '../ports.js';
import type { SchemaAddition } from '../schemas.js';

/** How a relay that polls finds rows that are not published, and how it keeps what it has published. */
export interface Polling {
  /** One parameter: how many rows at most. */
  readonly poll: string;
  readonly mark: string;
  /** The parameters of `mark` for a row. */
  marked(row: OutboxRow): readonly SqlValue[];
  /** Whether the rows are held until the mark is committed with them, so that no other relay takes them meanwhile. */
  readonly holds: boolean;
}

const bySeq = ({ seq = null }: OutboxRow): readonly SqlValue[] => [seq];

const markRow = 'UPDATE outbox SET published_at = now() WHERE seq = $1';

/** The row says itself whether it has been published. */
export const flag: Polling = {
  poll: 'SELECT * FROM outbox WHERE published_at IS NULL ORDER BY seq LIMIT $1',
  mark: markRow,
  marked: bySeq,
  holds: false,
};

/** The same, and the rows stay locked while they are published; another relay skips them. */
export const claim: Polling = {
  ...flag,
  poll: `${flag.poll} FOR UPDATE SKIP LOCKED`,
  holds: true,
};

/** The highest number so far. A sequence gives numbers at INSERT, and rows appear at COMMIT, which is another order. */
export const idCursor: Polling = {
  poll: 'SELECT * FROM outbox WHERE seq > (SELECT last_seq FROM relay_cursor) ORDER BY seq LIMIT $1',
  mark: 'UPDATE relay_cursor SET last_seq = $1',
  marked: bySeq,
  holds: false,
};

/** The latest timestamp so far. `now()` is when a transaction began, and rows with equal timestamps are one to it. */
export const timestampCursor: Polling = {
  poll: 'SELECT * FROM outbox WHERE created_at > (SELECT last_at FROM relay_cursor) ORDER BY created_at, seq LIMIT $1',
  mark: 'UPDATE relay_cursor SET last_at = $1',
  marked: ({ created_at = null }) => [created_at],
  holds: false,
};

/**
 * A cursor over transaction ids that never passes the oldest transaction that is still open: whatever has a lower id has
 * ended, and what it has written is there.
 */
export const xmin: Polling = {
  poll: `SELECT outbox.* FROM outbox, relay_cursor
WHERE (xid, seq) > (last_xid, last_seq) AND xid < pg_snapshot_xmin(pg_current_snapshot())
ORDER BY xid, seq LIMIT $1`,
  mark: 'UPDATE relay_cursor SET (last_xid, last_seq) = (SELECT xid, seq FROM outbox WHERE seq = $1)',
  marked: bySeq,
  holds: false,
};

/** Nothing of a row says that it waits: a relay that keeps a position of its own never touches it. */
function unmarked(sql: string, tables: readonly string[]): SchemaAddition {
  return {
    sql,
    tables,
    bindings: (own) =>
      own.map((binding) => {
        const { table, role, eventColumn } = binding;
        return role === 'source' ? { table, role, eventColumn } : binding;
      }),
  };
}

const cursorTable = ['relay_cursor'];

/** What each strategy needs in the database; the others need nothing. */
export const additions = {
  'id-cursor': unmarked(
    'CREATE TABLE relay_cursor (last_seq bigint NOT NULL);\nINSERT INTO relay_cursor VALUES (0);',
    cursorTable,
  ),
  'timestamp-cursor': unmarked(
    `ALTER TABLE outbox ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
CREATE TABLE relay_cursor (last_at timestamptz NOT NULL);
INSERT INTO relay_cursor VALUES ('-infinity');`,
    cursorTable,
  ),
  xmin: unmarked(
    `ALTER TABLE outbox ADD COLUMN xid xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE TABLE relay_cursor (last_xid xid8 NOT NULL, last_seq bigint NOT NULL);
INSERT INTO relay_cursor VALUES ('0', 0);`,
    cursorTable,
  ),
  cdc: unmarked('', []),
} as const;
