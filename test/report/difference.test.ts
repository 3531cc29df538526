import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../src/base/limits.js';
import type { PgliteServer } from '../../src/postgres/pglite-server.js';
import { differenceLines } from '../../src/report/difference.js';
import { renderJson, traceDocument } from '../../src/report/json.js';
import { statementFrame } from '../../src/report/statement-frame.js';
import { renderText } from '../../src/report/text/text.js';
import { wordings } from '../../src/report/wording/wordings.js';
import { play, scenarioOf } from '../support/play.js';
import { openServer } from '../support/server.js';
import { actorWorld } from '../support/story.js';

function lines(expected: readonly string[], found: readonly string[]): string[] {
  return differenceLines(
    { kind: 'expectation', line: 7, subject: 'db.notes', expected, found, met: false },
    wordings.en,
  );
}

describe('a difference', () => {
  test.each([
    [['a'], ['b'], 'line 7: db.notes: expected a, found b'],
    [['a'], [], 'line 7: db.notes: expected a, found -'],
    [[], ['b'], 'line 7: db.notes: expected -, found b'],
  ])('of %j and %j is one sentence', (expected, found, sentence) => {
    expect(lines(expected, found)).toEqual([sentence]);
  });

  test.each([
    [['a', 'b'], ['a'], ['  a', '- b']],
    [['a'], ['a', 'b'], ['  a', '+ b']],
    [
      ['a', 'b', 'c'],
      ['a', 'x', 'c'],
      ['  a', '- b', '+ x', '  c'],
    ],
    [
      ['a', 'b'],
      ['b', 'a'],
      ['- a', '  b', '+ a'],
    ],
    [['a', 'b'], [], ['- a', '- b']],
    [[], ['a', 'b'], ['+ a', '+ b']],
    [
      ['a', 'a', 'b'],
      ['a', 'b', 'b'],
      ['  a', '- a', '  b', '+ b'],
    ],
    [
      ['a', 'b', 'c', 'd'],
      ['b', 'x', 'd'],
      ['- a', '  b', '- c', '+ x', '  d'],
    ],
  ])('of %j and %j keeps what both have', (expected, found, rest) => {
    expect(lines(expected, found)).toEqual(['line 7: db.notes (- expected, + found):', ...rest]);
  });

  test('has one spelling of NULL, which no text is taken for', () => {
    expect(lines(['["1",null,"null"]'], ['{note: null, "a": "x null \\" null"}'])).toEqual([
      'line 7: db.notes: expected ["1",NULL,"null"], found {note: NULL, "a": "x null \\" null"}',
    ]);
    expect(lines(['~'], ['e1'])).toEqual(['line 7: db.notes: expected NULL, found e1']);
  });

  test.each([
    ['offset of g in t-0', 'offset группы g в t-0'],
    ['lag of g in t-0', 'lag группы g в t-0'],
    ['members of g', 'участники группы g'],
  ])('names %s in Russian', (subject, russian) => {
    const event = { kind: 'expectation', line: 7, subject, expected: ['1'], found: ['2'], met: false } as const;
    expect(differenceLines(event, wordings.ru)).toEqual([`строка 7: ${russian}: ожидалось 1, получено 2`]);
  });

  const many = (count: number, prefix = 'row') => Array.from({ length: count }, (_, index) => `${prefix} ${index}`);

  test('is cut where it is too long to be read', () => {
    const shown = limits.shownDifferences;
    expect(lines(many(shown), [])).toEqual([
      'line 7: db.notes (- expected, + found):',
      ...many(shown).map((row) => `- ${row}`),
    ]);
    expect(lines(many(shown + 3), [])).toEqual([
      'line 7: db.notes (- expected, + found):',
      ...many(shown).map((row) => `- ${row}`),
      '... 3 more',
    ]);
  });

  test('shows itself, however much around it is alike', () => {
    const rows = many(100);
    expect(lines([...rows.slice(0, 50), 'a', ...rows.slice(50)], rows.with(98, 'b'))).toEqual([
      'line 7: db.notes (- expected, + found):',
      '  ...',
      ...['  row 47', '  row 48', '  row 49', '- a', '  row 50', '  row 51', '  row 52'],
      '  ...',
      ...['  row 95', '  row 96', '  row 97', '- row 98', '+ b', '  row 99'],
    ]);
  });

  test('of very much is still found, from the beginning and from the end', () => {
    const rows = many(Math.ceil(Math.sqrt(limits.comparedPairs)) + 1);
    const changed = rows.with(2, 'other');
    expect(lines(rows, changed).filter((line) => /^[-+] /.test(line))).toEqual(['- row 2', '+ other']);
  });
});

describe('the frame of a statement', () => {
  test.each([
    ['SELECT nope', 8, 80, ['SELECT nope', '       ^']],
    ['SELECT 1,\n  nope,\n  3', 13, 80, ['  nope,', '  ^']],
    ['SELECT 1,\r\n\tnope', 13, 80, [' nope', ' ^']],
    ["SELECT '🎫', nope", 13, 80, ["SELECT '🎫', nope", '             ^']],
    ['SELECT nope', 12, 80, ['SELECT nope', '           ^']],
    [
      `SELECT ${'x'.repeat(100)}, nope`,
      110,
      40,
      [`${'x'.repeat(7)}, nope`.padStart(14, 'x').slice(-14), '          ^'],
    ],
  ])('of %j at %i in %i columns', (statement, position, columns, frame) => {
    expect(statementFrame(statement, position, columns)).toEqual(frame);
  });
});

describe('an expectation that is not met', () => {
  let server: PgliteServer;
  beforeAll(() => {
    server = openServer();
  });
  afterAll(() => server.close());

  const text = `${actorWorld(`  - A: INSERT INTO notes VALUES (1, 'a'), (2, 'b')
  - A: SELECT id FROM notes ORDER BY id
    expect:
      count: 3
      rows: [[1], [3]]
  - A: SELECT nope FROM notes`)}
end:
  tables:
    db.notes: [{id: 1, note: a}, {id: 2, note: x}, {id: 3, note: c}]
`;
  const shown = {
    count: 'line 18: count: expected 3, found 2',
    rows: ['line 19: rows (- expected, + found):', '  ["1"]', '- ["3"]', '+ ["2"]'],
    error: 'line 20: no error expected, found 42703',
    table: [
      'line 23: db.notes (- expected, + found):',
      '  {id: "1", note: "a"}',
      '- {id: "2", note: "x"}',
      '- {id: "3", note: "c"}',
      '+ {id: "2", note: "b"}',
    ],
  };

  test('is told in the text: those of a step there, those of the end there, each with its line', async () => {
    const scenario = scenarioOf(text);
    const run = await play(server, text);
    const printed = renderText(
      { scenario, runs: [run], options: { target: 'acts', variant: null, lang: 'en' } },
      { columns: 80, color: 0, tables: 'none' },
    );
    expect(printed.slice(printed.indexOf('\n2 ')).split('\n')).toEqual([
      '',
      '2  A · SELECT id FROM notes ORDER BY id',
      '     sql             SELECT 2',
      '       id',
      '       1',
      '       2',
      `     ${shown.count}`,
      ...shown.rows.map((line) => `     ${line}`),
      '',
      '3  A · SELECT nope FROM notes',
      '     sql             error 42703',
      '     SELECT nope FROM notes',
      '            ^',
      `     ${shown.error}`,
      '',
      'end',
      '   step 2, line 18: count: expected 3, found 2',
      '   step 2, line 19: rows: expected ["1"], ["3"], found ["1"], ["2"]',
      '   step 3, line 20: no error expected, found 42703',
      ...shown.table.map((line) => `   ${line}`),
      '',
      'Not as announced: something else happened than the scenario promises.',
      'Again: inbox-sim run acts',
      '',
    ]);
  });

  test('is repeated at the end with its branch; of many the first ten, and long ones cut', async () => {
    const steps = Array.from(
      { length: 12 },
      (_, index) => `  - A: SELECT ${index}\n    expect: {rows: [[${'9'.repeat(80)}]]}`,
    );
    const yaml = actorWorld(steps.join('\n'));
    const scenario = scenarioOf(yaml);
    const one = await play(server, yaml);
    const runs = [
      { ...one, branch: { ...one.branch, name: 'first' } },
      { ...one, verdict: 'as-announced' as const },
    ];
    const twice = { ...scenario, branches: runs.map(({ branch }) => branch) };
    const options = { target: 'acts', variant: null, lang: 'en' } as const;
    const printed = renderText({ scenario: twice, runs, options }, { columns: 80, color: 0, tables: 'none' });
    const end = printed.slice(printed.indexOf('\nend'));
    expect(end).toContain('\n   branch first, step 10, line ');
    expect(end).toContain(`${'9'.repeat(57)}…`);
    expect(end).not.toContain('branch first, step 11,');
    expect(end).toContain('\n   ... 2 more\n');
    expect(end).toContain('\nBranches that are not as announced: first.\n');
  });

  test('leaves no heading of an end in which nothing stands', async () => {
    const yaml = actorWorld('  - A: SELECT 1\n    expect: {count: 1}');
    const options = { target: 'acts', variant: null, lang: 'en' } as const;
    const report = { scenario: scenarioOf(yaml), runs: [await play(server, yaml)], options };
    const printed = renderText(report, { columns: 80, color: 0, tables: 'none' });
    expect(printed).not.toMatch(/^end$/m);
    expect(printed).toContain('\nAs announced');
  });

  test('is a problem in the JSON, with its line and its text', async () => {
    const scenario = scenarioOf(text);
    const report = {
      scenario,
      runs: [await play(server, text)],
      options: { target: 'acts', variant: null, lang: 'en' },
    } as const;
    expect(traceDocument(report).problems).toEqual([
      { code: 'expectation', line: 18, text: shown.count },
      { code: 'expectation', line: 19, text: shown.rows.join('\n') },
      { code: 'expectation', line: 20, text: shown.error },
      { code: 'expectation', line: 23, text: shown.table.join('\n') },
    ]);
    expect(JSON.parse(renderJson(report)).verdict).toBe('not-as-announced');
  });
});
