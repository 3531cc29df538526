import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBranch } from '../../src/engine/run.js';
import { loadScenario } from '../../src/scenario/load.js';
import { scenarioOf } from '../support/play.js';
import { openServer } from '../support/server.js';

/** What an author writes, the text or NULL that SQL, keys, headers and expectations see, and the JSON of a value. */
const scalars: [written: string, text: string | null, json: string][] = [
  ...['yes', 'no', 'on', 'off', 'y', 'True', 'TRUE', '1_000', '1:30', '0b11', '1,000', '$5', '50%', '<<', '='].map(
    asText,
  ),
  ...['2026-10-03', '2026-10-03T09:00:00Z', '2026-10-03 09:00:00', 'a b', 'é', '日本'].map(asText),
  // Numbers that JSON, or whoever reads it, would print otherwise than their author wrote them stay texts.
  ...[
    '0900',
    '012',
    '0o17',
    '0x1F',
    '+1',
    '-0',
    '1e3',
    '0.10',
    '1.0',
    '.5',
    '5.',
    '1e400',
    '.inf',
    '-.Inf',
    '.nan',
  ].map(asText),
  ...['9007199254740993', '12345678901234567890'].map(asText),
  ...['900', '-900', '0', '1.5', '9007199254740991', 'true', 'false'].map((written): [string, string, string] => [
    written,
    written,
    written,
  ]),
  ...['~', 'null', 'Null', 'NULL', ''].map((written): [string, null, string] => [written, null, 'null']),
  ['"900"', '900', '"900"'],
  ["'true'", 'true', '"true"'],
  ['"null"', 'null', '"null"'],
  ["''", '', '""'],
  ['"\\t\\n"', '\t\n', '"\\t\\n"'],
  ['"\\u202e\\e[31m"', '\u202e\u001b[31m', '"\u202e\\u001b[31m"'],
  ["'it''s'", "it's", '"it\'s"'],
];

function asText(written: string): [string, string, string] {
  return [written, written, JSON.stringify(written)];
}

const text = `id: scalars
title: scalars
teaches: scalars
databases: {d: {schema: 'CREATE TABLE said(n int PRIMARY KEY, what text)'}}
topics: {t: {partitions: 1}}
events:
${scalars.map(([v], n) => `  e${n}:\n    topic: t\n    key: ${v}\n    headers:\n      - h: ${v}\n    value:\n      v: ${v}`).join('\n')}
actors:
  A:
    database: d
    memory:
${scalars.map(([v], n) => `      m${n}: ${v}`).join('\n')}
steps:
${scalars.map(([v], n) => stepsOf(v, n)).join('\n')}
`;

/** A record of the event, and rows with the value as a parameter and as something remembered. */
function stepsOf(written: string, n: number): string {
  return `  - P: {produce: e${n}}
  - A: INSERT INTO said VALUES (${n}, $1), (${n + 1000}, \${m${n}}) RETURNING what
    params:
      - ${written}
    expect:
      rows:
        - what: ${written}
        - what: ${written}`;
}

let server: ReturnType<typeof openServer>;
beforeAll(() => {
  server = openServer();
});
afterAll(() => server.close());

test('what is written is what PostgreSQL, the records and the expectations get', async () => {
  const scenario = scenarioOf(text);
  const [branch] = scenario.branches;
  const { trace, world } = await runBranch(scenario, branch!, server);
  const found = scalars.map(([written], n) => {
    const { key, value, headers } = world.partition('t', 0).records[n]!.record;
    return [written, key, headers, value];
  });
  expect(found).toEqual(scalars.map(([written, sql, json]) => [written, sql, [['h', sql]], `{"v":${json}}`]));
  const answers = trace.flatMap((event) =>
    event.kind === 'operation' && event.result?.kind === 'sql' ? [event.result.rows] : [],
  );
  expect(answers).toEqual(scalars.map(([, sql]) => [[sql], [sql]]));
  expect(trace.filter((event) => event.kind === 'expectation' && !event.met)).toEqual([]);
});

test.each([
  ['900', ['numeric-event-id']],
  ['-1', ['numeric-event-id']],
  ['0900', []],
  ['1e3', []],
  ['"900"', []],
  ['yes', []],
  ['True', []],
  ['"true"', []],
  ["''", []],
  ['true', ['no-event-id']],
  ['false', ['no-event-id']],
  ['null', ['no-event-id']],
  ['~', ['no-event-id']],
  ['', ['no-event-id']],
  ['[e1]', ['no-event-id']],
  ['{id: e1}', ['no-event-id']],
])('event_id: %s', (written, codes) => {
  const loaded = loadScenario(`id: a
title: a
teaches: a
topics: {t: {partitions: 1}}
events: {e: {topic: t, value: {event_id: ${written}}}}
steps: [{P: {produce: e}}]
`);
  const warnings = loaded.kind === 'scenario' ? loaded.warnings : loaded.diagnostics;
  expect(warnings.map(({ code }) => code).filter((code) => code.includes('event-id'))).toEqual(codes);
});
