import type { Instant } from '../base/time.js';
import type { Row, RowChange, SqlFailure, SqlResult, SqlValue } from '../model/sql.js';

/** What a statement came to. */
export type Answer =
  | { readonly kind: 'done'; readonly result: SqlResult }
  | { readonly kind: 'error'; readonly failure: SqlFailure };

export interface Executed {
  readonly answer: Answer;
  /** What this call committed, in the order in which it was written; empty while a transaction stays open. */
  readonly changes: readonly RowChange[];
}

/** Something that this engine cannot give faithfully and therefore does not give at all. */
export class EngineRefusal extends Error {
  override readonly name = 'EngineRefusal';

  constructor(
    readonly reason: 'second-transaction',
    /** The sessions concerned: the one refused, then the one in its way. */
    readonly sessions: readonly string[],
  ) {
    super(`${reason}: ${sessions.join(', ')}`);
  }
}

/**
 * A connection to one database. It answers what PostgreSQL answers: an error aborts an open transaction, the next
 * statement is 25P02, COMMIT then has the tag ROLLBACK.
 * Every method throws {@link EngineRefusal} for what the engine does not do.
 */
export interface Session {
  readonly name: string;
  begin(): Promise<Executed>;
  /** One statement; `parameters` fill `$1`, `$2`, ... as text. */
  execute(statement: string, parameters?: readonly SqlValue[]): Promise<Executed>;
  commit(): Promise<Executed>;
  rollback(): Promise<Executed>;
  /** Really raises SQLSTATE `code` in the session, so that an open transaction is aborted. */
  raise(code: string): Promise<Executed>;
  /** The changes of this session's open transaction that nobody else can see yet. */
  uncommitted(): Promise<readonly RowChange[]>;
  /** The connection ends; the server rolls back what is open. */
  close(): Promise<void>;
}

export interface TableRows {
  readonly table: string;
  readonly columns: readonly string[];
  /** In the order of their values, column by column; of their texts where a column's type has no order. */
  readonly rows: readonly Row[];
}

/** A scenario's database: a schema of its own, with a role that can see no other. */
export interface Database {
  readonly name: string;
  session(name: string): Session;
  /** The committed rows of all tables, in the order in which the tables were created. No transaction may be open. */
  tables(): Promise<readonly TableRows[]>;
}

/** All rows and sequences of all databases of a server, to be put back later. */
export interface SavedState {
  readonly tables: readonly { readonly database: string; readonly table: string; readonly rows: readonly string[] }[];
  readonly sequences: readonly { readonly name: string; readonly lastValue: string; readonly called: boolean }[];
}

/** A PostgreSQL server that serves many scenarios, one after another. */
export interface DatabaseServer {
  createDatabase(name: string, definition: string): Promise<Database>;
  /** What `now()` answers from the next transaction on. */
  setClock(now: Instant): void;
  save(): Promise<SavedState>;
  restore(state: SavedState): Promise<void>;
  /** Ends every session and removes every database with all that belongs to it. */
  reset(): Promise<void>;
  close(): Promise<void>;
}
