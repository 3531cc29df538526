import { InvalidArgumentError } from 'commander';
import { formatDuration, parseDuration } from '../../base/time.js';
import type { EngineLimits } from '../../postgres/watchdog.js';
import type { TableChoice } from '../../report/text/state.js';

/** The options of `run`, as the command line gives them. */
export interface RunFlags extends LimitFlags {
  readonly variant?: string;
  readonly format: 'text' | 'json';
  readonly tables: TableChoice;
  readonly lang?: string;
  readonly out?: string;
}

/** What PostgreSQL may take, where it is not the usual. */
export interface LimitFlags {
  /** In milliseconds. */
  readonly statementTimeout?: number;
  /** In milliseconds. */
  readonly scenarioTimeout?: number;
  readonly memoryLimit?: number;
  readonly maxRows?: number;
}

const bytesPerMebibyte = 1024 * 1024;
/** The engine itself takes about as much; with less nothing could be played. */
const leastMebibytes = 256;
const mostMebibytes = 65_536;
const mostRows = 10_000_000;
const longestMilliseconds = 24 * 3_600_000;

/** A duration of the machine's own time. @throws InvalidArgumentError */
export function timeoutFlag(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds !== null && milliseconds > 0 && milliseconds <= longestMilliseconds) return milliseconds;
  throw new InvalidArgumentError(
    `It is a duration such as 500ms, 20s or 5m, at most ${formatDuration(longestMilliseconds)}.`,
  );
}

/** @throws InvalidArgumentError */
export function mebibytesFlag(text: string): number {
  return wholeFlag(text, leastMebibytes, mostMebibytes);
}

/** @throws InvalidArgumentError */
export function rowsFlag(text: string): number {
  return wholeFlag(text, 1, mostRows);
}

function wholeFlag(text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`);
}

/** The limits of the engine that the flags change. */
export function changedLimits(flags: LimitFlags): Partial<EngineLimits> {
  const { statementTimeout, scenarioTimeout, memoryLimit, maxRows } = flags;
  return {
    ...(statementTimeout === undefined ? {} : { statementMilliseconds: statementTimeout }),
    ...(scenarioTimeout === undefined ? {} : { scenarioMilliseconds: scenarioTimeout }),
    ...(memoryLimit === undefined ? {} : { residentBytes: memoryLimit * bytesPerMebibyte }),
    ...(maxRows === undefined ? {} : { rowsPerAnswer: maxRows }),
  };
}
