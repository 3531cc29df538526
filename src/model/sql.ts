/** PostgreSQL's text output of one value (UTC, ISO), or null. */
export type SqlValue = string | null;
export type Row = readonly SqlValue[];

/** A statement's answer. */
export interface SqlResult {
  /** The command tag, such as `INSERT 0 1` or `COMMIT`. */
  readonly tag: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /**
   * The same rows as PostgreSQL gave them, where `rows` has its transaction ids and OIDs numbered anew. They are never
   * shown; a later statement may hand them back.
   */
  readonly own?: readonly Row[];
}

/** What the server said instead. The message is for people; traces keep code and constraint only. */
export interface SqlFailure {
  /** SQLSTATE, five characters. */
  readonly code: string;
  readonly constraint: string | null;
  readonly message: string;
  /** Where in the statement, counted in characters from 1, as PostgreSQL says it; null where it names no place. */
  readonly position: number | null;
}

/** Where {@link SqlFailure.position} lies in `text`, in UTF-16 units from 0: PostgreSQL counts characters from 1. */
export function textOffset(text: string, position: number): number {
  let offset = 0;
  for (let character = 1; character < position && offset < text.length; character++) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}

/** How many rows a command tag counts, such as 2 in `INSERT 0 2`; null for a tag that counts none, such as `COMMIT`. */
export function rowCountOf(tag: string): number | null {
  const match = /^(?:INSERT 0|SELECT|UPDATE|DELETE|MERGE|FETCH|MOVE|COPY) (\d+)$/.exec(tag);
  return match ? Number(match[1]) : null;
}

/** What a table is to the checks: who remembers that an event was handled, what handling it did, where events come from. */
export const TABLE_ROLES = ['marker', 'effect', 'source'] as const;
export type TableRole = (typeof TABLE_ROLES)[number];

/** Binds a table to a role. */
export interface RoleBinding {
  readonly table: string;
  readonly role: TableRole;
  readonly eventColumn: string;
  /** All null in rows that a relay has still to publish: one for "published", perhaps one for "parked". */
  readonly pendingColumns?: readonly string[];
  /** The group whose work the table shows, where several share a database. */
  readonly group?: string;
}

export interface TableInfo {
  readonly name: string;
  readonly columns: readonly string[];
  readonly binding: RoleBinding | null;
}

/** The event that a row of a source tells of; null where the table is no source, or the row has none. */
export function sourceEventOf({ binding, columns }: TableInfo, row: Row | null): string | null {
  return binding?.role === 'source' ? (row?.[columns.indexOf(binding.eventColumn)] ?? null) : null;
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
