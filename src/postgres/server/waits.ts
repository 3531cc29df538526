import type { ServerConnection } from './connection.js';
import type { RunContext } from './run-context.js';

/** How long a round of looking may rest before the next: longer and longer, and never for long. */
const longestRestMilliseconds = 10;

/** A server that does not tell its checks has made them when this has passed beyond its own time. */
const checkMarginMilliseconds = 100;

/** Longer than this nobody waits to be told of a check: a scenario may have switched off the telling. */
const untoldMilliseconds = 1000;

/** A statement that has been sent to the server and whose answer has not been looked at. */
export interface Sent {
  /** The server's answer has come. */
  ended: boolean;
  /** What {@link ServerConnection.lockChecks} was before the wait that may come now. */
  checksBefore: number;
  /** When the wait began that has been recognised, as the server's clock says; null while there is none. */
  since: string | null;
}

/** A session as far as waiting goes. */
export interface Waiter {
  readonly connection: ServerConnection;
  /** Null for a session that has nothing under way. */
  readonly sent: Sent | null;
  /** The sessions that it waits for, as far as it is known to wait. */
  waitsFor: readonly Waiter[];
}

/** One look at a session that waits. */
interface Wait {
  /** The server's clock when the wait began, in its own text. */
  readonly since: string;
  readonly milliseconds: number;
  /** Whether it is a wait in which the session looks for a deadlock. */
  readonly checks: boolean;
  readonly waitsFor: readonly Waiter[];
}

/**
 * Who waits for a lock, in one look at all of them: where all that run are found waiting at one moment, nobody is left to
 * change that. A row without `waitstart` has only just begun. Whoever waits until his snapshot is safe waits for no lock.
 */
const waitsQuery = `WITH waiting AS MATERIALIZED (
    SELECT pid, min(waitstart) AS since FROM pg_catalog.pg_locks
    WHERE NOT granted AND pid = ANY ($1::int[]) GROUP BY pid
  ), found AS (
    SELECT pid, since, pg_catalog.pg_blocking_pids(pid) AS by, true AS checks FROM waiting WHERE since IS NOT NULL
    UNION ALL
    SELECT pid, state_change, pg_catalog.pg_safe_snapshot_blocking_pids(pid), false FROM pg_catalog.pg_stat_activity
    WHERE pid = ANY ($1::int[]) AND wait_event = 'SafeSnapshot'
  )
  SELECT pid, since, extract(epoch FROM clock_timestamp() - since) * 1000, array_to_string(by, ' '), checks FROM found`;

/** Tells from the server's own views what the statements that were sent have come to: an end, or a wait for others. */
export class Waits {
  #wake: () => void = () => {};

  constructor(readonly run: Pick<RunContext, 'views' | 'host' | 'stop' | 'facts'>) {}

  /** An answer has come. */
  wake(): void {
    this.#wake();
  }

  /**
   * Comes back when each of `sessions` that has something under way has its answer, or waits for another one of them and
   * has looked for a deadlock. A wait for anybody else goes on like work does, until it is over or a limit is reached.
   */
  async settle(sessions: readonly Waiter[]): Promise<void> {
    for (let round = 1; ; round++) {
      this.run.stop.check();
      const running = sessions.filter(({ sent }) => sent !== null && !sent.ended);
      if (running.length === 0) return;
      await this.#rest(round);
      const left = running.filter(({ sent }) => !sent?.ended);
      if (left.length === 0) continue;
      const waits = await this.#look(left, sessions);
      if (left.some((session) => session.sent?.ended)) continue;
      if (left.every((session) => this.#stands(session, waits))) {
        for (const [session, wait] of waits) accept(session, wait);
        return;
      }
    }
  }

  /**
   * To be asked before a session sends something: where it makes others wait that have not looked for a deadlock yet, one
   * of them would be the victim, and not the one that closes the circle.
   */
  async beforeSending(session: Waiter, sessions: readonly Waiter[]): Promise<void> {
    if (this.run.facts.toldChecks) return;
    for (let round = 1; ; round++) {
      this.run.stop.check();
      const waiting = sessions.filter(({ sent }) => sent !== null && !sent.ended);
      if (waiting.length === 0) return;
      const waits = await this.#look(waiting, sessions);
      const unchecked = [...waits].filter(
        ([waiter, { milliseconds }]) =>
          milliseconds < this.run.facts.deadlockMilliseconds + checkMarginMilliseconds &&
          reaches(waiter, session, waits),
      );
      if (unchecked.length === 0) return;
      await this.#rest(round);
    }
  }

  /** Rests for a little; an answer ends it. */
  #rest(round: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.run.host.later(Math.min(round, longestRestMilliseconds), resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }

  async #look(some: readonly Waiter[], all: readonly Waiter[]): Promise<Map<Waiter, Wait>> {
    const byPid = new Map(all.map((session) => [session.connection.process.pid, session]));
    const pids = `{${some.map(({ connection }) => connection.process.pid).join(',')}}`;
    const { rows } = await this.run.stop.guard(this.run.views.own(waitsQuery, [pids]));
    const found = new Map<Waiter, Wait>();
    for (const [pid, since, milliseconds, by, checks] of rows) {
      const session = byPid.get(Number(pid));
      const holders = new Set((by ?? '').split(' ').map((holder) => byPid.get(Number(holder))));
      const waitsFor = all.filter((other) => other !== session && holders.has(other));
      if (session && typeof since === 'string' && waitsFor.length > 0) {
        found.set(session, { since, milliseconds: Number(milliseconds), checks: checks === 't', waitsFor });
      }
    }
    return found;
  }

  /** Whether `session` will go on waiting until another session does something. */
  #stands(session: Waiter, waits: ReadonlyMap<Waiter, Wait>): boolean {
    const wait = waits.get(session);
    const { sent, connection } = session;
    // In a circle one of them is about to get 40P01.
    if (!wait || !sent || reaches(session, session, waits)) return false;
    if (!this.run.facts.toldChecks || !wait.checks || sent.since === wait.since) return true;
    const isChecked = connection.isChecked && connection.lockChecks > sent.checksBefore;
    return isChecked || wait.milliseconds > untoldMilliseconds;
  }
}

/** From here on `session` is known to wait, and for whom. */
function accept(session: Waiter, { since, waitsFor }: Wait): void {
  const { sent, connection } = session;
  session.waitsFor = waitsFor;
  if (!sent || sent.since === since) return;
  sent.since = since;
  sent.checksBefore = connection.lockChecks;
}

/** Whether `from` waits for `to`, directly or by way of others. */
function reaches(from: Waiter, to: Waiter, waits: ReadonlyMap<Waiter, Wait>): boolean {
  const seen = new Set<Waiter>();
  const open = [...(waits.get(from)?.waitsFor ?? [])];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next === to) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(waits.get(next)?.waitsFor ?? []));
  }
  return false;
}
