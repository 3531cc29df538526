import { cleanUp, type HistoryResult, processHistoryOnce } from './process-once.js';
import type { HistoryEvent, HistoryRepository } from './repository.js';

/**
 * Handlers that are wrong on purpose, each by one mistake that people make. Apart from that mistake they are careful:
 * what a scenario then shows is the mistake alone.
 */
type Handler = (repository: HistoryRepository, event: HistoryEvent) => Promise<HistoryResult>;

/** Begins, runs `work`, and turns whatever fails into `unknown`, after one clean-up where there is a transaction. */
async function inTransaction(
  repository: HistoryRepository,
  work: () => Promise<HistoryResult>,
): Promise<HistoryResult> {
  try {
    await repository.begin();
  } catch (error) {
    return { outcome: 'unknown', error };
  }
  try {
    return await work();
  } catch (error) {
    await cleanUp(repository);
    return { outcome: 'unknown', error };
  }
}

/** Commits the marker in a transaction of its own, before the row. */
export const splitInboxFirst: Handler = (repository, event) =>
  inTransaction(repository, async () => {
    if (!(await repository.tryInbox(event.eventId))) {
      await cleanUp(repository);
      return { outcome: 'already-applied' };
    }
    await repository.commit();
    return inTransaction(repository, async () => {
      await repository.saveHistory(event);
      await repository.commit();
      return { outcome: 'applied' };
    });
  });

/** Commits the row in a transaction of its own, before the marker; the foreign key never lets it. */
export const splitHistoryFirst: Handler = (repository, event) =>
  inTransaction(repository, async () => {
    await repository.saveHistory(event);
    await repository.commit();
    return inTransaction(repository, async () => {
      const isNew = await repository.tryInbox(event.eventId);
      await repository.commit();
      return { outcome: isNew ? 'applied' : 'already-applied' };
    });
  });

/** Knows no inbox at all. */
export const noInbox: Handler = (repository, event) =>
  inTransaction(repository, async () => {
    await repository.saveHistory(event);
    await repository.commit();
    return { outcome: 'applied' };
  });

/** Takes "no row came back" for a failure, as one does who returns the driver's "no rows" as it comes. */
export const noRowsIsError: Handler = (repository, event) =>
  inTransaction(repository, async () => {
    if (!(await repository.tryInbox(event.eventId))) throw new Error('no rows in result set');
    await repository.saveHistory(event);
    await repository.commit();
    return { outcome: 'applied' };
  });

/** Does not look at the answer of `tryInbox` and saves the row again. */
export const saveAfterFalse: Handler = (repository, event) =>
  inTransaction(repository, async () => {
    const isNew = await repository.tryInbox(event.eventId);
    await repository.saveHistory(event);
    await repository.commit();
    return { outcome: isNew ? 'applied' : 'already-applied' };
  });

/** Rolls back on every way out, after a successful commit too. */
export const rollbackAfterCommit: Handler = async (repository, event) => {
  const result = await processHistoryOnce(repository, event);
  if (result.outcome === 'applied') await cleanUp(repository);
  return result;
};

/** Never rolls back, so that a transaction stays open behind every duplicate and every failure. */
export const noRollback: Handler = async (repository, event) => {
  try {
    await repository.begin();
    if (!(await repository.tryInbox(event.eventId))) return { outcome: 'already-applied' };
    await repository.saveHistory(event);
    await repository.commit();
    return { outcome: 'applied' };
  } catch (error) {
    return { outcome: 'unknown', error };
  }
};

/** Wraps the error, so that its caller can no longer recognise it. */
export const wrappedError: Handler = async (repository, event) => {
  const result = await processHistoryOnce(repository, event);
  return result.outcome === 'unknown'
    ? { outcome: 'unknown', error: new Error('process history', { cause: result.error }) }
    : result;
};
