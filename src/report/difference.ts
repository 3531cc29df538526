import { limits } from '../base/limits.js';
import type { Expectation } from '../trace/event.js';
import { lineDifference } from './line-difference.js';
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
  return [
    wording.unmetRows(line, subjectText(expectation.subject, wording)),
    ...lineDifference(expected, found, wording),
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
  const [, lsnOf] = /^lsn of (.*)$/.exec(subject) ?? [];
  if (lsnOf !== undefined) return subjects.lsn(lsnOf);
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
