import type { Operation } from '../model/names.js';
import { programOf } from '../programs/registry.js';
import { setVariant } from '../programs/variant-of.js';
import type { ProcessSpec } from './scenario.js';

/**
 * How often one unit of work of a process can send an operation at most; null where nothing limits it. A member of a group
 * also joins and commits as its client library sees fit.
 */
export function mostInUnit(spec: ProcessSpec, operation: Operation): number | null {
  const { reader } = spec;
  const member = reader !== null && reader.partitions === null;
  if (operation === 'join') return member ? null : 0;
  if (member && (operation === 'fetch' || operation === 'commit-offset')) return null;
  if (operation === 'commit-offset' && reader && Object.keys(reader.config).length > 0) return null;
  const program = programOf(spec);
  const { variant } = setVariant(program, spec.variant, spec.knobs);
  const most = variant.sends?.[operation] ?? program.sends[operation];
  return most === undefined ? 0 : most;
}
