import { describe, expect, test } from 'vitest';
import { WARNING_CODES } from '../../src/model/diagnostic.js';
import { programs } from '../../src/programs/registry.js';
import { renderDiagnostics } from '../../src/report/diagnostics.js';
import { loadScenario } from '../../src/scenario/load.js';
import { mostInUnit } from '../../src/scenario/unit-operations.js';
import { bundledIds, bundledText } from '../support/bundled.js';
import { scenarioAround } from '../support/example.js';

function warningsOf(text: string): string[] {
  const loaded = loadScenario(text);
  if (loaded.kind === 'diagnostics') throw new Error(JSON.stringify(loaded.diagnostics));
  return renderDiagnostics('x.yaml', text, loaded.warnings, 'en')
    .split('\n')
    .filter((line) => line.startsWith('x.yaml'))
    .map((line) => line.replace('x.yaml:', '').replace('warning ', ''));
}

const operations = [
  'begin',
  'tryInbox',
  'saveHistory',
  'commit',
  'rollback',
  'fetch',
  'commit-offset',
  'join',
] as const;

type Row = readonly [example: string, ...said: string[]];

const rows: Row[] = [
  [
    "actors: {W1: {database: history}}\nsteps:\n  - W1: SELECT true, 'true', now()\n    expect: {rows: [[true, 'true', 2026-10-03T09:00:00Z]]}",
    '11:22 postgres-spelling: PostgreSQL prints true as t; write it so, or quote true where a text is meant',
    '11:36 postgres-spelling: PostgreSQL prints 2026-10-03T09:00:00Z as "2026-10-03 09:00:00+00"; write it so, or quote 2026-10-03T09:00:00Z where a text is meant',
  ],
  [
    'events: {e1: {topic: tickets, value: {event_id: e1}}}\nsteps:\n  - publisher: {produce: {topic: tickets, value: {event_id: e1}}}',
  ],
  [
    'actors: {W1: {database: history}}\nsteps:\n  - W1: SELECT 1\n    fault: {error: 53300, occurrence: 2}',
    '11:12 fault-never-fires: the fault error can never fire: this step sends sql once, and the fault waits for number 2; correct "occurrence"',
  ],
  [
    'actors: {W1: {database: history}}\nsteps:\n  - W1: SELECT 1\n    as: found\n  - W1: SELECT ${each.first}\n    each: found\n    fault: {error: 53300, occurrence: 2}',
  ],
  [
    'steps:\n  - publisher: {produce: {topic: tickets, value: x, count: 3}}\n    fault: {kind: lost-reply, occurrence: 3}',
  ],
  [
    'steps:\n  - publisher: {produce: {topic: tickets, value: x, count: 3}}\n    fault: {produce: [{kind: lost-reply, occurrence: 1}, {kind: lost-reply, occurrence: 4}]}',
    '11:58 fault-never-fires: the fault lost-reply can never fire: this step sends produce 3 times, and the fault waits for number 4; correct "occurrence"',
  ],
  [
    // Each partition has a request of its own.
    'topics: {tickets: {partitions: 2}}\nactors: {C1: {group: history}}\nsteps:\n  - C1: {commit-offset: {offsets: {0: 1, 1: 0}}}\n    fault: {commit-offset: {error: NOT_COORDINATOR, occurrence: 2}}',
  ],
  [
    'topics: {tickets: {partitions: 2}}\nactors: {C1: {group: history}}\nsteps:\n  - C1: {commit-offset: {offsets: {0: 1, 1: 0}}}\n    fault: {commit-offset: {error: NOT_COORDINATOR, occurrence: 3}}',
    '11:28 fault-never-fires: the fault error can never fire: this step sends commit-offset 2 times, and the fault waits for number 3; correct "occurrence"',
  ],
  [
    'actors: {C1: {group: history}}\nsteps:\n  - C1: fetch\n    as: batch\n  - C1: {commit-offset: "${each.next}"}\n    each: batch\n    fault: {commit-offset: {error: NOT_COORDINATOR, occurrence: 2}}',
  ],
  [
    'steps:\n  - run: history\n    fault: {commit: {kind: lost-reply, occurrence: 2}}',
    '11:21 fault-never-fires: the fault lost-reply can never fire: one unit of work sends commit once at most, and the fault waits for number 2; correct "occurrence", or run until idle',
  ],
  ['steps:\n  - run: {process: history, until: idle}\n    fault: {commit: {kind: lost-reply, occurrence: 2}}'],
  [
    'processes: {history: {program: history, variant: split-inbox-first, group: history, database: history}}\nsteps:\n  - run: history\n    fault: {commit: {kind: lost-reply, occurrence: 2}}',
  ],
  [
    'processes: {history: {program: history, variant: no-inbox, group: history, database: history}}\nsteps:\n  - run: {process: history, until: idle}\n    fault: {tryInbox: lost-reply}',
    '11:23 fault-never-fires: the fault lost-reply can never fire: the program of history sends no tryInbox in this variant; choose one of its operations',
  ],
  [
    'steps:\n  - run: history\n    fault: {join: lost-reply}',
    '11:19 fault-never-fires: the fault lost-reply can never fire: the program of history sends no join in this variant; choose one of its operations',
  ],
  [
    'processes: {history: {program: history, group: history, database: history, subscribe: true}}\nsteps:\n  - run: history\n    fault: {join: lost-reply}',
  ],
  [
    'steps:\n  - run: {process: history, until: commit}\n    fault: {commit: lost-reply}',
    '11:21 fault-never-fires: the fault lost-reply can never fire: this run pauses before commit is sent; put the fault on the run that goes on',
  ],
  ['steps:\n  - run: {process: history, until: commit}\n  - run: history\n    fault: {commit: lost-reply}'],
  [
    'steps:\n  - run: {process: history, until: commit}\n  - run: {process: history, until: commit}\n    fault: {commit: lost-reply}',
  ],
  ['steps:\n  - run: {process: history, until: commit}\n    fault: {saveHistory: lost-reply}'],
  [
    'steps:\n  - crash: history\n  - run: history\n    fault: {commit: lost-reply}',
    '11:5 dead-actor: history is dead since line 10, so that this step is not taken; put "restart: history" before it',
    '12:21 fault-never-fires: the fault lost-reply can never fire: history is dead at this step; put "restart: history" before it',
  ],
  [
    'actors: {W1: {database: history}}\nsteps:\n  - W1: BEGIN\n    fault: crash-after\n  - W1: COMMIT\n  - restart: W1\n  - W1: BEGIN',
    '12:5 dead-actor: W1 is dead since line 10, so that this step is not taken; put "restart: W1" before it',
  ],
  ['steps:\n  - run: history\n    fault: {commit: crash-after}\n  - run: history'],
  [
    'steps:\n  - crash: history\nbranches:\n  again: {steps: [{restart: history}, {run: history}]}\n  not: {steps: [{run: history}]}',
    '13:18 dead-actor: history is dead since line 10, so that this step is not taken; put "restart: history" before it',
  ],
  [
    'steps:\n  - crash: history\n  - crash: history',
    '11:5 dead-actor: history is dead since line 10, so that this step is not taken; put "restart: history" before it',
  ],
  [
    'events: {e1: {topic: tickets, value: x}, e2: {topic: tickets, value: y}}\nsteps:\n  - publisher: {enqueue: e1}',
    '11:42 never-produced: no step sends "e2"; produce it, or leave it out',
  ],
  [
    'events: {e1: {topic: tickets, value: x}}\nbranches:\n  one: {steps: [{run: history}]}\n  two: {steps: [{publisher: {produce: e1}}]}',
  ],
  [
    'actors: {W1: {database: history}, W2: {database: history}}\nsteps:\n  - W1: SELECT 1',
    '11:35 unused-actor: no step is taken by "W2"; leave it out',
  ],
  [
    'invariants: [one-row-per-event]\nsteps:\n  - say: over',
    '7:13 unused-actor: no step lets "history" run; add "run: history", or leave it out',
  ],
  ['invariants: [one-row-per-event]\nsteps:\n  - restart: history'],
  [
    'steps:\n  - run: history\n    fault: {commit: {kind: lost-reply, noticed: there}}\n  - {say: here, label: here}\n  - {say: there, label: there}',
    '12:24 unused-label: no fault waits for the label "here"; leave it out, or name it in a "delay", "late-reply" or "noticed"',
  ],
  ['steps:\n  - run: history\n    fault: {commit: {late-reply: there}}\n  - {say: there, label: there}'],
  [
    'title: {en: Twice, ru: Дважды}\nsteps:\n  - say: over\n  - say: It is over.',
    '11:10 missing-translation: "say" has one text, while others are written {en: ..., ru: ...}; translate it too',
  ],
  ['title: Two words\nsteps:\n  - say: It is over.'],
  [
    'title: {en: Twice, ru: Дважды}\nsteps:\n  - run: history\n    ask: Is it over?',
    '11:10 missing-translation: "ask" has one text, while others are written {en: ..., ru: ...}; translate it too',
  ],
  [
    'invariants: [drained, {name: mine, database: history, sql: SELECT 1 WHERE false, message: It is so}]\nsteps:\n  - say: {en: Over, ru: Конец}',
    '2:8 missing-translation: "title" has one text, while others are written {en: ..., ru: ...}; translate it too',
    '8:91 missing-translation: "message" has one text, while others are written {en: ..., ru: ...}; translate it too',
  ],
  [
    'title: {en: Some title, ru: Название}\nteaches: {en: Something, ru: Что-то}\nbranches:\n  one: {invariants: [{name: mine, database: history, sql: SELECT 1 WHERE false, message: It is so}], steps: [{run: history}]}',
    '12:90 missing-translation: "message" has one text, while others are written {en: ..., ru: ...}; translate it too',
  ],
  [
    'branches:\n  one: {title: Branch one, steps: [{say: {en: Over, ru: Конец}}]}',
    '2:8 missing-translation: "title" has one text, while others are written {en: ..., ru: ...}; translate it too',
    '12:16 missing-translation: "title" has one text, while others are written {en: ..., ru: ...}; translate it too',
  ],
  [
    'events: {e1: {topic: tickets, value: {event_id: 1}}}\nsteps:\n  - publisher: {produce: e1}',
    '11:49 numeric-event-id: event_id is a number in this JSON, and the checks know events by texts; quote it if a text is meant',
  ],
  [
    'events: {e1: {topic: tickets, value: {event_id: true}}, e2: {topic: tickets, value: {event_id: }}}\nsteps:\n  - publisher: {produce: e1}\n  - publisher: {produce: {event: e2, value: {event_id: [e2]}}}',
    '11:56 no-event-id: event_id is no text here but a list, so that this record carries no event; write a text, in quotes if need be, or leave event_id out',
    '12:49 no-event-id: event_id is no text here but "true", so that this record carries no event; write a text, in quotes if need be, or leave event_id out',
    '12:96 no-event-id: event_id is no text here but nothing, so that this record carries no event; write a text, in quotes if need be, or leave event_id out',
  ],
  [
    'actors: {W1: {database: history}}\nsteps:\n  - W1: SELECT clock_timestamp(), now()',
    '10:16 wall-clock: clock_timestamp differs from run to run; use now(), which follows the clock of the scenario, or write the value',
  ],
  ['steps: []', '1:5 no-steps: nothing happens in this scenario; give it "steps"'],
  [
    'invariants: []\nsteps:\n  - run: history',
    '1:5 nothing-judged: nothing is judged here, so that every run is inconclusive; add "invariants", "end" or an "expect"',
  ],
  ['invariants: []\nsteps:\n  - run: history\n    expect: {outcome: applied}'],
  ['invariants: []\nsteps:\n  - run: history\nend: {tables: {history.inbox: []}}'],
];

describe('what is surely not meant', () => {
  test.each(rows)('%j', (example, ...said) => {
    expect(warningsOf(scenarioAround(example))).toEqual(said);
  });

  test('every warning has a case', () => {
    const codes = new Set(rows.flatMap(([, ...said]) => said.map((line) => line.split(/[ :]/)[2])));
    expect(WARNING_CODES.filter((code) => !codes.has(code))).toEqual([]);
  });
});

test('no bundled scenario is warned about', () => {
  for (const id of bundledIds()) expect(warningsOf(bundledText(id)), id).toEqual([]);
});

test('warnings wait until there are no errors', () => {
  const loaded = loadScenario(scenarioAround('steps:\n  - crash: history\n  - run: history\n  - ruun: history'));
  expect(loaded.kind === 'diagnostics' && loaded.diagnostics.map(({ code }) => code)).toEqual(['unknown-key']);
});

test('how often each variant of history sends each operation in one unit of work, at most', () => {
  const reader = { group: 'g', partitions: [0], config: {} };
  const most = programs.slice(0, 1).flatMap(({ name: program, variants }) =>
    variants.map(({ name: variant }) => {
      const spec = { name: 'p', program, variant, database: 'd', reader, topic: null, producer: {}, knobs: {} };
      return [variant, ...operations.map((operation) => mostInUnit(spec, operation))];
    }),
  );
  expect(most).toEqual([
    ['inbox', 1, 1, 1, 1, 1, 1, 1, 0],
    ['split-inbox-first', 2, 1, 1, 2, 1, 1, 1, 0],
    ['split-history-first', 2, 1, 1, 2, 1, 1, 1, 0],
    ['no-inbox', 1, 0, 1, 1, 1, 1, 1, 0],
    ['check-then-insert', 1, 1, 1, 1, 1, 1, 1, 0],
    ['offset-first', 1, 1, 1, 1, 1, 1, 1, 0],
    ['highest-offset', 1, 1, 1, 1, 1, 1, 1, 0],
    ['unknown-advances', 1, 1, 1, 1, 1, 1, 1, 0],
    ['no-rows-is-error', 1, 1, 1, 1, 1, 1, 1, 0],
    ['save-after-false', 1, 1, 1, 1, 1, 1, 1, 0],
    ['rollback-after-commit', 1, 1, 1, 1, 1, 1, 1, 0],
    ['no-rollback', 1, 1, 1, 1, 0, 1, 1, 0],
    ['wrapped-error', 1, 1, 1, 1, 1, 1, 1, 0],
  ]);
});
