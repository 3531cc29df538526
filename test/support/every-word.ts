/** A scenario that uses every word of the language at least once. */
export const everyWord = `id: every-word
title: {en: All of it, ru: Всё}
teaches: the words
databases:
  history: {schema: history}
  orders:
    schema: |
      CREATE TABLE orders(id bigint PRIMARY KEY, status text NOT NULL);
      CREATE TABLE outbox(seq bigint GENERATED ALWAYS AS IDENTITY, event_id text PRIMARY KEY, payload jsonb);
      CREATE TABLE seen(event_id text PRIMARY KEY);
    roles:
      source: {table: outbox, event: event_id}
      marker: seen
    rows:
      orders: [[1, open], {id: 2, status: open}]
  near: {replica-of: orders, lag: 500ms}
  far: {replica-of: orders, lag: manual}
topics:
  t: {partitions: 2, config: {retention.ms: 604800000}}
  u: {partitions: 1}
broker: {offsets.retention.minutes: 10080}
events:
  e1: {topic: t, key: k, partition: 1, headers: [{a: b}, {a: null}], timestamp: 2026-10-03T09:00:00Z, value: {event_id: e1, n: 1, deep: [1, {x: y}], no: null}}
  e2: {topic: t, key: null, value: plain}
  e3: {topic: u, value: null}
groups:
  g: {topic: t, reset: earliest, committed: {0: 0, 1: 0}}
  h: {topic: t, reset: by_duration:PT1H}
processes:
  p: {program: history, variant: inbox, group: g, database: history, partitions: [0, 1], on-unknown: continue}
  r: {program: relay, database: orders, topic: t, strategy: flag, batch: 10, interval: 1s, mark: after-ack, event-id: row, producer: {acks: all}}
  s: {program: order-service, database: orders, topic: t, write: outbox}
  b: {program: billing, database: history, group: g, remembers: events}
actors:
  A: {database: orders, group: h, subscribe: true, consumer: {max.poll.records: 10}, producer: {acks: all}, memory: {cursor: 0, none: null}}
  B: {sessions: {one: orders, two: history, far: far}, group: h, partitions: [0]}
invariants:
  - one-row-per-event
  - drained
  - {name: no-lost-order, sql: SELECT id FROM orders WHERE status = 'lost', database: orders, message: {en: lost, ru: потерян}}
steps:
  - publisher: {produce: e1}
  - publisher: {produce: {event: e2, count: 3}}
    fault: lost-reply
  - A: {produce: {topic: t, partition: 0, key: "k\${cursor}", value: {event_id: "x", c: "\${cursor}"}, headers: [{h: "\${cursor}"}], timestamp: 2026-10-03T09:00:01.5Z}}
  - A: {enqueue: {event: e1}}
    as: queued
  - A: {ack: queued}
  - A: {enqueue: e2}
    as: other
  - A: {nack: {record: other, error: REQUEST_TIMED_OUT}}
  - A: join
  - A: {fetch: {max: 2}}
    as: got
    concludes: applied
    expect: {records: []}
  - A: {commit-offset: {offsets: {0: 1}, metadata: m, async: true}}
  - A: leave
  - A: BEGIN ISOLATION LEVEL READ COMMITTED
  - A: "INSERT INTO outbox(event_id, payload) VALUES ('e' || $1, '{}') RETURNING seq"
    params: [1]
    as: inserted
    expect: {rows: [[1]], tag: INSERT 0 1}
  - A: UPDATE orders SET status = 'x' WHERE id = \${inserted.first.seq}
    each: inserted
    fault: {sql: {error: 53300, occurrence: 1}}
    expect: {error: 53300, client: error, server: refused}
  - A: ROLLBACK
    expect: {count: 0}
  - B.one: SELECT 1
    expect: {rows: [{a: 1}], blocked: A, resumed: {A: 1}, constraint: c}
  - B: {seek: {offset: 0}}
  - B: {fetch: {partition: 0}}
    as: seen
  - B: {commit-offset: {offset: "\${seen.last.offset}"}}
    concludes: {outcome: unknown, record: "\${seen.first}"}
  - B: {effect: mail}
  - B: {effect: {name: mail, event: e1}}
  - run: p
    fault: {commit: lost-reply, begin: [{error: 53300}, {kind: crash-after, occurrence: 2}], fetch: {kind: lost-request}, commit-offset: {delay: later-on}}
    expect: {outcome: unknown}
  - run: {process: p, until: {operation: commit, occurrence: 1}}
    label: paused
    ask: {en: where, ru: где}
    say: {en: paused, ru: пауза}
  - run: {process: p, until: idle}
    label: later-on
  - crash: p
  - restart: p
  - kill-session: B.one
  - recreate-slot: r
  - run: {process: s, request: {order_id: o, customer_id: c}}
  - advance: 8d
  - replay: far
  - replay: {replica: far, commits: 2}
    expect: {lsn: {orders: 0/3, far: 0/A}}
  - B.one: INSERT INTO orders VALUES (7, 'new')
    writes: {item: order-7, value: new}
  - B.one: DELETE FROM orders WHERE id = 7
    writes: {item: order-7, value: null}
  - B.far: SELECT id, status FROM orders
    reads: {item: "7", key: id, value: status}
  - B.far: SELECT 1
    reads: order-7
  - rebalance: {group: h, without: [A]}
  - add-partitions: {topic: u, partitions: 3}
  - delete-records: {topic: t, partition: 0, before: end}
  - broker: down
  - broker: up
  - broker: {refuse: {event: e1, error: NOT_ENOUGH_REPLICAS}}
  - broker: {accept: {event: e1}}
  - broker: {pause-replication: t}
  - broker: {resume-replication: t}
  - broker: {fail-over: t}
  - check: {tables: {history.inbox: []}, offsets: {g: {t: {0: "-"}}}, lag: {g: {t: {0: 1}}}, log: {t: {0: [e1, {event: e1, topic: t, partition: 0, offset: 0, key: k, value: null, timestamp: now}]}}, assignment: {h: {A: [0]}}, ledger: [[mail, e1]], violates: [drained]}
  - say: over
branches:
  one: {title: {en: one, ru: один}, groups: {g: {reset: latest, committed: {0: 1}}}, steps: [{say: more}], end: {violates: {inbox: [drained], no-inbox: []}}}
  two: {}
end:
  tables: {history.history_events: []}
  violates: []
`;
