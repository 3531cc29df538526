import type { Instant } from '../../base/time.js';
import type { CommittedRows, OutboxRow, Ports, QueuedRecord } from '../ports.js';
import type { UnitEnd } from '../program.js';
import { type EventIdSource, recordOf, rowsOf } from './outbox.js';
import type { Polling } from './strategies.js';

/** When a row counts as published: once the broker has said so, or (wrongly) before. */
export type Mark = 'after-ack' | 'before-send' | 'on-enqueue';

/** How a relay works. */
export interface RelayDesign {
  /** Null: it does not poll but streams from a replication slot. */
  readonly polling: Polling | null;
  /** Rows of one poll, at most. */
  readonly batch: number;
  /** From one poll to the next, in milliseconds. */
  readonly interval: number;
  readonly mark: Mark;
  readonly eventId: EventIdSource;
}

/** What a relay keeps between two polls. */
export interface RelayMemory {
  /** Before this instant it does not poll again. */
  nextPoll: Instant;
}

export type RelayPorts = Pick<Ports, 'sql' | 'producer' | 'changes' | 'clock' | 'newId'>;

export function newRelayMemory(): RelayMemory {
  return { nextPoll: 0 };
}

/** One unit of work: one poll, with everything that it finds, in order; what fails ends it, and the next one takes it up. */
export async function relayOnce(ports: RelayPorts, memory: RelayMemory, design: RelayDesign): Promise<UnitEnd> {
  if (!design.polling) return stream(ports, design);
  await ports.clock.sleepUntil(memory.nextPoll);
  const end = await poll(ports, design, design.polling);
  memory.nextPoll = ports.clock.now() + design.interval;
  return end;
}

async function poll(ports: RelayPorts, design: RelayDesign, polling: Polling): Promise<UnitEnd> {
  const { sql } = ports;
  const queued: QueuedRecord[] = [];
  let progress = 0;
  try {
    if (polling.holds) await sql.begin();
    const rows = rowsOf(await sql.query('poll', polling.poll, [String(design.batch)]));
    const mark = async (row: OutboxRow) => void (await sql.query('mark', polling.mark, polling.marked(row)));
    for (const row of rows) {
      if (!(await publish(ports, design, row, mark, queued))) break;
      progress++;
    }
    if (polling.holds) await (progress > 0 ? sql.commit() : quietly(() => sql.rollback()));
  } catch {
    // What is not marked is found again by a later poll. What is held is given back, where the session still lives.
    if (polling.holds) await quietly(() => sql.rollback());
  }
  for (const record of queued) await quietly(() => record.deliver());
  return progress > 0 ? 'handled' : 'idle';
}

/**
 * Publishes one row and marks it, in the order that `mark` says. Returns false where the broker has not acknowledged it
 * and it is not marked: later rows must not overtake it.
 */
async function publish(
  ports: RelayPorts,
  { mark: when, eventId }: RelayDesign,
  row: OutboxRow,
  mark: (row: OutboxRow) => Promise<void>,
  queued: QueuedRecord[],
): Promise<boolean> {
  const { producer } = ports;
  const record = recordOf(row, producer.topic, eventId, ports.newId);
  switch (when) {
    case 'after-ack':
      if (!(await succeeds(() => producer.send(record)))) return false;
      await mark(row);
      return true;
    case 'before-send':
      await mark(row);
      await quietly(() => producer.send(record));
      return true;
    case 'on-enqueue':
      // The client takes it over at once. Its delivery report comes when the row has long been marked.
      queued.push(producer.enqueue(record));
      await mark(row);
      return true;
  }
}

/** Takes what has been committed since, and confirms each transaction as a whole. */
async function stream(ports: RelayPorts, design: RelayDesign): Promise<UnitEnd> {
  const { changes } = ports;
  const queued: QueuedRecord[] = [];
  let progress = 0;
  try {
    for (const transaction of await changes.read(design.batch)) {
      if (!(await pass(ports, design, transaction, queued))) {
        changes.reconnect();
        break;
      }
      progress++;
    }
  } catch {
    changes.reconnect();
  }
  for (const record of queued) await quietly(() => record.deliver());
  return progress > 0 ? 'handled' : 'idle';
}

async function pass(
  ports: RelayPorts,
  { mark, eventId }: RelayDesign,
  { position, rows }: CommittedRows,
  queued: QueuedRecord[],
): Promise<boolean> {
  const { producer, changes } = ports;
  if (mark === 'before-send') await changes.confirm(position);
  for (const row of rows) {
    const record = recordOf(row, producer.topic, eventId, ports.newId);
    if (mark === 'on-enqueue') queued.push(producer.enqueue(record));
    else if (!(await succeeds(() => producer.send(record))) && mark === 'after-ack') return false;
  }
  if (mark !== 'before-send') await changes.confirm(position);
  return true;
}

async function succeeds(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch {
    return false;
  }
}

/** Does something whose failure changes nothing any more. */
async function quietly(act: () => Promise<void>): Promise<void> {
  await succeeds(act);
}
