import { type Instant, isoInstant, scenarioStart } from '../base/time.js';
import type { Row, SqlResult } from '../model/sql.js';
import type { Backend, TransactionStatus } from './backend.js';
import { EngineRefusal } from './ports.js';
import {
  allSettings,
  authorize,
  belongings,
  clock,
  readOnlyFromNow,
  serverRole,
  settingChanged,
  settingsIn,
} from './session-role.js';

/** A session as far as the backend has to know it. */
export interface Sitter {
  /** The number of a session; the definition of a database has none. */
  readonly owner: number | 'definition';
  readonly database: string;
  readonly role: string;
  /** Whether all its transactions are read-only, as on a standby. */
  readonly readOnly: boolean;
  /** What its `now()` answers. */
  readonly clock: Instant;
}

/** Whom the one backend speaks for: whose role, search path, clock and settings it has. */
export class Seat {
  /** Null while it is the server's own. */
  #sitter: Omit<Sitter, 'clock'> | null = null;
  /** What the server's setting says; without one, `now()` answers the start of every scenario. */
  #clockSet: Instant | null = scenarioStart;
  /** Whether the backend has the role and the search path of its sitter. */
  #settled = false;
  /** What the settings were when the sitter was given them. */
  #settings: Row = [];
  /** Whether the sitter may have left more than the next one is given anyway. */
  #traces = true;

  constructor(readonly backend: Backend) {}

  /** Gives the backend to `sitter`, between two transactions. What somebody else has set is gone before. */
  give({ owner, database, role, readOnly, clock: now }: Sitter): void {
    const changes = this.#sitter?.owner !== owner;
    // What a connection remembers of sequences goes even where there is nothing else to forget.
    const forget = changes && this.#sitter !== null && !this.#traces ? 'DISCARD SEQUENCES; ' : '';
    if (changes && this.#sitter !== null && this.#traces) this.#discard();
    if (changes) this.#settled = false;
    const before = this.#sitter?.readOnly ?? false;
    this.#sitter = { owner, database, role, readOnly };
    this.#traces = changes ? owner === 'definition' : this.#traces;
    const given = [
      ...(this.#clockSet === now ? [] : [clock(isoInstant(now))]),
      ...(this.#settled ? [] : [belongings(database, role)]),
      ...(readOnly !== before || (readOnly && !this.#settled) ? [readOnlyFromNow(readOnly)] : []),
    ];
    this.#settled = true;
    this.#clockSet = now;
    if (given.length === 0) return;
    this.#settings = settingsIn(this.backend.own(`${forget}SELECT ${[...given, allSettings].join(', ')}`));
  }

  /** The sitter has said something that may outlast its transaction, so that all of it has to be forgotten. */
  leavesTraces(): void {
    this.#traces = true;
  }

  /** Dynamic SQL can say what no reader of a statement sees; a session that has lost its way is not let go on. */
  check(session: string, found: SqlResult | undefined, status: TransactionStatus): void {
    const changed = settingChanged(this.#settings, settingsIn(found), status);
    if (changed !== null) throw new EngineRefusal('setting', [session, changed]);
  }

  /** Sets role and search path right again: inside a transaction at once, else before the next statement. */
  settle(status: TransactionStatus): void {
    const { database, role, readOnly } = this.#sitter ?? { database: '', role: serverRole, readOnly: false };
    const mode = readOnly ? `, ${readOnlyFromNow(true)}` : '';
    if (status === 'T') this.backend.own(`SELECT ${belongings(database, role)}${mode}`);
    this.#settled = status === 'T';
    this.#clockSet = null;
  }

  /** Statements of the server's own between two of a session, within its transaction if it has one open. */
  aside(statements: string): string {
    const role = this.#sitter?.role ?? serverRole;
    return `SELECT ${authorize(serverRole)}, ${allSettings}; ${statements}; SELECT ${authorize(role)}`;
  }

  /** A statement that gives the backend the server's role, until a session is given it. */
  rise(): string {
    this.#settled = false;
    return `SELECT ${authorize(serverRole)}`;
  }

  /** A statement that gives the backend back the role of its sitter, which it has had before. */
  sitDown(): string {
    this.#settled = true;
    return `SELECT ${authorize(this.#sitter?.role ?? serverRole)}`;
  }

  /** Brings the backend back to how a new connection finds it, between two transactions. */
  clear(): void {
    if (this.#sitter !== null) this.#discard();
  }

  /** Nothing of `owner` is left. */
  leave(owner: number): void {
    if (this.#sitter?.owner === owner) this.#discard();
  }

  #discard(): void {
    this.backend.own(`SELECT ${authorize(serverRole)}`);
    this.backend.own('DISCARD ALL');
    this.#sitter = null;
    this.#clockSet = scenarioStart;
  }
}
