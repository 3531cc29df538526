import { present } from '../base/assert.js';
import type { Instant } from '../base/time.js';
import type { RowChange } from '../model/sql.js';
import type { Backend, LocalReply, TransactionStatus } from './backend.js';
import type { Captured } from './captured.js';
import type { DatabaseState } from './catalogue.js';
import type { LockTag } from './lock-waits.js';
import { goesBack, OpenTransaction } from './open-transaction.js';
import type { Parking } from './parking.js';
import { EngineBroken, EngineRefusal, type Executed, LimitExceeded } from './ports.js';
import type { AnswerBounds } from './reply-reader.js';
import type { Seat } from './seat.js';
import { readSequences, type SequenceState } from './sequences.js';
import { holdsTransactionIds, type ServerIds } from './server-ids.js';
import { perform, type SessionCall } from './session-call.js';
import { allSettings } from './session-role.js';
import type { SessionState } from './session-state.js';
import { mayChangeSettings } from './setting-words.js';
import { isWord, splitStatements } from './split.js';

/** What one call of a session came to. */
export interface Turn {
  readonly executed: Omit<Executed, 'resumed' | 'answer'> & { readonly answer: Executed['answer'] | null };
  /** What it would have to wait for; it has done nothing then, and `answer` is null. */
  readonly wait: Wait | null;
  /** Whether locks may have been given back. */
  readonly releases: boolean;
}

export interface Wait {
  readonly tag: LockTag;
  /** Where PostgreSQL was; see {@link LocalReply.context}. */
  readonly context: string;
  /** Where the sequences stood before; those that it may have drawn from. */
  readonly sequences: readonly SequenceState[];
}

/** The tags of statements that run none of an author's functions. */
const ownWords = ['BEGIN', 'START TRANSACTION', 'SAVEPOINT', 'RELEASE', 'ROLLBACK', 'SET'];

const transactions = { I: 'none', T: 'open', E: 'aborted' } as const;

/** Statements about the transaction itself never wait, and what they set must not end with a savepoint of ours. */
const aboutTransactions = [
  ...['begin', 'start', 'commit', 'end', 'rollback', 'abort', 'savepoint', 'release', 'set', 'show', 'prepare'],
  ...['declare', 'fetch', 'move', 'close'],
];

/** They lock out whoever has only read, and a parked transaction does not show what it has read. */
const lockTables = ['truncate', 'lock'];

/** What shows the server's own view of its sessions, which here is another one than on a server. */
const views =
  /\bpg_(?:locks|lock_status|blocking_pids|prepared_xacts?|stat_activity|stat_get_\w+|isolation_test\w*)\b/i;

const guard = '"inbox_sim wait"';

/** What the turns of the sessions share. */
export interface Shared {
  readonly backend: Backend;
  readonly seat: Seat;
  readonly captured: Captured;
  readonly parking: Parking;
  readonly ids: ServerIds;
  readonly bounds: AnswerBounds;
  readonly sessions: ReadonlyMap<number, SessionState>;
  stateOf(database: string): DatabaseState;
  now(): Instant;
}

/** Lets sessions speak, one after another, each in its own transaction. */
export class Turns {
  /** Whose transaction the backend has open. */
  #open: SessionState | null = null;
  #status: TransactionStatus = 'I';
  /** Whether the build of PostgreSQL shows that it waits; null until that matters. */
  #recognises: boolean | null = null;

  constructor(readonly shared: Shared) {}

  /** Whether the backend is in the middle of a session's transaction. */
  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** Parks whatever is open: `asking` wants to speak, or to read what is committed. See {@link Parking.park}. */
  makeRoom(asking?: string, alsoHold?: () => void): void {
    const session = this.#open;
    if (!session) return;
    const { parking, seat, backend } = this.shared;
    parking.park(session, this.#status, asking ?? session.name, alsoHold);
    this.#open = null;
    this.#status = 'I';
    if (parking.count === 0) return;
    if (this.#recognises === null) backend.own(seat.rise());
    this.#recognises ??= backend.waits.isRecognised((text) => backend.script(text));
    if (!this.#recognises) throw new EngineRefusal('lock-waits', [asking ?? session.name, session.name]);
  }

  /** Gives the backend to `session`, with its transaction if it has one. */
  give(session: SessionState, clock: Instant): void {
    if (this.#open === session) return;
    this.makeRoom(session.name);
    const { seat, parking } = this.shared;
    const { transaction, id: owner, database } = session;
    const { roles, readOnly } = this.shared.stateOf(database);
    seat.give({ owner, database, role: roles.session, readOnly, clock: transaction?.clock ?? clock });
    if (!transaction) return;
    const aborted = transaction.image?.aborted ?? false;
    parking.bringBack(session);
    this.#open = session;
    this.#status = aborted ? 'E' : 'T';
  }

  /** Ends what `session` has open, as when its connection ends. */
  drop(session: SessionState): void {
    const { backend, parking, seat } = this.shared;
    if (this.#open === session) {
      backend.own('ROLLBACK');
      this.#open = null;
      this.#status = 'I';
    } else if (session.prepared) {
      this.makeRoom(session.name);
      backend.own(seat.rise());
      parking.release(session, 'ROLLBACK');
    }
    session.transaction = null;
  }

  /** Asks `call` of `session`; `clock` is what `now()` answers outside a transaction. */
  run(session: SessionState, call: SessionCall, clock: Instant): Turn {
    const how = this.#open === session ? null : endOf(call);
    if (how && session.transaction?.image) return this.#endParked(session, how);
    this.#checkBeside(session, call);
    this.give(session, clock);
    const { backend } = this.shared;
    const before = backend.waits.nextXid();
    const { reply, wait } = this.#ask(session, call);
    if (wait)
      return {
        executed: { answer: null, changes: [], transaction: transactions[this.#status] },
        wait,
        releases: false,
      };
    if (reply.failure) backend.checkAlive();
    const hadTransaction = session.transaction !== null;
    this.#follow(session, call, reply, before, clock);
    const releases = reply.failure !== null || (hadTransaction && (reply.status === 'I' || isRollback(reply)));
    return { executed: this.#answer(session, call, reply), wait: null, releases };
  }

  /** Really raises SQLSTATE 40P01 in `session`, whose statement would close a circle of waiting sessions. */
  raiseDeadlock(session: SessionState, clock: Instant): Turn {
    return this.run(session, { kind: 'raise', text: '40P01', parameters: [] }, clock);
  }

  /** What a session may not ask while another one has a transaction open. */
  #checkBeside(session: SessionState, { kind, text }: SessionCall): void {
    const other = kind === 'execute' ? this.#beside(session) : null;
    if (!other) return;
    const names = [session.name, other.name];
    if (isWord(splitStatements(text)[0]?.tokens[0], ...lockTables)) throw new EngineRefusal('locks-table', names);
    if (views.test(text)) throw new EngineRefusal('views', names);
  }

  /** Another session that has a transaction open. */
  #beside(session: SessionState): SessionState | null {
    for (const other of this.shared.sessions.values()) if (other !== session && other.transaction) return other;
    return null;
  }

  /** A parked transaction is committed or rolled back as it is: nobody has to take it up again. */
  #endParked(session: SessionState, how: 'COMMIT' | 'ROLLBACK'): Turn {
    const { backend, seat, parking, captured } = this.shared;
    const { database, transaction } = session;
    this.makeRoom(session.name);
    const state = this.shared.stateOf(database);
    const clock = transaction?.clock ?? this.shared.now();
    const { roles, readOnly } = state;
    seat.give({ owner: session.id, database, role: roles.session, readOnly, clock });
    const tag = transaction?.image?.aborted ? 'ROLLBACK' : how;
    let changes: readonly RowChange[] = [];
    if (session.prepared) {
      backend.own(seat.rise());
      parking.release(session, tag);
      backend.own(seat.sitDown());
      if (tag === 'COMMIT') changes = captured.take(session.name, database, state, 'I');
    }
    session.transaction = null;
    const answer = { kind: 'done', result: { tag, columns: [], rows: [] } } as const;
    return { executed: { answer, changes, transaction: 'none' }, wait: null, releases: true };
  }

  /** Asks the backend; where others hold locks, so that nothing is lost if the statement would have to wait for them. */
  #ask(session: SessionState, call: SessionCall): { readonly reply: LocalReply; readonly wait: Wait | null } {
    const { backend, seat, parking, bounds } = this.shared;
    if (parking.count === 0 || this.#status === 'E') return { reply: perform(backend, call, bounds), wait: null };
    const [first] = splitStatements(call.text)[0]?.tokens ?? [];
    const isQuery = call.kind === 'execute' && !isWord(first, ...aboutTransactions);
    const draws = isQuery && (isWord(first, 'insert') || /nextval|uuid/i.test(call.text));
    const names = parking.facts(session.database).sequences;
    const sequences = draws ? readSequences(backend, seat, names) : [];
    const guarded = isQuery && this.#status === 'T';
    if (guarded) backend.own(`SAVEPOINT ${guard}`);
    const { reply, wait } = backend.waits.during(() => perform(backend, call, bounds));
    if (wait && reply.failure?.code !== '57014') throw new EngineRefusal('waits', [session.name]);
    if (!wait) {
      if (guarded && reply.status === 'T') backend.own(`RELEASE ${guard}`);
      return { reply, wait: null };
    }
    // A COMMIT that waits has ended its transaction when it is cancelled.
    if (!isQuery) throw new EngineRefusal('waits', [session.name]);
    if (guarded) backend.own(`ROLLBACK TO ${guard}; RELEASE ${guard}`);
    return { reply, wait: { tag: wait, context: reply.context, sequences } };
  }

  /** Notes what has become of the transaction of `session`. `before` was the next transaction id. */
  #follow(session: SessionState, { text }: SessionCall, reply: LocalReply, before: number, clock: Instant): void {
    this.#status = reply.status;
    this.#open = reply.status === 'I' ? null : session;
    if (reply.status === 'I') {
      session.transaction = null;
      return;
    }
    const nextXid = this.shared.backend.waits.nextXid();
    const tag = reply.failure ? '' : (reply.results.at(-1)?.tag ?? '');
    const chains = tag === 'COMMIT' || (tag === 'ROLLBACK' && !goesBack(text));
    if (!session.transaction || chains) {
      session.transaction = new OpenTransaction(chains ? nextXid : before, session.transaction?.clock ?? clock);
    } else {
      session.transaction.follow(text, tag, nextXid);
    }
    const state = this.shared.stateOf(session.database);
    if (state.locksRows) session.transaction.locksRows = true;
    if (tag === 'SET' || state.changesSettings || mayChangeSettings(text)) {
      session.transaction.changesSettings = true;
      this.shared.seat.leavesTraces();
    }
  }

  #answer(session: SessionState, call: SessionCall, reply: LocalReply): Turn['executed'] {
    const { backend, seat, captured, ids, bounds } = this.shared;
    const state = this.shared.stateOf(session.database);
    const result = reply.failure ? null : reply.results.at(-1);
    if (result === undefined) throw new EngineBroken('PostgreSQL has no answer to a statement');
    // These may have undone what the session was given: the border to other databases, and the clock.
    const tag = result?.tag ?? '';
    if (/^(SET|RESET|DISCARD)\b/.test(tag) || /authorization/i.test(call.text)) {
      seat.leavesTraces();
      seat.settle(reply.status);
    }
    // COMMIT AND CHAIN commits and leaves another transaction open; a block that fails may have committed before.
    const committed = reply.status === 'I' ? result?.tag !== 'ROLLBACK' : result?.tag === 'COMMIT';
    const changes = committed ? captured.take(session.name, session.database, state, reply.status) : [];
    // Not after every statement: a question would be the first query, before which SET TRANSACTION has to come.
    const asks = mayChangeSettings(call.text) || (state.changesSettings && !ownWords.includes(tag));
    if (asks) seat.leavesTraces();
    if (asks && !committed && reply.status === 'T') {
      seat.check(session.name, backend.own(`SELECT ${allSettings}`), 'T');
    }
    if (result && holdsTransactionIds(result.types)) this.#idsAreKnown();
    if (reply.overflow === 'rowsPerAnswer') throw new LimitExceeded('answer-rows', bounds.rowsPerAnswer, 'rows');
    if (reply.overflow === 'answerBytes') throw new LimitExceeded('answer-bytes', bounds.answerBytes, 'bytes');
    return {
      answer: reply.failure
        ? { kind: 'error', failure: reply.failure }
        : { kind: 'done', result: ids.inResult(present(result, 'result')) },
      changes,
      transaction: transactions[reply.status],
    };
  }

  /** Somebody has seen ids of transactions: one that is taken up again would have another. */
  #idsAreKnown(): void {
    for (const { transaction } of this.shared.sessions.values()) if (transaction) transaction.onlyEnds = true;
  }

  /** No session is there any more. */
  reset(): void {
    if (this.#open) this.shared.backend.own('ROLLBACK');
    this.#open = null;
    this.#status = 'I';
  }
}

/** How `call` ends a transaction for good; null for whatever else it does. */
function endOf({ kind, text }: SessionCall): 'COMMIT' | 'ROLLBACK' | null {
  if (kind === 'commit') return 'COMMIT';
  if (kind === 'rollback') return 'ROLLBACK';
  if (kind !== 'execute' || !/commit|end|rollback|abort/i.test(text)) return null;
  const [statement, second] = splitStatements(text);
  const [first, ...rest] = statement?.tokens ?? [];
  if (second || rest.some((token) => !isWord(token, 'work', 'transaction'))) return null;
  if (isWord(first, 'commit', 'end')) return 'COMMIT';
  return isWord(first, 'rollback', 'abort') ? 'ROLLBACK' : null;
}

function isRollback({ results }: LocalReply): boolean {
  return results.at(-1)?.tag === 'ROLLBACK';
}
