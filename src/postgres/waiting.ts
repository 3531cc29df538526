import { assert, present } from '../base/assert.js';
import type { Instant } from '../base/time.js';
import type { Row, RowChange } from '../model/sql.js';
import { type Awaited, awaitedBy } from './awaited.js';
import { AwaitedParent, AwaitedRows, isBehind } from './awaited-rows.js';
import { withoutTriggers } from './parking.js';
import { type Answer, EngineRefusal, type Executed } from './ports.js';
import { identifier, literal } from './quote.js';
import { furthest, movedSequences, readSequences, setSequences } from './sequences.js';
import { perform, type SessionCall } from './session-call.js';
import type { Blocked, SessionState } from './session-state.js';
import type { Shared, Turn, Turns, Wait } from './turns.js';
import { type RowsForm, type WaitingForm, waitingForm, withUsedParameters } from './waiting-form.js';

/** What a statement of a session came to that had been blocked. */
export interface Ended extends Omit<Executed, 'resumed' | 'answer'> {
  /** The number of the session. */
  readonly session: number;
  readonly answer: Exclude<Answer, { kind: 'blocked' }>;
}

type Outcome = Omit<Executed, 'resumed'>;

/** The statements that wait for other sessions: whom they wait for, and when they go on. */
export class Waiting {
  #lastOrder = 0;

  constructor(
    readonly shared: Shared,
    readonly turns: Turns,
  ) {}

  /** The statement of `call` waits, for the first time. Returns what its session is told: that, or that it is a victim. */
  block(session: SessionState, call: SessionCall, wait: Wait, clock: Instant): { outcome: Outcome; releases: boolean } {
    return this.#block(session, call, wait, clock, null);
  }

  /** Somebody who shares a lock must not overtake who waits to have it alone. */
  check(session: SessionState, { text }: SessionCall): void {
    const ahead = this.#blocked().find(({ blocked: { awaited } }) => awaited && 'key' in awaited);
    if (ahead && /advisory\w*_shared/i.test(text)) throw new EngineRefusal('waits', [session.name, ahead.session.name]);
  }

  /** `session` has given back locks, or has nothing any more. */
  released(session: SessionState): void {
    for (const { blocked } of this.#blocked()) if (blocked.waitsFor.includes(session)) blocked.due = true;
  }

  /** A session of `database` has committed `changes`. */
  committed(database: string, changes: readonly RowChange[]): void {
    for (const { session, blocked } of this.#blocked()) {
      if (session.database !== database) continue;
      blocked.rows?.follow(changes);
      blocked.parent?.follow(changes);
    }
  }

  /** Lets go on whoever may, in the order in which they blocked, and whoever may because of that. */
  resume(): Ended[] {
    const ended: Ended[] = [];
    for (;;) {
      const next = this.#blocked().find(({ blocked }) => blocked.due);
      if (!next) return ended;
      next.blocked.due = false;
      const outcome = this.#retry(next.session, next.blocked);
      if (outcome.answer.kind === 'blocked') continue;
      const { answer, changes, transaction } = outcome;
      ended.push({ session: next.session.id, answer, changes, transaction });
      this.committed(next.session.database, changes);
      this.released(next.session);
    }
  }

  /** It is asked after every call. */
  #blocked(): { readonly session: SessionState; readonly blocked: Blocked }[] {
    const blocked: { readonly session: SessionState; readonly blocked: Blocked }[] = [];
    for (const session of this.shared.sessions.values()) {
      if (session.blocked) blocked.push({ session, blocked: session.blocked });
    }
    return blocked.sort((one, other) => one.blocked.order - other.blocked.order);
  }

  #block(
    session: SessionState,
    call: SessionCall,
    wait: Wait,
    clock: Instant,
    before: Blocked | null,
  ): { outcome: Outcome; releases: boolean } {
    const form = before?.form ?? (call.kind === 'execute' ? waitingForm(call.text) : null);
    const awaited = this.#awaited(session, form, wait);
    const order = before?.order ?? ++this.#lastOrder;
    const waitsFor = this.#waitsFor(session, awaited, order);
    if (waitsFor.some((other) => this.#reaches(other, session))) {
      const { executed, releases } = this.turns.raiseDeadlock(session, clock);
      return { outcome: { ...executed, answer: present(executed.answer, 'deadlock') }, releases };
    }
    const { database } = session;
    const facts = this.shared.parking.facts(database);
    const names = facts.sequences;
    const moved =
      before?.sequences ??
      (wait.sequences.length === 0
        ? []
        : movedSequences(wait.sequences, readSequences(this.shared.backend, this.shared.seat, names)));
    const rows =
      awaited.form.kind === 'insert' || awaited.form.kind === 'advisory'
        ? null
        : this.#rows(session, awaited.form, awaited, call, before);
    const parent = before?.parent ?? this.#parent(session, awaited);
    const transaction = session.transaction ? 'open' : 'none';
    if (session.transaction?.onlyEnds) throw new EngineRefusal('comes-back', [session.name]);
    this.#rest(session, awaited.holdsRow ? call : null, moved);
    const { form: known, queue } = awaited;
    session.blocked = {
      ...{ call, order, clock, form: known, sequences: moved, rows, parent },
      ...{ awaited: queue, waitsFor, due: false },
    };
    const by = waitsFor.toSorted((one, other) => one.id - other.id).map(({ name }) => name);
    return { outcome: { answer: { kind: 'blocked', by }, changes: [], transaction }, releases: false };
  }

  #parent(session: SessionState, { holdsRow, relation, place }: Awaited): AwaitedParent | null {
    if (!holdsRow) return null;
    const table = present(this.shared.parking.facts(session.database).byName.get(relation ?? ''), 'referenced table');
    return new AwaitedParent(table, this.shared.parking.rowAt(table, present(place, 'place')));
  }

  /** What the statement waits for, if it is one that may. */
  #awaited(session: SessionState, form: WaitingForm | null, wait: Wait): Awaited {
    const { parking, sessions } = this.shared;
    const facts = parking.facts(session.database);
    const awaited = form && awaitedBy(form, wait, facts, [...sessions.values()]);
    const holders = awaited?.holders ?? [...sessions.values()].filter(({ prepared }) => prepared);
    // Only PostgreSQL's own time limits end a wait, and nothing measures time here.
    if (!awaited || session.transaction?.changesSettings) {
      throw new EngineRefusal('waits', [session.name, holders[0]?.name ?? session.name]);
    }
    const { queue } = awaited;
    // Who shares the lock already does not stand in the queue for it: those in the queue may be waiting for its end.
    const isInside = queue && 'place' in queue && parking.hasLocked(session, queue.table, queue.place);
    return isInside ? { ...awaited, queue: null } : awaited;
  }

  /** Directly, as `pg_blocking_pids` says it. */
  #waitsFor(session: SessionState, { queue, holders }: Awaited, order: number): SessionState[] {
    const ahead = this.#blocked()
      .filter(
        ({ session: other, blocked }) => other !== session && blocked.order < order && isBehind(queue, blocked.awaited),
      )
      .map(({ session: other }) => other);
    if (queue && 'key' in queue) return [...new Set([...holders, ...ahead])];
    // Whoever stands behind another one waits for that one's place in the queue; of several holders for the first.
    if (ahead.length > 0) return ahead;
    const first = holders.toSorted((one, other) => rankOf(one) - rankOf(other))[0];
    return [present(first, 'holder')];
  }

  #reaches(from: SessionState, to: SessionState, seen = new Set<SessionState>()): boolean {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return from.blocked?.waitsFor.some((next) => this.#reaches(next, to, seen)) ?? false;
  }

  /** The rows that the statement may find; it has come to none of them before the one that it waits for. */
  #rows(
    session: SessionState,
    form: RowsForm,
    awaited: Awaited,
    call: SessionCall,
    before: Blocked | null,
  ): AwaitedRows {
    const { key } = this.#facts(session, form);
    const found = key.length === 0 ? [] : this.#find(session, form, call);
    const known = before?.rows;
    const left = known
      ? found.filter((row) => known.keys.some((key) => key.every((value, i) => value === row[i + 1])))
      : found;
    if (left[0]?.[0] !== awaited.place)
      throw new EngineRefusal('waits', [session.name, awaited.holders[0]?.name ?? '']);
    return (
      known ??
      new AwaitedRows(
        form,
        this.#facts(session, form),
        found.map((row) => row.slice(1)),
      )
    );
  }

  /** The rows that `form` finds now: where each lies, and its key. */
  #find(session: SessionState, form: RowsForm, call: SessionCall): readonly Row[] {
    const { key } = this.#facts(session, form);
    const columns = ['ctid', ...key.map(identifier)].map((column) => `${form.alias}.${column}::text`);
    const { text, values } = withUsedParameters(form.rowsQuery(columns.join(', ')), call.parameters);
    return this.shared.backend.own(text, values).rows;
  }

  #facts(session: SessionState, { table }: RowsForm) {
    return present(this.shared.parking.facts(session.database).byName.get(table), `table ${table}`);
  }

  /** Takes the backend from `session`; what its statement has taken before it waits is held until it goes on. */
  #rest(session: SessionState, holds: SessionCall | null, moved: Blocked['sequences']): void {
    const { backend, seat, parking, bounds } = this.shared;
    const take = () => {
      const call = present(holds, 'statement');
      backend.own(`${seat.rise()}; ${withoutTriggers}`);
      setSequences(backend, seat, moved);
      backend.own(seat.sitDown());
      const { reply, wait } = backend.waits.during(() => perform(backend, call, bounds));
      assert(!reply.failure && !wait, `what ${session.name} has taken cannot be held`);
      backend.own(seat.rise());
    };
    if (session.transaction) {
      this.turns.makeRoom(session.name, holds ? take : undefined);
    } else if (holds) {
      const firstXid = backend.waits.nextXid();
      backend.own('BEGIN');
      take();
      session.prepared = parking.prepare(session, firstXid);
    }
  }

  /** Sends a statement again that has been blocked. */
  #retry(session: SessionState, blocked: Blocked): Outcome {
    const { backend, seat, parking } = this.shared;
    const { call, rows, clock, sequences, parent } = blocked;
    if (parent?.isReplaced) throw new EngineRefusal('waits', [session.name]);
    if (!session.transaction && session.prepared) {
      this.turns.makeRoom(session.name);
      backend.own(seat.rise());
      parking.release(session, 'ROLLBACK');
    }
    this.turns.give(session, clock);
    // What it draws is what it drew the first time, whatever others have drawn since.
    const names = sequences.map(({ name }) => name).filter((name) => name !== 'inbox_sim.uuid');
    const stood = sequences.length === 0 ? [] : readSequences(backend, seat, names);
    setSequences(backend, seat, sequences);
    session.blocked = null;
    const turn = this.turns.run(session, rows ? { ...call, text: rows.text() } : call, clock);
    if (sequences.length > 0) {
      // An aborted transaction takes no statement of ours either.
      if (turn.executed.transaction === 'aborted') this.turns.makeRoom(session.name);
      const current = readSequences(backend, seat, names);
      setSequences(
        backend,
        seat,
        furthest(stood, current).filter(({ name }) => sequences.some((each) => each.name === name)),
      );
    }
    if (turn.wait) return this.#block(session, call, turn.wait, clock, blocked).outcome;
    if (rows && turn.executed.transaction === 'open') this.#keepLocks(session, rows, call, turn);
    return { ...turn.executed, answer: present(turn.executed.answer, 'answer') };
  }

  /** A row that the statement has waited for stays locked, even where it does not find it any more after that. */
  #keepLocks(session: SessionState, { form, keys, table }: AwaitedRows, call: SessionCall, { executed }: Turn): void {
    if (keys.length === 0 || executed.answer?.kind !== 'done') return;
    const count = executed.answer.result.rows.length;
    const now = form.kind === 'lock' ? this.#find(session, form, call).map((row) => row.slice(1)) : [];
    const isKnown = (key: Row) => keys.findIndex((each) => each.every((value, index) => value === key[index]));
    const found = now.filter((key) => isKnown(key) >= 0);
    // A LIMIT has ended it before it came to the rest.
    const last = found.length > count ? isKnown(present(found[count - 1], 'last row')) : keys.length - 1;
    const columns = table.key.map((column) => `"!".${identifier(column)}`).join(', ');
    const each = keys.slice(0, last + 1).map((key) => `(${key.map((value) => literal(value ?? '')).join(', ')})`);
    const text = `SELECT FROM ${table.source} "!" WHERE (${columns}) IN (${each.join(', ')}) FOR ${form.strength}`;
    const { wait } = this.shared.backend.waits.during(() => this.shared.backend.script(text));
    if (wait) throw new EngineRefusal('waits', [session.name]);
  }
}

function rankOf({ transaction }: SessionState): number {
  return transaction?.rank ?? Number.POSITIVE_INFINITY;
}
