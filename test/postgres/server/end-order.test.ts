import { expect, test } from 'vitest';
import { type EndedCall, inOrder } from '../../../src/postgres/server/end-order.js';
import { ServerSession } from '../../../src/postgres/server/server-session.js';

/** A statement that blocked as the `blocked`th, and then wrote; each change is `number table before after`. */
function ended(name: string, blocked: number, ...written: readonly string[]): EndedCall {
  const nobody = () => Promise.reject(new Error('nobody asks'));
  const nothing = { definition: '', readOnly: false, roles: null, tables: [], columnTypes: new Map() };
  const database = { name: 'd', schema: 'd', ...nothing };
  const session = new ServerSession(name, database, { call: nobody, uncommitted: nobody, close: nobody });
  const call = { kind: 'commit', text: '', parameters: [] } as const;
  session.sent = { call, ended: true, checksBefore: 0, since: null, reply: null, error: null, blocked };
  const rows = written.map((change) => {
    const [number = '', table = '', before = '', after = ''] = change.split(' ');
    const kind = before === '*' ? 'TRUNCATE' : 'UPDATE';
    const row = (text: string) => (text === '-' || text === '*' ? null : text);
    return [number, 'd', table, kind, row(before), row(after)];
  });
  return { session, captured: [], written: rows };
}

/** `one` waited for `others` at last. */
function waiting(one: EndedCall, ...others: readonly EndedCall[]): EndedCall {
  one.session.waitsFor = others.map(({ session }) => session as never);
  return one;
}

function names(calls: readonly EndedCall[]): string {
  return inOrder(calls)
    .map(({ session }) => session.name)
    .join(' ');
}

test('what is open goes by the order in which they blocked', () => {
  expect(names([ended('C', 3), ended('A', 1), ended('B', 2)])).toBe('A B C');
  expect(names([ended('B', 2, '1 t - x'), ended('A', 1, '2 t - y')])).toBe('A B');
  expect(names([ended('B', 2, '1 t x y'), ended('A', 1, '2 u y z')])).toBe('A B');
  expect(names([ended('B', 2, '1 t x -'), ended('A', 1, '2 t - z')])).toBe('A B');
});

test('who has found what another one has left comes after it', () => {
  expect(names([ended('A', 1, '5 t c d'), ended('B', 2, '3 t b c'), ended('C', 3, '1 t a b')])).toBe('C B A');
  expect(names([ended('A', 1, '2 t x -'), ended('B', 2, '1 t - x')])).toBe('B A');
});

test('who has emptied a table comes before or after whoever has written to it', () => {
  expect(names([ended('A', 1, '4 t - x'), ended('B', 2, '3 t * *')])).toBe('B A');
  expect(names([ended('A', 1, '3 t * *'), ended('B', 2, '4 t - x')])).toBe('A B');
});

test('who waited for another one comes after it, unless what they wrote says otherwise', () => {
  const b = ended('B', 2);
  expect(names([waiting(ended('A', 1), b), b])).toBe('B A');
  const [one, two, three] = [ended('A', 1, '3 t c d'), ended('B', 2, '2 t b c'), ended('C', 3, '1 t a b')];
  expect(names([one, waiting(two, one), waiting(three, one, two)])).toBe('C B A');
});
