import type { Instant } from '../../base/time.js';
import type { Row, RowChange, SqlValue } from '../../model/sql.js';
import type { BackendReply } from '../backend.js';
import type { DatabaseRoles } from '../bootstrap.js';
import { onStandby } from '../hot-standby.js';
import type { Executed, Resumed, Session } from '../ports.js';
import type { SessionCall } from '../session-call.js';
import type { ServerConnection } from './connection.js';
import type { ServerTable } from './tables.js';
import type { Sent, Waiter } from './waits.js';

/** A scenario's database on a server. */
export interface DatabaseState {
  readonly name: string;
  /** The schema, as an identifier in quotes needs it. */
  readonly schema: string;
  readonly definition: string;
  /** Whether it only repeats what another one has committed, so that its sessions may not write. */
  readonly readOnly: boolean;
  /** Null where the user may make no roles: sessions are then the user's own, and own what the definition has created. */
  readonly roles: DatabaseRoles | null;
  tables: readonly ServerTable[];
  /** The types of the columns of each table, in the order in which a query shows them. */
  readonly columnTypes: Map<string, readonly number[]>;
}

/** A statement under way, and what came of it. */
export interface SentCall extends Sent {
  readonly call: SessionCall;
  reply: BackendReply | null;
  /** Why no reply came. */
  error: Error | null;
  /** The number of the statement among all that blocked; null while it has not blocked. */
  blocked: number | null;
}

/** Does what the sessions of a server are asked. */
export interface SessionWorker {
  call(session: ServerSession, call: SessionCall): Promise<Executed>;
  uncommitted(session: ServerSession): Promise<readonly RowChange[]>;
  close(session: ServerSession): Promise<readonly Resumed[]>;
}

/** A session that has a connection of its own, from the first thing on that it is asked. */
export class ServerSession implements Session {
  connection: ServerConnection | null = null;
  sent: SentCall | null = null;
  waitsFor: readonly Waiter[] = [];
  closed = false;
  /** Whether role and search path are what the session was given. */
  settled = false;
  /** What the connection's clock says. */
  clock: Instant | null = null;
  /** What the settings were when the session was given them. */
  settings: Row = [];

  constructor(
    readonly name: string,
    readonly database: DatabaseState,
    readonly worker: SessionWorker,
  ) {}

  begin(): Promise<Executed> {
    return this.worker.call(this, { kind: 'begin', text: '', parameters: [] });
  }

  execute(statement: string, parameters: readonly SqlValue[] = []): Promise<Executed> {
    const send = () => this.worker.call(this, { kind: 'execute', text: statement, parameters });
    if (!this.database.readOnly) return send();
    const raise = (text: string, message: string) =>
      this.worker.call(this, { kind: 'raise', text, parameters: [message] });
    return onStandby(statement, send, raise);
  }

  commit(): Promise<Executed> {
    return this.worker.call(this, { kind: 'commit', text: '', parameters: [] });
  }

  rollback(): Promise<Executed> {
    return this.worker.call(this, { kind: 'rollback', text: '', parameters: [] });
  }

  raise(code: string): Promise<Executed> {
    return this.worker.call(this, { kind: 'raise', text: code, parameters: [] });
  }

  uncommitted(): Promise<readonly RowChange[]> {
    return this.worker.uncommitted(this);
  }

  close(): Promise<readonly Resumed[]> {
    return this.worker.close(this);
  }
}

/** Whether `call` ends a transaction, as far as its words tell. */
export function endsTransaction({ kind, text }: SessionCall): boolean {
  return kind === 'commit' || kind === 'rollback' || /^\s*(?:commit|end|rollback|abort)\b/i.test(text);
}
