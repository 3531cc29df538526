import { duration, type KnobValues, rowCount, words } from '../knob.js';
import { asVariant, type KnobConflict, type Program, type ProgramVariant, type Sends } from '../program.js';
import type { EventIdSource } from './outbox.js';
import { type Mark, newRelayMemory, type RelayDesign, type RelayMemory, relayOnce } from './relay.js';
import { additions, claim, flag, idCursor, type Polling, timestampCursor, xmin } from './strategies.js';

/** How a relay finds what is to be published; `cdc` does not poll. */
const strategies: Readonly<Record<string, Polling | null>> = {
  flag,
  'id-cursor': idCursor,
  'timestamp-cursor': timestampCursor,
  xmin,
  claim,
  cdc: null,
};

const strategy = words(
  'strategy',
  { en: 'how it finds rows that are not published', ru: 'как находит неопубликованные строки' },
  {
    flag: { en: 'rows whose published_at is NULL', ru: 'строки, где published_at IS NULL' },
    'id-cursor': { en: 'rows above the highest number so far', ru: 'строки с номером больше последнего' },
    'timestamp-cursor': { en: 'rows later than the latest so far', ru: 'строки позже последней метки времени' },
    xmin: {
      en: 'rows of transactions below the oldest open one',
      ru: 'строки транзакций старше самой старой открытой',
    },
    claim: { en: 'locked rows, FOR UPDATE SKIP LOCKED', ru: 'строки под блокировкой, FOR UPDATE SKIP LOCKED' },
    cdc: { en: 'commits, from a replication slot', ru: 'коммиты, из слота репликации' },
  },
);

const mark = words('mark', { en: 'when a row counts as published', ru: 'когда строка считается опубликованной' }, {
  'after-ack': { en: 'after the ack of the broker', ru: 'после ack от брокера' },
  'before-send': { en: 'before the record is sent', ru: 'до отправки записи' },
  'on-enqueue': { en: 'once the producer has taken the record', ru: 'как только продюсер принял запись' },
} satisfies Record<Mark, unknown>);

const eventId = words('event-id', { en: 'where the id of the event comes from', ru: 'откуда берётся event_id' }, {
  row: { en: 'from the row, which keeps it', ru: 'из строки, которая его хранит' },
  publish: { en: 'minted with each publish', ru: 'создаётся при каждой публикации' },
} satisfies Record<EventIdSource, unknown>);

const batch = rowCount('batch', { en: 'rows of one poll, at most', ru: 'сколько строк берёт за один опрос' }, 100);

const interval = duration('interval', { en: 'from one poll to the next', ru: 'интервал между опросами' }, 1000);

function designOf(knobs: KnobValues): RelayDesign {
  return {
    polling: strategies[knobs.strategy ?? 'flag'] ?? null,
    batch: Number(knobs.batch),
    interval: Number(knobs.interval),
    mark: knobs.mark as Mark,
    eventId: knobs['event-id'] as EventIdSource,
  };
}

type RelayVariant = Pick<ProgramVariant, 'name' | 'correct' | 'summary' | 'knobs' | 'addition' | 'sends'>;

/** A cursor or a flag is polled and marked; only a claim needs a transaction of several statements, only cdc a slot. */
const noSlot: Sends = { 'read-changes': 0, confirm: 0 };
const polls: Sends = { ...noSlot, begin: 0, commit: 0, rollback: 0 };

const variants: readonly RelayVariant[] = [
  {
    name: 'after-ack',
    correct: true,
    summary: {
      en: 'takes rows whose published_at is NULL, marks each one after the ack',
      ru: 'берёт строки, где published_at IS NULL, и отмечает каждую после ack',
    },
    sends: polls,
  },
  {
    name: 'before-send',
    correct: false,
    summary: { en: 'marks a row before it sends the record', ru: 'отмечает строку до отправки записи' },
    knobs: { mark: 'before-send' },
    sends: polls,
  },
  {
    name: 'on-enqueue',
    correct: false,
    summary: {
      en: 'marks a row as soon as the producer has taken the record, without waiting for the ack',
      ru: 'отмечает строку, как только продюсер принял запись, не дожидаясь ack',
    },
    knobs: { mark: 'on-enqueue' },
    sends: polls,
  },
  {
    name: 'fresh-id',
    correct: false,
    summary: { en: 'mints a new event_id with each publish', ru: 'создаёт новый event_id при каждой публикации' },
    knobs: { 'event-id': 'publish' },
    sends: polls,
  },
  {
    name: 'id-cursor',
    correct: false,
    summary: {
      en: 'takes rows above the highest number that it has published',
      ru: 'берёт строки с номером больше последнего опубликованного',
    },
    knobs: { strategy: 'id-cursor' },
    addition: additions['id-cursor'],
    sends: polls,
  },
  {
    name: 'timestamp-cursor',
    correct: false,
    summary: {
      en: 'takes rows later than the latest that it has published',
      ru: 'берёт строки позже последней опубликованной',
    },
    knobs: { strategy: 'timestamp-cursor' },
    addition: additions['timestamp-cursor'],
    sends: polls,
  },
  {
    name: 'xmin',
    correct: true,
    summary: {
      en: 'takes rows of transactions older than every open one',
      ru: 'берёт строки транзакций старше всех открытых',
    },
    knobs: { strategy: 'xmin' },
    addition: additions.xmin,
    sends: polls,
  },
  {
    name: 'claim',
    correct: true,
    summary: {
      en: 'locks the rows of a poll until they are published and marked; others skip them',
      ru: 'блокирует строки опроса, пока не опубликует и не отметит; остальные их пропускают',
    },
    knobs: { strategy: 'claim' },
    sends: { ...noSlot, begin: 1, commit: 1, rollback: 1 },
  },
  {
    name: 'cdc',
    correct: true,
    summary: {
      en: 'streams committed rows from a replication slot and confirms its position after the ack',
      ru: 'читает закоммиченные строки из слота репликации и подтверждает позицию после ack',
    },
    knobs: { strategy: 'cdc' },
    addition: additions.cdc,
    sends: { begin: 0, poll: 0, mark: 0, commit: 0, rollback: 0 },
  },
];

/** The publisher of an outbox. */
export const relay: Program = {
  name: 'relay',
  summary: {
    en: 'publishes the rows of an outbox to a topic',
    ru: 'публикатор: отправляет строки outbox в топик',
  },
  ports: ['database', 'producer', 'changes'],
  knobs: [strategy, batch, interval, mark, eventId],
  sends: {
    begin: 1,
    poll: 1,
    mark: null,
    commit: 1,
    rollback: 1,
    produce: null,
    'read-changes': 1,
    confirm: null,
  },
  defaultVariant: 'after-ack',
  variants: variants.map((variant) =>
    asVariant<RelayMemory>({
      ...variant,
      claims: [],
      newMemory: newRelayMemory,
      unit: (ports, memory, knobs) => relayOnce(ports, memory, designOf(knobs)),
    }),
  ),
  conflict,
};

function conflict(knobs: KnobValues, given: readonly string[]): KnobConflict | null {
  if (knobs.strategy === 'cdc' && given.includes('interval')) {
    return {
      knob: 'interval',
      other: 'strategy',
      why: {
        en: 'a slot is streamed, and nothing is polled; leave "interval" out',
        ru: 'из слота идёт поток, опроса нет; уберите "interval"',
      },
    };
  }
  if (knobs.strategy === 'claim' && knobs.mark === 'before-send') {
    return {
      knob: 'mark',
      other: 'strategy',
      why: {
        en: 'a claim is held until the record is sent, and its mark is committed with it; take after-ack or on-enqueue',
        ru: 'строки держатся до отправки, и отметка коммитится вместе с ними; возьмите after-ack или on-enqueue',
      },
    };
  }
  return null;
}
