import type { Ends } from './end.js';

/** How the cases end in which offsets, groups and sessions go astray. */
export const offsetEnds: Ends = {
  'd01-highest-wins': {
    highest: {
      violated: 'no-lost-event, contiguous-checkpoint',
      log: 'payments-0: e0 e1 e2',
      committed: 'g payments-0: 3',
      rows: 'shop.inbox 2, shop.biz 2',
    },
    contiguous: {
      violated: '',
      log: 'payments-0: e0 e1 e2',
      committed: 'g payments-0: 3',
      rows: 'shop.inbox 3, shop.biz 3',
    },
  },
  'd02-progress-dropped-at-revoke': {
    'with-inbox': {
      violated: '',
      log: 'payments-0: e0',
      committed: 'g payments-0: 1',
      rows: 'shop.inbox 1, shop.biz 1',
    },
    'without-inbox': {
      violated: 'one-row-per-event',
      log: 'payments-0: e0',
      committed: 'g payments-0: 1',
      rows: 'shop.inbox 0, shop.biz 2',
    },
    'beyond-the-end-latest': {
      violated: 'no-lost-event, contiguous-checkpoint',
      log: 'payments-0: e0 e1',
      committed: 'g payments-0: 2',
      rows: 'shop.inbox 1, shop.biz 1',
    },
    'beyond-the-end-earliest': {
      violated: 'contiguous-checkpoint',
      log: 'payments-0: e0',
      committed: 'g payments-0: 1',
      rows: 'shop.inbox 1, shop.biz 1',
    },
  },
  'd05-commit-for-somebody-else': {
    behind: {
      violated: '',
      log: 'payments-0:, payments-1: e0 e1 e2 e3 e4 e5 e6 e7',
      committed: 'g payments-0: 0, g payments-1: 4',
      rows: 'shop.inbox 8, shop.biz 8',
    },
    ahead: {
      violated: 'no-lost-event, contiguous-checkpoint',
      log: 'payments-0:, payments-1: e0 e1 e2 e3 e4 e5 e6 e7',
      committed: 'g payments-0: 0, g payments-1: 8',
      rows: 'shop.inbox 0, shop.biz 6',
    },
    evicted: {
      violated: '',
      log: 'payments-0:, payments-1: e0 e1 e2 e3 e4 e5 e6 e7',
      committed: 'g payments-0: 0, g payments-1: 8',
      rows: 'shop.inbox 8, shop.biz 8',
    },
    'old-generation': {
      violated: '',
      log: 'payments-0:, payments-1: e0 e1 e2 e3 e4 e5 e6 e7',
      committed: 'g payments-0: 0, g payments-1: 8',
      rows: 'shop.inbox 8, shop.biz 8',
    },
  },
  'd07-handed-out-is-not-done': {
    'another-thread': {
      violated: 'no-lost-event, contiguous-checkpoint',
      log: 'payments-0: e0 e1 e2 e3 e4 e5 e6 e7 e8 e9',
      committed: 'g payments-0: 10',
      rows: 'shop.inbox 0, shop.biz 4',
    },
    'next-poll': {
      violated: '',
      log: 'payments-0: e0 e1 e2 e3 e4 e5 e6 e7 e8 e9',
      committed: 'g payments-0: 10',
      rows: 'shop.inbox 10, shop.biz 10',
    },
    'stored-after-processing': {
      violated: '',
      log: 'payments-0: e0 e1 e2 e3 e4 e5 e6 e7 e8 e9',
      committed: 'g payments-0: 10',
      rows: 'shop.inbox 0, shop.biz 10',
    },
  },
  'd08-position-jumps': {
    'goes-on': {
      violated: 'no-lost-event, contiguous-checkpoint',
      log: 'payments-0: e0 e1 e2 e3 e4 e5',
      committed: 'g payments-0: 6',
      rows: 'shop.biz 2',
    },
    restarts: {
      violated: '',
      log: 'payments-0: e0 e1 e2 e3 e4 e5',
      committed: 'g payments-0: 6',
      rows: 'shop.biz 6',
    },
    'seeks-back': {
      violated: '',
      log: 'payments-0: e0 e1 e2 e3 e4 e5',
      committed: 'g payments-0: 6',
      rows: 'shop.biz 6',
    },
  },
  'd11-offset-expires': {
    'in-time': {
      violated: '',
      log: 'payments-0: e0 e1 e2 e3',
      committed: 'g payments-0: 4',
      rows: 'shop.inbox 4, shop.biz 4',
    },
    earliest: {
      violated: '',
      log: 'payments-0: e0 e1 e2 e3',
      committed: 'g payments-0: 4',
      rows: 'shop.inbox 4, shop.biz 4',
    },
    'earliest-forgotten': {
      violated: 'one-row-per-event',
      log: 'payments-0: e0 e1 e2 e3',
      committed: 'g payments-0: 4',
      rows: 'shop.inbox 4, shop.biz 7',
    },
    latest: {
      violated: 'no-lost-event',
      log: 'payments-0: e0 e1 e2 e3',
      committed: 'g payments-0: -',
      rows: 'shop.inbox 3, shop.biz 3',
    },
  },
  'd12-bare-unique-index': {
    'unique-violation': {
      violated: 'drained',
      log: 'payments-0: e-1 to e-173',
      committed: 'g payments-0: 0',
      rows: 'shop.biz 7',
    },
    'update-count': {
      violated: 'drained',
      log: 'payments-0: e-1 to e-173',
      committed: 'g payments-0: 0',
      rows: 'shop.biz 173',
    },
    tolerant: {
      violated: '',
      log: 'payments-0: e-1 to e-173',
      committed: 'g payments-0: 173',
      rows: 'shop.biz 173',
    },
  },
  'd15-zombie-past-the-memory': {
    window: {
      violated: 'one-row-per-event',
      log: 'payments-0: e0 e1 e2',
      committed: 'g payments-0: 3',
      rows: 'shop.inbox 0, shop.biz 4, shop.progress 1',
    },
    'same-transaction': {
      violated: '',
      log: 'payments-0: e0 e1 e2',
      committed: 'g payments-0: 3',
      rows: 'shop.inbox 0, shop.biz 3, shop.progress 1',
    },
    inbox: {
      violated: '',
      log: 'payments-0: e0 e1 e2',
      committed: 'g payments-0: 3',
      rows: 'shop.inbox 3, shop.biz 3, shop.progress 1',
    },
  },
};
