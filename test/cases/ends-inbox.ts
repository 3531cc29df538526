import type { Ends } from './end.js';

/** How the cases end in which a consumer or a projection applies an event once, twice or never, or a reader sees an old state. */
export const inboxEnds: Ends = {
  'c01-claim-first': {
    'claim-first': {
      violated: 'marker-with-row, no-lost-event, honest-outcome',
      log: 'orders-0: e1',
      committed: 'billing orders-0: 1',
      rows: 'billing.inbox 1, billing.biz 0',
    },
    'deleted-on-error': {
      violated: 'marker-with-row, no-lost-event, honest-outcome',
      log: 'orders-0: e1',
      committed: 'billing orders-0: 1',
      rows: 'billing.inbox 1, billing.biz 0',
    },
    'same-transaction': {
      violated: '',
      log: 'orders-0: e1',
      committed: 'billing orders-0: 1',
      rows: 'billing.inbox 1, billing.biz 1',
    },
    'pending-then-done': {
      violated: '',
      log: 'orders-0: e1',
      committed: 'billing orders-0: 1',
      rows: 'billing.inbox 1, billing.biz 1',
    },
  },
  'c02-work-first': {
    'work-first': {
      violated: 'one-row-per-event',
      log: 'orders-0: e1',
      committed: 'billing orders-0: 1',
      rows: 'billing.inbox 1, billing.biz 2',
    },
    'same-transaction': {
      violated: '',
      log: 'orders-0: e1',
      committed: 'billing orders-0: 1',
      rows: 'billing.inbox 1, billing.biz 1',
    },
  },
  'c03-select-then-insert': {
    'no-key': {
      violated: 'one-row-per-event',
      log: 'payments-0: e1, payments-1: e1',
      committed: 'g payments-0: 1, g payments-1: 1',
      rows: 'shop.seen 2, shop.inbox 0, shop.biz 2',
    },
    'unique-key': {
      violated: '',
      log: 'payments-0: e1, payments-1: e1',
      committed: 'g payments-0: 1, g payments-1: 1',
      rows: 'shop.seen 0, shop.inbox 1, shop.biz 1',
    },
  },
  'c04-on-conflict-waits': {
    commit: {
      violated: '',
      log: 'payments-0: e1, payments-1: e1',
      committed: 'g payments-0: 1, g payments-1: 1',
      rows: 'shop.inbox 1, shop.biz 1',
    },
    rollback: {
      violated: '',
      log: 'payments-0: e1, payments-1: e1',
      committed: 'g payments-0: 1, g payments-1: 1',
      rows: 'shop.inbox 1, shop.biz 1',
    },
    killed: {
      violated: '',
      log: 'payments-0: e1, payments-1: e1',
      committed: 'g payments-0: 1, g payments-1: 1',
      rows: 'shop.inbox 1, shop.biz 1',
    },
  },
  'c05-opposite-order': {
    retried: {
      violated: '',
      log: 'payments-0: e1 e2, payments-1: e2 e1',
      committed: 'g payments-0: 2, g payments-1: 2',
      rows: 'shop.inbox 2, shop.biz 2',
    },
    sorted: {
      violated: '',
      log: 'payments-0: e1 e2, payments-1: e2 e1',
      committed: 'g payments-0: 2, g payments-1: 2',
      rows: 'shop.inbox 2, shop.biz 2',
    },
    'offsets-committed': {
      violated: 'no-lost-event, contiguous-checkpoint',
      log: 'payments-0: e1 e2, payments-1: e2 e1 e3',
      committed: 'g payments-0: 2, g payments-1: 3',
      rows: 'shop.inbox 2, shop.biz 2',
    },
  },
  'c07-dedup-key-without-consumer': {
    'event-alone': {
      violated: 'no-lost-event, honest-outcome',
      log: 'orders-0: e1',
      committed: 'billing orders-0: 1, shipping orders-0: 1',
      rows: 'shop.inbox_by_event 1, shop.inbox 0, shop.biz_billing 1, shop.biz_shipping 0',
    },
    'consumer-and-event': {
      violated: '',
      log: 'orders-0: e1',
      committed: 'billing orders-0: 1, shipping orders-0: 1',
      rows: 'shop.inbox_by_event 0, shop.inbox 2, shop.biz_billing 1, shop.biz_shipping 1',
    },
    'instance-and-event': {
      violated: 'one-row-per-event',
      log: 'orders-0: e1',
      committed: 'billing orders-0: 1, shipping orders-0: 1',
      rows: 'shop.inbox_by_event 0, shop.inbox 3, shop.biz_billing 2, shop.biz_shipping 1',
    },
  },
  'c09-inbox-forgets-first': {
    'dead-letter': {
      violated: 'one-row-per-event, inbox-remembers-longest',
      log: 'orders-0 from 1: e1, orders.dlq-0: e1',
      committed: 'billing orders-0: 2, redrive orders.dlq-0: 1',
      rows: 'billing.inbox 1, billing.biz 2, billing.clocks 5, history.inbox 1, history.history_events 1',
    },
    'offset-reset': {
      violated: 'one-row-per-event, inbox-remembers-longest',
      log: 'orders-0: e1, orders.dlq-0:',
      committed: 'billing orders-0: 1, redrive orders.dlq-0: 0',
      rows: 'billing.inbox 1, billing.biz 2, billing.clocks 5, history.inbox 1, history.history_events 1',
    },
    'safe-ttl': {
      violated: '',
      log: 'orders-0 from 1: e1, orders.dlq-0: e1',
      committed: 'billing orders-0: 2, redrive orders.dlq-0: 1',
      rows: 'billing.inbox 1, billing.biz 1, billing.clocks 5, history.inbox 1, history.history_events 1',
    },
    'built-in-schema': {
      violated: 'inbox-remembers-longest',
      log: 'orders-0: e1, orders.dlq-0:',
      committed: 'billing orders-0: 1, redrive orders.dlq-0: 0',
      rows: 'billing.inbox 1, billing.biz 1, billing.clocks 5, history.inbox 1, history.history_events 1',
    },
  },
  'c11-commit-no-answer': {
    applied: {
      violated: '',
      log: 'payments-0: e1',
      committed: 'g payments-0: 1',
      rows: 'shop.inbox 1, shop.biz 1',
    },
    'not-applied': {
      violated: '',
      log: 'payments-0: e1',
      committed: 'g payments-0: 1',
      rows: 'shop.inbox 1, shop.biz 1',
    },
    'applied-without-inbox': {
      violated: 'one-row-per-event',
      log: 'payments-0: e1',
      committed: 'g payments-0: 1',
      rows: 'shop.inbox 0, shop.biz 2',
    },
    'not-applied-without-inbox': {
      violated: '',
      log: 'payments-0: e1',
      committed: 'g payments-0: 1',
      rows: 'shop.inbox 0, shop.biz 1',
    },
  },
  'c13-never-acknowledged': {
    raises: {
      violated: 'drained',
      log: 'payments-0: e1 e2',
      committed: 'g payments-0: 0',
      rows: 'shop.inbox 1, shop.biz 1',
    },
    advances: {
      violated: '',
      log: 'payments-0: e1 e2',
      committed: 'g payments-0: 2',
      rows: 'shop.inbox 2, shop.biz 2',
    },
  },
  'c15-lease-runs-out': {
    'no-owner-check': {
      violated: 'one-row-per-event',
      log: '',
      committed: '',
      rows: 'shop.inbox 1, shop.biz 2',
    },
    'epoch-check': {
      violated: 'one-row-per-event',
      log: '',
      committed: '',
      rows: 'shop.inbox 1, shop.biz 2',
    },
    'same-transaction': {
      violated: '',
      log: '',
      committed: '',
      rows: 'shop.inbox 1, shop.biz 1',
    },
  },
  'c16-mail-inside-a-correct-inbox': {
    'mail-first': {
      violated: 'effect-once',
      log: 'payments-0: e1, payments-1: e1',
      committed: 'g payments-0: 1, g payments-1: 1',
      rows: 'shop.inbox 1, shop.biz 1, shop.mails 0',
      ledger: 'mail e1, mail e1',
    },
    'retry-after-deadlock': {
      violated: 'effect-once',
      log: 'payments-0: e1 e2, payments-1: e1 e2',
      committed: 'g payments-0: 2, g payments-1: 2',
      rows: 'shop.inbox 2, shop.biz 2, shop.mails 0',
      ledger: 'mail e2, mail e1, mail e2',
    },
    'mail-as-a-row': {
      violated: '',
      log: 'payments-0: e1, payments-1: e1',
      committed: 'g payments-0: 1, g payments-1: 1',
      rows: 'shop.inbox 1, shop.biz 1, shop.mails 1',
      ledger: 'mail e1',
    },
  },
  'e01-read-your-write': {
    'replica-at-once': {
      violated: 'read-your-writes',
      log: '',
      committed: '',
      rows: 'orders.orders 1, replica.orders 1',
    },
    'sticky-within-the-request': {
      violated: 'read-your-writes',
      log: '',
      committed: '',
      rows: 'orders.orders 1, replica.orders 1',
    },
    'position-as-token': {
      violated: '',
      log: '',
      committed: '',
      rows: 'orders.orders 1, replica.orders 1',
    },
  },
  'e04-version-guard': {
    'read-outside': {
      violated: 'one-row-per-event',
      log: 'orders-0: e5 e5',
      committed: 'views orders-0: 2',
      rows: 'views.progress 1, views.totals 2',
    },
    'first-inside': {
      violated: '',
      log: 'orders-0: e5 e5',
      committed: 'views orders-0: 2',
      rows: 'views.progress 1, views.totals 1',
    },
    'two-workers': {
      violated: 'no-lost-event',
      log: 'orders-0: e5 e6',
      committed: 'views orders-0: 2',
      rows: 'views.progress 1, views.totals 1',
    },
  },
  'e07-optimistic-ui': {
    'late-answers': {
      violated: '',
      log: '',
      committed: '',
      rows: 'server.settings 1, phone.screen 1',
    },
    refetch: {
      violated: '',
      log: '',
      committed: '',
      rows: 'server.settings 1, phone.screen 1',
    },
    'old-snapshot': {
      violated: 'screen-is-right',
      log: '',
      committed: '',
      rows: 'server.settings 1, phone.screen 1',
    },
    'asks-when-all-is-settled': {
      violated: '',
      log: '',
      committed: '',
      rows: 'server.settings 1, phone.screen 1',
    },
  },
};
