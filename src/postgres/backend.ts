import { PGlite, protocol } from '@electric-sql/pglite';
import { Bug } from '../base/assert.js';
import type { Row, SqlFailure, SqlResult, SqlValue } from '../model/sql.js';
import { serverSettings } from './bootstrap.js';

/** PostgreSQL's own word on the transaction after a message: idle, in a transaction, in an aborted one. */
export type TransactionStatus = 'I' | 'T' | 'E';

export interface BackendReply {
  /** One for each statement that ended well. */
  readonly results: readonly SqlResult[];
  readonly failure: SqlFailure | null;
  readonly status: TransactionStatus;
}

const { serialize, Parser } = protocol;

/** The answer to an empty text, which PostgreSQL takes as a statement without a tag. */
const nothing: SqlResult = { tag: '', columns: [], rows: [] };

/** A Blob that lends its bytes without a copy: they are many, and copies of them would be the peak of the start's memory. */
class LentBlob extends Blob {
  readonly #bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    super([]);
    this.#bytes = bytes;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = this.#bytes;
    return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  }
}

/** The one PostgreSQL backend that PGlite runs, spoken to in the wire protocol, so that nothing is lost or converted. */
export class Backend {
  readonly #pglite: PGlite;

  private constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  /** Starts from the files in `archive` (a tar of a data directory), or from `initdb` when there is none. */
  static async start(archive: Uint8Array<ArrayBuffer> | null): Promise<Backend> {
    return new Backend(
      await PGlite.create({
        postgresqlconf: serverSettings,
        ...(archive ? { loadDataDir: new LentBlob(archive) } : { initDbStartParams: ['--wal-segsize=1'] }),
      }),
    );
  }

  /** One or more statements without parameters, in the simple query protocol. */
  script(text: string): BackendReply {
    return this.#send(serialize.query(text));
  }

  /** One statement in the extended query protocol; values go and come as text. */
  statement(text: string, values: readonly SqlValue[]): BackendReply {
    return this.#send(
      Buffer.concat([
        serialize.parse({ text }),
        serialize.bind({ values: [...values] }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
        serialize.sync(),
      ]),
    );
  }

  /** Runs `text` of our own, which cannot fail, and returns its last result. */
  own(text: string, values?: readonly SqlValue[]): SqlResult {
    const reply = values ? this.statement(text, values) : this.script(text);
    if (reply.failure) throw new Bug(`PostgreSQL answered ${reply.failure.code}: ${reply.failure.message}`);
    return reply.results.at(-1) ?? nothing;
  }

  /** The data directory as an uncompressed tar. */
  async dump(): Promise<Uint8Array> {
    const file = await this.#pglite.dumpDataDir('none');
    return new Uint8Array(await file.arrayBuffer());
  }

  async close(): Promise<void> {
    await this.#pglite.close();
  }

  #send(message: Uint8Array): BackendReply {
    const results: SqlResult[] = [];
    let columns: readonly string[] = [];
    let rows: Row[] = [];
    let failure: SqlFailure | null = null;
    let status: TransactionStatus | null = null;
    let wantsData = false;
    const exchange = (sent: Uint8Array) =>
      new Parser().parse(this.#pglite.execProtocolRawSync(sent), (received) => {
        if (received instanceof protocol.messages.RowDescriptionMessage) {
          columns = received.fields.map((field) => field.name);
        } else if (received instanceof protocol.messages.DataRowMessage) {
          rows.push(received.fields);
        } else if (received instanceof protocol.messages.CommandCompleteMessage) {
          results.push({ tag: received.text, columns, rows });
          columns = [];
          rows = [];
        } else if (received instanceof protocol.messages.DatabaseError) {
          failure ??= {
            code: received.code ?? 'XX000',
            constraint: received.constraint ?? null,
            message: received.message,
          };
        } else if (received instanceof protocol.messages.ReadyForQueryMessage) {
          status = received.status as TransactionStatus;
        } else if (received.name === 'emptyQuery') {
          results.push(nothing);
        } else if (received.name === 'copyInResponse') {
          wantsData = true;
        }
      });
    exchange(message);
    // Nobody here has data for COPY ... FROM STDIN. Without an answer the backend would wait for ever.
    if (wantsData && status === null) exchange(Buffer.concat([serialize.copyFail('no data'), serialize.sync()]));
    if (status === null) throw new Bug('PostgreSQL did not get ready for the next statement');
    return { results, failure, status };
  }
}
