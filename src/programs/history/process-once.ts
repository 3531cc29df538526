import type { HistoryEvent, HistoryRepository } from './repository.js';

/** `error` is the very value that the repository threw, unwrapped, and only there with `unknown`. */
export type HistoryResult =
  | { readonly outcome: 'applied' | 'already-applied' }
  | { readonly outcome: 'unknown'; readonly error: unknown };

/**
 * Handles one delivery of `event`: marker and history row in one transaction.
 *
 * A new marker leads to the row and the commit; only an acknowledged commit is `applied`. A known marker is
 * `already-applied`, which is no error. Any failure is `unknown`: whether the pair is stored cannot be told from here,
 * and the next delivery finds out. Every way out after `begin` except an acknowledged commit rolls back exactly once,
 * as a clean-up whose own failure hides nothing.
 */
export async function processHistoryOnce(repository: HistoryRepository, event: HistoryEvent): Promise<HistoryResult> {
  try {
    await repository.begin();
  } catch (error) {
    return { outcome: 'unknown', error };
  }
  let result: HistoryResult;
  try {
    if (await repository.tryInbox(event.eventId)) {
      await repository.saveHistory(event);
      await repository.commit();
      return { outcome: 'applied' };
    }
    result = { outcome: 'already-applied' };
  } catch (error) {
    result = { outcome: 'unknown', error };
  }
  await cleanUp(repository);
  return result;
}

/** One rollback whose failure is of no interest: a session that is gone has been rolled back by the server. */
export async function cleanUp(repository: Pick<HistoryRepository, 'rollback'>): Promise<void> {
  try {
    await repository.rollback();
  } catch {
    // The outcome was decided before.
  }
}
