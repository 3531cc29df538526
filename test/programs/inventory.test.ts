import { describe, expect, test } from 'vitest';
import type { HistoryResult } from '../../src/programs/history/process-once.js';
import {
  claimAndReserve,
  type Handler,
  lookAndReserve,
  markThenReserve,
  reserveEveryTime,
  reserveThenMark,
} from '../../src/programs/inventory/handlers.js';
import { decodeOrderPlaced, type InventoryRepository } from '../../src/programs/inventory/repository.js';

const order = { eventId: 'e1', productId: 'p1', quantity: 2 };
const failure = new Error('no answer');

/** A repository that notes its calls; `known` says whether the event is there, `fails` which call does. */
function recorded(known: boolean, fails?: string): { repository: InventoryRepository; calls: string[] } {
  const calls: string[] = [];
  const call = async (name: string) => {
    calls.push(name);
    if (name === fails) throw failure;
  };
  const repository: InventoryRepository = {
    begin: () => call('begin'),
    isProcessed: async () => {
      await call('look');
      return known;
    },
    insertProcessed: () => call('insert'),
    claim: async () => {
      await call('claim');
      return !known;
    },
    reserve: () => call('reserve'),
    commit: () => call('commit'),
    rollback: () => call('rollback'),
  };
  return { repository, calls };
}

async function handled(handler: Handler, known: boolean, fails?: string): Promise<[HistoryResult, string]> {
  const { repository, calls } = recorded(known, fails);
  return [await handler(repository, order), calls.join(' ')];
}

const applied = { outcome: 'applied' };
const already = { outcome: 'already-applied' };
const unknown = { outcome: 'unknown', error: failure };

describe('a handler of the inventory', () => {
  test.each<[string, Handler, string, string]>([
    ['claims and reserves', claimAndReserve, 'begin claim reserve commit', 'begin claim rollback'],
    ['looks, inserts and reserves', lookAndReserve, 'begin look insert reserve commit', 'begin look rollback'],
    ['reserves, then marks', reserveThenMark, 'begin look reserve commit begin claim commit', 'begin look rollback'],
    ['marks, then reserves', markThenReserve, 'begin claim commit begin reserve commit', 'begin claim rollback'],
  ])('that %s', async (_, handler, fresh, known) => {
    expect(await handled(handler, false)).toEqual([applied, fresh]);
    expect(await handled(handler, true)).toEqual([already, known]);
  });

  test('that remembers nothing reserves every time', async () => {
    expect(await handled(reserveEveryTime, true)).toEqual([applied, 'begin reserve commit']);
  });

  test('hands on the very error, after one rollback where a transaction has begun', async () => {
    expect(await handled(claimAndReserve, false, 'begin')).toEqual([unknown, 'begin']);
    expect(await handled(claimAndReserve, false, 'claim')).toEqual([unknown, 'begin claim rollback']);
    expect(await handled(claimAndReserve, false, 'reserve')).toEqual([unknown, 'begin claim reserve rollback']);
    expect(await handled(lookAndReserve, false, 'insert')).toEqual([unknown, 'begin look insert rollback']);
    expect(await handled(claimAndReserve, false, 'commit')).toEqual([unknown, 'begin claim reserve commit rollback']);
  });

  test('takes no notice of a clean-up that fails', async () => {
    expect(await handled(claimAndReserve, true, 'rollback')).toEqual([already, 'begin claim rollback']);
  });
});

describe('the payload of an order', () => {
  const payload = (rest: string) => `{"event_id": "e1"${rest}}`;

  test('is read', () => {
    expect(decodeOrderPlaced(payload(', "product_id": "p1", "quantity": 2, "more": true'))).toEqual(order);
  });

  test.each([
    [null, 'the value has no text "event_id"'],
    ['no JSON', 'the value has no text "event_id"'],
    ['{"event_id": 1}', 'the value has no text "event_id"'],
    [payload(''), 'the value has no text "product_id"'],
    [payload(', "product_id": "p1"'), 'the value has no whole number "quantity" above 0'],
    [payload(', "product_id": "p1", "quantity": "2"'), 'the value has no whole number "quantity" above 0'],
    [payload(', "product_id": "p1", "quantity": 0'), 'the value has no whole number "quantity" above 0'],
    [payload(', "product_id": "p1", "quantity": 1.5'), 'the value has no whole number "quantity" above 0'],
  ])('%s is none', (value, message) => {
    expect(() => decodeOrderPlaced(value)).toThrow(message);
  });
});
