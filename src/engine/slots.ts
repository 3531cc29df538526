import { present } from '../base/assert.js';
import type { Arrival } from '../model/fault.js';
import type { SlotOperation } from '../model/names.js';
import type { Row } from '../model/sql.js';
import { type CommittedRows, type OutboxRow, SqlError } from '../programs/ports.js';
import type { RowsCommitted } from '../trace/store-event.js';
import { failed } from './connection.js';
import type { Recorder } from './recorder.js';
import type { Effect, Failure, ServerCall } from './server-call.js';

/** A logical replication slot: what its database has committed behind the confirmed position is kept for it. */
interface Slot {
  readonly database: string;
  confirmed: number;
}

/** One connection to a slot: how far it has streamed. A new one begins behind what is confirmed. */
export interface Stream {
  /** Null where it is not connected. */
  slot: Slot | null;
  position: number;
}

/** The table whose inserts a relay wants; everything else that a transaction changes is not decoded. */
const outbox = 'outbox';

/**
 * The slots of all databases. What they stream is the order of commits, which the trace has: each commit of a database
 * is one of its events, and its number in that database is its position.
 */
export class Slots {
  readonly #slots = new Map<string, Slot>();
  readonly #commits = new Map<string, RowsCommitted[]>();
  #seen = 0;

  constructor(readonly recorder: Recorder) {}

  /** Makes the slot that `owner` has from the start. It is older than the rows that are there from the start. */
  create(owner: string, database: string): void {
    this.#slots.set(owner, { database, confirmed: 0 });
  }

  /** Makes the slot of `owner` anew: it begins with the next commit. */
  recreate(owner: string): void {
    const { database } = this.of(owner);
    this.#slots.set(owner, { database, confirmed: this.#commitsOf(database).length });
  }

  of(owner: string): Slot {
    return present(this.#slots.get(owner), `slot of ${owner}`);
  }

  /** Whole transactions behind `position`: at least one where there is any, with at most `rows` rows of the outbox. */
  after(database: string, position: number, rows: number): CommittedRows[] {
    const found: CommittedRows[] = [];
    let left = rows;
    for (const [index, commit] of this.#commitsOf(database).entries()) {
      if (index < position) continue;
      const inserted = this.#insertedBy(commit);
      if (found.length > 0 && inserted.length > left) break;
      left -= inserted.length;
      found.push({ position: index + 1, rows: inserted });
    }
    return found;
  }

  #insertedBy({ database, changes }: RowsCommitted): OutboxRow[] {
    return changes.flatMap(({ table, kind, after }): OutboxRow[] => {
      if (table !== outbox || kind !== 'insert' || after === null) return [];
      return [byColumn(this.recorder.watch.world.table(database, table).info.columns, after)];
    });
  }

  #commitsOf(database: string): readonly RowsCommitted[] {
    const { events } = this.recorder;
    for (; this.#seen < events.length; this.#seen++) {
      const event = events[this.#seen];
      if (event?.kind !== 'rows-committed') continue;
      const commits = this.#commits.get(event.database);
      if (commits) commits.push(event);
      else this.#commits.set(event.database, [event]);
    }
    return this.#commits.get(database) ?? [];
  }
}

function byColumn(columns: readonly string[], row: Row): OutboxRow {
  return Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]));
}

/** A request over the connection that streams from a slot. */
abstract class SlotCall implements ServerCall {
  abstract readonly name: SlotOperation;
  readonly subject = null;

  constructor(
    readonly world: { readonly slots: Slots },
    readonly owner: string,
    readonly stream: Stream,
  ) {}

  abstract attempt(slot: Slot): Effect;

  refusedLocally(): Error | null {
    return null;
  }

  unreachable(): boolean {
    return false;
  }

  async apply(): Promise<Effect> {
    const slot = this.world.slots.of(this.owner);
    if (this.stream.slot !== slot) {
      this.stream.slot = slot;
      this.stream.position = slot.confirmed;
    }
    return this.attempt(slot);
  }

  async refuse(code: string): Promise<Effect> {
    this.stream.slot = null;
    return failed({ code, constraint: null, position: null, message: 'injected' });
  }

  async lose(_noticed: Arrival | undefined): Promise<void> {
    this.stream.slot = null;
  }

  async underWay(): Promise<void> {}

  errorFor({ code, message }: Failure): Error {
    return new SqlError(code, null, message);
  }

  noReply(): { readonly error: Error } {
    return { error: new SqlError('08006', null, 'the connection was lost before the reply came') };
  }
}

/** Takes the next transactions from the stream. */
export class ReadChangesCall extends SlotCall {
  readonly name = 'read-changes';

  constructor(
    world: { readonly slots: Slots },
    owner: string,
    stream: Stream,
    readonly rows: number,
  ) {
    super(world, owner, stream);
  }

  attempt({ database }: Slot): Effect {
    const found = this.world.slots.after(database, this.stream.position, this.rows);
    const position = found.at(-1)?.position ?? null;
    return {
      failure: null,
      result: { kind: 'changes', transactions: found.length, position },
      seen: () => {
        this.stream.position = position ?? this.stream.position;
        return found;
      },
    };
  }
}

/** Tells the server how far everything is done with: it keeps nothing before that any more, and never goes back. */
export class ConfirmCall extends SlotCall {
  readonly name = 'confirm';

  constructor(
    world: { readonly slots: Slots },
    owner: string,
    stream: Stream,
    readonly position: number,
  ) {
    super(world, owner, stream);
  }

  attempt(slot: Slot): Effect {
    slot.confirmed = Math.max(slot.confirmed, this.position);
    return { failure: null, result: { kind: 'position', position: slot.confirmed }, seen: () => undefined };
  }
}
