import { eventIdOf, isText } from '../../model/record.js';
import { rowCountOf } from '../../model/sql.js';
import type { SqlClient } from '../ports.js';

/** An order of some pieces of a product, as the payload of its event tells it. */
export interface OrderPlaced {
  readonly eventId: string;
  readonly productId: string;
  readonly quantity: number;
}

/** What a handler asks of the inventory's database. Each call rejects when it fails. */
export interface InventoryRepository {
  begin(): Promise<void>;
  /** Whether the event has been processed, as far as a plain look can tell. */
  isProcessed(eventId: string): Promise<boolean>;
  /** Writes the event down as processed. An error where it is there already, if its table has a key. */
  insertProcessed(eventId: string): Promise<void>;
  /** The same where nobody has done so: false where the event is there already. */
  claim(eventId: string): Promise<boolean>;
  /** Adds to what is reserved of a product. */
  reserve(order: OrderPlaced): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

const lookStatement = 'SELECT 1 FROM processed_events WHERE event_id = $1';

const insertStatement = 'INSERT INTO processed_events (event_id, processed_at) VALUES ($1, now())';

const claimStatement = `INSERT INTO processed_events (event_id, processed_at)
VALUES ($1, now())
ON CONFLICT (event_id) DO NOTHING
RETURNING event_id`;

const reserveStatement = 'UPDATE inventory SET reserved = reserved + $1 WHERE product_id = $2';

/** The repository over a connection to the inventory's database. */
export function sqlInventoryRepository(sql: SqlClient): InventoryRepository {
  return {
    begin: () => sql.begin(),
    isProcessed: async (eventId) => (await sql.query('sql', lookStatement, [eventId])).rows.length > 0,
    insertProcessed: async (eventId) => {
      await sql.query('mark', insertStatement, [eventId]);
    },
    claim: async (eventId) => (await sql.query('tryInbox', claimStatement, [eventId])).rows.length === 1,
    reserve: async ({ quantity, productId }) => {
      const { tag } = await sql.query('reserve', reserveStatement, [String(quantity), productId]);
      if (rowCountOf(tag) === 0) throw new Error(`there is no product "${productId}"`);
    },
    commit: () => sql.commit(),
    rollback: () => sql.rollback(),
  };
}

/** Reads a record's JSON value. @throws Error that says what is wrong with it, in words of our own. */
export function decodeOrderPlaced(value: string | null): OrderPlaced {
  const eventId = eventIdOf(value);
  if (eventId === null) throw new Error('the value has no text "event_id"');
  const { product_id: productId, quantity } = JSON.parse(value ?? '') as Record<string, unknown>;
  if (typeof productId !== 'string' || !isText(productId)) throw new Error('the value has no text "product_id"');
  if (typeof quantity !== 'number' || !Number.isSafeInteger(quantity) || quantity < 1) {
    throw new Error('the value has no whole number "quantity" above 0');
  }
  return { eventId, productId, quantity };
}
