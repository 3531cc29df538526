import type { EngineLimits } from '../../postgres/watchdog.js';
import type { TableChoice } from '../../report/text/state.js';

/** The options of `run`, as the command line gives them. */
export interface RunFlags extends LimitFlags {
  readonly variant?: string;
  readonly format: 'text' | 'json';
  readonly tables: TableChoice;
  readonly lang?: string;
  readonly out?: string;
  readonly postgres?: string;
}

/** What PostgreSQL may take, where it is not the usual. */
export interface LimitFlags {
  /** In milliseconds. */
  readonly statementTimeout?: number | undefined;
  /** In milliseconds. */
  readonly scenarioTimeout?: number | undefined;
  /** In MiB. */
  readonly memoryLimit?: number | undefined;
  readonly maxRows?: number | undefined;
}

const longestMilliseconds = 24 * 3_600_000;

/** Each limit is a whole number, from the first to the second of these. */
export const limitBounds: Readonly<Record<keyof LimitFlags, readonly [least: number, most: number]>> = {
  statementTimeout: [1, longestMilliseconds],
  scenarioTimeout: [1, longestMilliseconds],
  // The engine itself takes about as much as the least; with less nothing could be played.
  memoryLimit: [256, 65_536],
  maxRows: [1, 10_000_000],
};

const bytesPerMebibyte = 1024 * 1024;

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
