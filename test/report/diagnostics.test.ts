import { describe, expect, test } from 'vitest';
import { DIAGNOSTIC_CODES, type Diagnostic, isWarning } from '../../src/model/diagnostic.js';
import type { Expected } from '../../src/model/expected.js';
import { NAMED, PLAIN_EXPECTATIONS } from '../../src/model/expected.js';
import { REFUSAL_CODES } from '../../src/model/refusal.js';
import { LANGUAGES } from '../../src/model/text.js';
import { diagnosticWordings, renderDiagnostics } from '../../src/report/diagnostics.js';
import { diagnosticExamples } from '../../src/report/explain/diagnostic-examples.js';
import { renderValidation } from '../../src/report/validation.js';
import { parts as english } from '../../src/report/wording/diagnostic-parts-en.js';
import { parts as russian } from '../../src/report/wording/diagnostic-parts-ru.js';
import { loadScenario, readableText } from '../../src/scenario/load.js';
import { scenarioAround } from '../support/example.js';

/** What is said of the wrong example of a code, without the frame. */
function saidOf(code: Diagnostic['code'], language: 'en' | 'ru'): string {
  const text = readableText(scenarioAround(diagnosticExamples[code].wrong));
  const loaded = loadScenario(text);
  const all = loaded.kind === 'scenario' ? loaded.warnings : loaded.diagnostics;
  return renderDiagnostics(
    'x.yaml',
    text,
    all.filter((diagnostic) => diagnostic.code === code),
    language,
  );
}

test('the code to read more about is that of the first error, not of a warning before it', () => {
  const text = scenarioAround(
    'actors: {W1: {database: history}}\nsteps:\n  - W1: SELECT clock_timestamp()\n  - ruun: history\n  - W1: SELECT $1',
  );
  const loaded = loadScenario(text);
  const diagnostics = loaded.kind === 'diagnostics' ? loaded.diagnostics : [];
  expect(diagnostics.map(({ code }) => code)).toEqual(['wall-clock', 'unknown-key', 'missing-parameter']);
  expect(renderDiagnostics('x.yaml', text, diagnostics, 'en')).toMatch(/inbox-sim explain unknown-key\n$/);
  const validated = renderValidation([{ file: 'x.yaml', text, diagnostics, problem: null }], 'en', {
    columns: 80,
    wraps: false,
  });
  expect(validated).toContain('inbox-sim explain unknown-key\n');
});

describe.each(DIAGNOSTIC_CODES)('%s', (code) => {
  test.each(LANGUAGES)('is a sentence in %s', (language) => {
    const [line = ''] = saidOf(code, language).split('\n');
    const { error, warning } = diagnosticWordings[language];
    expect(line).toMatch(/^x\.yaml:\d+:\d+ /);
    expect(line).toContain(` ${isWarning(code) ? warning : error} ${code}: `);
    expect(line).not.toMatch(/undefined|\[object|\$\{\}/);
    expect(
      /\p{sc=Cyrillic}/u.test(
        line
          .split(': ')
          .slice(1)
          .join(': ')
          .replaceAll(/"[^"]*"/g, ''),
      ),
    ).toBe(language === 'ru');
  });

  test.each(LANGUAGES)('names once how to read more, in %s', (language) => {
    const shown = saidOf(code, language);
    expect(shown.endsWith(`\n\n${diagnosticWordings[language].explain(code)}\n`)).toBe(true);
    expect(shown.split('inbox-sim explain').length).toBe(2);
  });
});

test('many errors, long texts and long lists of names stay readable', () => {
  const events = Array.from({ length: 50 }, (_, index) => `e${index}x: {topic: tickets, value: x}`).join(', ');
  const steps = Array.from({ length: 1000 }, () => '  - publisher: {produce: nobody}').join('\n');
  const text = scenarioAround(
    `events: {${events}}\nsteps:\n  - publisher: {produce: ${'long '.repeat(1000)}}\n${steps}`,
  );
  const loaded = loadScenario(text);
  if (loaded.kind === 'scenario') throw new Error('it has errors');
  const lines = renderDiagnostics('x.yaml', text, loaded.diagnostics, 'en').split('\n');
  expect(lines.filter((line) => line.startsWith('x.yaml')).length).toBe(200);
  expect(lines.slice(-4)).toEqual([
    '... and 300 more; mend these first',
    '',
    'More about it, with examples: inbox-sim explain unknown-name',
    '',
  ]);
  expect(lines.find((line) => line.includes('"nobody"'))).toMatch(/known here: e0x, .*, e29x, \.\.\.$/);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(1100);
});

test.each([40, 80])('in %i columns the frame is cut around the caret, and sentences are broken', (columns) => {
  const key = `unknown-${'x'.repeat(200)}`;
  for (const line of [`${key}: 1`, `events: {${' '.repeat(100)}${key}: 1}`]) {
    const text = `id: x\n${line}\n`;
    const loaded = loadScenario(text);
    if (loaded.kind === 'scenario') throw new Error('it has errors');
    const shown = renderDiagnostics('x.yaml', text, loaded.diagnostics, 'en', { columns, wraps: true }).split('\n');
    for (const each of shown.slice(0, -2)) expect(each.length, each).toBeLessThanOrEqual(columns);
    expect(shown.some((each) => each.includes('…'))).toBe(true);
  }
});

test('a caret stands under what it points at, also in a line that is cut on both sides', () => {
  const text = `id: x\nsteps: [{say: ${'a '.repeat(60)}}, {nobody: go}, {say: ${'b '.repeat(60)}}]\n`;
  const loaded = loadScenario(text);
  if (loaded.kind === 'scenario') throw new Error('it has errors');
  const at = text.indexOf('nobody');
  const span = { start: at, end: at + 'nobody'.length };
  const one = loaded.diagnostics.slice(0, 1).map((each) => ({ ...each, span }));
  const [, source = '', caret = ''] = renderDiagnostics('x.yaml', text, one, 'en').split('\n');
  expect(source.length).toBeLessThanOrEqual(80);
  expect(source).toMatch(/^ 2 \| ….*…$/);
  expect(source.slice(caret.indexOf('^'), caret.lastIndexOf('^') + 1)).toBe('nobody');
});

test('a whole file in the place of a mapping is not repeated', () => {
  const text = `CREATE TABLE t (${'a int, '.repeat(30)})`;
  const loaded = loadScenario(text);
  if (loaded.kind === 'scenario') throw new Error('it has errors');
  const [sentence = '', source = '', caret = ''] = renderDiagnostics('x.sql', text, loaded.diagnostics, 'en').split(
    '\n',
  );
  expect(sentence).toMatch(/found "CREATE TABLE[^"]{47}…"$/);
  expect(Math.max(source.length, caret.length)).toBeLessThanOrEqual(80);
});

test('nothing to say is nothing', () => {
  expect(renderDiagnostics('x.yaml', 'id: x', [], 'en')).toBe('');
});

test('whatever can be expected is worded in both languages, differently', () => {
  const others: readonly Expected[] = [
    { is: 'whole', least: 1, most: 2 },
    { is: 'whole-or-duration', least: 1, most: 2 },
    { is: 'words', words: ['a', 'b'] },
    { is: 'mapping-with', keys: ['a', 'b'] },
    { is: 'either', of: ['text', 'list'] },
    { is: 'one-or-more', of: 'text' },
    { is: 'with-detail', kind: 'error' },
    { is: 'one-for-occurrence', occurrence: 2 },
    { is: 'arrival', labels: [] },
    { is: 'arrival', labels: ['here'] },
    { is: 'more-than', count: 3 },
    { is: 'at-most-databases', count: 8 },
    { is: 'at-most-days', count: 9 },
    { is: 'at-most-steps', count: 9 },
    { is: 'own-database', variant: 'a', other: 'b', otherProcess: 'c' },
    { is: 'actor-action', actor: 'W1' },
    { is: 'one-operation', actor: 'W1' },
    { is: 'process-action', process: 'p' },
  ];
  for (const expected of [...PLAIN_EXPECTATIONS, ...others]) {
    expect(english.expected(expected)).not.toMatch(/\p{sc=Cyrillic}/u);
    if (expected === 'offset' || expected === 'database-table') continue;
    expect(russian.expected(expected), JSON.stringify(expected)).toMatch(/\p{sc=Cyrillic}/u);
  }
  for (const named of NAMED)
    expect(english.named[named]).not.toBe(russian.named[named] === 'partition' ? '' : russian.named[named]);
  for (const code of REFUSAL_CODES) {
    const { why, instead } = diagnosticWordings.ru.refusals[code];
    expect(`${why}; ${instead}`).toMatch(/^\p{sc=Cyrillic}.*; \p{sc=Cyrillic}/u);
  }
});
