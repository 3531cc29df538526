import { expect, test } from 'vitest';
import { statementFrame } from '../../src/report/statement-frame.js';

test.each([
  ...['\u2028', '\u2029', '\u0085', '\u202a', '\u202e', '\u2066', '\u2069', '\u200e', '\u200f', '\ufeff', '\u061c'],
  ...['\u001b', '\u009b', '\t', '\r', '\u200b', '\u3164'],
])('%j is one blank in a frame, and the caret stays below its place', (character) => {
  expect(statementFrame(`SELECT ${character}x`, 9, 80)).toEqual(['SELECT  x', '        ^']);
});
