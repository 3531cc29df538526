import { recordName } from '../model/record.js';
import { sourceEventOf } from '../model/sql.js';
import { byName, type Check, find, noFindings, verdictOf } from './check.js';

interface State {
  /** Every event of which some source has ever had a committed row. */
  readonly facts: Record<string, true>;
}

/** Every event in the log tells of a fact: a row of it was committed in a source, or will be before the end. */
export const noPhantomEvent: Check<State> = {
  name: 'no-phantom-event',
  initial: () => ({ facts: byName() }),
  step: (state, event, world) => {
    if (event.kind !== 'rows-committed') return;
    for (const { table, after } of event.changes) {
      const id = sourceEventOf(world.table(event.database, table).info, after);
      if (id !== null) state.facts[id] = true;
    }
  },
  verdict: ({ facts }, world) => {
    const findings = noFindings();
    const sources = world.tablesOf('source');
    if (sources.length === 0) return verdictOf(findings);
    const tables = sources.map(({ database, table }) => `${database}.${table.info.name}`).join(', ');
    for (const partitions of world.partitions.values()) {
      for (const { record, event, step } of partitions.flatMap(({ records }) => records)) {
        if (event === null) continue;
        findings.exercised = true;
        if (facts[event]) continue;
        find(findings, {
          code: 'event-without-fact',
          step,
          args: { event, record: recordName(record), table: tables },
        });
      }
    }
    return verdictOf(findings);
  },
};
