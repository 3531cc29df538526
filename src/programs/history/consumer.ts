import type { ConsumedRecord, ConsumerPorts, Ports, SqlClient } from '../ports.js';
import type { UnitEnd } from '../program.js';
import { type Checkpoint, type CheckpointRule, newCheckpoint, recordArrived, recordResolved } from './checkpoint.js';
import type { HistoryResult } from './process-once.js';
import { decodeHistoryEvent, type HistoryEvent, type HistoryRepository } from './repository.js';

/** How a consumer treats offsets, whatever it does with its records. */
export interface OffsetDesign {
  /** Whether the offset is committed after the database has the event, or (wrongly) before. */
  readonly commitOffset: 'after' | 'before';
  readonly checkpoint: CheckpointRule;
  /** Whether `unknown` (wrongly) counts as resolved. */
  readonly unknownResolves: boolean;
}

/** How a consumer round `processHistoryOnce` behaves; the defaults of the right one are in `variants.ts`. */
export interface ConsumerDesign extends OffsetDesign {
  handle(repository: HistoryRepository, event: HistoryEvent): Promise<HistoryResult>;
  /** The repository that it handles events with, over a connection. */
  repository(sql: SqlClient): HistoryRepository;
}

/** What a consumer does after `unknown`: goes on, reads the same record again, or reads no more until a restart. */
export type OnUnknown = 'continue' | 'seek-back' | 'stop';

/** What the consumer keeps between two records. */
export interface ConsumerMemory {
  readonly checkpoints: Record<string, Checkpoint>;
  stopped: boolean;
}

export function newConsumerMemory(): ConsumerMemory {
  return { checkpoints: {}, stopped: false };
}

/** One unit of work of the History consumer. */
export function consumeOnce(
  ports: ConsumerPorts,
  memory: ConsumerMemory,
  design: ConsumerDesign,
  onUnknown: OnUnknown,
): Promise<UnitEnd> {
  return consume(ports, memory, design, onUnknown, (record) => handle(ports, record, design));
}

/**
 * One unit of work: takes the next record, handles it, and commits the offset as far as all earlier records of its
 * partition are resolved. A failed offset commit is not retried here: the next one covers it.
 */
export async function consume(
  ports: Pick<Ports, 'consumer' | 'conclude'>,
  memory: ConsumerMemory,
  design: OffsetDesign,
  onUnknown: OnUnknown,
  handleRecord: (record: ConsumedRecord) => Promise<HistoryResult>,
): Promise<UnitEnd> {
  if (memory.stopped) return 'stopped';
  const record = await fetchNext(ports);
  if (!record) return 'idle';

  const { topic, partition, offset } = record;
  const place = `${topic}-${partition}`;
  const checkpoint = memory.checkpoints[place] ?? newCheckpoint(offset);
  memory.checkpoints[place] = checkpoint;
  recordArrived(checkpoint, offset, record.logStart);
  if (design.commitOffset === 'before') await commitQuietly(ports, record, offset + 1);

  const result = await handleRecord(record);
  ports.conclude(record, result.outcome, result.outcome === 'unknown' ? result.error : undefined);

  if (result.outcome !== 'unknown' || design.unknownResolves) recordResolved(checkpoint, offset, design.checkpoint);
  if (design.commitOffset === 'after' && checkpoint.next > checkpoint.sent) {
    checkpoint.sent = checkpoint.next;
    await commitQuietly(ports, record, checkpoint.next);
  }
  if (result.outcome === 'unknown') {
    if (onUnknown === 'seek-back') seekQuietly(ports, record);
    if (onUnknown === 'stop') memory.stopped = true;
  }
  return 'handled';
}

/** A poll that fails gives nothing to handle; the program polls again next time. */
async function fetchNext(ports: Pick<Ports, 'consumer'>): Promise<ConsumedRecord | null> {
  try {
    return await ports.consumer.fetch();
  } catch {
    return null;
  }
}

async function handle(ports: ConsumerPorts, record: ConsumedRecord, design: ConsumerDesign): Promise<HistoryResult> {
  let event: HistoryEvent;
  try {
    event = decodeHistoryEvent(record.value);
  } catch (error) {
    return { outcome: 'unknown', error };
  }
  return design.handle(design.repository(ports.sql), event);
}

async function commitQuietly(ports: Pick<Ports, 'consumer'>, record: ConsumedRecord, offset: number): Promise<void> {
  try {
    await ports.consumer.commitOffset(record.topic, record.partition, offset);
  } catch {
    // The group stays where it was, or where the broker moved it unseen; either way the next commit overwrites.
  }
}

function seekQuietly(ports: Pick<Ports, 'consumer'>, { topic, partition, offset }: ConsumedRecord): void {
  try {
    ports.consumer.seek(topic, partition, offset);
  } catch {
    // The partition is somebody else's by now, who reads on from what is committed.
  }
}
