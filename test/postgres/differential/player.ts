import { present } from '../../../src/base/assert.js';
import type { RowChange } from '../../../src/model/sql.js';
import {
  type Database,
  type DatabaseServer,
  EngineRefusal,
  type Executed,
  type Resumed,
  type Session,
} from '../../../src/postgres/ports.js';
import type { Schedule } from './schedule.js';
import { begin, schema } from './schema.js';

/** What an engine made of a schedule: a line for each statement, then the rows. */
export interface Played {
  readonly lines: readonly string[];
  /** The line at which it refused to go on; null where it came to the end. */
  readonly refused: { readonly line: number; readonly why: string } | null;
  /**
   * The first line at which more than one statement could go on at once, so that PostgreSQL leaves open which one came
   * first to what they all had waited for; infinite where there is none.
   */
  readonly open: number;
}

/** Nobody cleans up in the catalogue of the embedded engine behind emptied tables, so a database serves so many schedules. */
const schedulesPerDatabase = 1000;

/** A session is known by its place among them; those that one waits for are named in this order. */
const sessionNames = ['S0', 'S1', 'S2'];

/** A database and its sessions. */
interface Stage {
  readonly database: Database;
  readonly sessions: readonly Session[];
}

/** Plays schedules on one engine, one after another. */
export class Player {
  #stage: Stage | null = null;
  #played = 0;
  /** Statements that may have changed the tables since they were as at the beginning. */
  #written = '';

  constructor(readonly server: DatabaseServer) {}

  async play(schedule: Schedule): Promise<Played> {
    const { database, sessions: all } = await this.#begin(schedule);
    const sessions = new Set<Session>();
    const blocked = new Map<Session, readonly string[]>();
    const lines: string[] = [];
    let open = Number.POSITIVE_INFINITY;
    const sessionOf = (index: number): Session => {
      const session = present(all[index], 'session');
      sessions.add(session);
      return session;
    };
    const note = (session: Session, text: string, { answer, changes, transaction, resumed }: Executed) => {
      const reaches = (from: string): boolean =>
        from === session.name || [...blocked].some(([{ name }, by]) => name === from && by.some(reaches));
      if ([...blocked.keys()].filter(({ name }) => name !== session.name && reaches(name)).length > 1)
        open = Math.min(open, lines.length);
      if (answer.kind === 'blocked') blocked.set(session, answer.by);
      for (const each of resumed) blocked.delete(each.session);
      lines.push(
        [
          `${session.name} ${text}`,
          shown({ session, answer, changes, transaction } as Resumed, text),
          ...resumed.map((each) => shown(each, '')),
        ].join(' | '),
      );
    };
    try {
      for (const { session: index, text } of schedule) {
        const session = sessionOf(index);
        if (!blocked.has(session)) note(session, text, await session.execute(text));
      }
      // Whoever waits at the end goes on when the others have ended.
      for (let round = 0; round < sessions.size; round++) {
        for (const session of sessions) {
          if (!blocked.has(session)) note(session, 'COMMIT', await session.commit());
        }
      }
      for (const { table, rows } of await database.tables()) lines.push(`${table}: ${JSON.stringify(rows)}`);
    } catch (error) {
      // What was begun is not brought to an end then: the next schedule finds everything anew.
      this.#stage = null;
      if (!(error instanceof EngineRefusal)) {
        return { lines: [...lines, `${(error as Error).stack}`], refused: null, open };
      }
      return { lines, refused: { line: lines.length, why: error.reason }, open };
    }
    return { lines, refused: null, open };
  }

  /** A database whose tables are as at the beginning, and its sessions, which serve one schedule after another. */
  async #begin(schedule: Schedule): Promise<Stage> {
    if (!this.#stage || ++this.#played % schedulesPerDatabase === 0) {
      await this.server.reset();
      const database = await this.server.createDatabase('d', schema);
      this.#written = schema;
      this.#stage = { database, sessions: sessionNames.map((name) => database.session(name)) };
    }
    const [first] = this.#stage.sessions;
    for (const text of begin(this.#written)) {
      const { answer } = await present(first, 'session').execute(text);
      if (answer.kind !== 'done') throw new Error(`${text}: ${JSON.stringify(answer)}`);
    }
    this.#written = schedule.map(({ text }) => text).join('\n');
    return this.#stage;
  }
}

function shown(
  { session, answer, changes, transaction }: Resumed | (Omit<Resumed, 'answer'> & { answer: Executed['answer'] }),
  text: string,
): string {
  const what =
    answer.kind === 'done'
      ? `${answer.result.tag} ${JSON.stringify(sortedUnlessOrdered(answer.result.rows, text))}`
      : answer.kind === 'error'
        ? `${answer.failure.code} ${answer.failure.constraint}`
        : `blocked by ${answer.by.join(', ')}`;
  const committed = inAnyOrder(changes).map(({ table, kind, before, after }) => `${kind} ${table} ${before} ${after}`);
  return [session.name, what, transaction, ...committed].join(' ; ');
}

function sortedUnlessOrdered(rows: readonly (readonly (string | null)[])[], text: string): unknown {
  return /order by/i.test(text) ? rows : rows.map((row) => JSON.stringify(row)).toSorted();
}

/** Rows that one statement has changed come in the order in which they lie, which is nobody's to say. */
function inAnyOrder(changes: readonly RowChange[]): RowChange[] {
  const runs: RowChange[][] = [];
  for (const change of changes) {
    const last = runs.at(-1);
    if (last?.[0]?.table === change.table && last[0].kind === change.kind) last.push(change);
    else runs.push([change]);
  }
  const text = ({ before, after }: RowChange) => JSON.stringify([before, after]);
  return runs.flatMap((run) => run.toSorted((one, other) => (text(one) < text(other) ? -1 : 1)));
}
