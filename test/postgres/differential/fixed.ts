import type { Schedule } from './schedule.js';

/** Schedules in which the embedded engine once differed from a server, each under what was wrong. */
export const fixed: readonly (readonly [what: string, steps: readonly string[]])[] = [
  [
    'a table without a key: its row is taken up again after a deadlock of somebody else',
    [
      '0 BEGIN',
      '1 BEGIN',
      "0 UPDATE leases SET gone = true WHERE name = 'l1' AND NOT gone",
      "1 UPDATE inventory SET reserved = 1 WHERE product_id = 'p2'",
      "0 UPDATE inventory SET reserved = 2 WHERE product_id = 'p2'",
      "1 UPDATE leases SET gone = true WHERE name = 'l1' AND NOT gone",
    ],
  ],
  [
    'a lock on the key of a row that somebody else has changed and not yet committed',
    [
      '0 BEGIN',
      '1 BEGIN',
      '2 BEGIN',
      "0 UPDATE inventory SET reserved = reserved + 1 WHERE product_id = 'p1' RETURNING reserved",
      "1 SELECT reserved FROM inventory WHERE product_id = 'p1' FOR KEY SHARE",
      "2 UPDATE inventory SET reserved = reserved + 1 WHERE product_id = 'p1' RETURNING reserved",
      '0 COMMIT',
      "1 SELECT reserved FROM inventory WHERE product_id = 'p1' FOR UPDATE",
      "2 DELETE FROM inventory WHERE product_id = 'p1'",
    ],
  ],
  [
    'who shares the lock of a row does not stand in the queue for it',
    [
      '0 BEGIN',
      '1 BEGIN',
      '2 BEGIN',
      "0 UPDATE inventory SET reserved = reserved + 1 WHERE product_id = 'p1' AND reserved < 1",
      "1 SELECT reserved FROM inventory WHERE product_id = 'p1' FOR KEY SHARE",
      "2 DELETE FROM inventory WHERE product_id = 'p1'",
      "1 SELECT reserved FROM inventory WHERE product_id = 'p1' FOR UPDATE",
      '0 COMMIT',
      '1 COMMIT',
    ],
  ],
  [
    'a lock that was there before a savepoint stays when the change behind it is undone',
    [
      '0 BEGIN',
      "0 SELECT reserved FROM inventory WHERE product_id = 'p1' FOR UPDATE",
      '1 BEGIN',
      '0 SAVEPOINT a',
      "0 UPDATE inventory SET reserved = reserved + 1 WHERE product_id = 'p1' RETURNING reserved",
      "1 DELETE FROM inventory WHERE product_id = 'p1'",
      '0 ROLLBACK TO a',
    ],
  ],
  [
    'a row that was locked and then changed is locked as strongly as before',
    [
      '0 BEGIN',
      '1 BEGIN',
      "0 SELECT reserved FROM inventory WHERE product_id = 'p1' FOR UPDATE",
      "0 UPDATE inventory SET reserved = reserved + 1 WHERE product_id = 'p1'",
      "1 SELECT reserved FROM inventory WHERE product_id = 'p2' FOR SHARE",
      '0 SELECT 1',
      "1 SELECT reserved FROM inventory WHERE product_id = 'p1' FOR KEY SHARE",
      '0 COMMIT',
    ],
  ],
  [
    'a key that was changed behind a lock',
    [
      '0 BEGIN',
      '1 BEGIN',
      "0 SELECT reserved FROM inventory WHERE product_id = 'p1' FOR UPDATE",
      "0 UPDATE inventory SET product_id = 'p9' WHERE product_id = 'p1'",
      "1 SELECT reserved FROM inventory WHERE product_id = 'p2' FOR SHARE",
      "0 UPDATE inventory SET reserved = 9 WHERE product_id = 'p9'",
      "1 SELECT reserved FROM inventory WHERE product_id = 'p1' FOR KEY SHARE",
      '0 COMMIT',
    ],
  ],
  [
    'an UPDATE of a key that stays the same does not lock the key',
    [
      '2 BEGIN',
      '0 BEGIN',
      "2 DELETE FROM inventory WHERE product_id = 'p1'",
      "0 SELECT reserved FROM inventory WHERE product_id = 'p1' FOR KEY SHARE",
      "1 UPDATE inventory SET product_id = 'p1' WHERE product_id = 'p1'",
    ],
  ],
  [
    'a key that is written again while somebody waits for the row that had it',
    [
      "0 INSERT INTO inbox VALUES ('e3')",
      '0 BEGIN',
      '1 BEGIN',
      "1 DELETE FROM inbox WHERE event_id = 'e3'",
      "0 INSERT INTO history_events VALUES ('e3', 't', 'open', 'done', now())",
      "1 INSERT INTO inbox VALUES ('e3')",
      '1 COMMIT',
    ],
  ],
];

/** A step is written as the number of its session and its statement. */
export function scheduleOf(steps: readonly string[]): Schedule {
  return steps.map((step) => ({ session: Number(step.charAt(0)), text: step.slice(2) }));
}
