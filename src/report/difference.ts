import { limits } from '../base/limits.js';
import type { Expectation } from '../trace/event.js';
import type { Wording } from './wording/wording.js';

/**
 * How something that was expected differs from what was found: a sentence where both are one line each, else the lines
 * of both, those that only one of them has with a sign before them.
 */
export function differenceLines(expectation: Expectation, wording: Wording): string[] {
  const { line } = expectation;
  const expected = expectation.expected.map(shownLine);
  const found = expectation.found.map(shownLine);
  if (expected.length <= 1 && found.length <= 1) {
    return [wording.line(line, unmetText(expectation, expected[0] ?? '-', found[0] ?? '-', wording))];
  }
  const lines = withoutLongStretches(compare(expected, found));
  const left = lines.length - limits.shownDifferences;
  return [
    wording.unmetRows(line, subjectText(expectation.subject, wording)),
    ...lines.slice(0, limits.shownDifferences),
    ...(left > 0 ? [wording.furtherRows(left)] : []),
  ];
}

/** An expectation that was not met in a few words: each side on one line, as far as it is short. */
export function unmetInShort(expectation: Expectation, wording: Wording): string {
  const { expected, found } = expectation;
  return unmetText(expectation, inShort(expected.map(shownLine)), inShort(found.map(shownLine)), wording);
}

function unmetText({ subject, expected: [only] }: Expectation, expected: string, found: string, wording: Wording) {
  if (subject === 'error' && only === '-') return wording.unexpectedError(found);
  return wording.unmet(subjectText(subject, wording), expected, found);
}

/** The trace names what it is about in the words of no language in particular, which are English. */
function subjectText(subject: string, { subjects }: Wording): string {
  const [, what, group = '', partition = ''] = /^(offset|lag) of (.*) in (\S+)$/.exec(subject) ?? [];
  if (what === 'offset' || what === 'lag') return subjects[what](group, partition);
  const [, membersOf] = /^members of (.*)$/.exec(subject) ?? [];
  return membersOf === undefined ? subject : subjects.members(membersOf);
}

/** Rows and records are compared as JSON, and no event as `~`; a reader knows the one as the other from the tables: NULL. */
function shownLine(line: string): string {
  if (line === '~') return 'NULL';
  return /^[[{]/.test(line)
    ? line.replace(/("(?:[^"\\]|\\.)*")|\bnull\b/g, (_, text?: string) => text ?? 'NULL')
    : line;
}

/** One side of a difference on one line, as far as it is short. */
function inShort(lines: readonly string[]): string {
  const characters = Array.from(lines.join(', ') || '-');
  return characters.length <= limits.unmetChars
    ? characters.join('')
    : `${characters.slice(0, limits.unmetChars - 1).join('')}…`;
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
