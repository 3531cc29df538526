import { present } from '../base/assert.js';
import type { Backend } from './backend.js';

/** More room than this is not kept for captured changes, because whoever reads them has to pass through it. */
const captureBytes = 8192;

/**
 * Removes what a scenario has left when its sessions have ended: prepared transactions, which hold their locks; its
 * databases, as `removal` says; what PostgreSQL has counted; where the generators of ids and of chance stand. It may have
 * chosen the seed of `random()`, so that is drawn anew. Owners can create nothing outside their schemas.
 */
export function removeLeftovers(backend: Backend, removal: readonly string[]): void {
  const prepared = backend.own(
    `SELECT pg_stat_force_next_flush(); SELECT 'ROLLBACK PREPARED ' || quote_literal(gid) FROM pg_prepared_xact()`,
  );
  for (const [statement] of prepared.rows) backend.own(present(statement, 'statement'));
  const { rows } = backend.own(
    [
      'DELETE FROM inbox_sim.capture',
      ...removal,
      `SELECT pg_relation_size('inbox_sim.capture'), pg_stat_reset(), setval('inbox_sim.uuid', 1, false),
         setseed(('x' || left(pg_catalog.gen_random_uuid()::text, 8))::bit(32)::int / 2147483648.0)`,
    ].join('; '),
  );
  if (Number(rows[0]?.[0]) > captureBytes) backend.own('TRUNCATE inbox_sim.capture');
}
