import { describe, expect, test } from 'vitest';
import { type DiagnosticCode, ERROR_CODES } from '../../src/model/diagnostic.js';
import { renderDiagnostics } from '../../src/report/diagnostics.js';
import { loadScenario } from '../../src/scenario/load.js';
import { slips } from './slips.js';

/** A scenario that is right but for the line in which a test changes `from` into `to`. */
const right = `id: right
title: {en: A title, ru: Название}
teaches: something
databases: {history: {schema: history}}
topics: {t: {partitions: 2}}
events:
  e1: {topic: t, key: k, value: {event_id: e1}}
groups:
  g: {topic: t, reset: earliest, committed: {0: 0}}
processes:
  p: {program: history, group: g, database: history}
invariants: [drained]
steps:
  - publisher: {produce: e1}
  - run: p
    fault: {commit: lost-reply}
    expect: {outcome: unknown}
  - {say: over, label: over}
end:
  tables: {history.inbox: [[e1]]}
  offsets: {g: {t: {0: 1}}}
  violates: [drained]
`;

function diagnose(text: string): string[] {
  const loaded = loadScenario(text);
  if (loaded.kind === 'scenario') return [];
  return renderDiagnostics('x.yaml', text, loaded.diagnostics, 'en')
    .split('\n')
    .filter((line) => line.startsWith('x.yaml'));
}

test('what the head lacks hides nothing of the rest', () => {
  const text = 'id: NO\nteaches: t\nsteps:\n  - run: p\n';
  expect(diagnose(text)).toEqual([
    'x.yaml:1:1 error missing-key: "title" is missing here; add it',
    'x.yaml:1:5 error wrong-value: expected an id of at most 64 small letters, digits and "-"; found "NO"',
    'x.yaml:4:10 error unknown-name: there is no process "p"; nothing is known here yet, define it first',
  ]);
});

test('the scenario that the others are made of is right', () => {
  expect(diagnose(right)).toEqual([]);
});

type Case = [code: DiagnosticCode, from: string, to: string, said: string];

const cases: Case[] = [
  ['unknown-key', 'teaches:', 'taeches:', '3:1 error unknown-key: "taeches" is not known here; did you mean teaches?'],
  ['missing-key', 'teaches: something\n', '', '1:1 error missing-key: "teaches" is missing here; add it'],
  [
    'wrong-type',
    'topics: {t: {partitions: 2}}',
    'topics: {t: 2}',
    '5:13 error wrong-type: expected a mapping with partitions, config; found "2"',
  ],
  [
    'wrong-type',
    '{en: A title, ru: Название}',
    '[A title]',
    '2:8 error wrong-type: expected a mapping with en, ru; found a list',
  ],
  ['missing-key', ', ru: Название', '', '2:8 error missing-key: "ru" is missing here; add it'],
  [
    'wrong-value',
    'partitions: 2',
    'partitions: two',
    '5:26 error wrong-value: expected a whole number from 1 to 1024; found "two"',
  ],
  [
    'wrong-value',
    'id: right',
    'id: Not Right',
    '1:5 error wrong-value: expected an id of at most 64 small letters, digits and "-"; found "Not Right"',
  ],
  [
    'unknown-name',
    'value: {event_id: e1}}',
    'value: {event_id: e1}, partition: 2}',
    '7:60 error unknown-name: there is no partition "2" of t; known here: 0, 1',
  ],
  [
    'unknown-name',
    'schema: history',
    'schema: histroy',
    '4:31 error unknown-name: there is no schema "histroy"; did you mean history?',
  ],
  [
    'wrong-value',
    'reset: earliest',
    'reset: erliest',
    '9:24 error wrong-value: expected earliest, latest, none or by_duration: with an ISO 8601 duration, such as by_duration:PT1H; found "erliest"',
  ],
  [
    'unknown-name',
    'program: history',
    'program: hstory',
    '11:16 error unknown-name: there is no program "hstory"; did you mean history?',
  ],
  ['unknown-name', 'group: g,', 'group: gg,', '11:32 error unknown-name: there is no group "gg"; did you mean g?'],
  [
    'unknown-name',
    'database: history}',
    'database: histori}',
    '11:45 error unknown-name: there is no database "histori"; did you mean history?',
  ],
  [
    'unknown-name',
    'database: history}',
    'database: history, variant: inbx}',
    '11:63 error unknown-name: there is no variant "inbx"; did you mean inbox?',
  ],
  [
    'unknown-name',
    'database: history}',
    'database: history, partitions: [2]}',
    '11:67 error unknown-name: there is no partition "2" of t; known here: 0, 1',
  ],
  [
    'unknown-name',
    'invariants: [drained]',
    'invariants: [draned]',
    '12:14 error unknown-name: there is no invariant "draned"; did you mean drained?',
  ],
  ['unknown-name', 'produce: e1', 'produce: e2', '14:26 error unknown-name: there is no event "e2"; did you mean e1?'],
  ['unknown-name', 'run: p\n', 'run: q\n', '15:10 error unknown-name: there is no process "q"; known here: p'],
  [
    'unknown-name',
    'outcome: unknown',
    'outcome: unknwon',
    '17:23 error unknown-name: there is no outcome "unknwon"; did you mean unknown?',
  ],
  [
    'unknown-name',
    'history.inbox',
    'history.inbocks',
    '20:12 error unknown-name: there is no table "history.inbocks"; did you mean history.inbox?',
  ],
  [
    'unknown-name',
    'offsets: {g:',
    'offsets: {gr:',
    '21:13 error unknown-name: there is no group "gr"; did you mean g?',
  ],
  [
    'unknown-name',
    'offsets: {g: {t: {0: 1}}}',
    'offsets: {g: {t: {7: 1}}}',
    '21:21 error unknown-name: there is no partition "7" of t; known here: 0, 1',
  ],
  [
    'unknown-name',
    'violates: [drained]',
    'violates: [honest-outcome]',
    '22:14 error unknown-name: there is no listed invariant "honest-outcome"; known here: drained',
  ],
  [
    'unknown-name',
    'commit: lost-reply',
    'commit: lostreply',
    '16:21 error unknown-name: there is no fault "lostreply"; did you mean lost-reply?',
  ],
  [
    'wrong-value',
    'commit: lost-reply',
    'commit: {delay: ovr}',
    '16:29 error wrong-value: expected a duration such as 5s, "later", or the label of a later step (here over); found "ovr"',
  ],
  [
    'fault-not-in-step',
    'commit: lost-reply',
    'comit: lost-reply',
    '16:13 error fault-not-in-step: this step never sends "comit"; its operations are begin, tryInbox, saveHistory, commit, rollback, fetch, commit-offset, join',
  ],
  [
    'impossible-fault',
    'commit: lost-reply',
    'fetch: {delay: 5s}',
    '16:20 error impossible-fault: fetch cannot meet the fault delay: a fetch that has no answer yet is an empty poll; leave the step out, or use lost-request',
  ],
  [
    'impossible-fault',
    'commit: lost-reply',
    'rollback: {error: 40001}',
    '16:23 error impossible-fault: rollback cannot meet the fault error: ROLLBACK fails only with its session, not with 40001; use 57P01, lost-request or lost-reply',
  ],
  [
    'impossible-fault',
    'commit: lost-reply',
    'commit: {error: 4000}',
    '16:21 error impossible-fault: commit cannot meet the fault error: "4000" is no SQLSTATE of an error (five digits or capital letters, not of class 00, 01 or 02)',
  ],
  [
    'impossible-fault',
    'commit: lost-reply',
    'commit: {error: "00000"}',
    '16:21 error impossible-fault: commit cannot meet the fault error: "00000" is no SQLSTATE of an error (five digits or capital letters, not of class 00, 01 or 02)',
  ],
  [
    'impossible-fault',
    'commit: lost-reply',
    'fetch: {kind: lost-reply, noticed: later}',
    '16:20 error impossible-fault: fetch cannot meet the fault lost-reply: "noticed" is about a PostgreSQL session, and nothing keeps one open here; leave it out',
  ],
  [
    'wrong-value',
    'commit: lost-reply',
    'commit: error',
    '16:21 error wrong-value: expected {error: ...} with what it is; found "error"',
  ],
  [
    'wrong-value',
    'commit: lost-reply',
    'commit: {error: 40001, delay: 5s}',
    '16:21 error wrong-value: expected exactly one of kind, error, delay and late-reply',
  ],
  [
    'wrong-value',
    'commit: lost-reply',
    'commit: {kind: crash-after, noticed: later}',
    '16:50 error wrong-value: expected "noticed" only beside lost-request or lost-reply, which alone close a connection unseen',
  ],
  [
    'wrong-value',
    'commit: lost-reply',
    'commit: {kind: lost-reply, occurrence: 0}',
    '16:52 error wrong-value: expected a whole number from 1 to 1000000; found "0"',
  ],
  [
    'not-one-action',
    '  - run: p\n',
    '  - {run: p, crash: p}\n  - run: p\n',
    '15:14 error not-one-action: a step has exactly one action, this one has run, crash; make a step of each',
  ],
  [
    'not-one-action',
    '{say: over, label: over}',
    '{label: over}',
    '18:5 error not-one-action: a step needs one action: an actor with SQL or an operation, or a word such as run, crash, restart, advance, check, say',
  ],
  [
    'not-one-action',
    '{say: over, label: over}',
    '{ask: who}',
    '18:5 error not-one-action: a step needs one action: an actor with SQL or an operation, or a word such as run, crash, restart, advance, check, say',
  ],
  [
    'modifier-not-here',
    '{say: over, label: over}',
    '{advance: 5s, fault: {commit: lost-reply}}',
    '18:19 error modifier-not-here: "fault" has nothing to say about advance; leave it out, or move it to the step that it belongs to',
  ],
  [
    'unknown-key',
    'publisher: {produce: e1}',
    'publisher: produce',
    '14:5 error unknown-key: "publisher" is neither an actor nor a word that begins a step; define it in "actors", or use one of run, crash, restart, freeze, thaw, kill-session, recreate-slot, advance, replay, rebalance, add-partitions, delete-records, broker, check, say, p',
  ],
  [
    'unknown-key',
    'run: p\n',
    'rn: p\n',
    '15:5 error unknown-key: "rn" is neither an actor nor a word that begins a step; did you mean run?',
  ],
  [
    'wrong-value',
    '{say: over, label: over}',
    '{advance: 5 minutes}',
    '18:15 error wrong-value: expected a duration such as 500ms, 2s, 10m, 3h or 8d; found "5 minutes"',
  ],
  [
    'wrong-type',
    '{say: over, label: over}',
    'over',
    '18:5 error wrong-type: expected a step, such as "run: history" (with the colon); found "over"',
  ],
  [
    'process-acts',
    'publisher: {produce: e1}',
    'p: {produce: e1}',
    '14:5 error process-acts: p is a process and does what its program says; write "run: p", or let an actor do produce',
  ],
  [
    'unknown-name',
    'publisher: {produce: e1}',
    'p: {seek: {partition: 5, offset: 0}}',
    '14:27 error unknown-name: there is no assigned partition "5"; known here: 0, 1',
  ],
  [
    'unknown-key',
    'publisher: {produce: e1}',
    'publisher: {seek: {partition: 1, offset: 0}}',
    '14:5 error unknown-key: "publisher" is neither an actor nor a word that begins a step; define it in "actors", or use one of run, crash, restart, freeze, thaw, kill-session, recreate-slot, advance, replay, rebalance, add-partitions, delete-records, broker, check, say, p',
  ],
  [
    'unknown-name',
    'publisher: {produce: e1}',
    'p: {sek: {partition: 1, offset: 0}}',
    '14:9 error unknown-name: there is no operation "sek"; did you mean seek?',
  ],
  [
    'duplicate-name',
    '  - run: p\n',
    '  - {say: again, label: over}\n  - run: p\n',
    '19:24 error duplicate-name: the label "over" is there twice; give each its own',
  ],
  [
    'reserved-name',
    'databases: {history:',
    'databases: {postgres: {schema: history}, history:',
    '4:13 error reserved-name: "postgres" has a meaning of its own here; choose another name',
  ],
  [
    'reserved-name',
    '  p: {program',
    '  run: {program: history, group: g, database: history}\n  p: {program',
    '11:3 error reserved-name: "run" has a meaning of its own here; choose another name',
  ],
  [
    'yaml-syntax',
    'teaches: something',
    'teaches: some: thing',
    '3:14 error yaml-syntax: this is not YAML: a colon with a blank behind it makes a key of what stands before it; quote the whole text, or write it below after "|"',
  ],
  [
    'yaml-syntax',
    'teaches: something',
    'teaches: something\nteaches: something',
    '4:1 error yaml-syntax: this is not YAML: this key stands twice in one mapping; keep one of them, or give each its own name',
  ],
  [
    'unknown-key',
    'fault: {commit',
    'falt: {commit',
    '16:5 error unknown-key: "falt" is not known here; did you mean fault?',
  ],
  [
    'process-acts',
    '{say: over, label: over}',
    '{p: run}',
    '18:6 error process-acts: p is a process and does what its program says; write "run: p", or let an actor do SQL',
  ],
  [
    'wrong-value',
    'fault: {commit: lost-reply}',
    'fault: {}',
    '16:12 error wrong-value: expected a mapping from operations to faults, such as {commit: lost-reply}',
  ],
  [
    'wrong-value',
    'commit: lost-reply',
    'commit: [{kind: lost-reply}, {error: 40001}]',
    '16:21 error wrong-value: expected one fault for each occurrence, and there are two for occurrence 1',
  ],
  [
    'wrong-value',
    '{say: over, label: over}',
    '{advance: 999999999d}',
    '18:5 error wrong-value: expected at most 36525 days in all steps together',
  ],
  [
    'duplicate-name',
    'database: history}',
    'database: history, partitions: [1, 1]}',
    '11:70 error duplicate-name: the partition "1" is there twice; give each its own',
  ],
  [
    'unknown-key',
    'publisher: {produce: e1}',
    'broker: {produce: e1}',
    '14:14 error unknown-key: "produce" is not known here; known here: refuse, accept, pause-replication, resume-replication, fail-over',
  ],
  [
    'yaml-syntax',
    'teaches: something',
    'teaches: something\n---\na: b',
    '4:1 error yaml-syntax: this is not YAML: there are several documents (lines with ---); a scenario is one file with one document',
  ],
  [
    'yaml-syntax',
    '  - run: p\n',
    '\t- run: p\n',
    '15:1 error yaml-syntax: this is not YAML: a tab cannot indent; use spaces',
  ],
  [
    'too-deep',
    'teaches: something',
    `teaches: ${'['.repeat(101)}`,
    '3:109 error too-deep: the nesting goes deeper than 100 levels; write it flatter',
  ],
  [
    'wrong-value',
    'database: history}\n',
    'database: history}\n  q: {program: history, variant: no-inbox, group: g, database: history}\n',
    '12:3 error wrong-value: expected a database of its own: no-inbox needs another schema than inbox of p; found "history"',
  ],
  [
    'wrong-value',
    'topics: {t:',
    'topics: {..: {partitions: 1}, t:',
    '5:10 error wrong-value: expected a topic name: at most 249 letters, digits, ".", "_" and "-", not "." or ".." alone; found ".."',
  ],
  [
    'unquoted-text',
    '{en: A title, ru: Название}',
    '{en: A title, with a comma, ru: Название}',
    '2:22 error unquoted-text: "with a comma" has no colon and no value; if it belongs to the text before it, quote that text: a comma in braces ends it',
  ],
  [
    'missing-key',
    'invariants: [drained]',
    'invariants: [drained, {name: mine, sql: SELECT 1, database: history}]',
    '12:23 error missing-key: "message" is missing here; add it',
  ],
  [
    'missing-parameter',
    'invariants: [drained]',
    'invariants: [drained, {name: mine, sql: SELECT $1, database: history, message: m}]',
    '12:48 error missing-parameter: an invariant has no parameters; write the value itself in the place of $1',
  ],
  [
    'missing-key',
    'invariants: [drained]',
    'actors: {a: {consumer: {max.poll.records: 1}}}\ninvariants: [drained]',
    '12:25 error missing-key: "group" is missing here; add it',
  ],
  [
    'missing-key',
    'invariants: [drained]',
    'actors: {a: {partitions: []}}\ninvariants: [drained]',
    '12:10 error missing-key: "group" is missing here; add it',
  ],
  [
    'missing-key',
    'invariants: [drained]',
    'actors: {a: {subscribe: false}}\ninvariants: [drained]',
    '12:25 error missing-key: "group" is missing here; add it',
  ],
  [
    'wrong-value',
    'invariants: [drained]',
    'actors: {a: {group: g, subscribe: true, partitions: []}}\ninvariants: [drained]',
    '12:35 error wrong-value: expected no "partitions" beside "subscribe": the group gives them out',
  ],
  [
    'wrong-value',
    'databases: {history: {schema: history}}',
    'databases: {history: {schema: history, roles: {source: {table: inbox, group: g}}}}',
    '4:78 error wrong-value: expected "group" only in a "marker" or an "effect": no group writes a source',
  ],
  [
    'reserved-name',
    'invariants: [drained]',
    'actors: {a: {memory: {each: 1}}}\ninvariants: [drained]',
    '12:23 error reserved-name: "each" has a meaning of its own here; choose another name',
  ],
  [
    'schema-file',
    'schema: history',
    'schema: ./mine.sql',
    '4:31 error schema-file: ./mine.sql cannot be used: there are no files here; write the SQL into the scenario',
  ],
  [
    'refused-statement',
    'schema: history}',
    'schema: "CREATE TABLE inbox (a int); SELECT pg_read_file(\'x\');"}',
    '4:67 error refused-statement: pg_read_file is refused in a schema: it reads the files of the machine; give the rows to the database with "rows"',
  ],
  [
    'not-simulated',
    'partitions: 2',
    'partitions: 2, config: {cleanup.policy: compact}',
    '5:54 error not-simulated: "cleanup.policy: compact" is not simulated: the simulated log deletes by time and size only, it does not compact',
  ],
  [
    'not-simulated',
    'database: history}',
    'database: history, consumer: {auto.offset.reset: latest}}',
    '11:65 error not-simulated: "auto.offset.reset" is not simulated: write it on the group: {reset: earliest}',
  ],
  [
    'knobs-conflict',
    'program: history, group: g, database: history}',
    'program: relay, topic: t, database: history, strategy: cdc, interval: 5s}',
    '11:77 error knobs-conflict: a relay cannot have "interval: 5s" with "strategy: cdc": a slot is streamed, and nothing is polled; leave "interval" out',
  ],
  [
    'knobs-conflict',
    'program: history, group: g, database: history}',
    'program: relay, topic: t, database: history, strategy: claim, mark: before-send}',
    '11:75 error knobs-conflict: a relay cannot have "mark: before-send" with "strategy: claim": a claim is held until the record is sent, and its mark is committed with it; take after-ack or on-enqueue',
  ],
  [
    'knobs-conflict',
    'program: history, group: g, database: history}',
    'program: relay, topic: t, database: history, variant: xmin, strategy: flag}',
    '11:77 error knobs-conflict: a relay cannot have "strategy: flag" with "variant: xmin": the variant says it otherwise',
  ],
  [
    'unknown-name',
    'program: history, group: g, database: history}',
    'program: relay, topic: t, database: history, strategy: id-curser}',
    '11:62 error unknown-name: there is no value "id-curser"; did you mean id-cursor?',
  ],
  [
    'wrong-value',
    'program: history, group: g, database: history}',
    'program: relay, topic: t, database: history, batch: 0}',
    '11:59 error wrong-value: expected a whole number from 1 to 10000; found "0"',
  ],
  [
    'unknown-key',
    'database: history}',
    'database: history, strategy: flag}',
    '11:54 error unknown-key: "strategy" is not known here; known here: program, variant, database, group, partitions, subscribe, consumer, on-unknown',
  ],
  [
    'missing-key',
    'program: history, group: g, database: history}',
    'program: relay, database: history}',
    '11:6 error missing-key: "topic" is missing here; add it',
  ],
  [
    'wrong-value',
    '- run: p\n',
    '- run: {process: p, request: {order_id: x}}\n',
    '15:20 error wrong-value: expected a service that takes requests, and p is none; leave "request" out; found "p"',
  ],
  [
    'unknown-name',
    '- {say: over, label: over}',
    '- recreate-slot: p',
    '18:20 error unknown-name: there is no replication slot of "p"; nothing is known here yet, define it first',
  ],
  [
    'conflicting-settings',
    'database: history}',
    'database: history, consumer: {session.timeout.ms: 2s}}',
    '11:65 error conflicting-settings: heartbeat.interval.ms must be lower than session.timeout.ms',
  ],
  [
    'conflicting-settings',
    'database: history}',
    'database: history, subscribe: true, consumer: {session.timeout.ms: 5s}}',
    '11:82 error conflicting-settings: session.timeout.ms of a member must lie between group.min.session.timeout.ms (6s) and group.max.session.timeout.ms (30min) of the broker',
  ],
  [
    'unknown-name',
    'partitions: 2',
    'partitions: 2, config: {retention: 5d}',
    '5:38 error unknown-name: there is no setting "retention"; did you mean retention.ms or retention.bytes?',
  ],
  [
    'wrong-value',
    'partitions: 2',
    'partitions: 2, config: {retention.ms: soon}',
    '5:52 error wrong-value: expected a duration such as 500ms or 7d, in milliseconds a whole number from -1 to 9007199254740991; found "soon"',
  ],
];

describe('each mistake is said where it stands', () => {
  test.each(cases)('%s: %j -> %j', (_, from, to, said) => {
    expect(right).toContain(from);
    expect(diagnose(right.replace(from, to))).toEqual([`x.yaml:${said}`]);
  });

  test.each(['', '# nothing\n', '---\n', '\ufeff'])('empty: %j', (text) => {
    expect(diagnose(text)).toEqual([
      'x.yaml:1:1 error empty: the file holds no scenario; it needs at least id, title and teaches',
    ]);
  });

  test('every error has a case, here or among the slips in steps', () => {
    const inSteps = slips.map(([, said]) => said.split(/ error |:/)[2]);
    const said = new Set([...cases.map(([code]) => code), ...inSteps, 'empty']);
    expect(ERROR_CODES.filter((code) => !said.has(code))).toEqual([]);
  });
});

test('all mistakes of a file come in one go, in the order of the text, and none twice', () => {
  const text = right
    .replace('partitions: 2', 'partitions: two')
    .replace('produce: e1', 'produce: e9')
    .replace('history.inbox', 'history.x')
    .replace('end:\n', 'branches:\n  one: {steps: []}\n  two: {steps: []}\nend:\n');
  expect(diagnose(text).map((line) => line.split(' ').slice(0, 3))).toEqual([
    ['x.yaml:5:26', 'error', 'wrong-value:'],
    ['x.yaml:14:26', 'error', 'unknown-name:'],
    ['x.yaml:23:12', 'error', 'unknown-name:'],
  ]);
});

test('a frame shows the line with a caret under the place, tabs and control characters as blanks', () => {
  const text = right.replace('program: history', 'program: "a\\tb", \u0007x: 1');
  const loaded = loadScenario(text);
  expect(loaded.kind === 'diagnostics' && renderDiagnostics('x.yaml', text, loaded.diagnostics, 'en')).toBe(
    `x.yaml:11:16 error wrong-value: expected a name of at most 100 letters, digits, ".", "_" and "-"; found "a\\u{9}b"
 11 |   p: {program: "a\\tb",  x: 1, group: g, database: history}
    |                ^^^^^^

x.yaml:11:24 error unknown-key: "\\u{7}x" is not known here; known here: program, variant, database, group, partitions, subscribe, consumer, topic, producer, on-unknown, strategy, batch, interval, mark, event-id, write, remembers
 11 |   p: {program: "a\\tb",  x: 1, group: g, database: history}
    |                        ^^

More about it, with examples: inbox-sim explain wrong-value
`,
  );
});

test.each([
  ['outside', 'it lies outside of the folder of the scenario; put it beside the scenario'],
  ['missing', 'there is no such file beside the scenario; look at the name'],
  ['unreadable', 'it cannot be read; look whether it is a file, and at its permissions'],
  ['too-large', 'it is larger than 2 MiB; leave out what the scenario does not need'],
  ['not-text', 'it is not UTF-8 text; save it as UTF-8'],
] as const)('a schema file that is %s is told so', (problem, said) => {
  const text = right.replace('schema: history', 'schema: ./mine.sql');
  const loaded = loadScenario(text, () => ({ problem }));
  const [line] = renderDiagnostics('x.yaml', text, loaded.kind === 'diagnostics' ? loaded.diagnostics : [], 'en').split(
    '\n',
  );
  expect(line).toBe(`x.yaml:4:31 error schema-file: ./mine.sql cannot be used: ${said}`);
});

describe('what is read as what', () => {
  const payloadOf = (value: string) => {
    const loaded = loadScenario(right.replace('value: {event_id: e1}', `value: ${value}`));
    return loaded.kind === 'scenario' ? loaded.scenario.events[0]?.value : loaded.diagnostics;
  };
  test.each([
    ['{a: 1, b: 1.5, c: true, d: null}', '{"a":1,"b":1.5,"c":true,"d":null}'],
    [
      '{a: 0900, b: 1e3, c: yes, d: 2026-10-03T08:00:00Z, e: 900}',
      '{"a":"0900","b":"1e3","c":"yes","d":"2026-10-03T08:00:00Z","e":900}',
    ],
    ['{a: "1", b: [1, x, {c: ~}]}', '{"a":"1","b":[1,"x",{"c":null}]}'],
    ['plain text', 'plain text'],
    ['~', null],
    ['""', ''],
    ['{__proto__: 1, constructor: x}', '{"__proto__":1,"constructor":"x"}'],
  ])('a value %s is %s', (value, expected) => {
    expect(payloadOf(value)).toEqual(expected);
  });

  test('CRLF and a byte order mark change nothing, not even the hash', () => {
    expect(loadScenario(`\ufeff${right.replaceAll('\n', '\r\n')}`)).toEqual(loadScenario(right));
  });

  test('aliases are refused where they stand, and never expanded', () => {
    const text = right.replace('teaches: something', 'teaches: &a something').replace('key: k', 'key: *a');
    expect(diagnose(text)).toEqual([
      'x.yaml:7:23 error wrong-type: expected a value, an expression such as ${name.first.column}, or null; found an alias (scenarios have no anchors and aliases; write the value out)',
    ]);
  });
});

describe('what follows from a mistake is not told', () => {
  const after = (from: string, to: string) => diagnose(actors.replace(from, to));
  const actors = `id: right
title: T
teaches: X
databases: {shop: {schema: "CREATE TABLE orders (id text PRIMARY KEY)"}}
topics: {t: {partitions: 2}}
events: {e1: {topic: t, value: {event_id: e1}}}
groups: {g: {topic: t, reset: earliest}}
actors:
  C1: {database: shop, group: g}
invariants: [drained]
steps:
  - publisher: {produce: e1}
  - C1: fetch
    as: poll
  - C1: INSERT INTO orders VALUES (\${poll.first.key})
    as: made
  - C1: SELECT \${made.first.id}
end:
  offsets: {g: {t: {0: 1}}}
  violates: [drained]
`;

  test.each([
    ['topics: {t: {partitions: 2}}', 'topics: {t: {partitions: two}}'],
    ['{topic: t, reset: earliest}', '{topic: t, reset: erliest}'],
    ['{topic: t, reset: earliest}', '{topc: t, reset: earliest}'],
    ['{database: shop, group: g}', '{datbase: shop, group: g}'],
    ['{database: shop, group: g}', '{database: shop, group: [g]}'],
    ['{database: shop, group: g}', '{database: shp, group: g}'],
    ['actors:', 'actrs:'],
    ['invariants:', 'invarients:'],
    ['topics:', 'topcs:'],
    ['C1: fetch', 'C1: *poll'],
    ['C1: fetch', 'C11: fetch'],
    ['C1: fetch', 'C1: {fetch: many}'],
    ['INSERT', 'LISTEN x; INSERT'],
  ])('%j %j', (from, to) => {
    expect(diagnose(actors)).toEqual([]);
    expect(after(from, to)).toHaveLength(1);
  });
});

describe('a replica', () => {
  const said = (databases: string, rest = 'steps:\n  - say: x') =>
    diagnose(`id: r\ntitle: t\nteaches: t\ndatabases:\n${databases}\n${rest}\n`)
      .filter((line) => line.includes(' error '))
      .map((line) => line.replace('x.yaml:', ''));
  const primary = "  d: {schema: 'CREATE TABLE t (a int)'}";

  test.each([
    ['r: {replica-of: e, lag: 1s}', '6:19 error unknown-name: there is no database "e"; known here: d'],
    [
      'r: {replica-of: r, lag: 1s}',
      '6:19 error wrong-value: expected the name of another database: none is a replica of itself; found "r"',
    ],
    [
      'r: {replica-of: d, lag: 1s, schema: history}',
      '6:39 error wrong-value: expected only "lag" beside "replica-of": a replica has the schema and the rows of its primary',
    ],
    [
      'r: {replica-of: d, lag: 1s, rows: {t: [[1]]}}',
      '6:38 error wrong-value: expected only "lag" beside "replica-of": a replica has the schema and the rows of its primary',
    ],
    ['r: {replica-of: d}', '6:19 error missing-key: "lag" is missing here; add it'],
    ['r: {replica-of: d, lag: 0s}', '6:27 error wrong-value: expected a lag above 0, such as 500ms, or manual'],
    [
      'r: {replica-of: d, lag: soon}',
      '6:27 error wrong-value: expected a duration such as 500ms, 2s, 10m, 3h or 8d, or manual; found "soon"',
    ],
    [
      "r: {schema: 'CREATE TABLE t (a int)', lag: 1s}",
      '6:46 error wrong-value: expected "lag" only beside "replica-of"',
    ],
    ['r: {}', '6:3 error missing-key: "schema" or "replica-of" is missing here; add it'],
  ])('%s', (replica, expected) => {
    expect(said(`${primary}\n  ${replica}`)).toEqual([expected]);
  });

  test('of a replica is none', () => {
    expect(said(`  s: {replica-of: r, lag: 1s}\n  r: {replica-of: d, lag: manual}\n${primary}`)).toEqual([
      '5:19 error wrong-value: expected a database that is no replica itself: cascading replication is not simulated; found "r"',
    ]);
  });

  test('is what "replay" and "lsn" speak of', () => {
    const steps = (step: string) =>
      said(`${primary}\n  r: {replica-of: d, lag: manual}\n  e: {schema: history}`, `steps:\n  - ${step}`);
    expect(steps('replay: d')).toEqual(['9:13 error unknown-name: there is no replica "d"; known here: r']);
    expect(steps('check: {lsn: {e: 0/1}}')).toEqual([
      '9:19 error wrong-value: expected a replica, or a database that has one: no other has a position here; found "e"',
    ]);
    expect(steps('check: {lsn: {d: 1}}')).toEqual([
      '9:22 error wrong-value: expected a position as PostgreSQL writes one, such as 0/2; found "1"',
    ]);
    expect(steps('replay: r\n    reads: x')).toEqual([
      '10:5 error modifier-not-here: "reads" has nothing to say about replay; leave it out, or move it to the step that it belongs to',
    ]);
  });
});
