import { present } from '../base/assert.js';
import type { Row } from '../model/sql.js';
import type { Backend } from './backend.js';
import { type Captured, captureColumns } from './captured.js';
import type { DatabaseState } from './catalogue.js';
import type { OpenTransaction } from './open-transaction.js';
import { readRowLocks } from './read-locks.js';
import type { Seat } from './seat.js';
import { holdsTransactionIds } from './server-ids.js';
import type { DatabaseFacts } from './table-facts.js';
import type { AdvisoryLock, TransactionImage } from './transaction-image.js';

/** What {@link readImage} needs to know of the session whose transaction it reads. */
export interface Reading {
  readonly backend: Backend;
  readonly seat: Seat;
  readonly captured: Captured;
  readonly facts: DatabaseFacts;
  readonly state: DatabaseState;
}

/** An image of a transaction that holds nothing. */
export function emptyImage({ savepoints }: OpenTransaction, aborted: boolean): TransactionImage {
  const levels = Array.from({ length: savepoints.length + 1 }, () => ({ changes: [], locks: [] }));
  return { levels, advisory: [], settings: [], readOnly: false, aborted };
}

/** A session is given these anew, or they are kept in another way. */
const givenSettings = ['role', 'search_path', 'session_authorization', 'session_replication_role', 'inbox_sim.now'];

const rowModes = ['AccessShareLock', 'RowShareLock', 'RowExclusiveLock'];

/**
 * Reads what the transaction holds that the backend has open, and leaves the backend as the server's own in the midst of
 * it. Notes in `transaction` where something shows that no image keeps.
 */
export function readImage(reading: Reading, transaction: OpenTransaction, aborted: boolean): TransactionImage {
  const { backend, seat, captured, facts } = reading;
  const { results } = backend.script(
    `${seat.rise()};
     SELECT ${captureColumns}, xmin FROM inbox_sim.capture ORDER BY seq;
     SELECT locktype, relation, mode, classid, objid, objsubid FROM pg_catalog.pg_lock_status()
     WHERE pid = pg_catalog.pg_backend_pid() AND granted
       AND (locktype = 'advisory' OR locktype = 'relation' AND mode <> 'AccessShareLock');
     SELECT pg_catalog.current_setting('transaction_read_only'),
       EXISTS (SELECT FROM pg_catalog.pg_cursor() WHERE name <> '')
     ${transaction.changesSettings ? "; SELECT name, setting FROM pg_catalog.pg_show_all_settings() WHERE source = 'session'" : ''}`,
  );
  const [, changed, locks, other, settings] = results;
  const rows = captured.fresh(present(changed, 'changes').rows);
  const [readOnly, cursors] = present(other?.rows[0], 'state');
  const held = present(locks, 'locks').rows;
  const advisory = held.filter(([type]) => type === 'advisory').map(advisoryLock);
  const hasSavepoints = transaction.savepoints.length > 0;
  // Which savepoint they stand behind cannot be told.
  const untold = hasSavepoints && (readOnly === 'on' || advisory.length > 0 || transaction.changesSettings);
  const relations = held.filter(([type, oid]) => type === 'relation' && facts.byOid.has(oid ?? ''));
  const strong = relations.some(([, , mode]) => !rowModes.includes(mode ?? ''));
  if (cursors === 't' || untold || strong || holdsMore(rows, reading)) transaction.onlyEnds = true;
  const tables = [...new Set(relations.map(([, oid]) => oid ?? ''))].flatMap((oid) => facts.byOid.get(oid) ?? []);
  const rowLocks = readRowLocks(backend, tables, transaction);
  return {
    levels: Array.from({ length: transaction.savepoints.length + 1 }, (_, level) => ({
      changes: rows.filter((row) => transaction.levelOf(Number(row[6])) === level),
      locks: rowLocks.filter((lock) => transaction.levelOf(lock.xid) === level).map(({ xid: _xid, ...lock }) => lock),
    })),
    advisory,
    settings: (settings?.rows ?? [])
      .map(([name, value]) => [name ?? '', value ?? ''] as const)
      .filter(([name]) => !givenSettings.includes(name) && !name.startsWith('transaction_')),
    readOnly: readOnly === 'on',
    aborted,
  };
}

/** Whether the changes tell of something that is not put back with rows: an emptied table, ids that are stored. */
function holdsMore(changes: readonly Row[], { state }: Reading): boolean {
  return changes.some(
    ([, , relation, kind]) => kind === 'TRUNCATE' || holdsTransactionIds(state.columnTypes.get(relation ?? '') ?? []),
  );
}

function advisoryLock([, , mode, high, low, kind]: Row): AdvisoryLock {
  // A lock of one key shows it in two halves; one of two keys shows both, as they are without a sign.
  const [one, two] = [Number(high), Number(low)];
  const key =
    kind === '2' ? `${one | 0}, ${two | 0}` : `${BigInt.asIntN(64, (BigInt(one) << 32n) | BigInt(two))}::bigint`;
  return { key, name: `${high} ${low} ${kind}`, mode: mode === 'ShareLock' ? 5 : 7 };
}
