import type { SqlClient } from '../ports.js';
import { type HistoryRepository, sqlHistoryRepository } from './repository.js';

const lookStatement = 'SELECT event_id FROM inbox WHERE event_id = $1';

const markStatement = `INSERT INTO inbox(event_id)
VALUES ($1)
RETURNING event_id`;

/**
 * A repository that is wrong on purpose: it looks for the marker first and inserts one where it finds none. Between the
 * two somebody else may do the same. Nothing but a unique key, where there is one, says so: as an error.
 */
export function checkThenInsertRepository(sql: SqlClient): HistoryRepository {
  return {
    ...sqlHistoryRepository(sql),
    tryInbox: async (eventId) => {
      if ((await sql.query('sql', lookStatement, [eventId])).rows.length > 0) return false;
      await sql.query('tryInbox', markStatement, [eventId]);
      return true;
    },
  };
}
