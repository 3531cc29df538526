import { programOf } from '../programs/registry.js';
import { setVariant } from '../programs/variant-of.js';
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
  for (const spec of processes) {
    const { database } = spec;
    if (database === null) continue;
    const other = first.get(database);
    if (!other) first.set(database, spec);
    else if (schemaOf(other) !== schemaOf(spec)) {
      const span = entries.find(({ name }) => name.value === spec.name)?.name.span ?? { start: 0, end: 0 };
      reader.wrongValue(
        span,
        { is: 'own-database', variant: spec.variant, other: other.variant, otherProcess: other.name },
        database,
      );
    }
  }
}

function schemaOf(spec: ProcessSpec): unknown {
  return setVariant(programOf(spec), spec.variant, spec.knobs).variant.schema;
}
