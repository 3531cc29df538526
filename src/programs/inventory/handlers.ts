import { cleanUp, type HistoryResult } from '../history/process-once.js';
import type { InventoryRepository, OrderPlaced } from './repository.js';

/** One way to handle a delivery of an event that reserves something. */
export type Handler = (repository: InventoryRepository, order: OrderPlaced) => Promise<HistoryResult>;

/** Begins, runs `work`, and turns whatever fails into `unknown`, after one clean-up where there is a transaction. */
async function inTransaction(
  repository: InventoryRepository,
  work: () => Promise<HistoryResult>,
): Promise<HistoryResult> {
  try {
    await repository.begin();
  } catch (error) {
    return { outcome: 'unknown', error };
  }
  try {
    const result = await work();
    if (result.outcome === 'already-applied') await cleanUp(repository);
    return result;
  } catch (error) {
    await cleanUp(repository);
    return { outcome: 'unknown', error };
  }
}

/** Event and reservation in one transaction; the key of the events says who comes first. */
export const claimAndReserve: Handler = (repository, order) =>
  inTransaction(repository, async () => {
    if (!(await repository.claim(order.eventId))) return { outcome: 'already-applied' };
    await repository.reserve(order);
    await repository.commit();
    return { outcome: 'applied' };
  });

/**
 * Looks first and inserts what it has not found, in one transaction. Between the two somebody else may do the same: where
 * the events have a key, the loser gets an error and finds the event at its next attempt; where they have none, nothing
 * stops it.
 */
export const lookAndReserve: Handler = (repository, order) =>
  inTransaction(repository, async () => {
    if (await repository.isProcessed(order.eventId)) return { outcome: 'already-applied' };
    await repository.insertProcessed(order.eventId);
    await repository.reserve(order);
    await repository.commit();
    return { outcome: 'applied' };
  });

/** Wrong on purpose: commits the reservation before it writes down that the event was processed. */
export const reserveThenMark: Handler = (repository, order) =>
  inTransaction(repository, async () => {
    if (await repository.isProcessed(order.eventId)) return { outcome: 'already-applied' };
    await repository.reserve(order);
    await repository.commit();
    return inTransaction(repository, async () => {
      await repository.claim(order.eventId);
      await repository.commit();
      return { outcome: 'applied' };
    });
  });

/** Wrong on purpose: commits that the event was processed before it reserves anything. */
export const markThenReserve: Handler = (repository, order) =>
  inTransaction(repository, async () => {
    if (!(await repository.claim(order.eventId))) return { outcome: 'already-applied' };
    await repository.commit();
    return inTransaction(repository, async () => {
      await repository.reserve(order);
      await repository.commit();
      return { outcome: 'applied' };
    });
  });

/** Wrong on purpose: remembers no event. */
export const reserveEveryTime: Handler = (repository, order) =>
  inTransaction(repository, async () => {
    await repository.reserve(order);
    await repository.commit();
    return { outcome: 'applied' };
  });
