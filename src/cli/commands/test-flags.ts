import { InvalidArgumentError } from 'commander';
import { type ReporterName, SUITE_REPORTERS } from '../../report/suite/reporter.js';
import { wholeFlag } from '../flag-values.js';
import type { LimitFlags } from './run-flags.js';

/** The options of `test`, as the command line gives them. */
export interface TestFlags extends LimitFlags {
  readonly update?: boolean;
  readonly prune?: boolean;
  readonly filter?: RegExp;
  readonly variant?: string;
  readonly bail?: boolean;
  readonly repeat: number;
  readonly workers: number;
  readonly list?: boolean;
  readonly watch?: boolean;
  readonly reporter?: readonly ReporterTarget[];
  readonly lang?: string;
  readonly postgres?: string;
}

export interface ReporterTarget {
  readonly reporter: ReporterName;
  /** Null for the standard output. */
  readonly file: string | null;
}

const mostRepetitions = 1000;
const mostWorkers = 16;

/** `name` or `name:FILE`; every use of the flag adds one. @throws InvalidArgumentError */
export function reporterFlag(text: string, before: readonly ReporterTarget[] = []): readonly ReporterTarget[] {
  const colon = text.indexOf(':');
  const name = colon < 0 ? text : text.slice(0, colon);
  const file = colon < 0 ? null : text.slice(colon + 1);
  const reporter = SUITE_REPORTERS.find((each) => each === name);
  if (!reporter || file === '') {
    throw new InvalidArgumentError(
      `It is one of ${SUITE_REPORTERS.join(', ')}, or one of them with a file: junit:FILE.`,
    );
  }
  const targets = [...before, { reporter, file }];
  const aloud = targets.filter((target) => target.file === null).map((target) => target.reporter);
  // These two are made of lines that stand for themselves; the others are one document each.
  const documents = aloud.filter((each) => each !== 'default' && each !== 'github');
  if (documents.length > 0 && aloud.length > 1) {
    throw new InvalidArgumentError(
      `${aloud.join(' and ')} cannot share the standard output; give ${documents[0]} a file: ${documents[0]}:FILE.`,
    );
  }
  if (file !== null && before.some((target) => target.file === file)) {
    throw new InvalidArgumentError(`Two reporters cannot write to the same file.`);
  }
  return targets;
}

/** @throws InvalidArgumentError */
export function filterFlag(text: string): RegExp {
  try {
    return new RegExp(text, 'i');
  } catch (error) {
    throw new InvalidArgumentError(`It is a regular expression. ${(error as Error).message}.`);
  }
}

/** @throws InvalidArgumentError */
export function repeatFlag(text: string): number {
  return wholeFlag(text, [1, mostRepetitions]);
}

/** @throws InvalidArgumentError */
export function workersFlag(text: string): number {
  return wholeFlag(text, [1, mostWorkers]);
}
