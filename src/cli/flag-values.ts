import { InvalidArgumentError } from 'commander';
import { formatDuration, parseDuration } from '../base/time.js';
import { limitBounds } from './commands/run-flags.js';

/** A duration of the machine's own time, in milliseconds. @throws InvalidArgumentError */
export function timeoutFlag(text: string): number {
  const milliseconds = parseDuration(text);
  const [least, most] = limitBounds.statementTimeout;
  if (milliseconds !== null && milliseconds >= least && milliseconds <= most) return milliseconds;
  throw new InvalidArgumentError(`It is a duration such as 500ms, 20s or 5m, at most ${formatDuration(most)}.`);
}

/** @throws InvalidArgumentError */
export function mebibytesFlag(text: string): number {
  return wholeFlag(text, limitBounds.memoryLimit);
}

/** @throws InvalidArgumentError */
export function rowsFlag(text: string): number {
  return wholeFlag(text, limitBounds.maxRows);
}

/** A whole number between two, both included. @throws InvalidArgumentError */
export function wholeFlag(text: string, [least, most]: readonly [number, number]): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`);
}
