import { describe, expect, test } from 'vitest';
import { placeOrderOnce, type Write } from '../../src/programs/orders/place-order.js';
import { fakeOutside, type OutsideScript } from '../support/fake-outside.js';

const requests = [{ order_id: 'order-7', customer_id: 'anna' }];
const outboxRow = 'saveOutbox order-7 {"order_id":"order-7","customer_id":"anna"}';

describe('one request', () => {
  test.each<[string, Write, OutsideScript, string[]]>([
    ['both rows in one transaction', 'outbox', {}, ['begin', 'saveOrder order-7 anna', outboxRow, 'commit']],
    [
      'no second event for an order that is there',
      'outbox',
      { isNew: false },
      ['begin', 'saveOrder order-7 anna', 'commit'],
    ],
    [
      'one rollback where a statement fails',
      'outbox',
      { failing: ['saveOutbox 1'] },
      ['begin', 'saveOrder order-7 anna', `${outboxRow} fails`, 'rollback'],
    ],
    [
      'one rollback where the commit fails',
      'outbox',
      { failing: ['commit 1'] },
      ['begin', 'saveOrder order-7 anna', outboxRow, 'commit fails', 'rollback'],
    ],
    ['nothing to roll back where BEGIN fails', 'outbox', { failing: ['begin 1'] }, ['begin fails']],
    [
      'first the database, then the broker',
      'dual-db-first',
      {},
      ['begin', 'saveOrder order-7 anna', 'commit', 'produce order-7'],
    ],
    [
      'and again for an order that is there',
      'dual-db-first',
      { isNew: false },
      ['begin', 'saveOrder order-7 anna', 'commit', 'produce order-7'],
    ],
    [
      'no event where the database refuses',
      'dual-db-first',
      { failing: ['saveOrder 1'] },
      ['begin', 'saveOrder order-7 anna fails', 'rollback'],
    ],
    [
      'first the broker, then the database',
      'dual-broker-first',
      {},
      ['produce order-7', 'begin', 'saveOrder order-7 anna', 'commit'],
    ],
    ['no order where the broker refuses', 'dual-broker-first', { failing: ['produce 1'] }, ['produce order-7 fails']],
  ])('%s (%s)', async (_, write, script, expected) => {
    const { ports, calls } = fakeOutside({ requests, ...script });
    expect([await placeOrderOnce(ports, write), await placeOrderOnce(ports, write)]).toEqual(['handled', 'idle']);
    expect(calls).toEqual(expected);
  });

  test('an event of a dual write bears the id of its order', async () => {
    const { ports, records } = fakeOutside({ requests });
    await placeOrderOnce(ports, 'dual-db-first');
    const value = '{"event_type":"OrderPlaced","order_id":"order-7","customer_id":"anna","event_id":"order-7"}';
    expect(records).toEqual([{ topic: 't', partition: null, key: 'order-7', value, headers: [] }]);
  });
});
