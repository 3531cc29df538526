import { type AwaitedKey, type AwaitedRow, conflicts, excludes } from './awaited-rows.js';
import { lockKinds } from './lock-waits.js';
import type { LockStrength } from './row-locks.js';
import type { SessionState } from './session-state.js';
import type { DatabaseFacts } from './table-facts.js';
import type { Wait } from './turns.js';
import type { RowsForm, WaitingForm } from './waiting-form.js';

/** What a statement waits for. */
export interface Awaited {
  readonly form: WaitingForm;
  /** What others may wait for too, so that they stand in one queue; null where all of them wait for its end alone. */
  readonly queue: AwaitedRow | AwaitedKey | null;
  /** Where the row lies that it waits for, and in which table; null for a key. */
  readonly place: string | null;
  readonly relation: string | null;
  /** Who has what it waits for. */
  readonly holders: readonly SessionState[];
  /** Its own row is there already: it waits for the row that this one refers to. */
  readonly holdsRow: boolean;
}

/** The first line of PostgreSQL's CONTEXT of a wait for a transaction, with the names of what it is doing there. */
const place = /^while (updating|deleting|locking|inserting index) tuple \((\d+,\d+)\) in relation "(.*)"$/;

/** The second one, where a foreign key looks for the row that is referred to. */
const reference = /^SQL statement "SELECT 1 FROM ONLY .* FOR KEY SHARE OF x"$/;

/** What `form` waits for; null where the wait is none that can be given. */
export function awaitedBy(
  form: WaitingForm,
  { tag, context }: Wait,
  facts: DatabaseFacts,
  sessions: readonly SessionState[],
): Awaited | null {
  if (tag.kind === lockKinds.advisory) {
    const [, high, low, kind] = tag.fields;
    const queue = { key: `${high} ${low} ${kind}`, mode: tag.mode };
    const holders = sessions.filter(({ transaction }) =>
      transaction?.image?.advisory.some((lock) => lock.name === queue.key && excludes(lock.mode, queue.mode)),
    );
    return form.kind === 'advisory' ? { form, queue, place: null, relation: null, holders, holdsRow: false } : null;
  }
  const [xid] = tag.fields;
  const owner = sessions.find(({ prepared: held }) => held && held.firstXid <= xid && xid < held.endXid);
  const [line = '', ...outer] = context.split('\n');
  const [, doing, at, relation = ''] = place.exec(line) ?? [];
  if (tag.kind !== lockKinds.transaction || !owner || form.kind === 'advisory' || !at) return null;
  const table = facts.byName.get(form.table);
  if (!table?.isPlain) return null;
  const found = (strength: LockStrength, holdsRow = false): Awaited => {
    const queue = { table: relation, place: `(${at})`, strength };
    const holders = sessions.filter((session) => session === owner || holds(session, queue));
    return { form, queue, place: queue.place, relation, holders, holdsRow };
  };
  if (form.kind !== 'insert') return rowWait(form, doing, relation, outer, found, table.keyColumns);
  const isReference = outer.length === 1 && reference.test(outer[0] ?? '');
  if (doing === 'locking' && isReference) return found('KEY SHARE', true);
  if (outer.length > 0) return null;
  if (doing === 'locking' && form.onConflict && relation === form.table) return found('NO KEY UPDATE');
  // Before ON CONFLICT nothing is written; without it the first of the unique indexes is the first to be written.
  const isFirst = form.onConflict ? relation === form.table : relation === table.uniqueIndexes[0];
  if (doing !== 'inserting index' || !isFirst) return null;
  return { form, queue: null, place: null, relation: null, holders: [owner], holdsRow: false };
}

function rowWait(
  form: RowsForm,
  doing: string | undefined,
  relation: string,
  outer: readonly string[],
  found: (strength: LockStrength) => Awaited,
  keyColumns: ReadonlySet<string>,
): Awaited | null {
  const does = { update: 'updating', delete: 'deleting', lock: 'locking' }[form.kind];
  if (doing !== does || relation !== form.table || outer.length > 0) return null;
  // Its lock is a stronger one where it changes a key, and whether it does is not known before.
  if (form.setColumns.some((column) => keyColumns.has(column))) return null;
  return found(form.strength);
}

/** Whether a parked transaction has a lock on the row that keeps out whoever waits for it. */
function holds({ transaction }: SessionState, { table, place: at, strength }: AwaitedRow): boolean {
  const locks = transaction?.image?.levels.flatMap((level) => level.locks) ?? [];
  return locks.some((lock) => lock.table.name === table && lock.place === at && conflicts(lock.strength, strength));
}
