import { Bug, present } from '../base/assert.js';
import type { Row } from '../model/sql.js';
import type { Backend, TransactionStatus } from './backend.js';
import type { Captured } from './captured.js';
import type { DatabaseState } from './catalogue.js';
import { partsOf } from './image-sql.js';
import { EngineRefusal } from './ports.js';
import { identifier, literal } from './quote.js';
import { emptyImage, readImage } from './read-image.js';
import { readRowLocks } from './read-locks.js';
import type { Seat } from './seat.js';
import type { Prepared, SessionState } from './session-state.js';
import { type DatabaseFacts, readTableFacts, type TableFacts } from './table-facts.js';
import type { TransactionImage } from './transaction-image.js';

/** Each takes a place in the memory of the server; see `max_prepared_transactions`. */
const mostPrepared = 15;

/** Triggers, and keys that refer to another table, rest while rows are put back: what they did is put back too. */
export const withoutTriggers = "SELECT pg_catalog.set_config('session_replication_role', 'replica', true)";
const withTriggers = "SELECT pg_catalog.set_config('session_replication_role', 'origin', true)";

/**
 * Lets the one backend serve several sessions that have a transaction open. What a session has open is parked when another
 * one speaks: PostgreSQL keeps it as a prepared transaction, with its rows, its locks and its snapshots for others.
 * When the session speaks again and does not end it, the prepared transaction is rolled back and another one is given the
 * same rows and locks, before anybody can see that they were gone.
 */
export class Parking {
  readonly #facts = new Map<string, DatabaseFacts>();
  #prepared = 0;
  #lastGid = 0;
  #lastRank = 0;

  constructor(
    readonly backend: Backend,
    readonly seat: Seat,
    readonly captured: Captured,
    readonly stateOf: (database: string) => DatabaseState,
  ) {}

  /** How many transactions are prepared. */
  get count(): number {
    return this.#prepared;
  }

  /** What is known of the tables of `database`; no transaction is open when it is asked first. */
  facts(database: string): DatabaseFacts {
    const known = this.#facts.get(database) ?? readTableFacts(this.backend, database);
    this.#facts.set(database, known);
    return known;
  }

  /**
   * Takes the transaction of `session` from the backend, which is the server's own afterwards.
   * What `alsoHold` does is held too, and is gone when the transaction is taken up again.
   * @throws EngineRefusal where it cannot be given up without a difference; `asking` wants to speak.
   */
  park(session: SessionState, status: TransactionStatus, asking: string, alsoHold?: () => void): void {
    const transaction = present(session.transaction, 'open transaction');
    const { backend } = this;
    const aborted = status === 'E';
    if (aborted && transaction.savepoints.length === 0) {
      backend.own('ROLLBACK');
      transaction.image = emptyImage(transaction, true);
      return;
    }
    if (backend.waits.keepsSnapshot()) throw new EngineRefusal('isolation', [asking, session.name]);
    if (backend.waits.nextXid() > transaction.firstXid) {
      if (this.#prepared >= mostPrepared) throw new EngineRefusal('too-many', [session.name]);
      // What is deferred until the end of the transaction would be done when it is prepared.
      if (!aborted && this.facts(session.database).defers) throw new EngineRefusal('deferred', [asking, session.name]);
    }
    // An error has undone what was done behind the last savepoint; what came before it is still held.
    if (aborted) backend.own(`ROLLBACK TO ${identifier(transaction.savepoints.at(-1)?.name ?? '')}`);
    const { database } = session;
    const image = readImage(
      { backend, seat: this.seat, captured: this.captured, facts: this.facts(database), state: this.stateOf(database) },
      transaction,
      aborted,
    );
    const holds = alsoHold !== undefined || image.advisory.length > 0 || backend.waits.nextXid() > transaction.firstXid;
    transaction.image = image;
    alsoHold?.();
    if (holds) session.prepared = this.prepare(session, transaction.firstXid);
    else backend.own('ROLLBACK');
  }

  /** Whether the transaction of `session`, which the backend has open, has a lock of its own on the row at `place`. */
  hasLocked({ database, transaction }: SessionState, table: string, place: string): boolean {
    const facts = this.facts(database).byName.get(table);
    if (!facts || !transaction) return false;
    this.backend.own(this.seat.rise());
    const locks = readRowLocks(this.backend, [facts], transaction);
    this.backend.own(this.seat.sitDown());
    return locks.some((lock) => lock.place === place);
  }

  /** The row at `place` of `table`, which the transaction that the backend has open can see. */
  rowAt({ source, columns }: TableFacts, place: string): Row {
    this.backend.own(this.seat.rise());
    const list = columns.map((column) => `"!".${identifier(column)}::text`).join(', ');
    const { rows } = this.backend.own(`SELECT ${list} FROM ${source} "!" WHERE ctid = ${literal(place)}`);
    this.backend.own(this.seat.sitDown());
    return present(rows[0], `row at ${place}`);
  }

  /** Prepares the transaction that is open; the backend has the server's role. */
  prepare(session: SessionState, firstXid: number): Prepared {
    const gid = `inbox_sim_${++this.#lastGid}`;
    const { failure } = this.backend.script(`PREPARE TRANSACTION '${gid}'`);
    if (failure) throw new EngineRefusal('not-parked', [session.name]);
    this.#prepared++;
    if (session.transaction) session.transaction.rank ??= ++this.#lastRank;
    return { gid, firstXid, endXid: this.backend.waits.nextXid() };
  }

  /** Commits or rolls back what `session` has prepared; the backend has the server's role. */
  release(session: SessionState, how: 'COMMIT' | 'ROLLBACK'): void {
    if (!session.prepared) return;
    this.backend.own(`${how} PREPARED '${session.prepared.gid}'`);
    session.prepared = null;
    this.#prepared--;
  }

  /**
   * Gives the transaction of `session` back to the backend, which the session has been given and which is between two
   * transactions.
   * @throws EngineRefusal where the transaction can only end.
   */
  bringBack(session: SessionState): void {
    const transaction = present(session.transaction, 'open transaction');
    const image = present(transaction.image, 'parked transaction');
    if (transaction.onlyEnds) throw new EngineRefusal('comes-back', [session.name]);
    const { backend } = this;
    backend.own(this.seat.rise());
    this.release(session, 'ROLLBACK');
    transaction.firstXid = backend.waits.nextXid();
    backend.own('BEGIN');
    for (const [level, content] of image.levels.entries()) {
      const savepoint = transaction.savepoints[level - 1];
      if (savepoint) {
        // Whoever goes back to it finds role and settings as they are now.
        if (level === 1) backend.own(this.seat.sitDown());
        savepoint.xid = backend.waits.nextXid();
        backend.own(`SAVEPOINT ${identifier(savepoint.name)}`);
      }
      this.#putBack(session, partsOf(content, this.facts(session.database)));
    }
    this.#putBackRest(image);
    transaction.image = null;
    if (image.aborted) backend.script("DO $$ BEGIN RAISE 'aborted'; END $$");
  }

  #putBack(session: SessionState, parts: ReturnType<typeof partsOf>): void {
    if (parts.length === 0) return;
    const statements = [this.seat.rise(), withoutTriggers, ...parts.map(({ text }) => text), withTriggers];
    const text = [...statements, this.seat.sitDown()].join('; ');
    const { reply, wait } = this.backend.waits.during(() => this.backend.script(text));
    if (reply.failure || wait) throw new Bug(`a transaction did not come back: ${reply.failure?.message}`);
    const counts = reply.results.slice(2, -2).map(({ tag }) => Number(tag.split(' ').at(-1)));
    if (parts.some(({ rows }, index) => rows !== null && counts[index] !== rows))
      throw new EngineRefusal('comes-back', [session.name]);
  }

  #putBackRest({ advisory, settings, readOnly }: TransactionImage): void {
    const calls = [
      ...advisory.map(({ key, mode }) => `pg_catalog.pg_advisory_xact_lock${mode === 5 ? '_shared' : ''}(${key})`),
      ...settings.map(([name, value]) => `pg_catalog.set_config(${literal(name)}, ${literal(value)}, true)`),
    ];
    if (calls.length > 0) this.backend.own(`SELECT ${calls.join(', ')}`);
    this.backend.own(this.seat.sitDown());
    if (readOnly) this.backend.own('SET TRANSACTION READ ONLY');
  }

  /** Nothing is prepared any more, and no database is there. */
  reset(): void {
    this.#facts.clear();
    this.#prepared = 0;
  }
}
