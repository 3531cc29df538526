import {
  type ConsumerMemory,
  consume,
  newConsumerMemory,
  type OffsetDesign,
  type OnUnknown,
} from '../history/consumer.js';
import type { HistoryResult } from '../history/process-once.js';
import { onUnknown } from '../history/program.js';
import type { ConsumedRecord, SqlClient } from '../ports.js';
import { asVariant, type Program, type ProgramVariant } from '../program.js';
import { keylessInventory } from '../schemas.js';
import {
  claimAndReserve,
  type Handler,
  lookAndReserve,
  markThenReserve,
  reserveEveryTime,
  reserveThenMark,
} from './handlers.js';
import { decodeOrderPlaced, sqlInventoryRepository } from './repository.js';

const offsets: OffsetDesign = { commitOffset: 'after', checkpoint: 'contiguous', unknownResolves: false };

interface InventoryVariant extends Pick<ProgramVariant, 'name' | 'correct' | 'summary' | 'schema' | 'sends'> {
  readonly handle: Handler;
}

const variants: readonly InventoryVariant[] = [
  {
    name: 'processed-events',
    correct: true,
    summary: {
      en: 'event and reservation in one transaction, ON CONFLICT DO NOTHING',
      ru: 'событие и резерв в одной транзакции, ON CONFLICT DO NOTHING',
    },
    handle: claimAndReserve,
    sends: { sql: 0, mark: 0 },
  },
  {
    name: 'select-then-insert',
    correct: true,
    summary: {
      en: 'looks with SELECT, then inserts, in one transaction; the primary key decides',
      ru: 'сначала SELECT, потом INSERT в одной транзакции; решает первичный ключ',
    },
    handle: lookAndReserve,
    sends: { tryInbox: 0 },
  },
  {
    name: 'select-then-insert-no-key',
    correct: false,
    summary: {
      en: 'the same, and nothing keeps an event from being inserted twice',
      ru: 'то же самое, но ничто не мешает вставить событие дважды',
    },
    schema: keylessInventory,
    handle: lookAndReserve,
    sends: { tryInbox: 0 },
  },
  {
    name: 'reserve-then-mark',
    correct: false,
    summary: {
      en: 'commits the reservation before it writes down that the event was processed',
      ru: 'коммитит резерв раньше, чем записывает, что событие обработано',
    },
    handle: reserveThenMark,
    sends: { mark: 0, begin: 2, commit: 2 },
  },
  {
    name: 'mark-then-reserve',
    correct: false,
    summary: {
      en: 'commits that the event was processed before it reserves anything',
      ru: 'коммитит отметку об обработке раньше, чем сам резерв',
    },
    handle: markThenReserve,
    sends: { sql: 0, mark: 0, begin: 2, commit: 2 },
  },
  {
    name: 'reserve-every-time',
    correct: false,
    summary: { en: 'remembers no event', ru: 'не помнит ни одного события' },
    handle: reserveEveryTime,
    sends: { sql: 0, mark: 0, tryInbox: 0 },
  },
];

async function handle(sql: SqlClient, record: ConsumedRecord, handler: Handler): Promise<HistoryResult> {
  try {
    return await handler(sqlInventoryRepository(sql), decodeOrderPlaced(record.value));
  } catch (error) {
    return { outcome: 'unknown', error };
  }
}

/** The service that keeps what is reserved of each product. */
export const inventory: Program = {
  name: 'inventory',
  summary: {
    en: 'reads placed orders and adds to what is reserved of a product',
    ru: 'читает принятые заказы и увеличивает резерв товара',
  },
  ports: ['database', 'consumer'],
  knobs: [onUnknown],
  sends: { begin: 1, tryInbox: 1, sql: 1, mark: 1, reserve: 1, commit: 1, rollback: 1, fetch: 1, 'commit-offset': 1 },
  defaultVariant: 'processed-events',
  variants: variants.map(({ handle: handler, ...variant }) =>
    asVariant<ConsumerMemory>({
      ...variant,
      claims: [],
      newMemory: newConsumerMemory,
      unit: (ports, memory, knobs) =>
        consume(ports, memory, offsets, knobs['on-unknown'] as OnUnknown, (record) =>
          handle(ports.sql, record, handler),
        ),
    }),
  ),
};
