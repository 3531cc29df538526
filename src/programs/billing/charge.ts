import { eventIdOf } from '../../model/record.js';
import { cleanUp, type HistoryResult } from '../history/process-once.js';
import type { ConsumedRecord, Ports, SqlClient } from '../ports.js';

/** How billing finds out that it has charged for an event before. */
export type Remembers = 'events' | 'nothing';

const markStatement = `INSERT INTO processed_events (event_id, processed_at)
VALUES ($1, now())
ON CONFLICT (event_id) DO NOTHING
RETURNING event_id`;

/**
 * Charges for the order that a record tells of. A charge is made outside the database, and no transaction takes it back:
 * it stands between the marker and its commit, so that a crash there is a second charge rather than none.
 */
export async function chargeOnce(
  { sql, effects }: Pick<Ports, 'sql' | 'effects'>,
  record: ConsumedRecord,
  remembers: Remembers,
): Promise<HistoryResult> {
  const event = eventIdOf(record.value);
  if (event === null) return { outcome: 'unknown', error: new Error('the value has no text "event_id"') };
  const charge = () => effects.perform('charge', event);
  try {
    if (remembers === 'nothing') {
      await charge();
      return { outcome: 'applied' };
    }
    return await remembering(sql, event, charge);
  } catch (error) {
    return { outcome: 'unknown', error };
  }
}

async function remembering(sql: SqlClient, event: string, charge: () => Promise<void>): Promise<HistoryResult> {
  await sql.begin();
  try {
    const { rows } = await sql.query('tryInbox', markStatement, [event]);
    if (rows.length === 0) {
      await cleanUp(sql);
      return { outcome: 'already-applied' };
    }
    await charge();
    await sql.commit();
    return { outcome: 'applied' };
  } catch (error) {
    await cleanUp(sql);
    throw error;
  }
}
