import type { NewRecord } from '../../model/record.js';
import type { Ports, Request, SqlClient } from '../ports.js';
import type { UnitEnd } from '../program.js';

/** Where the service writes, and in which order. Two writes to two stores have no transaction in common. */
export type Write = 'outbox' | 'dual-db-first' | 'dual-broker-first';

export type OrderPorts = Pick<Ports, 'sql' | 'producer' | 'requests'>;

const saveOrderStatement = `INSERT INTO orders (id, customer_id, status)
VALUES ($1, $2, 'pending')
ON CONFLICT (id) DO NOTHING
RETURNING id`;

const saveOutboxStatement = `INSERT INTO outbox (id, aggregate_type, aggregate_id, event_type, payload)
VALUES (gen_random_uuid(), 'order', $1, 'OrderPlaced', $2)`;

/** One unit of work: one request. Its client learns of a failure, and may ask again with the same order. */
export async function placeOrderOnce(ports: OrderPorts, write: Write): Promise<UnitEnd> {
  const request = ports.requests.next();
  if (!request) return 'idle';
  try {
    await handlers[write](ports, request);
  } catch {
    // The client gets an error, whatever has been done by now.
  }
  return 'handled';
}

const handlers: Readonly<Record<Write, (ports: OrderPorts, request: Request) => Promise<void>>> = {
  outbox: ({ sql }, request) => inTransaction(sql, () => saveWithEvent(sql, request)),
  'dual-db-first': async ({ sql, producer }, request) => {
    await inTransaction(sql, () => saveOrder(sql, request));
    await producer.send(orderPlaced(request, producer.topic));
  },
  'dual-broker-first': async ({ sql, producer }, request) => {
    await producer.send(orderPlaced(request, producer.topic));
    await inTransaction(sql, () => saveOrder(sql, request));
  },
};

/** The order and its event are rows of one transaction. Who asks again for an order that is there adds no second event. */
async function saveWithEvent(sql: SqlClient, request: Request): Promise<void> {
  if (!(await saveOrder(sql, request))) return;
  await sql.query('saveOutbox', saveOutboxStatement, [idOf(request), JSON.stringify(request)]);
}

/** Returns whether the order is new. */
async function saveOrder(sql: SqlClient, request: Request): Promise<boolean> {
  const { rows } = await sql.query('saveOrder', saveOrderStatement, [idOf(request), request.customer_id ?? null]);
  return rows.length === 1;
}

async function inTransaction(sql: SqlClient, work: () => Promise<unknown>): Promise<void> {
  await sql.begin();
  try {
    await work();
    await sql.commit();
  } catch (error) {
    await sql.rollback().catch(() => {});
    throw error;
  }
}

/** The event as a dual write sends it. Nothing has stored an id for it, so that it bears the id of its order. */
function orderPlaced(request: Request, topic: string): NewRecord {
  const id = idOf(request);
  const value = JSON.stringify({ event_type: 'OrderPlaced', ...request, event_id: id });
  return { topic, partition: null, key: id, value, headers: [] };
}

function idOf({ order_id = '' }: Request): string {
  return order_id;
}
