import { describe, expect, test } from 'vitest';
import { limits } from '../../../src/base/limits.js';
import { align, type Likeness } from '../../../src/report/compare/alignment.js';

/** Texts are alike where their first letters are the same. */
function likeness(one: string, other: string): Likeness {
  if (one === other) return 'same';
  return one[0] === other[0] ? 'alike' : 'other';
}

/** Both sides of each row, `-` for what only one side has. */
function rows(left: readonly string[], right: readonly string[]): string[] {
  return align(left, right, likeness).map((pair) => `${pair.left ?? '-'} | ${pair.right ?? '-'}`);
}

describe('two lists', () => {
  test.each<[string, string[], string[], string[]]>([
    ['are nothing', [], [], []],
    ['are the same', ['a', 'b'], ['a', 'b'], ['a | a', 'b | b']],
    ['are there on one side only', ['a', 'b'], [], ['a | -', 'b | -']],
    ['lack the first', ['b', 'c'], ['a', 'b', 'c'], ['- | a', 'b | b', 'c | c']],
    ['lack the middle', ['a', 'b', 'c'], ['a', 'c'], ['a | a', 'b | -', 'c | c']],
    ['lack the last', ['a'], ['a', 'b'], ['a | a', '- | b']],
    ['tell of one thing differently', ['a', 'b1', 'c'], ['a', 'b2', 'c'], ['a | a', 'b1 | b2', 'c | c']],
    ['have nothing in common', ['a'], ['b'], ['a | -', '- | b']],
    ['have one thing once and twice', ['a'], ['a', 'a'], ['a | a', '- | a']],
    ['have two orders', ['a', 'b'], ['b', 'a'], ['a | -', 'b | b', '- | a']],
    [
      'differ in several places',
      ['a', 'x', 'b1', 'c'],
      ['a', 'b2', 'y', 'c'],
      ['a | a', 'x | -', 'b1 | b2', '- | y', 'c | c'],
    ],
  ])('that %s', (_, left, right, expected) => {
    expect(rows(left, right)).toEqual(expected);
  });

  test('that are too long to be matched are matched at their beginning and end', () => {
    const many = Math.ceil(Math.sqrt(limits.comparedPairs)) + 1;
    const list = (letter: string) => ['first', ...Array.from({ length: many }, () => `m${letter}`), 'last'];
    const found = rows(list('1'), list('2'));
    expect(found).toHaveLength(2 * many + 2);
    expect([found[0], found[1], found[many], found[many + 1], found[2 * many], found[2 * many + 1]]).toEqual([
      'first | first',
      'm1 | -',
      'm1 | -',
      '- | m2',
      '- | m2',
      'last | last',
    ]);
  });
});
