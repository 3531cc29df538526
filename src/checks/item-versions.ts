import type { ItemRead, ItemWritten } from '../model/item.js';
import type { SqlValue } from '../model/sql.js';
import type { TraceEvent } from '../trace/event.js';
import type { WorldState } from '../trace/world-state.js';
import { byName } from './check.js';

/**
 * What items have been, each from its first version on, in the order in which writes took effect. Version 0 is what was
 * there before anybody wrote.
 */
export interface ItemVersions {
  readonly written: Record<string, ItemWritten[]>;
  /** The version that each operation has written, by its id: one that is delayed is told of more than once. */
  readonly byOperation: Record<string, number>;
  /** What stood in the rows of each item before its first version, in whatever table. */
  readonly before: Record<string, readonly SqlValue[]>;
  /** Items of which a row has been removed since their latest version. */
  readonly removed: Record<string, true>;
}

export function noVersions(): ItemVersions {
  return { written: byName(), byOperation: byName(), before: byName(), removed: byName() };
}

/** Follows what is written. Answers the version that an operation has written, in this event or in an earlier one. */
export function followWrites(versions: ItemVersions, event: TraceEvent, world: WorldState): number | null {
  if (event.kind === 'rows-committed') {
    for (const item of Object.keys(versions.written)) {
      const isGone = event.changes.some(
        ({ kind, before }) => kind === 'truncate' || (kind === 'delete' && before?.includes(item)),
      );
      if (isGone) versions.removed[item] = true;
    }
  }
  if (event.kind !== 'operation') return null;
  const { id, writes } = event;
  const known = versions.byOperation[id];
  if (known !== undefined || !writes) return known ?? null;
  const all = versions.written[writes.item] ?? [];
  if (all.length === 0) versions.before[writes.item] = valuesBeside(writes.item, world);
  versions.written[writes.item] = all;
  delete versions.removed[writes.item];
  versions.byOperation[id] = all.push(writes);
  return all.length;
}

/** All values of all rows that have `item` among them: those of replicas and projections are as they were. */
function valuesBeside(item: string, { databases }: WorldState): SqlValue[] {
  const values = new Set<SqlValue>();
  for (const tables of databases.values()) {
    for (const table of tables.values()) {
      for (const row of table.rows()) if (row.values.includes(item)) for (const value of row.values) values.add(value);
    }
  }
  return [...values];
}

/**
 * The latest version that looks like what was read: no client is blamed for what may as well be new. Null where nothing
 * tells how old it is, because somebody has written without saying so.
 */
export function versionRead({ written, before, removed }: ItemVersions, read: ItemRead): number | null {
  const { item, found, values } = read;
  const version = (written[item] ?? []).findLastIndex((each) => looksLike(read, each)) + 1;
  if (version > 0) return version;
  if (!found) return removed[item] ? null : 0;
  const isOld = values === null || written[item] === undefined || values.some((value) => before[item]?.includes(value));
  return isOld ? 0 : null;
}

function looksLike({ found, values }: ItemRead, { value }: ItemWritten): boolean {
  if (!found) return value === null;
  if (value === null) return false;
  return values === null || value === undefined || values.includes(value);
}

/** A version in few words: its value, `+` where it is only known to be there, `-` where it is not. */
export function versionText({ written }: ItemVersions, item: string, version: number): string {
  const value = written[item]?.[version - 1]?.value;
  return value === null ? '-' : (value ?? '+');
}

/** What was read, in the same words. */
export function readText({ found, values }: ItemRead): string {
  if (!found) return '-';
  return values === null ? '+' : values.map((value) => value ?? 'NULL').join(', ');
}
