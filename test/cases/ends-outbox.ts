import type { Ends } from './end.js';

/** How the cases end in which an event is published, or is not. */
export const outboxEnds: Ends = {
  'a01-id-order-is-not-commit-order': {
    cursor: {
      violated: 'no-lost-event',
      log: 'orders-0: e2',
      committed: 'billing orders-0: 1',
      rows: 'orders.outbox 2, billing.inbox 1, billing.biz 1',
    },
    flag: {
      violated: '',
      log: 'orders-0: e2 e1',
      committed: 'billing orders-0: 2',
      rows: 'orders.outbox 2, billing.inbox 2, billing.biz 2',
    },
    'second-reader': {
      violated: 'no-lost-event',
      log: 'orders-0: e2',
      committed: 'billing orders-0: 0',
      rows: 'orders.outbox 2, billing.inbox 0, billing.biz 0',
    },
  },
  'a03-two-statements-two-snapshots': {
    'two-statements': {
      violated: 'no-lost-event',
      log: 'orders-0: e1 e3',
      committed: '',
      rows: 'orders.outbox 3',
    },
    'one-statement': {
      violated: '',
      log: 'orders-0: e1 e2 e3',
      committed: '',
      rows: 'orders.outbox 3',
    },
  },
  'a04-xmin-relay': {
    'writer-of-the-same-database': {
      violated: '',
      log: 'orders-0: e1 e2 e3',
      committed: '',
      rows: 'orders.outbox 3, reports.report 0',
    },
    'writer-of-another-database': {
      violated: '',
      log: 'orders-0: e1 e2 e3',
      committed: '',
      rows: 'orders.outbox 3, reports.report 0',
    },
    'long-reader': {
      violated: '',
      log: 'orders-0: e1 e2 e3',
      committed: '',
      rows: 'orders.outbox 3, reports.report 0',
    },
  },
  'a06-timestamp-cursor': {
    'older-than-the-cursor': {
      violated: 'no-lost-event',
      log: 'orders-0: e2',
      committed: '',
      rows: 'orders.outbox 2, orders.relay 1',
    },
    'stored-with-every-row': {
      violated: 'no-lost-event',
      log: 'orders-0: e1',
      committed: '',
      rows: 'orders.outbox 3, orders.relay 1',
    },
    'stored-with-the-last-row': {
      violated: '',
      log: 'orders-0: e1 e1 e2 e3',
      committed: '',
      rows: 'orders.outbox 3, orders.relay 1',
    },
  },
  'a08-skip-locked': {
    'skip-locked': {
      violated: 'key-order',
      log: 'orders-0: e3 e4 e1 e2',
      committed: 'billing orders-0: 4',
      rows: 'orders.outbox 4, billing.inbox 4, billing.projection 1',
    },
    waiting: {
      violated: '',
      log: 'orders-0: e1 e2 e3 e4',
      committed: 'billing orders-0: 4',
      rows: 'orders.outbox 4, billing.inbox 4, billing.projection 1',
    },
    'dies-after-publishing': {
      violated: '',
      log: 'orders-0: e1 e2 e1 e2 e3 e4',
      committed: 'billing orders-0: 6',
      rows: 'orders.outbox 4, billing.inbox 4, billing.projection 0',
    },
  },
  'a09-claim': {
    publishes: {
      violated: '',
      log: 'orders-0: e1',
      committed: '',
      rows: 'orders.outbox 1',
    },
    'crash-after-claim': {
      violated: 'no-lost-event',
      log: 'orders-0:',
      committed: '',
      rows: 'orders.outbox 1',
    },
    'claims-expire': {
      violated: '',
      log: 'orders-0: e1',
      committed: '',
      rows: 'orders.outbox 1',
    },
  },
  'a09-no-claim': {
    'with-inbox': {
      violated: '',
      log: 'orders-0: e1 e1',
      committed: 'billing orders-0: 2',
      rows: 'orders.outbox 1, billing.inbox 1, billing.biz 1',
    },
    'without-inbox': {
      violated: 'one-row-per-event',
      log: 'orders-0: e1 e1',
      committed: 'billing orders-0: 2',
      rows: 'orders.outbox 1, billing.inbox 0, billing.biz 2',
    },
  },
  'a10-published-on-paper': {
    'marked-when-queued': {
      violated: 'no-lost-event',
      log: 'orders-0:',
      committed: '',
      rows: 'orders.outbox 1, orders.relay_metrics 1',
    },
    'refused-by-acl': {
      violated: 'no-lost-event',
      log: 'orders-0:',
      committed: '',
      rows: 'orders.outbox 1, orders.relay_metrics 1',
    },
    'marked-after-ack': {
      violated: '',
      log: 'orders-0: e1',
      committed: '',
      rows: 'orders.outbox 1, orders.relay_metrics 1',
    },
  },
  'a11-crash-between-ack-and-mark': {
    'with-inbox': {
      violated: '',
      log: 'orders-0: e1 e1',
      committed: 'billing orders-0: 2',
      rows: 'orders.outbox 1, billing.inbox 1, billing.biz 1',
    },
    'without-inbox': {
      violated: 'one-row-per-event',
      log: 'orders-0: e1 e1',
      committed: 'billing orders-0: 2',
      rows: 'orders.outbox 1, billing.inbox 0, billing.biz 2',
    },
  },
  'a13-poison-at-the-head': {
    'oldest-first': {
      violated: 'drained, healthy-rows-move',
      log: 'orders-0:',
      committed: '',
      rows: 'orders.outbox 4',
    },
    parking: {
      violated: 'no-lost-event',
      log: 'orders-0: e3 e4',
      committed: '',
      rows: 'orders.outbox 4',
    },
    'parking-breaks-a-key': {
      violated: 'key-order',
      log: 'orders-0: e3 e4 e1 e2',
      committed: '',
      rows: 'orders.outbox 4',
    },
    'parking-holds-the-key': {
      violated: '',
      log: 'orders-0: e4 e1 e2 e3',
      committed: '',
      rows: 'orders.outbox 4',
    },
  },
  'a14-parking-during-an-outage': {
    'attempts-count-outages': {
      violated: 'no-lost-event',
      log: 'orders-0: e2',
      committed: '',
      rows: 'orders.outbox 2',
    },
    'outages-are-not-counted': {
      violated: '',
      log: 'orders-0: e1 e2',
      committed: '',
      rows: 'orders.outbox 2',
    },
  },
  'a16-two-leaders': {
    'no-fencing': {
      violated: '',
      log: 'orders-0: e1 e1',
      committed: '',
      rows: 'orders.outbox 1, orders.leadership 1',
    },
    epoch: {
      violated: '',
      log: 'orders-0: e1 e1',
      committed: '',
      rows: 'orders.outbox 1, orders.leadership 1',
    },
  },
  'a19-nobody-listens': {
    'with-poll': {
      violated: '',
      log: 'orders-0: e1',
      committed: '',
      rows: 'orders.outbox 1',
    },
    'without-poll': {
      violated: 'drained',
      log: 'orders-0:',
      committed: '',
      rows: 'orders.outbox 1',
    },
  },
  'a21-slot-recreated': {
    'connects-without-complaint': {
      violated: 'no-lost-event',
      log: 'orders-0: e1 e3',
      committed: '',
      rows: 'orders.outbox 3, orders.slots 1, connect.relay_offsets 1',
    },
    'compares-with-its-own-position': {
      violated: '',
      log: 'orders-0: e1 e2 e3',
      committed: '',
      rows: 'orders.outbox 3, orders.slots 1, connect.relay_offsets 1',
    },
  },
  'a23-snapshot-in-mid-stream': {
    adds: {
      violated: 'one-row-per-event',
      log: 'orders-0: e1 e2 e1 e2',
      committed: 'report orders-0: 4',
      rows: 'orders.outbox 2, connect.connector_offsets 1, report.biz 4',
    },
    keyed: {
      violated: '',
      log: 'orders-0: e1 e2 e1 e2',
      committed: 'report orders-0: 4',
      rows: 'orders.outbox 2, connect.connector_offsets 1, report.biz 2',
    },
  },
  'a26-lock-held-while-the-broker-hangs': {
    'never-gives-up': {
      violated: 'drained',
      log: 'orders-0:',
      committed: '',
      rows: 'orders.outbox 2',
    },
    'gives-up': {
      violated: '',
      log: 'orders-0: e1 e2',
      committed: '',
      rows: 'orders.outbox 2',
    },
  },
  'b01-commit-no-event': {
    crash: {
      violated: 'no-lost-event',
      log: 'orders-0:',
      committed: '',
      rows: 'orders.biz 1, orders.outbox 0',
    },
    'produce-fails': {
      violated: 'no-lost-event',
      log: 'orders-0:',
      committed: '',
      rows: 'orders.biz 1, orders.outbox 0',
    },
    outbox: {
      violated: '',
      log: 'orders-0: e1',
      committed: '',
      rows: 'orders.biz 1, orders.outbox 1',
    },
  },
  'b02-event-rollback': {
    'event-first': {
      violated: 'no-phantom-event',
      log: 'orders-0: e1',
      committed: 'billing orders-0: 0',
      rows: 'orders.biz 0, billing.inbox 0, billing.biz 0',
    },
    'commit-first': {
      violated: 'no-lost-event',
      log: 'orders-0:',
      committed: 'billing orders-0: 0',
      rows: 'orders.biz 1, billing.inbox 0, billing.biz 0',
    },
    'consumer-offset-first': {
      violated: 'no-lost-event',
      log: 'orders-0: e1',
      committed: 'billing orders-0: 1',
      rows: 'orders.biz 1, billing.inbox 0, billing.biz 0',
    },
    'consumer-database-first': {
      violated: '',
      log: 'orders-0: e1',
      committed: 'billing orders-0: 1',
      rows: 'orders.biz 1, billing.inbox 1, billing.biz 1',
    },
  },
  'b03-event-before-commit': {
    dropped: {
      violated: 'no-lost-event',
      log: 'orders-0: e7, orders.dlq-0:',
      committed: 'billing orders-0: 1',
      rows: 'shop.orders 1, shop.biz 0',
    },
    'dead-letter': {
      violated: 'no-lost-event',
      log: 'orders-0: e7, orders.dlq-0: e7',
      committed: 'billing orders-0: 1',
      rows: 'shop.orders 1, shop.biz 0',
    },
    'after-commit': {
      violated: '',
      log: 'orders-0: e7, orders.dlq-0:',
      committed: 'billing orders-0: 1',
      rows: 'shop.orders 1, shop.biz 1',
    },
  },
};
