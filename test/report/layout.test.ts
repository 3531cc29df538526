import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { differenceLine, grid, paragraph, wrap } from '../../src/report/text/layout.js';
import { visible } from '../../src/report/text/visible.js';

describe('untrusted text', () => {
  test.each([
    ['\u001b[31mred', '\\u{1b}[31mred'],
    ['a\rb\bc\u0000', 'a\\u{d}b\\u{8}c\\u{0}'],
    ['line\nline', 'line\\u{a}line'],
    ['\u202eright to left', '\\u{202e}right to left'],
    ['\u200bnothing', '\\u{200b}nothing'],
    ['Событие 日本 ✓ 👩‍💻 👩🏽‍💻 ❤️‍🔥', 'Событие 日本 ✓ 👩‍💻 👩🏽‍💻 ❤️‍🔥'],
    ['a\u200db', 'a\\u{200d}b'],
    ['a\ufe0f\u3164\u034f\u2060', 'a\\u{fe0f}\\u{3164}\\u{34f}\\u{2060}'],
    ['\ud83d half', '\\u{d83d} half'],
    ['\u{e0041}tag', '\\u{e0041}tag'],
  ])('%j is shown as %s', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });
});

describe('wrap', () => {
  test.each([
    ['one two three', 7, ['one two', 'three']],
    ['event-ticket-900', 8, ['event-ti', 'cket-900']],
    ['a event-ticket-900', 8, ['a', 'event-ti', 'cket-900']],
    ['{"a":"open","b":"x"}', 13, ['{"a":"open",', '"b":"x"}']],
    ['日本日本', 5, ['日本', '日本']],
    ['👩‍💻👩‍💻👩‍💻', 4, ['👩‍💻👩‍💻', '👩‍💻']],
    ['', 5, ['']],
  ])('%j in %i columns', (text, columns, lines) => {
    expect(wrap(text, columns)).toEqual(lines);
  });
});

describe('a grid', () => {
  /** Where the last cell of each row begins, in columns of a terminal. */
  const starts = (lines: string[], last: string[]) =>
    lines.map((line, index) => stringWidth(line.slice(0, line.lastIndexOf(last[index] ?? ''))));

  test('Cyrillic, CJK and emoji keep the columns straight', () => {
    const values = ['plain', 'Событие', '日本', '👩‍💻 ok', '✓ ✗', 'é'];
    const lines = grid(
      values.map((value) => ({ sign: '+', cells: [value, 'end'] })),
      3,
      80,
    );
    expect(new Set(starts(lines, Array(values.length).fill('end')))).toEqual(new Set([14]));
  });

  test('a value that is too long is broken under itself, and nothing of it is lost', () => {
    const long = 'x'.repeat(100);
    const lines = grid([{ cells: ['id', 'value', 'end'] }, { sign: '+', cells: ['1', long, 'z'] }], 3, 40);
    expect(lines.every((line) => stringWidth(line) <= 40)).toBe(true);
    expect(lines.join('').replace(/[^x]/g, '')).toBe(long);
    expect(lines.slice(0, 2)).toEqual(['     id  value                       end', `   + 1   ${'x'.repeat(26)}  z`]);
  });

  test('the sign stands before its row, and colours go round cells, not into the widths', () => {
    const paint = (text: string) => `\u001b[32m${text}\u001b[39m`;
    expect(grid([{ cells: ['a', 'b'] }, { sign: '~', cells: ['1', '2'], paint }], 2, 80)).toEqual([
      '    a  b',
      `  ${paint('~')} ${paint('1')}  ${paint('2')}`,
    ]);
  });

  test('where columns would be too narrow to read, rows become lists', () => {
    const rows = [
      { cells: ['event_id', 'from_status', 'to_status'] },
      { sign: '+', cells: ['event-ticket-900', 'open', 'resolved'] },
      { cells: ['event-ticket-901', 'resolved', 'closed'] },
    ];
    expect(grid(rows, 3, 30)).toEqual([
      '   + event_id     event-ticket',
      '                  -900',
      '     from_status  open',
      '     to_status    resolved',
      '     event_id     event-ticket',
      '                  -901',
      '     from_status  resolved',
      '     to_status    closed',
    ]);
  });
});

test('a paragraph is indented and ends before the edge', () => {
  expect(paragraph('Compare commit-never-arrived, where the client saw the same.', 3, 30)).toEqual([
    '   Compare',
    '   commit-never-arrived, where',
    '   the client saw the same.',
  ]);
});

describe('a line of a difference', () => {
  test.each([
    ['- ["a  b"]', ['   - ["a  b"]']],
    ['  ["a"]', ['     ["a"]']],
    ['+ ["один два три"]', ['   + ["один два ', '     три"]']],
    ['- ["0123456789"]', ['   - ["012345678', '     9"]']],
    ['line 7: rows differ', ['   line 7: rows', '   differ']],
  ])('%j', (line, lines) => {
    expect(differenceLine(line, 3, 16)).toEqual(lines);
  });
});
