import { type Instant, isoInstant, scenarioStart } from '../base/time.js';
import type { Row, SqlResult } from '../model/sql.js';
import type { Backend, TransactionStatus } from './backend.js';
import { EngineRefusal } from './ports.js';
import { allSettings, authorize, belongings, clock, serverRole, settingChanged, settingsIn } from './session-role.js';

/** Whose the one connection to the backend is at the moment: the server's own, or lent to a session or to a definition. */
export class LentConnection {
  /** Whose role, search path and settings the backend has; null for the server's own. */
  #lentTo: number | 'definition' | null = null;
  #clock: Instant = scenarioStart;
  /** What the server's setting says; without one, `now()` answers the start of every scenario. */
  #clockSet: Instant | null = scenarioStart;
  /** Whether the backend has the role and the search path of whom the connection is lent to. */
  #settled = false;
  /** What the settings were when the session was given them. */
  #settings: Row = [];

  constructor(readonly backend: Backend) {}

  setClock(now: Instant): void {
    this.#clock = now;
  }

  /** Gives the backend a session's role, search path and clock. What another session has set is gone before. */
  lend(session: number | 'definition', database: string, role: string): void {
    if (this.#lentTo !== session) {
      this.takeBack();
      this.#lentTo = session;
      this.#settled = false;
    }
    const given = [
      ...(this.#clockSet === this.#clock ? [] : [clock(isoInstant(this.#clock))]),
      ...(this.#settled ? [] : [belongings(database, role)]),
    ];
    this.#settled = true;
    this.#clockSet = this.#clock;
    if (given.length === 0) return;
    this.#settings = settingsIn(this.backend.own(`SELECT ${[...given, allSettings].join(', ')}`));
  }

  /** Brings the backend back to how a new connection finds it. With a session, only from that one. */
  takeBack(session = this.#lentTo): void {
    if (this.#lentTo === null || this.#lentTo !== session) return;
    this.backend.own(`SELECT ${authorize(serverRole)}`);
    this.backend.own('DISCARD ALL');
    this.#lentTo = null;
    this.#clockSet = scenarioStart;
  }

  /** Sets role and search path right: inside a transaction at once, else before the next statement. */
  settle(database: string, role: string, status: TransactionStatus): void {
    if (status === 'T') this.backend.own(`SELECT ${belongings(database, role)}`);
    this.#settled = status === 'T';
    this.#clockSet = null;
  }

  /** Asks whether the session has changed its settings within its transaction. */
  askSettings(session: string): void {
    this.checkSettings(session, this.backend.own(`SELECT ${allSettings}`), 'T');
  }

  /** Dynamic SQL can say what no reader of a statement sees; a session that has lost its way is not let go on. */
  checkSettings(session: string, found: SqlResult | undefined, status: TransactionStatus): void {
    const changed = settingChanged(this.#settings, settingsIn(found), status);
    if (changed !== null) throw new EngineRefusal('setting', [session, changed]);
  }
}

/**
 * One statement of the server's own between two of a session with `role`, within its transaction if it has one open. The
 * answer before it tells the session's settings.
 */
export function aside(role: string, statement: string): string {
  return `SELECT ${authorize(serverRole)}, ${allSettings}; ${statement}; SELECT ${authorize(role)}`;
}
