import { expect, test } from 'vitest';
import {
  type Checkpoint,
  type CheckpointRule,
  newCheckpoint,
  recordArrived,
  recordResolved,
} from '../../src/programs/history/checkpoint.js';

type Move = readonly ['arrived', offset: number, logStart?: number] | readonly ['resolved', offset: number];

/** A record that comes and is resolved before the next one does. */
const done = (...offsets: number[]): Move[] =>
  offsets.flatMap((offset): Move[] => [
    ['arrived', offset],
    ['resolved', offset],
  ]);

function checkpointAfter(moves: readonly Move[], rule: CheckpointRule = 'contiguous', from = 0): Checkpoint {
  const checkpoint = newCheckpoint(from);
  for (const [what, offset, logStart = 0] of moves) {
    if (what === 'arrived') recordArrived(checkpoint, offset, logStart);
    else recordResolved(checkpoint, offset, rule);
  }
  return checkpoint;
}

/** A prefix begins where reading began and nothing is left out, unless a case says otherwise. */
type Expected = Omit<Checkpoint, 'from' | 'leaps'> & Partial<Pick<Checkpoint, 'from' | 'leaps'>>;

const cases: readonly { what: string; from?: number; moves: readonly Move[]; expected: Expected }[] = [
  {
    what: 'begins where reading began, with nothing resolved',
    from: 5,
    moves: [],
    expected: { next: 5, sent: 5, resolved: {}, last: 4 },
  },
  {
    what: 'does not move when a record has only come',
    moves: [['arrived', 0]],
    expected: { next: 0, sent: 0, resolved: {}, last: 0 },
  },
  {
    what: 'moves over each record that is resolved in turn',
    from: 5,
    moves: done(5, 6, 7),
    expected: { next: 8, sent: 5, resolved: {}, last: 7 },
  },
  {
    what: 'is held by an unresolved record while later ones are resolved',
    moves: [...done(0), ['arrived', 1], ...done(2, 3)],
    expected: { next: 1, sent: 0, resolved: { 2: true, 3: true }, last: 3 },
  },
  {
    what: 'moves over everything that waited once the held record is resolved',
    moves: [...done(0), ['arrived', 1], ...done(2, 3), ...done(1)],
    expected: { next: 4, sent: 0, resolved: {}, last: 1 },
  },
  {
    what: 'moves only up to the next unresolved record',
    moves: [['arrived', 0], ...done(1), ['arrived', 2], ...done(3), ...done(0)],
    expected: { next: 2, sent: 0, resolved: { 3: true }, last: 0 },
  },
  {
    what: 'is not moved by a record that was resolved before and comes again',
    moves: [...done(0, 1), ...done(0)],
    expected: { next: 2, sent: 0, resolved: {}, last: 0 },
  },
  {
    what: 'takes no leap in a record that comes again after a seek back, nor in the one after it',
    moves: [
      ['arrived', 0],
      ['arrived', 0],
      ['arrived', 1],
    ],
    expected: { next: 0, sent: 0, resolved: {}, last: 1 },
  },
  {
    what: 'moves over what a leap forward leaves out',
    moves: [...done(0), ['arrived', 7]],
    expected: { next: 7, sent: 7, resolved: {}, last: 7 },
  },
  {
    what: 'is held across a leap by a record that came before and is not resolved',
    moves: [['arrived', 0], ...done(7, 8)],
    expected: { next: 0, sent: 0, resolved: { 7: true, 8: true }, last: 8, leaps: { 1: 7 } },
  },
  {
    what: 'moves over the leap once that record is resolved',
    moves: [['arrived', 0], ...done(7, 8), ...done(0)],
    expected: { next: 9, sent: 0, resolved: {}, last: 0 },
  },
  {
    what: 'never goes back in a leap to what is resolved already',
    moves: [...done(0, 1, 2, 3, 4, 5), ['arrived', 0], ['arrived', 4]],
    expected: { next: 6, sent: 6, resolved: {}, last: 4 },
  },
  {
    what: 'lets records below the log start go: they hold nothing any more',
    moves: [
      ['arrived', 0],
      ['arrived', 1],
      ['arrived', 2, 2],
    ],
    expected: { next: 2, sent: 0, resolved: {}, last: 2 },
  },
  {
    what: 'moves on over what waited right above the log start',
    moves: [['arrived', 0], ['arrived', 1], ...done(2, 3), ['arrived', 4, 2]],
    expected: { next: 4, sent: 0, resolved: {}, last: 4 },
  },
  {
    what: 'forgets what waited below the log start',
    moves: [['arrived', 0], ...done(1), ['arrived', 2, 2]],
    expected: { next: 2, sent: 0, resolved: {}, last: 2 },
  },
  {
    what: 'is not moved by a log start that it has passed',
    moves: [...done(0, 1, 2), ['arrived', 3, 2]],
    expected: { next: 3, sent: 0, resolved: {}, last: 3 },
  },
];

test.each(cases.map((row) => [row.what, row] as const))('a checkpoint %s', (_, { from = 0, moves, expected }) => {
  expect(checkpointAfter(moves, 'contiguous', from)).toEqual({ from, leaps: {}, ...expected });
});

const mistaken: readonly { what: string; moves: readonly Move[]; expected: Expected }[] = [
  {
    what: 'covers an unresolved record as soon as a later one is resolved',
    moves: [['arrived', 0], ...done(1)],
    expected: { next: 2, sent: 0, resolved: {}, last: 1 },
  },
  {
    what: 'does not go back for a record that comes again',
    moves: [['arrived', 0], ...done(1, 2), ...done(0)],
    expected: { next: 3, sent: 0, resolved: {}, last: 0 },
  },
  {
    what: 'does not move while nothing is resolved',
    moves: [
      ['arrived', 0],
      ['arrived', 1],
    ],
    expected: { next: 0, sent: 0, resolved: {}, last: 1 },
  },
];

test.each(mistaken.map((row) => [row.what, row] as const))('the rule `highest` %s', (_, { moves, expected }) => {
  expect(checkpointAfter(moves, 'highest')).toEqual({ from: 0, leaps: {}, ...expected });
});
