import { limits } from '../../base/limits.js';

/** What stands side by side: of what only one side has, the other is null. */
export interface Pair<T> {
  readonly left: T | null;
  readonly right: T | null;
}

/** How two things compare: `same`, `alike` where they tell of one thing differently, or `other`. */
export type Likeness = 'same' | 'alike' | 'other';

/** Leaving both alone costs as much as two gaps, so that only what is about one thing is put side by side. */
const costs: Readonly<Record<Likeness, number>> = { same: 0, alike: 1, other: Infinity };
const gap = 1;

/**
 * Puts two lists side by side, in the order that each has: as much as possible of what is the same stands in one row, and
 * what is alike beside each other. Of lists too long for that, only the beginning and the end are matched.
 */
export function align<T>(
  left: readonly T[],
  right: readonly T[],
  likeness: (one: T, other: T) => Likeness,
): readonly Pair<T>[] {
  const isSame = (i: number, j: number) => likeness(left[i] as T, right[j] as T) === 'same';
  const most = Math.min(left.length, right.length);
  let start = 0;
  while (start < most && isSame(start, start)) start++;
  let end = 0;
  while (end < most - start && isSame(left.length - 1 - end, right.length - 1 - end)) end++;
  const pairs = (from: number, to: number) =>
    left
      .slice(from, to)
      .map((one, index): Pair<T> => ({ left: one, right: right[right.length - left.length + from + index] as T }));
  const middle: readonly [readonly T[], readonly T[]] = [
    left.slice(start, left.length - end),
    right.slice(start, right.length - end),
  ];
  return [
    ...left.slice(0, start).map((one, index): Pair<T> => ({ left: one, right: right[index] as T })),
    ...alignMiddle(...middle, likeness),
    ...pairs(left.length - end, left.length),
  ];
}

function alignMiddle<T>(left: readonly T[], right: readonly T[], likeness: (one: T, other: T) => Likeness): Pair<T>[] {
  if (left.length * right.length > limits.comparedPairs) return [...alone(left, 'left'), ...alone(right, 'right')];
  // cheapest[i][j]: what it costs to put the rests from i and from j side by side.
  const cheapest = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0));
  const at = (i: number, j: number) => cheapest[i]?.[j] ?? 0;
  const together = (i: number, j: number) => costs[likeness(left[i] as T, right[j] as T)] + at(i + 1, j + 1);
  for (let i = left.length; i >= 0; i--) {
    const row = cheapest[i] ?? [];
    for (let j = right.length; j >= 0; j--) {
      if (i === left.length || j === right.length) row[j] = (left.length - i + right.length - j) * gap;
      else row[j] = Math.min(together(i, j), at(i + 1, j) + gap, at(i, j + 1) + gap);
    }
  }
  const pairs: Pair<T>[] = [];
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    if (together(i, j) === at(i, j)) pairs.push({ left: left[i++] as T, right: right[j++] as T });
    else if (at(i + 1, j) + gap === at(i, j)) pairs.push({ left: left[i++] as T, right: null });
    else pairs.push({ left: null, right: right[j++] as T });
  }
  return [...pairs, ...alone(left.slice(i), 'left'), ...alone(right.slice(j), 'right')];
}

function alone<T>(list: readonly T[], side: 'left' | 'right'): Pair<T>[] {
  return list.map((one) => (side === 'left' ? { left: one, right: null } : { left: null, right: one }));
}
