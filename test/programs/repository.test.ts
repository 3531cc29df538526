import { describe, expect, test } from 'vitest';
import type { SqlResult } from '../../src/model/sql.js';
import { decodeHistoryEvent, sqlHistoryRepository } from '../../src/programs/history/repository.js';
import { type SqlClient, SqlError } from '../../src/programs/ports.js';
import { event900 } from '../support/fake-repository.js';

/** The statements letter for letter: `ON CONFLICT DO NOTHING` with `RETURNING` is what the handler relies on. */
const seedTryInbox = `INSERT INTO inbox(event_id)
VALUES ($1)
ON CONFLICT (event_id) DO NOTHING
RETURNING event_id;`;
const seedSaveHistory = `INSERT INTO history_events(event_id, ticket_id, from_status, to_status, changed_at)
VALUES ($1, $2, $3, $4, $5);`;

function withoutSemicolon(statement: string): string {
  return statement.replace(/;$/, '');
}

/** A client that writes down what it is asked and answers every query with `rows`. */
function recordingSql(rows: SqlResult['rows'] = []): { sql: SqlClient; asked: unknown[] } {
  const asked: unknown[] = [];
  const sql: SqlClient = {
    begin: async () => void asked.push(['begin']),
    query: async (...request) => {
      asked.push(['query', ...request]);
      return { tag: `INSERT 0 ${rows.length}`, columns: ['event_id'], rows };
    },
    commit: async () => void asked.push(['commit']),
    rollback: async () => void asked.push(['rollback']),
  };
  return { sql, asked };
}

describe('sqlHistoryRepository', () => {
  test.each([
    { rows: [['event-ticket-900']], isNew: true },
    { rows: [], isNew: false },
  ])('tryInbox is this statement, and $rows.length rows mean $isNew', async ({ rows, isNew }) => {
    const { sql, asked } = recordingSql(rows);
    expect(await sqlHistoryRepository(sql).tryInbox('event-ticket-900')).toBe(isNew);
    expect(asked).toEqual([['query', 'tryInbox', withoutSemicolon(seedTryInbox), ['event-ticket-900']]]);
  });

  test('saveHistory is this statement, with the five values in its order', async () => {
    const { sql, asked } = recordingSql();
    expect(await sqlHistoryRepository(sql).saveHistory(event900)).toBeUndefined();
    const values = ['event-ticket-900', 'ticket-42', 'open', 'resolved', '2026-10-03T08:00:00Z'];
    expect(asked).toEqual([['query', 'saveHistory', withoutSemicolon(seedSaveHistory), values]]);
  });

  test.each(['begin', 'commit', 'rollback'] as const)('%s is passed on to the connection', async (name) => {
    const { sql, asked } = recordingSql();
    await sqlHistoryRepository(sql)[name]();
    expect(asked).toEqual([[name]]);
  });

  test.each(['begin', 'tryInbox', 'saveHistory', 'commit', 'rollback'] as const)(
    'an error of the connection comes out of %s as it is',
    async (name) => {
      const error = new SqlError('57P01', null, 'terminating connection');
      const fail = () => Promise.reject(error);
      const repository = sqlHistoryRepository({ begin: fail, query: fail, commit: fail, rollback: fail });
      const calls = {
        begin: () => repository.begin(),
        tryInbox: () => repository.tryInbox('event-ticket-900'),
        saveHistory: () => repository.saveHistory(event900),
        commit: () => repository.commit(),
        rollback: () => repository.rollback(),
      };
      const seen: unknown = await calls[name]().then(
        () => 'no error',
        (reason: unknown) => reason,
      );
      expect(seen).toBe(error);
    },
  );
});

const payload = {
  event_id: 'event-ticket-900',
  ticket_id: 'ticket-42',
  from_status: 'open',
  to_status: 'resolved',
  changed_at: '2026-10-03T08:00:00Z',
};

describe('decodeHistoryEvent', () => {
  test('reads the payload of a changed ticket, and leaves alone what it does not know', () => {
    expect(decodeHistoryEvent(JSON.stringify({ ...payload, note: 'ignored' }))).toEqual(event900);
  });

  test.each([
    ['null', null],
    ['JSON null', 'null'],
    ['a JSON text', '"event-ticket-900"'],
    ['a JSON number', '900'],
    ['JSON true', 'true'],
  ])('refuses %s', (_, value) => {
    expect(() => decodeHistoryEvent(value)).toThrow(new Error('the value is not a JSON object'));
  });

  test.each([
    ['the empty text', ''],
    ['text that is no JSON', 'event-ticket-900'],
    ['JSON that was cut off', '{"event_id":"event-ticket-900"'],
  ])('refuses %s', (_, value) => {
    expect(() => decodeHistoryEvent(value)).toThrow('the value is not a JSON object');
  });

  test.each(Object.keys(payload))('names %s when it is missing, null or no text', (name) => {
    const missing = Object.fromEntries(Object.entries(payload).filter(([key]) => key !== name));
    for (const value of [
      missing,
      { ...payload, [name]: null },
      { ...payload, [name]: 900 },
      { ...payload, [name]: {} },
    ]) {
      expect(() => decodeHistoryEvent(JSON.stringify(value))).toThrow(new Error(`the value has no text "${name}"`));
    }
  });

  test('names the first of several that are missing', () => {
    expect(() => decodeHistoryEvent('{"changed_at":"2026-10-03T08:00:00Z"}')).toThrow(
      new Error('the value has no text "event_id"'),
    );
  });
});
