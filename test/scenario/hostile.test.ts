import { describe, expect, test } from 'vitest';
import { limits } from '../../src/base/limits.js';
import { diagnosticSentence } from '../../src/report/diagnostics.js';
import { loadScenario, readableText } from '../../src/scenario/load.js';

/** A scenario that is right until a test changes `from` into `to`. */
const right = `id: right
title: a title
teaches: something
databases: {d: {schema: "CREATE TABLE a(b text)"}}
topics: {t: {partitions: 2}}
events: {e1: {topic: t, key: k, value: {event_id: e1}}}
groups: {g: {topic: t, reset: earliest, committed: {0: 0}}}
actors: {A: {database: d, group: g, partitions: [0]}}
invariants: [key-order]
steps:
  - A: {produce: e1}
  - A: SELECT 1
`;

/** What is wrong with a text: each code, and the piece of the text that it points at. */
function faultsOf(source: string): string[] {
  const loaded = loadScenario(source);
  const text = readableText(source);
  const all = loaded.kind === 'scenario' ? loaded.warnings : loaded.diagnostics;
  return all.map((diagnostic) => {
    const what = diagnostic.code === 'yaml-syntax' ? diagnostic.args.problem : diagnostic.code;
    return `${what} at ${text.slice(diagnostic.span.start, diagnostic.span.end)}`;
  });
}

function withChange(from: string, to: string): string {
  expect(right).toContain(from);
  return right.replace(from, () => to);
}

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('');

describe('whole texts', () => {
  test.each([
    ['empty', ''],
    ['blank lines', '  \n\n'],
    ['only comments', '# a\n# b\n'],
    ['only a document mark', '---\n'],
    ['only an end mark', '...\n'],
  ])('%s: there is no scenario', (_, text) => {
    expect(faultsOf(text)).toEqual(['empty at ']);
  });

  test.each([
    ['null', ['wrong-type at null']],
    ['~', ['wrong-type at ~']],
    ['[]', ['wrong-type at []']],
    ['just words', ['wrong-type at just words']],
    ['---\na: 1\n---\nb: 2\n', ['several-documents at ---\nb: 2\n']],
    [withChange('  - A: SELECT', '\t- A: SELECT'), ['tab at \t']],
  ])('%j', (text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  test.each([
    ['LF', right],
    ['CRLF', right.replaceAll('\n', '\r\n')],
    ['CR', right.replaceAll('\n', '\r')],
    ['a byte order mark', `\ufeff${right}`],
    ['a %YAML line of the old version', `%YAML 1.1\n---\n${right}`],
  ])('%s: is read alike', (_, text) => {
    expect(loadScenario(text)).toMatchObject({ kind: 'scenario', warnings: [] });
  });
});

test.each<[from: string, to: string, faults: string[]]>([
  ['teaches: something', 'teaches: something\nteaches: again', ['same-key-twice at teaches']],
  ['key: k', "key: k, 'key': l", ["same-key-twice at 'key'"]],
  ['{event_id: e1}', '{event_id: e1, a: {b: 1, b: 1}}', ['same-key-twice at b']],
  ['a title', '!!js/function a', ['tag at a']],
  ['a title', '!foo a', ['tag at a']],
  ['a title', '!!str 900', ['tag at 900']],
  ['a title', '!!binary aGk=', ['tag at aGk=']],
  ['a title', '!!timestamp 2001-01-01', ['tag at 2001-01-01']],
  ['{event_id: e1}', '!!set {event_id, x}', ['tag at {event_id, x}']],
  ['[0]', '!!omap [0: 1]', ['tag at [0: 1]']],
  ['[0]', '!!pairs [a: 1]', ['tag at [a: 1]']],
  ['{event_id: e1}', '{<<: {event_id: e1}}', ['merge-key at <<']],
  ['{event_id: e1}', '{"<<": {event_id: e1}}', []],
  ['events:', '<<: {a: b}\nevents:', ['merge-key at <<']],
  ['teaches: something', 'teaches: &x something', []],
  ['value: {event_id: e1}', 'value: &x {a: *x}', ['wrong-type at *x']],
  ['key: k', 'key: *nope', ['wrong-type at *nope']],
  ['e1: {topic: t', '? [e1] : {topic: t', ['key-of-parts at [']],
  ['a title', '"a\\0b"', ['nul at "a\\0b"']],
  ['SELECT 1', '"SELECT \'\\0\'"', ['nul at "SELECT \'\\0\'"']],
  ['a title', '"a\\ud800b"', ['surrogate at "a\\ud800b"']],
  ['a title', 'a\ud800b', ['surrogate at a\ud800b']],
  ['a title', '"\\ud83d\\ude00"', []],
])('what YAML has and a scenario has not: %j -> %j', (from, to, faults) => {
  expect(faultsOf(withChange(from, to))).toEqual(faults);
});

describe('numbers and instants', () => {
  test.each(['0x2', '2.0', '010', '+2', '1_0', '1e3', '-0', '0', '1025', '9007199254740993', '.inf', '1:30', "' 2'"])(
    'partitions: %s is refused',
    (written) => {
      expect(faultsOf(withChange('partitions: 2', `partitions: ${written}`))).toEqual([`wrong-value at ${written}`]);
    },
  );

  test.each<[from: string, to: string, faults: string[]]>([
    ['partitions: 2', 'partitions: 1024', []],
    ['{0: 0}', '{0: 0, 00: 1}', ['wrong-value at 00']],
    ['{0: 0}', '{"0": 0, 0: 1}', ['same-key-twice at 0']],
    ['{0: 0}', '{0: 9007199254740993}', ['wrong-value at 9007199254740993']],
    ['key: k', 'partition: " "', ['wrong-value at " "']],
    ['key: k', 'partition: 0x1', ['wrong-value at 0x1']],
    ['key: k', 'partition: 1e0', ['wrong-value at 1e0']],
    ['key: k', 'timestamp: 2026-02-30T00:00:00Z', ['wrong-value at 2026-02-30T00:00:00Z']],
    ['key: k', 'timestamp: 2026-10-03T24:00:00Z', ['wrong-value at 2026-10-03T24:00:00Z']],
    ['key: k', 'timestamp: 2028-02-29T23:59:59.999Z', []],
    ['SELECT 1', '{seek: {offset: abc}}', ['wrong-value at abc']],
    ['SELECT 1', '{seek: {offset: -1}}', ['wrong-value at -1']],
    ['SELECT 1', '{seek: {offset: 9007199254740993}}', ['wrong-value at 9007199254740993']],
    ['SELECT 1', '{seek: {offset: "9${cursor}"}}', ['not-remembered at "9${cursor}"']],
    ['SELECT 1', '{commit-offset: -1}', []],
    ['SELECT 1', '{commit-offset: {partition: x, offset: 0}}', ['wrong-value at x']],
    ['SELECT 1', '{commit-offset: {offsets: {5: 1}}}', ['unknown-name at 5']],
    ['SELECT 1', '{produce: {topic: t, partition: 9}}', ['unknown-name at 9']],
    ['SELECT 1', '{produce: {topic: t, partition: x}}', ['wrong-value at x']],
    ['SELECT 1', '{produce: {event: e1, count: 100001}}', ['wrong-value at 100001']],
  ])('%j -> %j', (from, to, faults) => {
    expect(faultsOf(withChange(from, to))).toEqual(faults);
  });
});

describe('files of SQL', () => {
  test.each(['../x.sql', '/etc/x.sql', './a/../../x.sql', 'a.SQL', '..\\x.sql', './x y.sql', './x.txt'])(
    '%s names a file, which somebody has to give',
    (name) => {
      expect(faultsOf(withChange('"CREATE TABLE a(b text)"', name))).toEqual([`schema-file at ${name}`]);
    },
  );

  test.each(['SELECT 1;x.sql', 'CREATE TABLE a(b text) -- x.sql', '" "', '";"', '/* a.sql */'])('%s is SQL', (sql) => {
    expect(faultsOf(withChange('"CREATE TABLE a(b text)"', sql))).toEqual([]);
  });

  test('the hash tells the texts of the files apart, and nothing but what is written', () => {
    const text = withChange('"CREATE TABLE a(b text)"', './x.sql');
    const hash = (source: string, sql: string) => {
      const loaded = loadScenario(source, () => ({ text: sql }));
      return loaded.kind === 'scenario' ? loaded.scenario.hash : loaded;
    };
    const hashes = [
      hash(text, 'CREATE TABLE a(b text)'),
      hash(text, 'CREATE TABLE a(b int)'),
      hash(`${text}\n`, 'CREATE TABLE a(b text)'),
      hash(right, ''),
    ];
    expect(new Set(hashes).size).toBe(4);
    expect(hash(text.replaceAll('\n', '\r\n'), 'CREATE TABLE a(b text)')).toBe(hashes[0]);
  });
});

describe('too much of something', () => {
  test.each([
    ['brackets in one line of 2 MB', '['.repeat(2_000_000)],
    ['mappings in flow style', '{a: '.repeat(10_000)],
    ['mappings in block style', lines(2_000, (index) => `${' '.repeat(index)}a:\n`)],
    ['lists in one line', '- '.repeat(10_000)],
    ['keys in one line', '? '.repeat(10_000)],
  ])('nesting, %s: refused before anything is composed', (_, text) => {
    expect(loadScenario(text)).toEqual({
      kind: 'diagnostics',
      diagnostics: [{ code: 'too-deep', args: { limit: 100 }, span: expect.anything() }],
    });
  });

  test.each<[what: string, sql: string, faults: string[]]>([
    ['a name of very many parts', `CREATE TABLE a${'.a'.repeat(20_000)}(b int)`, []],
    ['calls within calls', `SELECT ${'age('.repeat(5_000)}`, []],
    ['settings within settings', `SELECT ${'set_config('.repeat(5_000)}`, ['refused-statement']],
    ['parentheses', `SELECT ${'('.repeat(20_000)}`, []],
    ['comments within comments', `SELECT ${'/*'.repeat(100_000)}`, []],
    ['quotes', `SELECT ${"'".repeat(99_999)}`, []],
  ])('SQL that never ends, %s: is read in one go', (_, sql, codes) => {
    const found = faultsOf(withChange('"CREATE TABLE a(b text)"', JSON.stringify(sql)));
    expect(found.map((fault) => fault.split(' ')[0])).toEqual(codes);
  });

  test('aliases that would grow without end are refused one by one', () => {
    const text = `a: &a0 [x, x]\n${lines(40, (index) => `b${index}: &a${index + 1} [*a${index}, *a${index}]\n`)}`;
    const inValue = withChange('value: {event_id: e1}', 'value: {a: &a [x], b: &b [*a, *a], c: [*b, *b]}');
    const codes = faultsOf(text).map((fault) => fault.split(' ')[0]);
    expect(codes.sort()).toEqual([...Array(3).fill('missing-key'), ...Array(41).fill('unknown-key')]);
    expect(faultsOf(inValue)).toEqual(['wrong-type at *a', 'wrong-type at *a', 'wrong-type at *b', 'wrong-type at *b']);
  });

  test('10,000 steps and 1,000 events load', () => {
    const text = withChange('events: {', `events: {${lines(1_000, (index) => `x${index}: {topic: t, value: v}, `)}`);
    const loaded = loadScenario(text + lines(9_998, (index) => `  - P${index % 50}: {produce: x${index % 1_000}}\n`));
    if (loaded.kind !== 'scenario') throw new Error(JSON.stringify(loaded.diagnostics));
    expect([loaded.scenario.events.length, loaded.scenario.branches[0]?.steps.length]).toEqual([1_001, 10_000]);
  });

  test('8 databases load, the ninth is refused', () => {
    const databases = (count: number) => lines(count, (index) => `d${index}: {schema: history}, `);
    expect(faultsOf(withChange('databases: {', `databases: {${databases(7)}`))).toEqual([]);
    expect(faultsOf(withChange('databases: {', `databases: {${databases(8)}`))).toEqual(['wrong-value at d']);
  });

  test('steps that many branches share count for each of them', () => {
    const branches = (count: number) => `branches: {${lines(count, (index) => `b${index}: {}, `)}}\n`;
    const steps = right + lines(997, () => '  - say: hello\n');
    expect(faultsOf(steps + branches(100))).toEqual([]);
    expect(faultsOf(steps + branches(101))).toEqual(['wrong-value at b100']);
  });

  test('errors beyond a limit are not told, and warnings do not count among them', () => {
    const keys = lines(5_000, (index) => `k${index}: 1\n`);
    const clock = withChange('SELECT 1', `SELECT ${'CURRENT_DATE, '.repeat(600)}1`);
    const codes = (text: string) => faultsOf(text).map((fault) => fault.split(' ')[0]);
    expect(codes(right + keys)).toEqual(Array(limits.diagnostics).fill('unknown-key'));
    expect(codes(clock)).toEqual(Array(limits.diagnostics).fill('wall-clock'));
    expect(codes(`${clock}nonsense: 1\n`)).toContain('unknown-key');
  });

  test('a message lists some of very many names', () => {
    const text = withChange('events: {', `events: {${lines(100, (index) => `x${index}: {topic: t, value: v}, `)}`);
    const loaded = loadScenario(text.replace('produce: e1', 'produce: nobody'));
    const [first] = loaded.kind === 'diagnostics' ? loaded.diagnostics : [];
    const names = Array.from({ length: limits.shownNames + 1 }, (_, index) => `x${index}`);
    expect(first).toMatchObject({ code: 'unknown-name', args: { known: names } });
    const sentence = first && diagnosticSentence(first, 'en');
    expect(sentence).toBe(`there is no event "nobody"; known here: ${names.slice(0, -1).join(', ')}, ...`);
  });
});

test('whatever needs what is wrong is not told to be wrong too', () => {
  const steps = '{produce: e1}\n  - A: fetch\n  - A.x: SELECT 1\n  - kill-session: A.x\n  - A: {ack: q}';
  const text = withChange('{produce: e1}', steps).replace('partitions: 2', 'partitions: two');
  expect(faultsOf(text)).toEqual(['wrong-value at two']);
  expect(faultsOf(`${withChange('schema: ', 'shcema: ')}end: {tables: {d.a: []}}\n`)).toEqual([
    'unknown-key at shcema',
  ]);
});

test('loading twice gives the same', () => {
  expect(loadScenario(right)).toEqual(loadScenario(right));
});
