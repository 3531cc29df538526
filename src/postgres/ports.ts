import type { Instant } from '../base/time.js';
import type { Row, RowChange, SqlFailure, SqlResult, SqlValue } from '../model/sql.js';

/** What a statement came to. */
export type Answer =
  | { readonly kind: 'done'; readonly result: SqlResult }
  | { readonly kind: 'error'; readonly failure: SqlFailure }
  /**
   * It waits, directly, for the sessions of these names: each once, in the order in which they were opened. It stays
   * pending in its session, which takes nothing but `close` until a later call has resumed it.
   */
  | { readonly kind: 'blocked'; readonly by: readonly string[] };

/** What a statement of another session came to that had been blocked. */
export interface Resumed {
  /** The very object that the statement was given to. */
  readonly session: Session;
  readonly answer: Exclude<Answer, { kind: 'blocked' }>;
  /** What it committed, in the order in which it was written: of a COMMIT, or of a statement outside a transaction. */
  readonly changes: readonly RowChange[];
  readonly transaction: Executed['transaction'];
}

export interface Executed {
  readonly answer: Answer;
  /** What this call committed, in the order in which it was written; empty while a transaction stays open. */
  readonly changes: readonly RowChange[];
  /**
   * What the server says of the session's transaction after this call: none, open, or open and aborted by an error.
   * While a statement is blocked, what it was before: a statement outside a transaction waits in none.
   */
  readonly transaction: 'none' | 'open' | 'aborted';
  /**
   * Statements of other sessions that had been blocked and have ended because of this call, or of one another, in the
   * order in which they ended; where PostgreSQL leaves that open, in the order in which they blocked.
   */
  readonly resumed: readonly Resumed[];
}

/** Something that this engine cannot give faithfully and therefore does not give at all. */
export class EngineRefusal extends Error {
  override readonly name = 'EngineRefusal';

  constructor(
    readonly reason:
      | 'setting'
      /** A transaction above READ COMMITTED is open, and its snapshot would be lost while another session speaks. */
      | 'isolation'
      /** What is deferred until the end of an open transaction would happen before. */
      | 'deferred'
      /** Something of a transaction would be lost if it went on after another session has spoken: it can only end. */
      | 'comes-back'
      /** The transaction cannot be kept while another session speaks. */
      | 'not-parked'
      | 'too-many'
      /** A statement would have to wait, and would not come to the same then. */
      | 'waits'
      /** This build of PostgreSQL does not show that it waits. */
      | 'lock-waits'
      /** A statement asks for the server's view of its sessions. */
      | 'views'
      /** A statement locks a whole table, and what others have read is not known. */
      | 'locks-table'
      /** A name is qualified with the session's own database, which a server knows by another name. */
      | 'own-schema'
      /** A table cannot be read while a session keeps everybody else from it. */
      | 'locked-table'
      /** Rows cannot be put back on a server. */
      | 'saved-state',
    /**
     * Names: the session refused, then the one in its way, the setting that it has changed or its database; of a locked
     * table whoever has locked it.
     */
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
 * statement is 25P02, COMMIT then has the tag ROLLBACK. Whoever closes a circle of waiting sessions gets 40P01.
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
  /**
   * The connection ends, whatever it is doing; the server has rolled back what was open when this answers. What waited
   * for it may have ended then.
   */
  close(): Promise<readonly Resumed[]>;
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
  /** The committed rows of all tables, as a new session sees them, in the order in which the tables were created. */
  tables(): Promise<readonly TableRows[]>;
}

/**
 * A database that repeats what another one, its primary, has committed, and takes no writes: a hot standby. Its rows are
 * the primary's of an earlier moment; its sessions ask `pg_last_wal_replay_lsn()` of which, and the primary's
 * `pg_current_wal_lsn()`. Positions count commits, from 1 for the definition.
 */
export interface Replica extends Database {
  /** Repeats the next `count` commits of the primary, each in a transaction of its own. Answers what each has changed. */
  replay(count: number): Promise<readonly (readonly RowChange[])[]>;
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
  /** A replica of the database `primary`, at the position of its definition; sessions have written nothing there yet. */
  createReplica(name: string, primary: string): Promise<Replica>;
  /** What `now()` answers from the next transaction on. */
  setClock(now: Instant): void;
  save(): Promise<SavedState>;
  restore(state: SavedState): Promise<void>;
  /** Ends every session and removes every database with all that belongs to it. */
  reset(): Promise<void>;
  close(): Promise<void>;
}
