import type { Operation } from '../model/names.js';
import type { ProcessSpec } from './scenario.js';

/** How often a variant sends an operation in one unit of work, at most, where that is not once. */
const exceptions: Readonly<Record<string, Partial<Record<Operation, number>>>> = {
  'split-inbox-first': { begin: 2, commit: 2 },
  'split-history-first': { begin: 2, commit: 2 },
  'no-inbox': { tryInbox: 0 },
  'no-rollback': { rollback: 0 },
};

/**
 * How often one unit of work of a process can send an operation at most; null where nothing limits it. A member of a group
 * also joins and commits as its client library sees fit.
 */
export function mostInUnit({ variant, reader }: ProcessSpec, operation: Operation): number | null {
  const member = reader.partitions === null;
  if (operation === 'join') return member ? null : 0;
  if (operation === 'fetch') return member ? null : 1;
  if (operation === 'commit-offset') return member || Object.keys(reader.config).length > 0 ? null : 1;
  return exceptions[variant]?.[operation] ?? 1;
}
