import { programs } from '../programs/registry.js';
import type { Entry } from './collections.js';
import type { Reader } from './reader.js';
import type { ProcessSpec } from './scenario.js';

/** Reports processes that share a database although their variants bring different schemas to it. */
export function checkSharedDatabases(
  processes: readonly ProcessSpec[],
  entries: readonly Entry<unknown>[],
  reader: Reader,
): void {
  const first = new Map<string, ProcessSpec>();
  for (const process of processes) {
    const other = first.get(process.database);
    if (!other) first.set(process.database, process);
    else if (schemaOf(other) !== schemaOf(process)) {
      const span = entries.find(({ name }) => name.value === process.name)?.name.span ?? { start: 0, end: 0 };
      reader.wrongValue(
        span,
        { is: 'own-database', variant: process.variant, other: other.variant, otherProcess: other.name },
        process.database,
      );
    }
  }
}

function schemaOf({ program, variant }: ProcessSpec): unknown {
  return programs.find(({ name }) => name === program)?.variants.find(({ name }) => name === variant)?.schema;
}
