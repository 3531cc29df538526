/**
 * A position in the log of a database, as PostgreSQL writes one (`pg_lsn`). Here it counts commits and not bytes; the
 * definition of the database is the first.
 */
export function lsnText(position: number): string {
  return `0/${position.toString(16).toUpperCase()}`;
}
