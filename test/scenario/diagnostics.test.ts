import { describe, expect, test } from 'vitest';
import { DIAGNOSTIC_CODES, type DiagnosticCode } from '../../src/model/diagnostic.js';
import { renderDiagnostics } from '../../src/report/diagnostics.js';
import { loadScenario } from '../../src/scenario/load.js';

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
  return renderDiagnostics('x.yaml', text, loaded.diagnostics)
    .split('\n')
    .filter((line) => line.startsWith('x.yaml'));
}

test('the scenario that the others are made of is right', () => {
  expect(diagnose(right)).toEqual([]);
});

type Case = [code: DiagnosticCode, from: string, to: string, said: string];

const cases: Case[] = [
  ['unknown-key', 'teaches:', 'taeches:', '3:1 unknown-key: "taeches" is not known here; did you mean teaches?'],
  ['missing-key', 'teaches: something\n', '', '1:1 missing-key: "teaches" is missing here'],
  [
    'wrong-type',
    'topics: {t: {partitions: 2}}',
    'topics: {t: 2}',
    '5:13 wrong-type: expected a mapping with partitions, found "2"',
  ],
  [
    'wrong-type',
    '{en: A title, ru: Название}',
    '[A title]',
    '2:8 wrong-type: expected a mapping with en, ru, found a list',
  ],
  ['missing-key', ', ru: Название', '', '2:8 missing-key: "ru" is missing here'],
  [
    'wrong-value',
    'partitions: 2',
    'partitions: two',
    '5:26 wrong-value: expected a whole number from 1 to 1024, found two',
  ],
  [
    'wrong-value',
    'id: right',
    'id: Not Right',
    '1:5 wrong-value: expected an id of at most 64 small letters, digits and "-", found Not Right',
  ],
  [
    'unknown-name',
    'value: {event_id: e1}}',
    'value: {event_id: e1}, partition: 2}',
    '7:60 unknown-name: there is no partition of t "2"; known here: 0, 1',
  ],
  [
    'unknown-name',
    'schema: history',
    'schema: histroy',
    '4:31 unknown-name: there is no schema "histroy"; did you mean history?',
  ],
  [
    'unknown-name',
    'reset: earliest',
    'reset: erliest',
    '9:24 unknown-name: there is no reset policy "erliest"; did you mean earliest?',
  ],
  [
    'unknown-name',
    'program: history',
    'program: hstory',
    '11:16 unknown-name: there is no program "hstory"; did you mean history?',
  ],
  ['unknown-name', 'group: g,', 'group: gg,', '11:32 unknown-name: there is no group "gg"; did you mean g?'],
  [
    'unknown-name',
    'database: history}',
    'database: histori}',
    '11:45 unknown-name: there is no database "histori"; did you mean history?',
  ],
  [
    'unknown-name',
    'database: history}',
    'database: history, variant: inbx}',
    '11:63 unknown-name: there is no variant "inbx"; did you mean inbox?',
  ],
  [
    'unknown-name',
    'database: history}',
    'database: history, partitions: [2]}',
    '11:67 unknown-name: there is no partition of t "2"; known here: 0, 1',
  ],
  [
    'unknown-name',
    'invariants: [drained]',
    'invariants: [draned]',
    '12:14 unknown-name: there is no invariant "draned"; did you mean drained?',
  ],
  ['unknown-name', 'produce: e1', 'produce: e2', '14:26 unknown-name: there is no event "e2"; did you mean e1?'],
  ['unknown-name', 'run: p\n', 'run: q\n', '15:10 unknown-name: there is no process "q"; known here: p'],
  [
    'unknown-name',
    'outcome: unknown',
    'outcome: unknwon',
    '17:23 unknown-name: there is no outcome "unknwon"; did you mean unknown?',
  ],
  [
    'unknown-name',
    'history.inbox',
    'history.inbocks',
    '20:12 unknown-name: there is no table "history.inbocks"; did you mean history.inbox?',
  ],
  ['unknown-name', 'offsets: {g:', 'offsets: {gr:', '21:13 unknown-name: there is no group "gr"; did you mean g?'],
  [
    'unknown-name',
    'offsets: {g: {t: {0: 1}}}',
    'offsets: {g: {t: {7: 1}}}',
    '21:21 unknown-name: there is no partition of t "7"; known here: 0, 1',
  ],
  [
    'unknown-name',
    'violates: [drained]',
    'violates: [honest-outcome]',
    '22:14 unknown-name: there is no listed invariant "honest-outcome"; known here: drained',
  ],
  [
    'unknown-name',
    'commit: lost-reply',
    'commit: lostreply',
    '16:21 unknown-name: there is no fault "lostreply"; did you mean lost-reply?',
  ],
  [
    'wrong-value',
    'commit: lost-reply',
    'commit: {delay: ovr}',
    '16:29 wrong-value: expected a duration such as 5s, "later", or the label of a later step (here over), found ovr',
  ],
  [
    'fault-not-in-step',
    'commit: lost-reply',
    'comit: lost-reply',
    '16:13 fault-not-in-step: this step never sends "comit"; its operations are fetch, begin, tryInbox, saveHistory, commit, rollback, commit-offset',
  ],
  [
    'impossible-fault',
    'commit: lost-reply',
    'fetch: {delay: 5s}',
    '16:20 impossible-fault: fetch cannot meet the fault delay: a fetch that has no answer yet is an empty poll; leave the step out, or use lost-request',
  ],
  [
    'impossible-fault',
    'commit: lost-reply',
    'rollback: {error: 40001}',
    '16:23 impossible-fault: rollback cannot meet the fault error: ROLLBACK fails only with its session, not with 40001; use 57P01, lost-request or lost-reply',
  ],
  [
    'impossible-fault',
    'commit: lost-reply',
    'commit: {error: 4000}',
    '16:21 impossible-fault: commit cannot meet the fault error: "4000" is no SQLSTATE of an error (five digits or capital letters, not of class 00, 01 or 02)',
  ],
  [
    'impossible-fault',
    'commit: lost-reply',
    'commit: {error: "00000"}',
    '16:21 impossible-fault: commit cannot meet the fault error: "00000" is no SQLSTATE of an error (five digits or capital letters, not of class 00, 01 or 02)',
  ],
  [
    'impossible-fault',
    'commit: lost-reply',
    'fetch: {kind: lost-reply, noticed: later}',
    '16:20 impossible-fault: fetch cannot meet the fault lost-reply: "noticed" is about a PostgreSQL session; Kafka keeps none open',
  ],
  ['wrong-value', 'commit: lost-reply', 'commit: error', '16:21 wrong-value: expected {error: ...}, found error'],
  [
    'wrong-value',
    'commit: lost-reply',
    'commit: {error: 40001, delay: 5s}',
    '16:21 wrong-value: expected exactly one of kind, error and delay, found 2',
  ],
  [
    'wrong-value',
    'commit: lost-reply',
    'commit: {kind: crash-after, noticed: later}',
    '16:50 wrong-value: expected "noticed" beside a lost request or reply, found another fault',
  ],
  [
    'wrong-value',
    'commit: lost-reply',
    'commit: {kind: lost-reply, occurrence: 0}',
    '16:52 wrong-value: expected a whole number from 1 to 1000000, found 0',
  ],
  [
    'not-one-action',
    '  - run: p\n',
    '  - {run: p, crash: p}\n  - run: p\n',
    '15:14 not-one-action: a step has exactly one action, this one has run, crash; make a step of each',
  ],
  [
    'not-one-action',
    '{say: over, label: over}',
    '{label: over}',
    '18:5 not-one-action: a step needs one action: an actor with an operation, or run, crash, restart, advance, check, say',
  ],
  [
    'unknown-key',
    '{say: over, label: over}',
    '{say: over, expect: {outcome: applied}}',
    '18:17 unknown-key: "expect" is not known here; known here: say, label, fault',
  ],
  [
    'unknown-key',
    '{say: over, label: over}',
    '{advance: 5s, fault: {commit: lost-reply}}',
    '18:19 unknown-key: "fault" is not known here; known here: say, label',
  ],
  [
    'unknown-key',
    'publisher: {produce: e1}',
    'publisher: produce',
    '14:5 unknown-key: "publisher" is not known here; known here: run, crash, restart, advance, check, say, p',
  ],
  ['unknown-key', 'run: p\n', 'rn: p\n', '15:5 unknown-key: "rn" is not known here; did you mean run?'],
  [
    'wrong-value',
    '{say: over, label: over}',
    '{advance: 5 minutes}',
    '18:15 wrong-value: expected a duration such as 500ms, 2s, 10m, 3h or 8d, found 5 minutes',
  ],
  [
    'wrong-type',
    '{say: over, label: over}',
    'over',
    '18:5 wrong-type: expected a step, such as "run: history" (with the colon), found "over"',
  ],
  [
    'wrong-value',
    'publisher: {produce: e1}',
    'p: {produce: e1}',
    '14:5 wrong-value: expected an actor that is no process, found p',
  ],
  [
    'unknown-name',
    'publisher: {produce: e1}',
    'p: {seek: {partition: 5, offset: 0}}',
    '14:27 unknown-name: there is no assigned partition "5"; known here: 0, 1',
  ],
  [
    'unknown-name',
    'publisher: {produce: e1}',
    'publisher: {seek: {partition: 1, offset: 0}}',
    '14:5 unknown-name: there is no process "publisher"; known here: p',
  ],
  [
    'unknown-name',
    'publisher: {produce: e1}',
    'p: {sek: {partition: 1, offset: 0}}',
    '14:9 unknown-name: there is no operation "sek"; did you mean seek?',
  ],
  [
    'duplicate-name',
    '  - run: p\n',
    '  - {say: again, label: over}\n  - run: p\n',
    '19:5 duplicate-name: the label "over" is used twice; give each its own',
  ],
  [
    'reserved-name',
    'databases: {history:',
    'databases: {postgres: {schema: history}, history:',
    '4:13 reserved-name: "postgres" is a reserved name; choose another',
  ],
  [
    'reserved-name',
    '  p: {program',
    '  run: {program: history, group: g, database: history}\n  p: {program',
    '11:3 reserved-name: "run" is a reserved name; choose another',
  ],
  [
    'yaml-syntax',
    'teaches: something',
    'teaches: some: thing',
    '3:10 yaml-syntax: this is not YAML: a key begins here that does not fit; look at the indentation, and quote a text that holds ": "',
  ],
  [
    'yaml-syntax',
    'teaches: something',
    'teaches: something\nteaches: something',
    '4:1 yaml-syntax: this is not YAML: this key stands twice in one mapping',
  ],
  ['unknown-key', 'fault: {commit', 'falt: {commit', '16:5 unknown-key: "falt" is not known here; did you mean fault?'],
  [
    'wrong-type',
    '{say: over, label: over}',
    '{p: run}',
    '18:9 wrong-type: expected an operation of p, {seek: {partition: 0, offset: 0}}; to let it work write "run: p", found "run"',
  ],
  [
    'wrong-value',
    'fault: {commit: lost-reply}',
    'fault: {}',
    '16:12 wrong-value: expected at least one fault, found none',
  ],
  [
    'wrong-value',
    'commit: lost-reply',
    'commit: [{kind: lost-reply}, {error: 40001}]',
    '16:21 wrong-value: expected one fault for each occurrence, found two for occurrence 1',
  ],
  [
    'wrong-value',
    '{say: over, label: over}',
    '{advance: 999999999d}',
    '18:5 wrong-value: expected at most 36525 days in all, found more',
  ],
  [
    'duplicate-name',
    'database: history}',
    'database: history, partitions: [1, 1]}',
    '11:70 duplicate-name: the partition "1" is used twice; give each its own',
  ],
  [
    'reserved-name',
    'publisher: {produce: e1}',
    'broker: {produce: e1}',
    '14:5 reserved-name: "broker" is a reserved name; choose another',
  ],
  [
    'yaml-syntax',
    'teaches: something',
    'teaches: something\n---\na: b',
    '4:1 yaml-syntax: this is not YAML: there are several documents (lines with ---); a scenario is one file with one document',
  ],
  [
    'yaml-syntax',
    '  - run: p\n',
    '\t- run: p\n',
    '15:1 yaml-syntax: this is not YAML: a tab cannot indent; use spaces',
  ],
  [
    'too-deep',
    'teaches: something',
    `teaches: ${'['.repeat(101)}`,
    '3:109 too-deep: the nesting goes deeper than 100 levels',
  ],
  [
    'wrong-value',
    'database: history}\n',
    'database: history}\n  q: {program: history, variant: no-inbox, group: g, database: history}\n',
    '12:3 wrong-value: expected a database of its own: no-inbox needs another schema than inbox of p, found history',
  ],
  [
    'wrong-value',
    'topics: {t:',
    'topics: {..: {partitions: 1}, t:',
    '5:10 wrong-value: expected a topic name: at most 249 letters, digits, ".", "_" and "-", not "." or ".." alone, found ..',
  ],
];

describe('each mistake is said where it stands', () => {
  test.each(cases)('%s: %j -> %j', (_, from, to, said) => {
    expect(right).toContain(from);
    expect(diagnose(right.replace(from, to))).toEqual([`x.yaml:${said}`]);
  });

  test.each(['', '# nothing\n', '---\n', '\ufeff'])('empty: %j', (text) => {
    expect(diagnose(text)).toEqual([
      'x.yaml:1:1 empty: the file holds no scenario; it needs at least id, title, teaches and topics',
    ]);
  });

  test('every code has a case', () => {
    expect(new Set([...cases.map(([code]) => code), 'empty'])).toEqual(new Set(DIAGNOSTIC_CODES));
  });
});

test('all mistakes of a file come in one go, in the order of the text, and none twice', () => {
  const text = right
    .replace('partitions: 2', 'partitions: two')
    .replace('produce: e1', 'produce: e9')
    .replace('history.inbox', 'history.x')
    .replace('end:\n', 'branches:\n  one: {steps: []}\n  two: {steps: []}\nend:\n');
  expect(diagnose(text).map((line) => line.split(' ').slice(0, 2))).toEqual([
    ['x.yaml:5:26', 'wrong-value:'],
    ['x.yaml:14:26', 'unknown-name:'],
    ['x.yaml:23:12', 'unknown-name:'],
  ]);
});

test('a frame shows the line with a caret under the place, tabs and control characters as blanks', () => {
  const text = right.replace('schema: history', 'schema: "a\\tb", \u0007x: 1');
  const loaded = loadScenario(text);
  expect(loaded.kind === 'diagnostics' && renderDiagnostics('x.yaml', text, loaded.diagnostics)).toBe(
    `x.yaml:4:31 unknown-name: there is no schema "a\\u{9}b"; known here: history, tickets
 4 | databases: {history: {schema: "a\\tb",  x: 1}}
   |                               ^^^^^^

x.yaml:4:39 unknown-key: "\\u{7}x" is not known here; known here: schema
 4 | databases: {history: {schema: "a\\tb",  x: 1}}
   |                                       ^^
`,
  );
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
      'x.yaml:7:23 wrong-type: expected a value or null, found an alias (scenarios have no anchors and aliases; write the value out)',
    ]);
  });
});
