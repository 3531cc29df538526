import type { ItemRead, ItemWritten } from '../model/item.js';
import type { ReadsItem, WritesItem } from '../scenario/scenario.js';
import type { ClientView, OperationResult, ServerView } from '../trace/event.js';
import { evaluate, type Meanings } from './memory.js';
import type { Effect } from './server-call.js';

/** What a request does to an item, and what it asks of one, as its scenario says. */
export interface ItemAccess {
  readonly writes: ItemWritten | null;
  readonly reads: { readonly item: string; readonly key: string | null; readonly value: string | null } | null;
}

/** @throws NoValue where an expression has none. */
export function itemAccess(
  { writes, reads }: { readonly writes: WritesItem | null; readonly reads: ReadsItem | null },
  meanings: Meanings,
): ItemAccess {
  return {
    writes: writes && {
      item: evaluate(writes.item, meanings) ?? '',
      ...(writes.value === undefined ? {} : { value: evaluate(writes.value, meanings) }),
    },
    reads: reads && { ...reads, item: evaluate(reads.item, meanings) ?? '' },
  };
}

/**
 * What has become of it: what is written once the server has committed it, what is read once the client has seen the
 * answer. In an open transaction neither is judged: nobody else can see the one, and the other may be meant to be old.
 */
export function accessed(
  { writes, reads }: ItemAccess,
  client: ClientView,
  server: ServerView,
  effect: Effect | undefined,
): { readonly writes?: ItemWritten; readonly reads?: ItemRead } {
  if (!effect || effect.failure || effect.open || server !== 'done') return {};
  const { result } = effect;
  // COMMIT of an aborted transaction is answered ROLLBACK.
  const isWritten = writes && !(result?.kind === 'sql' && result.tag === 'ROLLBACK');
  const seen = reads && client === 'ok' && result?.kind === 'sql' ? readIn(reads, result) : null;
  return { ...(isWritten ? { writes } : {}), ...(seen ? { reads: seen } : {}) };
}

type SqlAnswer = Extract<OperationResult, { kind: 'sql' }>;

/** Null where the answer lacks a column that the scenario names. */
export function readIn(
  { item, key, value }: NonNullable<ItemAccess['reads']>,
  { columns, rows }: Pick<SqlAnswer, 'columns' | 'rows'>,
): ItemRead | null {
  if (missingColumn({ item, key, value }, columns) !== null) return null;
  const about = key === null ? rows : rows.filter((row) => row[columns.indexOf(key)] === item);
  const values = value === null ? null : about.map((row) => row[columns.indexOf(value)] ?? null);
  return { item, found: about.length > 0, values };
}

/** A column that the scenario names and the answer does not have; null where it has them all. */
export function missingColumn(
  { key, value }: NonNullable<ItemAccess['reads']>,
  columns: readonly string[],
): string | null {
  return [key, value].find((column) => column !== null && !columns.includes(column)) ?? null;
}
