import pg from 'pg';
import { assert, Bug, present } from '../../base/assert.js';
import type { SqlValue } from '../../model/sql.js';
import type { BackendReply, TransactionStatus } from '../backend.js';
import { type AnswerBounds, ReplyReader } from '../reply-reader.js';
import type { TypedResult } from '../server-ids.js';
import { type ServerAddress, withoutSecrets } from './address.js';
import { Exchange } from './exchange.js';
import { reasonOf, ServerUnavailable } from './unavailable.js';

const connectMilliseconds = 10_000;

/** What a connection is opened with; they are what RESET and DISCARD go back to. */
export type Settings = Readonly<Record<string, string>>;

/** The process of the server that serves a connection: its number, and when it has begun, as the server prints it. */
export interface ServerProcess {
  readonly pid: number;
  readonly started: string;
}

/** Something that PostgreSQL's reader of messages can listen to. */
interface Pieces {
  on(event: string, listener: (piece: Uint8Array) => void): unknown;
}

/** The empty text is a statement, which has no answer. */
const nothing: TypedResult = { tag: '', columns: [], types: [], rows: [] };

/** One connection to a server, which answers one thing after another, each with PostgreSQL's own text. */
export class ServerConnection {
  readonly #client: pg.Client;
  readonly #address: ServerAddress;
  readonly #reader: ReplyReader;
  /** Resolves when the connection is at its end, whoever has ended it. */
  readonly ended: Promise<void>;
  #process: ServerProcess = { pid: 0, started: '' };
  #status: TransactionStatus = 'I';
  #lockChecks = 0;
  #isChecked = false;
  #current: Exchange | null = null;
  #gone: ServerUnavailable | null = null;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(address: ServerAddress, applicationName: string, settings: Settings) {
    this.#address = address;
    this.#client = new pg.Client({
      connectionString: address.connectionString,
      options: `${address.options} ${optionsOf(settings)}`.trim(),
      application_name: applicationName,
      connectionTimeoutMillis: connectMilliseconds,
      keepAlive: true,
    });
    let handOn: (messages: Uint8Array) => void = () => {};
    this.#reader = new ReplyReader(null, (messages) => handOn(messages));
    // What is read goes through a reader that throws away rows beyond the bounds; the library itself keeps them all.
    const { connection } = this.#client as unknown as { connection: { attachListeners(stream: Pieces): void } };
    const attach = connection.attachListeners.bind(connection);
    connection.attachListeners = (stream) => {
      attach({
        on: (event, listener) => {
          if (event === 'data') handOn = listener;
          else stream.on(event, listener);
        },
      });
      stream.on('data', (piece) => this.#reader.read(piece));
    };
    this.#client.on('error', (error) => this.#lose(error));
    this.#client.on('notice', ({ routine, message }) => this.#hear(routine, message));
    this.ended = new Promise((resolve) => {
      this.#client.on('end', () => {
        this.#lose(new Error('the connection has ended'));
        resolve();
      });
    });
  }

  /**
   * Connects under a name that everybody sees who looks at the server.
   * @throws ServerUnavailable where there is no connection to be had.
   */
  static async open(address: ServerAddress, applicationName: string, settings: Settings): Promise<ServerConnection> {
    const connection = new ServerConnection(address, applicationName, settings);
    try {
      await connection.#client.connect();
    } catch (error) {
      throw unavailable(error, address);
    }
    const { rows } = await connection.own(
      'SELECT pid, backend_start FROM pg_catalog.pg_stat_activity WHERE pid = pg_catalog.pg_backend_pid()',
    );
    connection.#process = { pid: Number(rows[0]?.[0]), started: present(rows[0]?.[1], 'start of the process') };
    return connection;
  }

  /** Whether it is at its end, so that nothing can be asked any more. */
  get lost(): boolean {
    return this.#gone !== null;
  }

  get process(): ServerProcess {
    return this.#process;
  }

  /** What the server said of the transaction after the last answer. */
  get status(): TransactionStatus {
    return this.#status;
  }

  /**
   * How often the server has told that a statement waits for a lock, and that it has looked for a deadlock and found none.
   * It tells it once or more for each wait, and only where the settings ask for it.
   */
  get lockChecks(): number {
    return this.#lockChecks;
  }

  /** Whether the last that the server has told of a lock is such a look, and not that the wait is over. */
  get isChecked(): boolean {
    return this.#isChecked;
  }

  /** One or more statements without parameters, in the simple query protocol. */
  script(text: string, bounds: AnswerBounds | null = null): Promise<BackendReply> {
    return this.#send(text, null, bounds);
  }

  /** One statement in the extended query protocol; values go and come as text. Without bounds all rows are kept. */
  statement(text: string, values: readonly SqlValue[], bounds: AnswerBounds | null = null): Promise<BackendReply> {
    return this.#send(text, values, bounds);
  }

  /**
   * Runs `text` of our own and answers its last result.
   * @throws ServerUnavailable where the server does not take it: it has no room, or rules of its owner's.
   */
  async own(text: string, values?: readonly SqlValue[]): Promise<TypedResult> {
    const { results, failure } = values ? await this.statement(text, values) : await this.script(text);
    if (!failure) return results.at(-1) ?? nothing;
    const { code, message } = failure;
    if (code.startsWith('42') && code !== '42501') throw new Bug(`PostgreSQL answered ${code}: ${message}`);
    throw new ServerUnavailable('other', this.#address.place, withoutSecrets(message, this.#address));
  }

  /** Takes leave of the server, which ends the session when it has done what it was asked before. */
  leave(): void {
    this.#lose(new Error('closed'));
    this.#client.end().catch(() => {});
  }

  async #send(text: string, values: readonly SqlValue[] | null, bounds: AnswerBounds | null): Promise<BackendReply> {
    const before = this.#last;
    const reply = before.then(() => this.#sendNow(text, values, bounds));
    this.#last = reply.catch(() => {});
    return reply;
  }

  async #sendNow(text: string, values: readonly SqlValue[] | null, bounds: AnswerBounds | null): Promise<BackendReply> {
    if (this.#gone) throw this.#gone;
    assert(this.#current === null, 'two questions at once');
    this.#reader.nextAnswer(bounds);
    const exchange = new Exchange(text, values);
    this.#current = exchange;
    this.#client.query(exchange);
    try {
      const { results, failure, status } = await exchange.complete;
      this.#status = status;
      return { results, failure, status, overflow: this.#reader.overflow };
    } finally {
      this.#current = null;
    }
  }

  #hear(routine: string | undefined, message: string | undefined): void {
    if (routine !== 'ProcSleep') return;
    this.#isChecked = message?.includes('still waiting for') ?? false;
    if (this.#isChecked) this.#lockChecks++;
  }

  #lose(error: unknown): void {
    const said = this.#current?.failure?.message ?? (error as { message?: string }).message ?? null;
    this.#gone ??= new ServerUnavailable(
      'gone',
      this.#address.place,
      said === null ? null : withoutSecrets(said, this.#address),
    );
    this.#current?.fail(this.#gone);
  }
}

/** `settings` as a connection takes them when it begins: a space and a backslash need a backslash. */
function optionsOf(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(/[\\ ]/g, '\\$&')}`)
    .join(' ');
}

function unavailable(error: unknown, address: ServerAddress): ServerUnavailable {
  const reason = reasonOf(error);
  const { message = '' } = error as { message?: string };
  return new ServerUnavailable(
    reason,
    address.place,
    reason === 'other' && message !== '' ? withoutSecrets(message, address) : null,
  );
}
