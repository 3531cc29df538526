import type { Row } from '../model/sql.js';
import { type Announcement, announcedFor, type StateExpectation, type Step } from '../scenario/scenario.js';
import type { Expectation } from '../trace/event.js';
import type { Recorder } from './recorder.js';

type Compared = Omit<Expectation, 'kind' | 'met'>;

/**
 * Writes into the trace how each thing that the scenario says compares with what is. Outcomes, rows and offsets are said
 * of the scenario's own variant; another one that `violates` names has an announcement of its own, and only that.
 */
export class Judge {
  readonly #ownExpectations: boolean;

  constructor(
    readonly recorder: Recorder,
    readonly variant: string | undefined,
    own: string | undefined,
    end: Announcement | null,
  ) {
    const named = variant !== undefined && Object.hasOwn(end?.byVariant ?? {}, variant);
    this.#ownExpectations = variant === own || !named;
  }

  outcome(expected: NonNullable<Step['expectOutcome']>, found: string | null): void {
    if (!this.#ownExpectations) return;
    this.#compare({ line: expected.line, subject: 'outcome', expected: expected.outcome, found: found ?? '-' });
  }

  state({ tables, offsets, violates }: StateExpectation): void {
    const { watch } = this.recorder;
    for (const { line, database, table, rows } of this.#ownExpectations ? tables : []) {
      const found = watch.world.databases.get(database)?.get(table);
      this.#compare({
        line,
        subject: `${database}.${table}`,
        expected: printRows(rows),
        found: found ? printRows([...found.rows()].map(({ values }) => values)) : '-',
      });
    }
    for (const { line, group, topic, partition, offset } of this.#ownExpectations ? offsets : []) {
      const found = watch.world.committed(group, topic, partition);
      this.#compare({
        line,
        subject: `${group} ${topic}-${partition}`,
        expected: printOffset(offset),
        found: printOffset(found),
      });
    }
    if (violates) {
      const expected = announcedFor(violates, this.variant);
      const found = watch
        .verdicts()
        .filter(({ verdict }) => verdict === 'violated')
        .map(({ name }) => name);
      this.#compare({
        line: violates.line,
        subject: 'violates',
        expected: printNames(expected),
        found: printNames(found),
      });
    }
  }

  #compare(compared: Compared): void {
    this.recorder.emit({ kind: 'expectation', ...compared, met: compared.expected === compared.found });
  }
}

/** Rows as a scenario writes them; a table has no order, so they are sorted. */
function printRows(rows: readonly Row[]): string {
  return JSON.stringify(
    rows
      .map((row) => JSON.stringify(row))
      .sort()
      .map((row) => JSON.parse(row) as Row),
  );
}

function printOffset(offset: number | null): string {
  return offset === null ? '-' : String(offset);
}

function printNames(names: readonly string[]): string {
  return names.length === 0 ? '-' : [...names].sort().join(', ');
}
