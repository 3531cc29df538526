import type { Ends } from './end.js';

/** How the cases end in which an event is published, or is not. */
export const outboxEnds: Ends = {
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
};
