import {
  type ConsumerMemory,
  consume,
  newConsumerMemory,
  type OffsetDesign,
  type OnUnknown,
} from '../history/consumer.js';
import { onUnknown } from '../history/program.js';
import { words } from '../knob.js';
import { asVariant, type Program, type ProgramVariant } from '../program.js';
import { chargeOnce, type Remembers } from './charge.js';

const remembers = words('remembers', { en: 'what it knows of earlier charges', ru: 'что помнит о прежних списаниях' }, {
  events: { en: 'the ids of processed events', ru: 'event_id обработанных событий' },
  nothing: { en: 'nothing', ru: 'ничего' },
} satisfies Record<Remembers, unknown>);

const offsets: OffsetDesign = { commitOffset: 'after', checkpoint: 'contiguous', unknownResolves: false };

type BillingVariant = Pick<ProgramVariant, 'name' | 'correct' | 'summary' | 'knobs' | 'sends'>;

const variants: readonly BillingVariant[] = [
  {
    name: 'charge-once',
    correct: true,
    summary: {
      en: 'charges once for each event_id that it has not processed',
      ru: 'списывает один раз за каждый ещё не обработанный event_id',
    },
  },
  {
    name: 'charge-every-time',
    correct: false,
    summary: { en: 'charges for every record', ru: 'списывает за каждую запись' },
    knobs: { remembers: 'nothing' },
    sends: { begin: 0, tryInbox: 0, commit: 0, rollback: 0 },
  },
];

/** The service that charges for orders it hears of. */
export const billing: Program = {
  name: 'billing',
  summary: {
    en: 'charges customers for the orders that it reads of',
    ru: 'списывает деньги за заказы, о которых читает',
  },
  ports: ['database', 'consumer', 'effects'],
  knobs: [onUnknown, remembers],
  sends: { begin: 1, tryInbox: 1, commit: 1, rollback: 1, fetch: 1, 'commit-offset': 1, effect: 1 },
  defaultVariant: 'charge-once',
  variants: variants.map((variant) =>
    asVariant<ConsumerMemory>({
      ...variant,
      claims: [],
      newMemory: newConsumerMemory,
      unit: (ports, memory, knobs) =>
        consume(ports, memory, offsets, knobs['on-unknown'] as OnUnknown, (record) =>
          chargeOnce(ports, record, knobs.remembers as Remembers),
        ),
    }),
  ),
};
