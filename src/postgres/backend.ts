import { PGlite, protocol } from '@electric-sql/pglite';
import { pageinspect } from '@electric-sql/pglite/contrib/pageinspect';
import { Bug } from '../base/assert.js';
import type { Row, SqlFailure, SqlValue } from '../model/sql.js';
import { serverSettings } from './bootstrap.js';
import { LockWaits } from './lock-waits.js';
import { EngineBroken } from './ports.js';
import { type AnswerBounds, ReplyReader } from './reply-reader.js';
import type { TypedResult } from './server-ids.js';

/** PostgreSQL's own word on the transaction after a message: idle, in a transaction, in an aborted one. */
export type TransactionStatus = 'I' | 'T' | 'E';

export interface BackendReply {
  /** One for each statement that ended well. */
  readonly results: readonly TypedResult[];
  readonly failure: SqlFailure | null;
  readonly status: TransactionStatus;
  /** The bound that the rows have gone beyond; those that are missing then are lost. */
  readonly overflow: keyof AnswerBounds | null;
}

/** What PGlite's backend answers. */
export interface LocalReply extends BackendReply {
  /** Where PostgreSQL was when it failed: the lines of its CONTEXT, innermost first; empty where it says nothing. */
  readonly context: string;
}

const { serialize } = protocol;

/** The answer to an empty text, which PostgreSQL takes as a statement without a tag. */
const nothing: TypedResult = { tag: '', columns: [], types: [], rows: [] };

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

/**
 * Nobody here has data for COPY ... FROM STDIN, and without an answer the backend would wait for ever. To any other
 * statement this one says nothing.
 */
function noData(text: string): Uint8Array[] {
  return /copy/i.test(text) ? [serialize.copyFail('no data')] : [];
}

/** The one PostgreSQL backend that PGlite runs, spoken to in the wire protocol, so that nothing is lost or converted. */
export class Backend {
  readonly #pglite: PGlite;

  private constructor(
    pglite: PGlite,
    readonly waits: LockWaits,
  ) {
    this.#pglite = pglite;
  }

  /**
   * Starts from the files in `archive` (a tar of a data directory), or from `initdb` when there is none. `waitOffset` is
   * where this build of PostgreSQL notes that it waits ({@link LockWaits.offset}); null where nobody knows.
   */
  static async start(archive: Uint8Array<ArrayBuffer> | null, waitOffset: number | null): Promise<Backend> {
    const start = () =>
      PGlite.create({
        postgresqlconf: serverSettings,
        extensions: { pageinspect },
        ...(archive ? { loadDataDir: new LentBlob(archive) } : { initDbStartParams: ['--wal-segsize=1'] }),
      });
    return new Backend(...(await LockWaits.around(start, waitOffset)));
  }

  /** One or more statements without parameters, in the simple query protocol. */
  script(text: string, bounds: AnswerBounds | null = null): LocalReply {
    return this.#send(Buffer.concat([serialize.query(text), ...noData(text)]), bounds);
  }

  /** One statement in the extended query protocol; values go and come as text. Without bounds all rows are kept. */
  statement(text: string, values: readonly SqlValue[], bounds: AnswerBounds | null = null): LocalReply {
    return this.#send(
      Buffer.concat([
        serialize.parse({ text }),
        serialize.bind({ values: [...values] }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
        ...noData(text),
        serialize.sync(),
      ]),
      bounds,
    );
  }

  /** Runs `text` of our own, which cannot fail, and returns its last result. */
  own(text: string, values?: readonly SqlValue[]): TypedResult {
    const reply = values ? this.statement(text, values) : this.script(text);
    if (reply.failure) throw new Bug(`PostgreSQL answered ${reply.failure.code}: ${reply.failure.message}`);
    return reply.results.at(-1) ?? nothing;
  }

  /** @throws EngineBroken when PostgreSQL no longer answers what it is asked: some errors leave it answering nonsense. */
  checkAlive(): void {
    const { results, failure, status } = this.script('SELECT 42');
    const isAlive = status === 'E' ? failure?.code === '25P02' : results[0]?.rows[0]?.[0] === '42';
    if (!isAlive) throw new EngineBroken('PostgreSQL answers nonsense');
  }

  /** The data directory as an uncompressed tar. */
  async dump(): Promise<Uint8Array> {
    const file = await this.#pglite.dumpDataDir('none');
    return new Uint8Array(await file.arrayBuffer());
  }

  async close(): Promise<void> {
    await this.#pglite.close();
  }

  #send(message: Uint8Array, bounds: AnswerBounds | null = null): LocalReply {
    const results: TypedResult[] = [];
    let columns: readonly string[] = [];
    let types: readonly number[] = [];
    let rows: Row[] = [];
    let failure: SqlFailure | null = null;
    let context = '';
    let status: TransactionStatus | null = null;
    const parser = new protocol.Parser();
    const reader = new ReplyReader(bounds, (messages) => parser.parse(messages, receive));
    const receive: Parameters<typeof parser.parse>[1] = (received) => {
      if (received instanceof protocol.messages.RowDescriptionMessage) {
        columns = received.fields.map((field) => field.name);
        types = received.fields.map((field) => field.dataTypeID);
      } else if (received instanceof protocol.messages.DataRowMessage) {
        rows.push(received.fields);
      } else if (received instanceof protocol.messages.CommandCompleteMessage) {
        results.push({ tag: received.text, columns, types, rows });
        columns = [];
        types = [];
        rows = [];
      } else if (received instanceof protocol.messages.DatabaseError) {
        if (!failure) context = received.where ?? '';
        failure ??= {
          code: received.code ?? 'XX000',
          constraint: received.constraint ?? null,
          message: received.message,
          position: received.position === undefined ? null : Number(received.position),
        };
      } else if (received instanceof protocol.messages.ReadyForQueryMessage) {
        status = received.status as TransactionStatus;
      } else if (received.name === 'emptyQuery') {
        results.push(nothing);
      }
    };
    // All of it happens before the promise is there. What it rejects with says no more than that no answer has come.
    this.#pglite
      .execProtocolRawStream(message, { syncToFs: false, onRawData: (piece) => reader.read(piece) })
      .catch(() => {});
    if (status === null) throw new EngineBroken('PostgreSQL did not get ready for the next statement');
    return { results, failure, context, status, overflow: reader.overflow };
  }
}
