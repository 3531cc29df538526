import { describe, expect, test } from 'vitest';
import { checkThenInsertRepository } from '../../src/programs/history/check-then-insert.js';
import { processHistoryOnce } from '../../src/programs/history/process-once.js';
import { type SqlClient, SqlError } from '../../src/programs/ports.js';
import { event900 } from '../support/fake-repository.js';

/** A connection that writes down the names and statements it is asked; `found` says whether the SELECT finds a marker. */
function connection({ found = false, insertFails }: { found?: boolean; insertFails?: Error } = {}): {
  sql: SqlClient;
  asked: string[];
} {
  const asked: string[] = [];
  const sql: SqlClient = {
    begin: async () => void asked.push('begin'),
    query: async (name, statement, [event]) => {
      asked.push(`${name}: ${statement.split('\n').join(' ')} <- ${event}`);
      if (name === 'tryInbox' && insertFails) throw insertFails;
      const rows = name === 'sql' && !found ? [] : [['event-ticket-900']];
      return { tag: `SELECT ${rows.length}`, columns: ['event_id'], rows };
    },
    commit: async () => void asked.push('commit'),
    rollback: async () => void asked.push('rollback'),
  };
  return { sql, asked };
}

const look = 'sql: SELECT event_id FROM inbox WHERE event_id = $1 <- event-ticket-900';
const mark = 'tryInbox: INSERT INTO inbox(event_id) VALUES ($1) RETURNING event_id <- event-ticket-900';

describe('checkThenInsertRepository', () => {
  test('looks first, and inserts where it has found nothing', async () => {
    const { sql, asked } = connection();
    expect(await checkThenInsertRepository(sql).tryInbox('event-ticket-900')).toBe(true);
    expect(asked).toEqual([look, mark]);
  });

  test('inserts nothing where it has found the marker', async () => {
    const { sql, asked } = connection({ found: true });
    expect(await checkThenInsertRepository(sql).tryInbox('event-ticket-900')).toBe(false);
    expect(asked).toEqual([look]);
  });

  test('leaves everything else as it is: the handler takes what the unique key says for any other error', async () => {
    const error = new SqlError('23505', 'inbox_pkey', 'duplicate key value');
    const { sql, asked } = connection({ insertFails: error });
    const result = await processHistoryOnce(checkThenInsertRepository(sql), event900);
    expect(result).toEqual({ outcome: 'unknown', error });
    expect('error' in result && result.error).toBe(error);
    expect(asked).toEqual(['begin', look, mark, 'rollback']);
  });
});
