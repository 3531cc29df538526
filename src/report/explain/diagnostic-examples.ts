import type { DiagnosticCode } from '../../model/diagnostic.js';

/** What somebody may write, and what is meant: parts of a scenario by its top-level keys. A test runs them all. */
export interface Example {
  readonly wrong: string;
  readonly right: string;
}

export const diagnosticExamples: Readonly<Record<DiagnosticCode, Example>> = {
  'yaml-syntax': {
    wrong: 'teaches: Remember: an offset is no proof',
    right: 'teaches: "Remember: an offset is no proof"',
  },
  'too-deep': { wrong: `title: ${'['.repeat(101)}`, right: 'title: The same event arrives twice' },
  empty: { wrong: '# nothing yet', right: 'steps:\n  - run: history' },
  'unknown-key': { wrong: 'steps:\n  - ruun: history', right: 'steps:\n  - run: history' },
  'unquoted-text': {
    wrong: 'title: {en: Twice, the same event, ru: Одно событие дважды}',
    right: 'title: {en: "Twice, the same event", ru: Одно событие дважды}\nteaches: {en: Something, ru: Что-то}',
  },
  'look-alike-letter': {
    wrong: 'actors:\n  C1: {group: history}\nsteps:\n  - \u04211: fetch',
    right: 'actors:\n  C1: {group: history}\nsteps:\n  - C1: fetch',
  },
  'actor-runs': {
    wrong: 'actors:\n  C1: {group: history}\nsteps:\n  - run: C1',
    right: 'actors:\n  C1: {group: history}\nsteps:\n  - C1: fetch',
  },
  'operation-as-sql': {
    wrong: 'actors:\n  C1: {database: history, group: history}\nsteps:\n  - C1: fetch 3',
    right: 'actors:\n  C1: {database: history, group: history}\nsteps:\n  - C1: {fetch: 3}',
  },
  'comment-cuts-text': {
    wrong: "actors:\n  W1: {database: history}\nsteps:\n  - W1: INSERT INTO inbox VALUES ('e #1')",
    right: "actors:\n  W1: {database: history}\nsteps:\n  - W1: |\n      INSERT INTO inbox VALUES ('e #1')",
  },
  'each-missing': {
    wrong: `actors:
  W1: {database: history}
steps:
  - W1: SELECT event_id FROM inbox
    as: found
  - W1: DELETE FROM inbox WHERE event_id = \${each.event_id}`,
    right: `actors:
  W1: {database: history}
steps:
  - W1: SELECT event_id FROM inbox
    as: found
  - W1: DELETE FROM inbox WHERE event_id = \${each.event_id}
    each: found`,
  },
  'duplicate-name': {
    wrong: 'steps:\n  - {say: first, label: here}\n  - {say: second, label: here}',
    right: `steps:
  - run: history
    fault: {commit: {delay: here}}
  - {say: second, label: here}`,
  },
  'missing-key': {
    wrong: 'groups:\n  history: {reset: earliest}',
    right: 'groups:\n  history: {topic: tickets, reset: earliest}',
  },
  'actor-lacks': {
    wrong: 'actors:\n  C1: {database: history}\nsteps:\n  - C1: fetch',
    right: 'actors:\n  C1: {group: history}\nsteps:\n  - C1: fetch',
  },
  'process-acts': {
    wrong: "steps:\n  - history: INSERT INTO inbox VALUES ('e1')",
    right: "actors:\n  W1: {database: history}\nsteps:\n  - W1: INSERT INTO inbox VALUES ('e1')",
  },
  'wrong-type': { wrong: 'topics:\n  tickets: 3', right: 'topics:\n  tickets: {partitions: 3}' },
  'wrong-value': { wrong: 'steps:\n  - advance: 5 minutes', right: 'steps:\n  - advance: 5m' },
  'unknown-name': {
    wrong: 'end:\n  tables:\n    history.inbocks: []',
    right: 'end:\n  tables:\n    history.inbox: []',
  },
  'not-one-action': {
    wrong: 'steps:\n  - run: history\n    restart: history',
    right: 'steps:\n  - run: history\n  - restart: history',
  },
  'impossible-fault': {
    wrong: 'steps:\n  - run: history\n    fault: {rollback: {error: "40001"}}',
    right: 'steps:\n  - run: history\n    fault: {commit: {error: "40001"}}',
  },
  'fault-not-in-step': {
    wrong: 'steps:\n  - run: history\n    fault: {produce: lost-reply}',
    right: 'steps:\n  - run: history\n    fault: {commit: lost-reply}',
  },
  'reserved-name': {
    wrong: 'actors:\n  check: {database: history}\nsteps:\n  - say: over',
    right: 'actors:\n  checker: {database: history}\nsteps:\n  - checker: SELECT event_id FROM inbox',
  },
  'wrong-expression': {
    wrong: `actors:
  W1: {database: history, memory: {id: e1}}
steps:
  - W1: INSERT INTO inbox VALUES (\${id + 1})`,
    right: `actors:
  W1: {database: history, memory: {id: e1}}
steps:
  - W1: INSERT INTO inbox VALUES (\${id} || '-1')`,
  },
  'quoted-expression': {
    wrong: `actors:
  W1: {database: history, memory: {id: e1}}
steps:
  - W1: INSERT INTO inbox VALUES ('\${id}')`,
    right: `actors:
  W1: {database: history, memory: {id: e1}}
steps:
  - W1: INSERT INTO inbox VALUES (\${id})`,
  },
  'missing-parameter': {
    wrong: 'actors:\n  W1: {database: history}\nsteps:\n  - W1: INSERT INTO inbox VALUES ($2)\n    params: [e1]',
    right: 'actors:\n  W1: {database: history}\nsteps:\n  - W1: INSERT INTO inbox VALUES ($1)\n    params: [e1]',
  },
  'not-remembered': {
    wrong: `actors:
  W1: {database: history}
steps:
  - W1: SELECT event_id FROM inbox
    as: found
  - W1: DELETE FROM inbox WHERE event_id = \${fuond.first.event_id}`,
    right: `actors:
  W1: {database: history}
steps:
  - W1: SELECT event_id FROM inbox
    as: found
  - W1: DELETE FROM inbox WHERE event_id = \${found.first.event_id}`,
  },
  'modifier-not-here': {
    wrong: 'steps:\n  - advance: 5s\n    fault: {commit: lost-reply}',
    right: 'steps:\n  - advance: 5s\n  - run: history\n    fault: {commit: lost-reply}',
  },
  'expectation-not-here': {
    wrong: 'steps:\n  - advance: 5s\n    expect: {outcome: applied}',
    right: 'steps:\n  - run: history\n    expect: {outcome: applied}\n  - advance: 5s',
  },
  'refused-statement': {
    wrong: 'actors:\n  W1: {database: history}\nsteps:\n  - W1: SET statement_timeout = 100',
    right:
      'actors:\n  W1: {database: history}\nsteps:\n  - W1: BEGIN\n  - W1: SET LOCAL statement_timeout = 100\n  - W1: COMMIT',
  },
  'several-statements': {
    wrong: "actors:\n  W1: {database: history}\nsteps:\n  - W1: BEGIN; INSERT INTO inbox VALUES ('e1')",
    right:
      "actors:\n  W1: {database: history}\nsteps:\n  - W1: BEGIN\n  - W1: INSERT INTO inbox VALUES ('e1')\n  - W1: COMMIT",
  },
  'schema-file': {
    wrong: 'databases:\n  history: {schema: history}\n  mine: {schema: ../elsewhere/mine.sql}',
    right: 'databases:\n  history: {schema: history}\n  mine: {schema: CREATE TABLE jobs (id text PRIMARY KEY)}',
  },
  'not-simulated': {
    wrong: 'topics:\n  tickets: {partitions: 1, config: {compression.type: gzip}}',
    right: 'topics:\n  tickets: {partitions: 1, config: {retention.ms: 7d}}',
  },
  'conflicting-settings': {
    wrong:
      'actors:\n  R1: {database: history, producer: {enable.idempotence: true, acks: 1}}\nsteps:\n  - R1: SELECT 1',
    right:
      'actors:\n  R1: {database: history, producer: {enable.idempotence: false, acks: 1}}\nsteps:\n  - R1: SELECT 1',
  },
  'knobs-conflict': {
    wrong:
      'databases:\n  tickets: {schema: tickets}\nprocesses:\n  relay: {program: relay, database: tickets, topic: tickets, strategy: cdc, interval: 5s}\nsteps:\n  - run: relay',
    right:
      'databases:\n  tickets: {schema: tickets}\nprocesses:\n  relay: {program: relay, database: tickets, topic: tickets, strategy: cdc, batch: 10}\nsteps:\n  - run: relay',
  },
  'fault-never-fires': {
    wrong: 'steps:\n  - run: history\n    fault: {commit: {error: "40001", occurrence: 2}}',
    right: 'steps:\n  - run: {process: history, until: idle}\n    fault: {commit: {error: "40001", occurrence: 2}}',
  },
  'never-produced': {
    wrong: 'events:\n  e1: {topic: tickets, value: {event_id: e1}}\nsteps:\n  - run: history',
    right:
      'events:\n  e1: {topic: tickets, value: {event_id: e1}}\nsteps:\n  - publisher: {produce: e1}\n  - run: history',
  },
  'postgres-spelling': {
    wrong: 'actors:\n  W1: {database: history}\nsteps:\n  - W1: SELECT true\n    expect: {rows: [[true]]}',
    right: 'actors:\n  W1: {database: history}\nsteps:\n  - W1: SELECT true\n    expect: {rows: [[t]]}',
  },
  'unused-actor': {
    wrong: 'actors:\n  W1: {database: history}\nsteps:\n  - run: history',
    right: 'actors:\n  W1: {database: history}\nsteps:\n  - W1: SELECT event_id FROM inbox\n  - run: history',
  },
  'unused-label': {
    wrong: 'steps:\n  - run: history\n    label: here',
    right: 'steps:\n  - run: history\n    fault: {commit: {delay: here}}\n  - advance: 5s\n    label: here',
  },
  'missing-translation': {
    wrong: 'title: {en: Twice, ru: Дважды}\nteaches: An offset is no proof',
    right: 'title: {en: Twice, ru: Дважды}\nteaches: {en: An offset is no proof, ru: Offset ничего не доказывает}',
  },
  'numeric-event-id': {
    wrong: 'events:\n  e1: {topic: tickets, value: {event_id: 900}}\nsteps:\n  - publisher: {produce: e1}',
    right: 'events:\n  e1: {topic: tickets, value: {event_id: "900"}}\nsteps:\n  - publisher: {produce: e1}',
  },
  'no-event-id': {
    wrong: 'events:\n  e1: {topic: tickets, value: {event_id: null}}\nsteps:\n  - publisher: {produce: e1}',
    right: 'events:\n  e1: {topic: tickets, value: {event_id: e1}}\nsteps:\n  - publisher: {produce: e1}',
  },
  'wall-clock': {
    wrong: 'actors:\n  W1: {database: history}\nsteps:\n  - W1: SELECT CURRENT_TIMESTAMP',
    right: 'actors:\n  W1: {database: history}\nsteps:\n  - W1: SELECT now()',
  },
  'dead-actor': {
    wrong: 'steps:\n  - crash: history\n  - run: history',
    right: 'steps:\n  - crash: history\n  - restart: history\n  - run: history',
  },
  'no-steps': { wrong: 'steps: []', right: 'steps:\n  - run: history' },
  'nothing-judged': {
    wrong: 'invariants: []\nsteps:\n  - run: history',
    right: 'invariants: [one-row-per-event]\nsteps:\n  - run: history',
  },
};
