import { expect } from 'vitest';
import type { Row, RowChange, SqlResult } from '../../src/model/sql.js';
import { type Answer, EngineRefusal, type Executed, type Resumed, type Session } from '../../src/postgres/ports.js';

/** What a statement answers that ends well and commits `changes`. */
export function done(
  tag: string,
  { columns = [], rows = [], changes = [] }: Partial<Omit<SqlResult, 'tag'>> & { changes?: readonly RowChange[] } = {},
): Executed {
  return {
    answer: { kind: 'done', result: { tag, columns, rows } },
    changes,
    transaction: anyTransaction(),
    resumed: [],
  };
}

/** What a statement answers that fails. The message is the server's own wording, so any will do. */
export function failed(code: string, constraint: string | null = null): Executed {
  const position = expect.toSatisfy((value: unknown) => value === null || typeof value === 'number');
  const answer: Answer = { kind: 'error', failure: { code, constraint, message: expect.any(String), position } };
  return { answer, changes: [], transaction: anyTransaction(), resumed: [] };
}

/** What a statement answers that waits for the sessions of these names. */
export function blocked(...by: readonly string[]): Executed {
  return { answer: { kind: 'blocked', by }, changes: [], transaction: anyTransaction(), resumed: [] };
}

/** A statement of `session` that has gone on, and what it answers. */
export function gone(session: Session, { answer, changes, transaction }: Executed): Resumed {
  // The very session: one that only looks the same will not do.
  const same = expect.toSatisfy((found: unknown) => found === session);
  return { session: same, answer: answer as Resumed['answer'], changes, transaction };
}

/** What a call answers that has let others go on. */
export function releasing(executed: Executed, ...resumed: readonly Resumed[]): Executed {
  return { ...executed, resumed };
}

/** Most tests show in other ways what became of the transaction. */
function anyTransaction(): Executed['transaction'] {
  return expect.any(String);
}

export function inserted(table: string, ...after: Row): RowChange {
  return { table, kind: 'insert', before: null, after };
}

export function updated(table: string, before: Row, after: Row): RowChange {
  return { table, kind: 'update', before, after };
}

export function deleted(table: string, ...before: Row): RowChange {
  return { table, kind: 'delete', before, after: null };
}

export function truncated(table: string): RowChange {
  return { table, kind: 'truncate', before: null, after: null };
}

/** For a statement that an engine may refuse by name instead of serving it; any other error is a mistake. */
export function refusedByName(error: unknown): void {
  expect(error).toBeInstanceOf(EngineRefusal);
}
