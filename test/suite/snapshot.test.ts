import { describe, expect, test } from 'vitest';
import { compareSnapshot, type SnapshotPlace } from '../../src/suite/snapshot.js';

/** A place that holds `text`, and where writing fails for `reason`. */
function place(found: ReturnType<SnapshotPlace['read']>, reason: string | null = null) {
  const written: string[] = [];
  const write = async (text: string) => {
    if (reason === null) written.push(text);
    return reason;
  };
  return { name: 's.txt', read: () => found, write, written };
}

const marks = 'one\n<<<<<<< HEAD\ntwo\n=======\nthree\n>>>>>>> other\n';

describe('a snapshot', () => {
  const stored = { text: 'old\n' };
  test.each([
    ['none, in CI', null, 'compare', true, { kind: 'missing' }, []],
    ['none, elsewhere', null, 'add', true, { kind: 'written' }, ['new\n']],
    ['none, with -u', null, 'update', true, { kind: 'written' }, ['new\n']],
    ['none, of a run that is not as announced', null, 'add', false, { kind: 'none' }, []],
    ['none, of such a run with -u', null, 'update', false, { kind: 'none' }, []],
    ['the same', { text: 'new\n' }, 'compare', true, { kind: 'matched' }, []],
    ['the same, of a run that is not as announced', { text: 'new\n' }, 'add', false, { kind: 'matched' }, []],
    ['another, in CI', stored, 'compare', true, { kind: 'differs', stored: 'old\n' }, []],
    ['another, elsewhere', stored, 'add', true, { kind: 'differs', stored: 'old\n' }, []],
    ['another, with -u', stored, 'update', true, { kind: 'updated' }, ['new\n']],
    ['another, with -u, not as announced', stored, 'update', false, { kind: 'differs', stored: 'old\n' }, []],
    ['one with the marks of a merge', { text: marks }, 'add', true, { kind: 'conflict', line: 2 }, []],
    ['such a one with -u', { text: marks }, 'update', true, { kind: 'updated' }, ['new\n']],
    [
      'one that only begins like a mark',
      { text: '<<<<<<<\n' },
      'add',
      true,
      { kind: 'differs', stored: '<<<<<<<\n' },
      [],
    ],
    ['one that cannot be read', { reason: 'no' }, 'update', true, { kind: 'unreadable', reason: 'no' }, []],
  ] as const)('%s', async (_, found, policy, isAsAnnounced, fate, written) => {
    const at = place(found);
    expect(await compareSnapshot('new\n', at, policy, isAsAnnounced)).toEqual(fate);
    expect(at.written).toEqual(written);
  });

  test.each([null, stored])('where nothing can be written', async (found) => {
    expect(await compareSnapshot('new\n', place(found, 'no room'), 'update', true)).toEqual({
      kind: 'unwritable',
      reason: 'no room',
    });
  });
});
