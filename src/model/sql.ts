/** PostgreSQL's text output of one value (UTC, ISO), or null. */
export type SqlValue = string | null;
export type Row = readonly SqlValue[];

/** A statement's answer. */
export interface SqlResult {
  /** The command tag, such as `INSERT 0 1` or `COMMIT`. */
  readonly tag: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** What the server said instead. The message is for people; traces keep code and constraint only. */
export interface SqlFailure {
  /** SQLSTATE, five characters. */
  readonly code: string;
  readonly constraint: string | null;
  readonly message: string;
}

/** What a table is to the checks: who remembers that an event was handled, what handling it did, where events come from. */
export const TABLE_ROLES = ['marker', 'effect', 'source'] as const;
export type TableRole = (typeof TABLE_ROLES)[number];

/** Binds a table to a role. `pendingColumn` is null in rows that a relay has still to publish. */
export interface RoleBinding {
  readonly table: string;
  readonly role: TableRole;
  readonly eventColumn: string;
  readonly pendingColumn?: string;
}

export interface TableInfo {
  readonly name: string;
  readonly columns: readonly string[];
  readonly binding: RoleBinding | null;
}

/** One committed (or still open) change of one row; `truncate` empties the table. */
export interface RowChange {
  readonly table: string;
  readonly kind: 'insert' | 'update' | 'delete' | 'truncate';
  readonly before: Row | null;
  readonly after: Row | null;
}

/** SQLSTATEs after which the connection is gone: class 08, and a server that shuts the session down. */
export function closesSession(code: string): boolean {
  return code.startsWith('08') || code === '57P01' || code === '57P02' || code === '57P03';
}
