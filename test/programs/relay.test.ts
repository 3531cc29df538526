import { describe, expect, test } from 'vitest';
import type { OutboxRow } from '../../src/programs/ports.js';
import { recordOf } from '../../src/programs/relay/outbox.js';
import { newRelayMemory, type RelayDesign, relayOnce } from '../../src/programs/relay/relay.js';
import { claim, flag, idCursor, timestampCursor } from '../../src/programs/relay/strategies.js';
import { fakeOutside, type OutsideScript } from '../support/fake-outside.js';

const right: RelayDesign = { polling: flag, batch: 2, interval: 500, mark: 'after-ack', eventId: 'row' };

function row(seq: number): OutboxRow {
  const payload = JSON.stringify({ event_id: `e${seq}`, n: seq });
  return { seq: String(seq), event_id: `e${seq}`, ticket_id: 'ticket-42', payload, created_at: `at ${seq}` };
}

async function relay(script: OutsideScript, design: Partial<RelayDesign> = {}, units = 1) {
  const { ports, calls, records } = fakeOutside(script);
  const memory = newRelayMemory();
  const ends: string[] = [];
  for (let unit = 0; unit < units; unit++) ends.push(await relayOnce(ports, memory, { ...right, ...design }));
  return { calls, records, ends };
}

const two = { polls: [[row(1), row(2)]] };

describe('a relay that polls', () => {
  test.each<[string, OutsideScript, Partial<RelayDesign>, string[], string]>([
    ['marks each row after its ack', two, {}, ['poll 2', 'produce e1', 'mark 1', 'produce e2', 'mark 2'], 'handled'],
    ['finds nothing', {}, {}, ['poll 2'], 'idle'],
    [
      'stops at a row that is not acknowledged',
      { ...two, failing: ['produce 1'] },
      {},
      ['poll 2', 'produce e1 fails'],
      'idle',
    ],
    [
      'stops where the mark gets no answer',
      { ...two, failing: ['mark 1'] },
      {},
      ['poll 2', 'produce e1', 'mark 1 fails'],
      'idle',
    ],
    ['gives up a poll that fails', { ...two, failing: ['poll 1'] }, {}, ['poll 2 fails'], 'idle'],
    [
      'before-send: marks, sends, and goes on whatever comes of it',
      { ...two, failing: ['produce 1'] },
      { mark: 'before-send' },
      ['poll 2', 'mark 1', 'produce e1 fails', 'mark 2', 'produce e2'],
      'handled',
    ],
    [
      'on-enqueue: marks everything before anything is sent',
      { ...two, failing: ['produce 1'] },
      { mark: 'on-enqueue' },
      ['poll 2', 'enqueue e1', 'mark 1', 'enqueue e2', 'mark 2', 'produce e1 fails', 'produce e2'],
      'handled',
    ],
    [
      'publish: another id with each send',
      two,
      { eventId: 'publish' },
      ['poll 2', 'produce id-1', 'mark 1', 'produce id-2', 'mark 2'],
      'handled',
    ],
    [
      'a cursor keeps the number',
      two,
      { polling: idCursor },
      ['poll 2', 'produce e1', 'mark 1', 'produce e2', 'mark 2'],
      'handled',
    ],
    [
      'a cursor keeps the timestamp',
      two,
      { polling: timestampCursor },
      ['poll 2', 'produce e1', 'mark at 1', 'produce e2', 'mark at 2'],
      'handled',
    ],
    [
      'claim: holds the rows until the marks are committed',
      two,
      { polling: claim },
      ['begin', 'poll 2', 'produce e1', 'mark 1', 'produce e2', 'mark 2', 'commit'],
      'handled',
    ],
    [
      'claim: what was published before a failure is committed',
      { ...two, failing: ['produce 2'] },
      { polling: claim },
      ['begin', 'poll 2', 'produce e1', 'mark 1', 'produce e2 fails', 'commit'],
      'handled',
    ],
    ['claim: gives back what it has not published', {}, { polling: claim }, ['begin', 'poll 2', 'rollback'], 'idle'],
    [
      'claim: rolls back once where a mark fails',
      { ...two, failing: ['mark 1'] },
      { polling: claim },
      ['begin', 'poll 2', 'produce e1', 'mark 1 fails', 'rollback'],
      'idle',
    ],
  ])('%s', async (_, script, design, calls, end) => {
    expect(await relay(script, design)).toMatchObject({ calls, ends: [end] });
  });

  test('waits for its interval between two polls', async () => {
    const { calls, ends } = await relay({ polls: [[row(1)]] }, {}, 3);
    expect(calls).toEqual(['poll 2', 'produce e1', 'mark 1', 'sleep 500', 'poll 2', 'sleep 500', 'poll 2']);
    expect(ends).toEqual(['handled', 'idle', 'idle']);
  });
});

describe('a relay that streams', () => {
  const reads = [
    [
      { position: 3, rows: [row(2)] },
      { position: 4, rows: [] },
      { position: 7, rows: [row(1), row(3)] },
    ],
  ];

  test.each<[string, OutsideScript, Partial<RelayDesign>, string[], string]>([
    [
      'confirms each transaction after its acks',
      { reads },
      {},
      ['read-changes 2', 'produce e2', 'confirm 3', 'confirm 4', 'produce e1', 'produce e3', 'confirm 7'],
      'handled',
    ],
    [
      'goes back to what is confirmed where a record is not acknowledged',
      { reads, failing: ['produce 2'] },
      {},
      ['read-changes 2', 'produce e2', 'confirm 3', 'confirm 4', 'produce e1 fails', 'reconnect'],
      'handled',
    ],
    [
      'goes back where the confirmation gets no answer',
      { reads, failing: ['confirm 1'] },
      {},
      ['read-changes 2', 'produce e2', 'confirm 3 fails', 'reconnect'],
      'idle',
    ],
    [
      'before-send: confirms what it has not sent',
      { reads, failing: ['produce 2'] },
      { mark: 'before-send' },
      ['read-changes 2', 'confirm 3', 'produce e2', 'confirm 4', 'confirm 7', 'produce e1 fails', 'produce e3'],
      'handled',
    ],
    [
      'on-enqueue: confirms before anything is sent',
      { reads },
      { mark: 'on-enqueue' },
      [
        'read-changes 2',
        'enqueue e2',
        'confirm 3',
        'confirm 4',
        'enqueue e1',
        'enqueue e3',
        'confirm 7',
        'produce e2',
        'produce e1',
        'produce e3',
      ],
      'handled',
    ],
    ['finds nothing', {}, {}, ['read-changes 2'], 'idle'],
  ])('%s', async (_, script, design, calls, end) => {
    expect(await relay(script, { polling: null, ...design })).toMatchObject({ calls, ends: [end] });
  });
});

describe('the record of a row', () => {
  const mint = () => 'minted';

  test('of the ticket service carries the payload, keyed by the ticket', () => {
    expect(recordOf(row(1), 't', 'row', mint)).toEqual({
      topic: 't',
      partition: null,
      key: 'ticket-42',
      value: '{"event_id":"e1","n":1}',
      headers: [],
    });
  });

  test('of the order service carries the id of the row and its type, keyed by the aggregate', () => {
    const ofOrder = {
      seq: '1',
      id: 'u1',
      aggregate_id: 'order-7',
      event_type: 'OrderPlaced',
      payload: '{"order_id": "order-7"}',
    };
    expect(recordOf(ofOrder, 't', 'row', mint)).toMatchObject({
      key: 'order-7',
      value: '{"event_type":"OrderPlaced","order_id":"order-7","event_id":"u1"}',
    });
    expect(recordOf(ofOrder, 't', 'publish', mint).value).toContain('"event_id":"minted"');
  });

  test('keeps a payload that is no object beside its id', () => {
    expect(recordOf({ event_id: 'e1', payload: '[1]' }, 't', 'row', mint).value).toBe(
      '{"payload":[1],"event_id":"e1"}',
    );
  });
});
