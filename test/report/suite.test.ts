import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { Parser } from 'tap-parser';
import { describe, expect, test } from 'vitest';
import { defaultReporter } from '../../src/report/suite/default.js';
import { githubReporter } from '../../src/report/suite/github.js';
import { jsonReporter } from '../../src/report/suite/json.js';
import { junitReporter } from '../../src/report/suite/junit.js';
import { type SuiteReporter, type SuiteSummary, worstStatus } from '../../src/report/suite/reporter.js';
import type { CaseResult } from '../../src/report/suite/result.js';
import { tapReporter } from '../../src/report/suite/tap.js';
import { wordings } from '../../src/report/wording/wordings.js';

/** A text that no format may let through as it is. */
const evil = 'a "b" <c> & ::error:: 50% # \u001b[31m \ufffe';

const results: readonly CaseResult[] = [
  { name: 'one', file: 'lessons/one.yaml', status: 'passed', snapshot: 'matched', findings: [] },
  { name: 'one.no-inbox', file: 'lessons/one.yaml', status: 'passed', snapshot: 'written', findings: [] },
  {
    name: 'two',
    file: 'lessons/two.yaml',
    status: 'failed',
    snapshot: 'differs',
    findings: [
      { code: 'expectation', line: 7, text: `line 7: ${evil}`, frame: [' 7 | expect: x'] },
      { code: 'snapshot', line: null, text: 's.txt has something else:\n  same\n- old\n+ new', frame: [] },
    ],
  },
  {
    name: 'three',
    file: 'lessons/three, or: four.yaml',
    status: 'inconclusive',
    snapshot: 'none',
    findings: [{ code: 'fault-unfired', line: 3, text: 'line 3: it never fired', frame: [] }],
  },
  {
    name: 'five.yaml',
    file: 'five.yaml',
    status: 'invalid',
    snapshot: null,
    findings: [{ code: 'diagnostic', line: 1, text: 'empty: there is nothing', frame: [' 1 | ', '   | ^'] }],
  },
];
const summary: SuiteSummary = {
  results,
  notRun: [{ name: 'six', file: 'six.yaml' }],
  endedBy: 'interrupted',
  obsolete: ['lessons/__snapshots__/gone.txt'],
  pruned: false,
};

function told(reporter: SuiteReporter, of: SuiteSummary = summary): string {
  const planned = of.results.length + of.notRun.length;
  return [reporter.begin(planned), ...of.results.map((result) => reporter.see(result)), reporter.end(of)].join('');
}

const plain = { columns: 80, color: 0, wraps: false } as const;

describe('the reporter for people', () => {
  test.each(['en', 'ru'] as const)('in %s', async (lang) => {
    await expect(told(defaultReporter(wordings[lang], plain))).toMatchFileSnapshot(`suite.${lang}.txt`);
  });

  test('when all have passed there is nothing but the lines and the totals', () => {
    const passed = { results: results.slice(0, 1), notRun: [], endedBy: null, obsolete: [], pruned: false } as const;
    expect(told(defaultReporter(wordings.en, plain), passed)).toBe('✓ one\n\n1 case: 1 passed\n');
  });

  test('what --prune has removed', () => {
    const pruned = {
      results: results.slice(0, 1),
      notRun: [],
      endedBy: null,
      obsolete: ['a.txt', 'b.txt'],
      pruned: true,
    } as const;
    expect(told(defaultReporter(wordings.en, plain), pruned)).toBe(
      '✓ one\n\nremoved 2 snapshots that no scenario has:\n  a.txt\n  b.txt\n\n1 case: 1 passed\n',
    );
  });

  test('colours change nothing but colours', () => {
    const coloured = told(defaultReporter(wordings.en, { ...plain, color: 1 }));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences are what is taken away.
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(told(defaultReporter(wordings.en, plain)));
    expect(coloured).toContain('\u001b[32m');
  });

  test('on a terminal no line is wider than it', () => {
    const lines = told(defaultReporter(wordings.ru, { ...plain, columns: 40, wraps: true })).split('\n');
    // Names of cases and places are not broken, so that they can be copied.
    expect(lines.filter((line) => line.length > 40 && !line.includes('.yaml'))).toEqual([]);
  });
});

test('JUnit', () => {
  const text = told(junitReporter(wordings.en));
  expect(XMLValidator.validate(text)).toBe(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => name === 'testcase',
  });
  const { testsuites } = parser.parse(text) as { testsuites: Record<string, unknown> & { testsuite: unknown[] } };
  expect({ ...testsuites, testsuite: null }).toEqual({
    name: 'inbox-sim',
    tests: '6',
    failures: '1',
    errors: '2',
    skipped: '1',
    testsuite: null,
  });
  expect(testsuites.testsuite).toEqual([
    {
      name: 'lessons/one.yaml',
      tests: '2',
      failures: '0',
      errors: '0',
      skipped: '0',
      testcase: [
        { name: 'one', classname: 'lessons/one.yaml', file: 'lessons/one.yaml' },
        { name: 'one.no-inbox', classname: 'lessons/one.yaml', file: 'lessons/one.yaml' },
      ],
    },
    {
      name: 'lessons/two.yaml',
      tests: '1',
      failures: '1',
      errors: '0',
      skipped: '0',
      testcase: [
        {
          name: 'two',
          classname: 'lessons/two.yaml',
          file: 'lessons/two.yaml',
          line: '7',
          failure: {
            type: 'failed',
            message: 'line 7: a "b" <c> & ::error:: 50% # \\u{1b}[31m \\u{fffe}',
            '#text':
              'lessons/two.yaml:7\n 7 | expect: x\nline 7: a "b" <c> & ::error:: 50% # \\u{1b}[31m \\u{fffe}\n\nlessons/two.yaml\ns.txt has something else:\n  same\n- old\n+ new',
          },
        },
      ],
    },
    {
      name: 'lessons/three, or: four.yaml',
      tests: '1',
      failures: '0',
      errors: '1',
      skipped: '0',
      testcase: [
        {
          name: 'three',
          classname: 'lessons/three, or: four.yaml',
          file: 'lessons/three, or: four.yaml',
          line: '3',
          error: {
            type: 'inconclusive',
            message: 'line 3: it never fired',
            '#text': 'lessons/three, or: four.yaml:3\nline 3: it never fired',
          },
        },
      ],
    },
    {
      name: 'five.yaml',
      tests: '1',
      failures: '0',
      errors: '1',
      skipped: '0',
      testcase: [
        {
          name: 'five.yaml',
          classname: 'five.yaml',
          file: 'five.yaml',
          line: '1',
          error: {
            type: 'invalid',
            message: 'empty: there is nothing',
            '#text': 'five.yaml:1\n 1 | \n   | ^\nempty: there is nothing',
          },
        },
      ],
    },
    {
      name: 'six.yaml',
      tests: '1',
      failures: '0',
      errors: '0',
      skipped: '1',
      testcase: [{ name: 'six', classname: 'six.yaml', file: 'six.yaml', skipped: '' }],
    },
  ]);
});

describe('TAP', () => {
  function parsed(text: string) {
    const seen: [boolean, number, string, unknown][] = [];
    let bailed: string | null = null;
    const parser = new Parser({ strict: true });
    parser.on('assert', ({ ok, id, name, diag }) => seen.push([ok, id, name, diag]));
    parser.on('bailout', (reason) => {
      bailed = reason;
    });
    parser.end(text);
    return { seen, bailed, failures: parser.failures.filter(({ tapError }) => tapError !== null) };
  }

  test('is read by a parser as it is meant', () => {
    expect(parsed(told(tapReporter(wordings.en)))).toEqual({
      seen: [
        [true, 1, 'one', null],
        [true, 2, 'one.no-inbox', null],
        [
          false,
          3,
          'two',
          {
            message: 'failed',
            severity: 'fail',
            at: { file: 'lessons/two.yaml', line: 7 },
            findings: results[2]?.findings.map(({ code, line, text }) => ({ code, line, text })),
          },
        ],
        [
          false,
          4,
          'three',
          {
            message: 'inconclusive',
            severity: 'todo',
            at: { file: 'lessons/three, or: four.yaml', line: 3 },
            findings: [{ code: 'fault-unfired', line: 3, text: 'line 3: it never fired' }],
          },
        ],
        [
          false,
          5,
          'five.yaml',
          {
            message: 'invalid',
            severity: 'fail',
            at: { file: 'five.yaml', line: 1 },
            findings: [{ code: 'diagnostic', line: 1, text: 'empty: there is nothing' }],
          },
        ],
      ],
      bailed: 'Interrupted: 1 did not run.',
      failures: [],
    });
  });

  test('a whole suite needs no more than its lines', () => {
    const passed = { results: results.slice(0, 2), notRun: [], endedBy: null, obsolete: [], pruned: false } as const;
    expect(told(tapReporter(wordings.en), passed)).toBe('TAP version 14\n1..2\nok 1 - one\nok 2 - one.no-inbox\n');
  });
});

test('annotations of GitHub', () => {
  expect(told(githubReporter(wordings.en)).split('\n')).toEqual([
    '::error file=lessons/two.yaml,line=7,title=two%3A failed::line 7: a "b" <c> & ::error:: 50%25 # \\u{1b}[31m \ufffe',
    '::error file=lessons/two.yaml,title=two%3A failed::s.txt has something else:%0A  same%0A- old%0A+ new',
    '::error file=lessons/three%2C or%3A four.yaml,line=3,title=three%3A inconclusive::line 3: it never fired',
    '::error file=five.yaml,line=1,title=five.yaml%3A invalid::empty: there is nothing',
    '::warning file=lessons/__snapshots__/gone.txt::no scenario has this snapshot; --prune removes it',
    '::warning::Interrupted: 1 did not run.',
    '',
  ]);
});

test('JSON', () => {
  expect(JSON.parse(told(jsonReporter()))).toEqual({
    format: 'inbox-sim/test',
    version: 1,
    totals: { bug: 0, invalid: 1, failed: 1, inconclusive: 1, passed: 2, notRun: 1 },
    endedBy: 'interrupted',
    cases: results.map(({ findings, ...rest }) => ({
      ...rest,
      findings: findings.map(({ frame: _, ...each }) => each),
    })),
    notRun: [{ name: 'six', file: 'six.yaml' }],
    obsolete: ['lessons/__snapshots__/gone.txt'],
    pruned: false,
  });
});

test('what weighs most decides: a bug, then a file that is no scenario, then a failure, then an inconclusive run', () => {
  const withStatus = (...statuses: CaseResult['status'][]) =>
    worstStatus(statuses.map((status) => ({ name: '', file: '', status, snapshot: null, findings: [] })));
  expect([
    withStatus(),
    withStatus('passed'),
    withStatus('passed', 'inconclusive'),
    withStatus('inconclusive', 'failed'),
    withStatus('failed', 'invalid'),
    withStatus('invalid', 'bug', 'failed'),
  ]).toEqual(['passed', 'passed', 'inconclusive', 'failed', 'invalid', 'bug']);
});
