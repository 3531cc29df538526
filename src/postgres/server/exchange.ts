import pg from 'pg';
import type { Row, SqlFailure, SqlValue } from '../../model/sql.js';
import type { TransactionStatus } from '../backend.js';
import type { TypedResult } from '../server-ids.js';

/** What the library hands to whoever has asked; of the messages only what is read here. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  query(text: string): void;
  parse(message: { text: string }): void;
  bind(message: { values: readonly SqlValue[] }): void;
  describe(message: { type: 'P' }): void;
  execute(message: object): void;
  sync(): void;
  sendCopyFail(reason: string): void;
  once(event: 'readyForQuery', listener: (message: { status: string }) => void): void;
}

export interface ExchangeEnd {
  /** One for each statement that ended well. */
  readonly results: readonly TypedResult[];
  readonly failure: SqlFailure | null;
  readonly status: TransactionStatus;
}

/**
 * Asks one thing of a server and takes the answer apart, in the way in which the library lets others do that (as
 * `pg-cursor` does): nothing is converted, and no tag is lost.
 */
export class Exchange {
  /** Rejects only with what {@link fail} was given. */
  readonly complete: Promise<ExchangeEnd>;
  readonly #results: TypedResult[] = [];
  #columns: readonly string[] = [];
  #types: readonly number[] = [];
  #rows: Row[] = [];
  #failure: SqlFailure | null = null;
  #resolve: (answer: ExchangeEnd) => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(
    readonly text: string,
    /** Null for the simple query protocol, which takes several statements and no values. */
    readonly values: readonly SqlValue[] | null,
  ) {
    this.complete = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get failure(): SqlFailure | null {
    return this.#failure;
  }

  /** No answer will come any more. */
  fail(error: Error): void {
    this.#reject(error);
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    wire.once('readyForQuery', ({ status }) =>
      this.#resolve({ results: this.#results, failure: this.#failure, status: status as TransactionStatus }),
    );
    if (this.values === null) {
      wire.query(this.text);
      return;
    }
    wire.stream.cork();
    wire.parse({ text: this.text });
    wire.bind({ values: this.values });
    wire.describe({ type: 'P' });
    wire.execute({});
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name }) => name);
    this.#types = fields.map(({ dataTypeID }) => dataTypeID);
  }

  handleDataRow({ fields }: { fields: Row }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#results.push({ tag: text, columns: this.#columns, types: this.#types, rows: this.#rows });
    this.#columns = [];
    this.#types = [];
    this.#rows = [];
  }

  handleEmptyQuery(): void {
    this.#results.push({ tag: '', columns: [], types: [], rows: [] });
  }

  /** Errors of the connection itself come another way too. */
  handleError(error: unknown): void {
    if (!(error instanceof pg.DatabaseError)) return;
    this.#failure ??= {
      code: error.code ?? 'XX000',
      constraint: error.constraint ?? null,
      message: error.message,
      position: error.position === undefined ? null : Number(error.position),
    };
  }

  /** Nobody here has data for COPY ... FROM STDIN. Waiting for them, the server has overlooked the end of the question. */
  handleCopyInResponse(connection: unknown): void {
    const wire = connection as Wire;
    wire.sendCopyFail('no data');
    if (this.values !== null) wire.sync();
  }

  /** The rows of COPY ... TO STDOUT are no answer of rows. */
  handleCopyData(): void {}

  handlePortalSuspended(): void {}

  handleReadyForQuery(): void {}
}
