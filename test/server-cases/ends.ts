import type { Ends } from '../cases/end.js';

/** How the cases end that only a server can run. */
export const serverEnds: Ends = {
  'a03-one-snapshot': {
    '': {
      violated: '',
      log: 'orders-0: e1 e2 e3',
      committed: '',
      rows: 'orders.outbox 3',
    },
  },
  'a04-long-repeatable-read': {
    '': {
      violated: '',
      log: 'orders-0: e3',
      committed: '',
      rows: 'orders.outbox 1',
    },
  },
  'a18-skip-locked-above-read-committed': {
    'repeatable-read': {
      violated: '',
      log: 'orders-0: e1 e2',
      committed: '',
      rows: 'orders.outbox 2',
    },
    serializable: {
      violated: '',
      log: 'orders-0: e1 e2',
      committed: '',
      rows: 'orders.outbox 2',
    },
    fatal: {
      violated: 'drained',
      log: 'orders-0: e1',
      committed: '',
      rows: 'orders.outbox 2',
    },
    'read-committed': {
      violated: '',
      log: 'orders-0: e1 e2',
      committed: '',
      rows: 'orders.outbox 2',
    },
  },
  'c03-serializable': {
    '': {
      violated: '',
      log: 'payments-0: e1, payments-1: e1',
      committed: 'g payments-0: 1, g payments-1: 1',
      rows: 'shop.seen 1, shop.biz 1',
    },
  },
  'c04-traps-of-waiting': {
    'insert-or-select': {
      violated: '',
      log: 'payments-0: e1, payments-1: e1',
      committed: 'g payments-0: 1, g payments-1: 1',
      rows: 'shop.inbox 1, shop.biz 1',
    },
    'repeatable-read': {
      violated: '',
      log: 'payments-0: e1, payments-1: e1',
      committed: 'g payments-0: 1, g payments-1: 1',
      rows: 'shop.inbox 1, shop.biz 1',
    },
    serializable: {
      violated: '',
      log: 'payments-0: e1, payments-1: e1',
      committed: 'g payments-0: 1, g payments-1: 1',
      rows: 'shop.inbox 1, shop.biz 1',
    },
  },
};
