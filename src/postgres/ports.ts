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
  /** What the server says of the session's transaction after this call: none, open, or open and aborted by an error. */
  readonly transaction: 'none' | 'open' | 'aborted';
}

/** Something that this engine cannot give faithfully and therefore does not give at all. */
export class EngineRefusal extends Error {
  override readonly name = 'EngineRefusal';

  constructor(
    readonly reason: 'second-transaction' | 'setting',
    /** Names: the session refused, then the one in its way, or the setting that it has changed. */
    readonly sessions: readonly string[],
  ) {
    super(`${reason}: ${sessions.join(', ')}`);
  }
}

/** Something took more than it may. Everything else is refused with the same error until the next reset. */
export class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded';

  constructor(
    /** The last two are of one answer: they refuse that answer alone, though the statement has taken effect. */
    readonly limit: 'statement-time' | 'scenario-time' | 'memory' | 'answer-rows' | 'answer-bytes',
    readonly value: number,
    readonly unit: 'ms' | 'bytes' | 'rows',
  ) {
    super(`${limit}: more than ${value} ${unit}`);
  }
}

/** PostgreSQL does not answer any more, or not what it was asked. Nothing that it holds can be trusted until the next reset. */
export class EngineBroken extends Error {
  override readonly name = 'EngineBroken';
}

/**
 * A connection to one database. It answers what PostgreSQL answers: an error aborts an open transaction, the next
 * statement is 25P02, COMMIT then has the tag ROLLBACK.
 * Every method throws {@link EngineRefusal} for what the engine does not do, {@link LimitExceeded} and {@link EngineBroken}.
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

/** A scenario's database: a schema of its own, whose sessions can see no other and own nothing. */
export interface Database {
  readonly name: string;
  /** What {@link tables} answered when it had been defined. */
  readonly initial: readonly TableRows[];
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
  /** @throws DefinitionFailed when PostgreSQL does not take the definition; only a reset removes the database then. */
  createDatabase(name: string, definition: string): Promise<Database>;
  /** What `now()` answers from the next transaction on. */
  setClock(now: Instant): void;
  save(): Promise<SavedState>;
  restore(state: SavedState): Promise<void>;
  /** Ends every session and removes every database with all that belongs to it. */
  reset(): Promise<void>;
  close(): Promise<void>;
}
