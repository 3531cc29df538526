import { visibleLines } from '../text/visible.js';
import type { Wording } from '../wording/wording.js';
import { type SuiteReporter, type SuiteSummary, statusCounts } from './reporter.js';
import type { CaseResult } from './result.js';

/**
 * XML as JUnit's own Ant task writes it and CI servers read it: a suite for each file. What is not as announced is a
 * `failure`; what could not be judged (inconclusive, invalid, a bug) is an `error`. There are no times in it, so that the
 * same suite gives the same bytes.
 */
export function junitReporter({ suite }: Wording): SuiteReporter {
  return {
    begin: () => '',
    see: () => '',
    end: (summary) => {
      const files = new Set([...summary.results, ...summary.notRun].map(({ file }) => file));
      return [
        '<?xml version="1.0" encoding="UTF-8"?>',
        element('testsuites', { name: 'inbox-sim', ...countsOf(summary) }, [
          ...[...files].flatMap((file) => suiteOf(file, summary, suite.status)),
        ]),
        '',
      ].join('\n');
    },
  };
}

type StatusWords = Wording['suite']['status'];

function suiteOf(file: string, summary: SuiteSummary, words: StatusWords): string[] {
  const results = summary.results.filter((result) => result.file === file);
  const notRun = summary.notRun.filter((each) => each.file === file);
  return [
    element('testsuite', { name: file, ...countsOf({ results, notRun }) }, [
      ...results.map((result) => caseOf(result, words)),
      ...notRun.map(({ name }) => element('testcase', { name, classname: file, file }, [element('skipped', {}, [])])),
    ]),
  ];
}

function countsOf({ results, notRun }: Pick<SuiteSummary, 'results' | 'notRun'>): Record<string, string> {
  const { failed, inconclusive, invalid, bug } = statusCounts(results);
  return {
    tests: String(results.length + notRun.length),
    failures: String(failed),
    errors: String(inconclusive + invalid + bug),
    skipped: String(notRun.length),
  };
}

function caseOf({ name, file, status, findings }: CaseResult, words: StatusWords): string {
  const attributes = { name, classname: file, file };
  if (status === 'passed') return element('testcase', attributes, []);
  const kind = status === 'failed' ? 'failure' : 'error';
  const lines = findings.flatMap(({ line, text, frame }) => [
    line === null ? file : `${file}:${line}`,
    ...frame,
    ...text.split('\n'),
    '',
  ]);
  const [first] = findings;
  const line = first?.line == null ? {} : { line: String(first.line) };
  const message = first?.text.split('\n')[0] ?? words[status];
  return element('testcase', { ...attributes, ...line }, [
    `<${kind}${attributesText({ type: status, message })}>${escaped(lines.join('\n').trimEnd())}</${kind}>`,
  ]);
}

function element(name: string, attributes: Readonly<Record<string, string>>, children: readonly string[]): string {
  const head = `<${name}${attributesText(attributes)}`;
  if (children.length === 0) return `${head}/>`;
  return `${head}>\n${children.join('\n')}\n</${name}>`;
}

function attributesText(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
}

/** XML 1.0 has no way to write control characters, nor these two; they are shown as elsewhere. */
function escaped(text: string): string {
  const shown = visibleLines(text).replaceAll('\ufffe', '\\u{fffe}').replaceAll('\uffff', '\\u{ffff}');
  return shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
