import type { NewRecord } from '../../model/record.js';
import type { SqlResult } from '../../model/sql.js';
import type { OutboxRow } from '../ports.js';

/** Where the id comes from that a record carries: the row, which keeps it, or whoever publishes it. */
export type EventIdSource = 'row' | 'publish';

/** The rows of an answer, each by its columns. */
export function rowsOf({ columns, rows }: SqlResult): OutboxRow[] {
  return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])));
}

/**
 * The record that publishes a row of an outbox: of the ticket service, whose payload carries the event's id, or of the
 * order service, whose row has it beside the payload. Its key is whatever the event is about, so that all events of one
 * ticket or order go to one partition.
 */
export function recordOf(row: OutboxRow, topic: string, eventId: EventIdSource, newId: () => string): NewRecord {
  const payload: unknown = JSON.parse(row.payload ?? 'null');
  const fields = typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? payload : { payload };
  const type = row.event_type == null ? {} : { event_type: row.event_type };
  const id = eventId === 'row' ? (row.event_id ?? row.id ?? null) : newId();
  return {
    topic,
    partition: null,
    key: row.ticket_id ?? row.aggregate_id ?? null,
    value: JSON.stringify({ ...type, ...fields, event_id: id }),
    headers: [],
  };
}
