import { isoInstant } from '../base/time.js';
import { lsnText } from '../model/lsn.js';
import type { SqlValue } from '../model/sql.js';
import {
  type Announcement,
  announcedFor,
  type ExpectedOfPartition,
  type ExpectedRecord,
  type StateExpectation,
} from '../scenario/expectation.js';
import type { Expectation } from '../trace/event.js';
import type { PartitionState } from '../trace/world-state.js';
import { printNames, printRecords, printRows } from './printed.js';
import type { Recorder } from './recorder.js';

type Compared = Omit<Expectation, 'kind' | 'met'>;

/**
 * Writes into the trace how each thing that the scenario says compares with what is. Outcomes, rows and offsets are said
 * of the scenario's own variant; another one that `violates` names has an announcement of its own, and only that.
 */
export class Judge {
  readonly #ownExpectations: boolean;
  readonly #end: Announcement | null;

  constructor(
    readonly recorder: Recorder,
    readonly variant: string | undefined,
    own: string | undefined,
    end: Announcement | null,
  ) {
    this.#ownExpectations = variant === own || !this.#names(end);
    this.#end = end;
  }

  /** Compares one thing that is said of the scenario's own variant. */
  compare(line: number, subject: string, expected: readonly string[], found: readonly string[]): void {
    if (this.#ownExpectations) this.#emit({ line, subject, expected, found });
  }

  state({ tables, offsets, lag, log, assignment, lsn, ledger, violates }: StateExpectation): void {
    const { world } = this.recorder.watch;
    for (const { line, database, table, rows } of tables) {
      const stored = world.databases.get(database)?.get(table);
      const found = [...(stored?.rows() ?? [])].map(({ values }) => values);
      const [wanted, there] = printRows(rows, stored?.info.columns ?? [], found, 'any-order');
      // A table that is not there is not an empty one.
      this.compare(line, `${database}.${table}`, wanted, stored ? there : ['-']);
    }
    for (const expected of offsets) {
      const { group, topic, partition } = expected;
      this.#ofPartition('offset', expected, world.committed(group, topic, partition));
    }
    for (const expected of lag) {
      const { group, topic, partition } = expected;
      const committed = world.committed(group, topic, partition);
      const end = world.partitions.get(topic)?.[partition]?.end ?? 0;
      this.#ofPartition('lag', expected, committed === null ? null : end - committed);
    }
    for (const { line, topic, partition, records } of log) {
      const found = world.partitions.get(topic)?.[partition];
      this.compare(line, `${topic}-${partition}`, ...printRecords(records, found ? logOf(found) : []));
    }
    for (const { line, group, members } of assignment) {
      const found = [...world.assignment(group)].map(([name, partitions]) => printAssigned(name, partitions));
      const expected = Object.entries(members).map(([name, partitions]) => printAssigned(name, partitions));
      this.compare(line, `members of ${group}`, expected.sort(), found.sort());
    }
    for (const { line, database, lsn: expected } of lsn) {
      const position = world.positions.get(database);
      this.compare(line, `lsn of ${database}`, [expected], [position === undefined ? '-' : lsnText(position)]);
    }
    if (ledger) {
      const found = world.ledger.map(({ effect, event }) => printValues([effect, event]));
      this.compare(
        ledger.line,
        'ledger',
        ledger.value.map(({ effect, event }) => printValues([effect, event])),
        found,
      );
    }
    if (violates) this.#violates(violates);
  }

  #names(announcement: Announcement | null): boolean {
    return this.variant !== undefined && Object.hasOwn(announcement?.byVariant ?? {}, this.variant);
  }

  #violates(announcement: Announcement): void {
    // A variant with an announcement of its own is held in the middle only to what names it.
    if (!this.#ownExpectations && announcement !== this.#end && !this.#names(announcement)) return;
    const expected = announcedFor(announcement, this.variant);
    const found = this.recorder.watch.verdicts().filter(({ verdict }) => verdict === 'violated');
    this.#emit({
      line: announcement.line,
      subject: 'violates',
      expected: printNames(expected),
      found: printNames(found.map(({ name }) => name)),
    });
  }

  #ofPartition(
    what: string,
    { line, group, topic, partition, value }: ExpectedOfPartition,
    found: number | null,
  ): void {
    this.compare(line, `${what} of ${group} in ${topic}-${partition}`, [printNumber(value)], [printNumber(found)]);
  }

  #emit(compared: Compared): void {
    const met = compared.expected.join('\n') === compared.found.join('\n');
    this.recorder.emit({ kind: 'expectation', ...compared, met });
  }
}

function logOf(partition: PartitionState): Required<ExpectedRecord>[] {
  return partition.records.map(({ record, event }) => ({
    event,
    topic: record.topic,
    partition: String(record.partition),
    offset: String(record.offset),
    key: record.key,
    value: record.value,
    timestamp: isoInstant(record.timestamp),
  }));
}

function printNumber(value: number | null): string {
  return value === null ? '-' : String(value);
}

function printAssigned(member: string, partitions: readonly number[]): string {
  return `${member}: ${[...partitions].sort((first, second) => first - second).join(', ') || '-'}`;
}

function printValues(values: readonly SqlValue[]): string {
  return JSON.stringify(values);
}
