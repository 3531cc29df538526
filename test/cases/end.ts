import type { Run } from '../../src/engine/run.js';

/** What is left at the end of one branch of a case; everything there is, so that nothing can come on top of it unseen. */
export interface End {
  /** The invariants that are violated, in the order of the report. */
  readonly violated: string;
  /** The events in each partition, in the order of their records; `from` where the log start has moved, `to` between the first and the last of many. */
  readonly log: string;
  /** What each group has committed in each partition; `-` for nothing. */
  readonly committed: string;
  /** How many rows each table has. */
  readonly rows: string;
  /** Effects outside the databases, in order; absent where there are none. */
  readonly ledger?: string;
}

/** For each case, by the name of its file, and each branch: the end that the reports of this failure tell of. */
export type Ends = Readonly<Record<string, Readonly<Record<string, End>>>>;

/** What is left at the end of a run, in the words of {@link End}. */
export function endOf({ world, invariants }: Run): End {
  const partitions = [...world.partitions.values()].flat();
  const committed = [...world.groups.values()].flatMap(({ name, topic }) =>
    (world.partitions.get(topic) ?? []).map(
      ({ partition }) => `${name} ${topic}-${partition}: ${world.committed(name, topic, partition) ?? '-'}`,
    ),
  );
  const tables = [...world.databases].flatMap(([database, known]) =>
    [...known].map(([table, rows]) => `${database}.${table} ${rows.size}`),
  );
  return {
    violated: invariants.flatMap(({ name, verdict }) => (verdict === 'violated' ? [name] : [])).join(', '),
    log: partitions
      .map(({ topic, partition, start, records }) => {
        const name = `${topic}-${partition}${start > 0 ? ` from ${start}` : ''}:`;
        const events = records.map(({ event }) => event ?? '-');
        return [name, ...(events.length > 12 ? [events[0], 'to', events.at(-1)] : events)].join(' ');
      })
      .join(', '),
    committed: committed.join(', '),
    rows: tables.join(', '),
    ...(world.ledger.length > 0
      ? { ledger: world.ledger.map(({ effect, event }) => `${effect} ${event ?? '-'}`).join(', ') }
      : {}),
  };
}
