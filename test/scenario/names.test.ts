import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBranch } from '../../src/engine/run.js';
import { renderScript } from '../../src/report/script.js';
import { loadScenario } from '../../src/scenario/load.js';
import { scenarioOf } from '../support/play.js';
import { openServer } from '../support/server.js';

/** Every place in which a name may stand has one that every JavaScript object knows already. */
const everywhere = `id: constructor
title: names that JavaScript knows
teaches: they are names
databases: {constructor: {schema: 'CREATE TABLE "__proto__"("constructor" text, "__proto__" text, "toString" int); CREATE TABLE "hasOwnProperty"(id text)', rows: {__proto__: [{constructor: a, __proto__: b, toString: 1}], hasOwnProperty: [[x]]}}}
topics: {__proto__: {partitions: 1}, constructor: {partitions: 1}, toString: {partitions: 1}}
events:
  constructor: {topic: __proto__, key: __proto__, headers: [{__proto__: constructor}, {constructor: x}], value: {event_id: __proto__, __proto__: {polluted: yes}, constructor: {prototype: {polluted: yes}}}}
  hasOwnProperty: {topic: constructor, key: constructor, value: {event_id: constructor}}
groups: {constructor: {topic: __proto__, reset: earliest, committed: {0: 0}}, toString: {topic: constructor, reset: earliest}}
actors:
  constructor: {sessions: {__proto__: constructor, constructor: constructor, toString: constructor}, memory: {__proto__: seven, constructor: eight}, group: constructor}
  toString: {database: constructor, group: toString}
  valueOf: {group: constructor, subscribe: true}
steps:
  - hasOwnProperty: {produce: constructor}
  - isPrototypeOf: {produce: hasOwnProperty}
  - constructor.__proto__: INSERT INTO "__proto__" VALUES (\${__proto__}, \${constructor}, 2) RETURNING *
    as: hasOwnProperty
    label: constructor
    expect: {rows: [{constructor: seven, __proto__: eight, toString: 2}]}
  - constructor.toString: SELECT \${hasOwnProperty.first.__proto__}::text AS "__proto__", \${hasOwnProperty.first.constructor}::text AS "constructor"
    as: __proto__
    expect: {rows: [[eight, seven]]}
  - constructor: fetch
    as: toString
    expect: {records: [{event: __proto__, key: __proto__}]}
    concludes: applied
  - constructor.constructor: INSERT INTO "hasOwnProperty" VALUES (\${toString.first.value.__proto__.polluted}), (\${toString.first.key})
  - constructor: {effect: {name: __proto__, event: __proto__}}
  - constructor: {effect: constructor}
  - constructor: {commit-offset: 1}
  - toString: fetch
    expect: {records: [constructor]}
  - valueOf: join
  - advance: 10s
  - kill-session: constructor.__proto__
  - check: {assignment: {constructor: {valueOf: [0]}}}
  - crash: constructor
  - restart: constructor
branches: {constructor: {}, toString: {steps: [{say: more}], end: {violates: []}}}
end:
  tables:
    constructor.__proto__: [{__proto__: b, constructor: a, toString: 1}, {toString: 2, __proto__: eight, constructor: seven}]
    constructor.hasOwnProperty: [[x], [yes], [__proto__]]
  offsets: {constructor: {__proto__: {0: 1}}}
  log: {__proto__: {0: [__proto__]}, constructor: {0: [{key: constructor}]}}
  ledger: [[__proto__, __proto__], [constructor, __proto__]]
`;

let server: ReturnType<typeof openServer>;
beforeAll(() => {
  server = openServer();
});
afterAll(() => server.close());

test('names that JavaScript objects have are names like others, in every store and expectation', async () => {
  const scenario = scenarioOf(everywhere);
  expect(renderScript(scenario, 'en', 80)).toContain('constructor.__proto__: INSERT INTO "__proto__"');
  const found: unknown[] = [];
  for (const branch of scenario.branches) {
    const { trace } = await runBranch(scenario, branch, server);
    const expectations = trace.flatMap((event) => (event.kind === 'expectation' ? [event] : []));
    found.push([branch.name, expectations.length, expectations.filter(({ met }) => !met)]);
  }
  expect(found).toEqual([
    ['constructor', 11, []],
    ['toString', 6, []],
  ]);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

/** The scenario with a name in a place where it means nothing, and what is said of it. */
test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is no word of the language', (name) => {
  const codes = (text: string) => {
    const loaded = loadScenario(text);
    return loaded.kind === 'scenario'
      ? []
      : loaded.diagnostics.map(({ code, args }) => [code, 'nearest' in args ? args.nearest : undefined]);
  };
  const base = 'id: a\ntitle: a\nteaches: a\ndatabases: {d: {schema: history}}\nactors: {A: {database: d}}\n';
  const step = (rest: string) => codes(`${base}steps:\n  - A: SELECT 1\n${rest}`);
  expect({
    top: codes(`${base}${name}: 1\n`),
    modifier: step(`    ${name}: 1\n`),
    actor: step(`  - ${name}: SELECT 1\n`),
    operation: step(`  - A: {${name}: 1}\n`),
    run: step(`  - run: ${name}\n`),
    faulted: step(`    fault: {${name}: lost-reply}\n`),
    fault: step(`    fault: ${name}\n`),
    expectation: step(`    expect: {${name}: 1}\n`),
    schema: codes(base.replace('schema: history', `schema: ${name}`)),
    remembered: step(`  - A: SELECT \${${name}}\n`),
    invariant: codes(`${base}invariants: [${name}]\n`),
  }).toEqual({
    top: [['unknown-key', []]],
    modifier: [['not-one-action', undefined]],
    actor: [['unknown-key', []]],
    operation: [['unknown-name', []]],
    run: [['unknown-name', []]],
    faulted: [['fault-not-in-step', undefined]],
    fault: [['unknown-name', []]],
    expectation: [['unknown-key', []]],
    schema: [['unknown-name', []]],
    remembered: [['not-remembered', []]],
    invariant: [['unknown-name', []]],
  });
});
