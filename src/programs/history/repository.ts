import { isText } from '../../model/record.js';
import type { SqlClient } from '../ports.js';

/** One transition of a ticket, as the payload of its event tells it. */
export interface HistoryEvent {
  readonly eventId: string;
  readonly ticketId: string;
  readonly fromStatus: string;
  readonly toStatus: string;
  /** ISO 8601. */
  readonly changedAt: string;
}

/** The five calls that a handler makes. Each rejects when it fails; what the rejection means is the caller's to decide. */
export interface HistoryRepository {
  begin(): Promise<void>;
  /** True: the marker is new, inside the open transaction. False: a committed pair is there already. */
  tryInbox(eventId: string): Promise<boolean>;
  saveHistory(event: HistoryEvent): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

const tryInboxStatement = `INSERT INTO inbox(event_id)
VALUES ($1)
ON CONFLICT (event_id) DO NOTHING
RETURNING event_id`;

const saveHistoryStatement = `INSERT INTO history_events(event_id, ticket_id, from_status, to_status, changed_at)
VALUES ($1, $2, $3, $4, $5)`;

/** The repository over a connection to the History database. */
export function sqlHistoryRepository(sql: SqlClient): HistoryRepository {
  return {
    begin: () => sql.begin(),
    tryInbox: async (eventId) => (await sql.query('tryInbox', tryInboxStatement, [eventId])).rows.length === 1,
    saveHistory: async ({ eventId, ticketId, fromStatus, toStatus, changedAt }) => {
      await sql.query('saveHistory', saveHistoryStatement, [eventId, ticketId, fromStatus, toStatus, changedAt]);
    },
    commit: () => sql.commit(),
    rollback: () => sql.rollback(),
  };
}

/** Reads a record's JSON value. @throws Error that says what is wrong with it, in words of our own. */
export function decodeHistoryEvent(value: string | null): HistoryEvent {
  const payload = parseJson(value);
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw new Error('the value is not a JSON object');
  }
  const field = (name: string): string => {
    const found = (payload as Record<string, unknown>)[name];
    if (typeof found !== 'string' || !isText(found)) throw new Error(`the value has no text "${name}"`);
    return found;
  };
  return {
    eventId: field('event_id'),
    ticketId: field('ticket_id'),
    fromStatus: field('from_status'),
    toStatus: field('to_status'),
    changedAt: field('changed_at'),
  };
}

/** Null for what is no JSON: the parser's own words differ from one engine to the next. */
function parseJson(value: string | null): unknown {
  try {
    return value === null ? null : JSON.parse(value);
  } catch {
    return null;
  }
}
