import { words } from '../knob.js';
import { asVariant, type Program } from '../program.js';
import { type ConsumerMemory, consumeOnce, newConsumerMemory, type OnUnknown } from './consumer.js';
import { historyVariants } from './variants.js';

/** What the consumer does after `unknown`. */
export const onUnknown = words('on-unknown', { en: 'what it does after unknown', ru: 'что делает после unknown' }, {
  continue: { en: 'goes on with the next record', ru: 'переходит к следующей записи' },
  'seek-back': { en: 'reads the same record again', ru: 'читает ту же запись снова' },
  stop: { en: 'reads no more until a restart', ru: 'больше не читает до перезапуска' },
} satisfies Record<OnUnknown, unknown>);

/** The consumer of ticket transitions, round the handler of the repository. */
export const history: Program = {
  name: 'history',
  summary: {
    en: 'reads transitions of tickets and keeps one row of each event',
    ru: 'читает переходы Ticket и хранит по одной строке на событие',
  },
  ports: ['database', 'consumer'],
  knobs: [onUnknown],
  sends: {
    begin: 1,
    tryInbox: 1,
    saveHistory: 1,
    commit: 1,
    rollback: 1,
    fetch: 1,
    'commit-offset': 1,
  },
  defaultVariant: 'inbox',
  variants: historyVariants.map(({ design, ...variant }) =>
    asVariant<ConsumerMemory>({
      ...variant,
      newMemory: newConsumerMemory,
      unit: (ports, memory, knobs) => consumeOnce(ports, memory, design, knobs['on-unknown'] as OnUnknown),
    }),
  ),
};
