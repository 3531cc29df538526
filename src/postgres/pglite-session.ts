import type { RowChange, SqlValue } from '../model/sql.js';
import { onStandby } from './hot-standby.js';
import type { Executed, Resumed, Session } from './ports.js';
import type { SessionCall } from './session-call.js';
import type { Ended } from './waiting.js';
import type { WorkerArguments, WorkerMethod, WorkerValue } from './worker-messages.js';

/** Asks the thread of PostgreSQL for something. */
export type Ask = <M extends WorkerMethod>(method: M, ...args: WorkerArguments<M>) => Promise<WorkerValue<M>>;

/** A session of the PostgreSQL in the other thread, which knows it by its number. */
export class PgliteSession implements Session {
  readonly #id: number;
  readonly #ask: Ask;
  readonly #sessionOf: (id: number) => Session;

  constructor(
    readonly name: string,
    id: number,
    ask: Ask,
    sessionOf: (id: number) => Session,
    /** Whether its database is a replica. */
    readonly standby: boolean,
  ) {
    this.#id = id;
    this.#ask = ask;
    this.#sessionOf = sessionOf;
  }

  begin(): Promise<Executed> {
    return this.#call({ kind: 'begin', text: '', parameters: [] });
  }

  execute(statement: string, parameters: readonly SqlValue[] = []): Promise<Executed> {
    const send = () => this.#call({ kind: 'execute', text: statement, parameters });
    if (!this.standby) return send();
    return onStandby(statement, send, (text, message) => this.#call({ kind: 'raise', text, parameters: [message] }));
  }

  commit(): Promise<Executed> {
    return this.#call({ kind: 'commit', text: '', parameters: [] });
  }

  rollback(): Promise<Executed> {
    return this.#call({ kind: 'rollback', text: '', parameters: [] });
  }

  raise(code: string): Promise<Executed> {
    return this.#call({ kind: 'raise', text: code, parameters: [] });
  }

  uncommitted(): Promise<readonly RowChange[]> {
    return this.#ask('uncommitted', this.#id);
  }

  async close(): Promise<readonly Resumed[]> {
    return this.#resumed(await this.#ask('closeSession', this.#id));
  }

  async #call(call: SessionCall): Promise<Executed> {
    const { resumed, ...executed } = await this.#ask('call', this.#id, call);
    return { ...executed, resumed: this.#resumed(resumed) };
  }

  #resumed(ended: readonly Ended[]): Resumed[] {
    return ended.map(({ session, ...rest }) => ({ session: this.#sessionOf(session), ...rest }));
  }
}
