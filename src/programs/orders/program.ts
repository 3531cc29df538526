import { words } from '../knob.js';
import { asVariant, type Program, type ProgramVariant } from '../program.js';
import type { SchemaAddition } from '../schemas.js';
import { placeOrderOnce, type Write } from './place-order.js';

const write = words(
  'write',
  { en: 'where an order and its event are written', ru: 'куда пишутся заказ и его событие' },
  {
    outbox: { en: 'both to the database, in one transaction', ru: 'оба в базу, в одной транзакции' },
    'dual-db-first': { en: 'to the database, then to the broker', ru: 'сначала в базу, затем в брокер' },
    'dual-broker-first': { en: 'to the broker, then to the database', ru: 'сначала в брокер, затем в базу' },
  } satisfies Record<Write, unknown>,
);

/** Without an outbox the order itself is the fact that an event tells of. */
const ordersAreFacts: SchemaAddition = {
  sql: '',
  tables: [],
  bindings: (own) => [
    ...own.filter(({ role }) => role !== 'source'),
    { table: 'orders', role: 'source', eventColumn: 'id' },
  ],
};

type OrderVariant = Pick<ProgramVariant, 'name' | 'correct' | 'summary' | 'knobs' | 'addition' | 'sends'>;

const variants: readonly OrderVariant[] = [
  {
    name: 'outbox',
    correct: true,
    summary: {
      en: 'writes the order and an outbox row in one transaction; a relay publishes the row',
      ru: 'пишет заказ и строку outbox в одной транзакции; строку публикует relay',
    },
    sends: { produce: 0 },
  },
  {
    name: 'dual-db-first',
    correct: false,
    summary: {
      en: 'commits the order, then sends its event to the broker',
      ru: 'коммитит заказ, затем отправляет событие в брокер',
    },
    knobs: { write: 'dual-db-first' },
    addition: ordersAreFacts,
    sends: { saveOutbox: 0 },
  },
  {
    name: 'dual-broker-first',
    correct: false,
    summary: {
      en: 'sends the event to the broker, then commits the order',
      ru: 'отправляет событие в брокер, затем коммитит заказ',
    },
    knobs: { write: 'dual-broker-first' },
    addition: ordersAreFacts,
    sends: { saveOutbox: 0 },
  },
];

/** The service that places orders. */
export const orderService: Program = {
  name: 'order-service',
  summary: {
    en: 'places orders that clients ask for, and lets others know',
    ru: 'принимает заказы от клиентов и сообщает о них остальным',
  },
  ports: ['database', 'producer', 'requests'],
  knobs: [write],
  sends: { begin: 1, saveOrder: 1, saveOutbox: 1, commit: 1, rollback: 1, produce: 1 },
  request: ['order_id', 'customer_id'],
  defaultVariant: 'outbox',
  variants: variants.map((variant) =>
    asVariant<null>({
      ...variant,
      claims: [],
      newMemory: () => null,
      unit: (ports, _memory, knobs) => placeOrderOnce(ports, knobs.write as Write),
    }),
  ),
};
