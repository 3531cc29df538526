import { assert, present } from '../../base/assert.js';
import type { Row, RowChange } from '../../model/sql.js';
import { EngineBroken, EngineRefusal, type Executed, LimitExceeded, type Resumed } from '../ports.js';
import { identifier, literal } from '../quote.js';
import { rowChanges } from '../row-changes.js';
import { parseRowText } from '../row-text.js';
import { perform, type SessionCall } from '../session-call.js';
import { atBorder } from './border.js';
import { ServerConnection } from './connection.js';
import { captureColumns, type EndedCall, inOrder } from './end-order.js';
import type { Replicas } from './replicas.js';
import type { RunContext } from './run-context.js';
import { captureTable } from './run-schema.js';
import { haveEnded, terminate } from './runs.js';
import { type DatabaseState, endsTransaction, type SentCall, type ServerSession } from './server-session.js';
import { begin, check, renew, settingsFor } from './session-setup.js';
import { Waits } from './waits.js';

type ConnectedSession = ServerSession & { readonly connection: ServerConnection };
type Ended = Omit<Resumed, 'session'>;

const transactions = { I: 'none', T: 'open', E: 'aborted' } as const;

/** Does what the sessions of one scenario are asked, one thing after another; many of them may be in the middle of something. */
export class Calls {
  /** In the order in which they were opened. */
  readonly sessions: ServerSession[] = [];
  readonly #waits: Waits;
  #lastBlocked = 0;

  constructor(
    readonly run: RunContext,
    readonly replicas: Replicas,
  ) {
    this.#waits = new Waits(run);
  }

  async call(session: ServerSession, call: SessionCall): Promise<Executed> {
    assert(!session.closed, `session ${session.name} is closed`);
    assert(session.sent === null, `session ${session.name} waits for another one`);
    const { stop } = this.run;
    const asked = await this.#connected(session);
    const { connection } = asked;
    const before = connection.status;
    if (before === 'I') await stop.guard(renew(session, connection, this.run.names.shared, this.run.now()));
    if (!endsTransaction(call)) await this.#waits.beforeSending(asked, this.#connectedOnes());
    const sent = this.#send(session, connection, call);
    await this.#waits.settle(this.#connectedOnes());
    if (sent.ended) {
      const own = await this.#finish(asked, await this.#takeCaptured(asked));
      return { ...own, resumed: await this.#resumed() };
    }
    sent.blocked = ++this.#lastBlocked;
    const by = this.sessions.filter((other) => session.waitsFor.includes(other as ConnectedSession));
    const names = [...new Set(by.map(({ name }) => name))];
    const resumed = await this.#resumed();
    return { answer: { kind: 'blocked', by: names }, changes: [], transaction: transactions[before], resumed };
  }

  async uncommitted(session: ServerSession): Promise<RowChange[]> {
    assert(session.sent === null, `session ${session.name} waits for another one`);
    return session.connection ? this.#changes(session, await this.#pending(session as ConnectedSession)) : [];
  }

  /** What a session has written in the transaction that it has open, as it was captured. */
  async #pending({ connection }: ConnectedSession): Promise<readonly Row[]> {
    // In an aborted transaction nothing can be read, and nothing of it will ever be seen.
    if (connection.status !== 'T') return [];
    const { stop, views, names } = this.run;
    const table = captureTable(names.shared, connection.process.pid);
    // A question to the session would be its first query, which fixes what a repeatable read sees; so it has to be needed.
    const written = await stop.guard(
      views.own(`SELECT FROM pg_catalog.pg_locks WHERE pid = ${connection.process.pid} AND mode = 'RowExclusiveLock'
        AND relation = ${literal(table)}::pg_catalog.regclass`),
    );
    if (written.rows.length === 0) return [];
    return (await stop.guard(connection.own(`SELECT ${captureColumns} FROM ${names.shared}.pending()`))).rows;
  }

  async close(session: ServerSession): Promise<Resumed[]> {
    if (session.closed) return [];
    session.closed = true;
    const { connection, sent } = session;
    this.sessions.splice(this.sessions.indexOf(session), 1);
    if (!connection) return [];
    const { views, stop, names, rest } = this.run;
    session.sent = null;
    if (sent && !sent.ended) await stop.guard(terminate(views, [connection.process]));
    connection.leave();
    await stop.guard(haveEnded(views, [connection.process], rest));
    await stop.guard(views.own(`DROP TABLE ${captureTable(names.shared, connection.process.pid)}`));
    await this.#waits.settle(this.#connectedOnes());
    return this.#resumed();
  }

  /** The names of the sessions that keep everybody else from a table of `database`, or are about to. */
  async lockersOf({ schema }: DatabaseState): Promise<string[]> {
    const { views, stop } = this.run;
    const { rows } = await stop.guard(
      views.own(`SELECT DISTINCT pid FROM pg_catalog.pg_locks WHERE mode = 'AccessExclusiveLock' AND relation IN (
        SELECT oid FROM pg_catalog.pg_class WHERE relnamespace = ${literal(identifier(schema))}::regnamespace)`),
    );
    const pids = rows.map(([pid]) => Number(pid));
    return this.#connectedOnes()
      .filter(({ connection }) => pids.includes(connection.process.pid))
      .map(({ name }) => name);
  }

  #connectedOnes(): ConnectedSession[] {
    return this.sessions.filter((session): session is ConnectedSession => session.connection !== null);
  }

  async #connected(session: ServerSession): Promise<ConnectedSession> {
    if (session.connection) return session as ConnectedSession;
    const { address, names, facts, stop, views } = this.run;
    const now = this.run.now();
    const settings = settingsFor(session.database, names.shared, facts, now);
    const connection = await this.run.connect(
      ServerConnection.open(address, `${names.shared} ${session.name}`, settings),
    );
    session.connection = connection;
    const table = captureTable(names.shared, connection.process.pid);
    await stop.guard(views.own(`CREATE TABLE ${table} (LIKE ${names.shared}.capture)`));
    await stop.guard(begin(session, connection, names.shared, now));
    return session as ConnectedSession;
  }

  #send(session: ServerSession, connection: ServerConnection, call: SessionCall): SentCall {
    const checksBefore = connection.lockChecks;
    const sent: SentCall = { call, ended: false, checksBefore, since: null, reply: null, error: null, blocked: null };
    session.sent = sent;
    session.waitsFor = [];
    perform(connection, call, this.run.bounds)
      .then(
        (reply) => {
          sent.reply = reply;
        },
        (error: Error) => {
          sent.error = error;
        },
      )
      .finally(() => {
        sent.ended = true;
        this.#waits.wake();
      });
    return sent;
  }

  async #resumed(): Promise<Resumed[]> {
    const ended: EndedCall[] = [];
    const sessions = this.#connectedOnes().filter(({ sent }) => sent?.ended);
    for (const session of sessions) {
      const captured = await this.#takeCaptured(session);
      // What is not committed yet tells the order as well.
      const pending = sessions.length > 1 ? await this.#pending(session) : [];
      ended.push({ session, captured, written: [...captured, ...pending] });
    }
    const resumed: Resumed[] = [];
    for (const { session, captured } of inOrder(ended)) {
      resumed.push({ session, ...(await this.#finish(session as ConnectedSession, captured)) });
    }
    return resumed;
  }

  /** Takes the answer to what the session was asked, and what it has committed. */
  async #finish(session: ConnectedSession, captured: readonly Row[]): Promise<Ended> {
    const { call, reply, error } = present(session.sent, 'statement');
    session.sent = null;
    session.waitsFor = [];
    if (error) throw error;
    const { results, failure, status, overflow } = present(reply, 'reply');
    const result = failure ? null : results.at(-1);
    if (result === undefined) throw new EngineBroken('PostgreSQL has no answer to a statement');
    const { names, stop, bounds, shown } = this.run;
    const changes = this.#changes(session, captured);
    await this.replicas.committed(session.database, captured);
    const { text } = call;
    await stop.guard(check(session, session.connection, names.shared, { text, tag: result?.tag ?? '' }));
    if (overflow === 'rowsPerAnswer') throw new LimitExceeded('answer-rows', bounds.rowsPerAnswer, 'rows');
    if (overflow === 'answerBytes') throw new LimitExceeded('answer-bytes', bounds.answerBytes, 'bytes');
    const transaction = transactions[status];
    if (result) return { answer: { kind: 'done', result: shown.result(result) }, changes, transaction };
    const { name: own } = session.database;
    const others = [...names.databases.filter((name) => name !== own), 'inbox_sim'];
    const met = atBorder(text, present(failure, 'failure'), { own, others });
    if (met.kind === 'own-name') throw new EngineRefusal('own-schema', [session.name, own]);
    return { answer: { kind: 'error', failure: shown.failure(met.failure) }, changes, transaction };
  }

  /**
   * What a session has committed and was not handed on: the engine's own connection sees nothing else of it. COMMIT AND
   * CHAIN commits and leaves another transaction open; a block that fails may have committed before.
   */
  async #takeCaptured({ connection, sent }: ConnectedSession): Promise<readonly Row[]> {
    const { results, status } = sent?.reply ?? { results: [], status: 'E' };
    if (status !== 'I' && results.at(-1)?.tag !== 'COMMIT') return [];
    const { views, stop, names } = this.run;
    const table = captureTable(names.shared, connection.process.pid);
    return (await stop.guard(views.own(`DELETE FROM ${table} RETURNING ${captureColumns}`))).rows;
  }

  #changes({ database }: ServerSession, captured: readonly Row[]): RowChange[] {
    return rowChanges(captured, database.schema, (row, table) => {
      const types = present(database.columnTypes.get(table), `columns of ${table}`);
      // The text of a row without columns is that of a single null.
      return types.length === 0 ? [] : this.run.shown.row(parseRowText(row), types);
    });
  }
}
