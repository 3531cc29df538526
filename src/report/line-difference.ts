import { limits } from '../base/limits.js';
import type { Wording } from './wording/wording.js';

/**
 * The lines of two texts in one list: those that only the first has begin with `-`, those that only the second has with `+`,
 * and of what both have only the neighbours are there. Very long differences are cut, and the rest is counted.
 */
export function lineDifference(expected: readonly string[], found: readonly string[], wording: Wording): string[] {
  const lines = withoutLongStretches(compare(expected, found));
  const left = lines.length - limits.shownDifferences;
  return [...lines.slice(0, limits.shownDifferences), ...(left > 0 ? [wording.furtherRows(left)] : [])];
}

/** What is alike over many lines is left out, except next to what differs. */
function withoutLongStretches(lines: readonly string[]): string[] {
  const { shownAlike } = limits;
  const differs = (index: number) => /^[-+]/.test(lines[index] ?? '');
  const near = lines.map((_, index) => {
    for (let other = index - shownAlike; other <= index + shownAlike; other++) if (differs(other)) return true;
    return false;
  });
  return lines.flatMap((line, index) => (near[index] ? [line] : near[index - 1] || index === 0 ? ['  ...'] : []));
}

/** The longest sequence that both have stays as it is; of texts too long for that the beginning and the end. */
function compare(expected: readonly string[], found: readonly string[]): string[] {
  const common =
    expected.length * found.length > limits.comparedPairs ? bothEnds(expected, found) : longestCommon(expected, found);
  const lines: string[] = [];
  let [left, right] = [0, 0];
  for (const line of [...common, null]) {
    while (left < expected.length && expected[left] !== line) lines.push(`- ${expected[left++]}`);
    while (right < found.length && found[right] !== line) lines.push(`+ ${found[right++]}`);
    if (line === null) continue;
    lines.push(`  ${line}`);
    left++;
    right++;
  }
  return lines;
}

function bothEnds(first: readonly string[], second: readonly string[]): string[] {
  const most = Math.min(first.length, second.length);
  let start = 0;
  while (start < most && first[start] === second[start]) start++;
  let end = 0;
  while (end < most - start && first.at(-1 - end) === second.at(-1 - end)) end++;
  return [...first.slice(0, start), ...first.slice(first.length - end)];
}

function longestCommon(first: readonly string[], second: readonly string[]): string[] {
  // lengths[i][j]: how much the rests from i and from j have in common.
  const lengths = Array.from({ length: first.length + 1 }, () => new Array<number>(second.length + 1).fill(0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = first.length - 1; i >= 0; i--) {
    const row = lengths[i] ?? [];
    for (let j = second.length - 1; j >= 0; j--) {
      row[j] = first[i] === second[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const common: string[] = [];
  for (let [i, j] = [0, 0]; i < first.length && j < second.length; ) {
    if (first[i] === second[j]) {
      common.push(first[i] ?? '');
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return common;
}
