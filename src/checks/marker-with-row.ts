import type { TableRows } from '../trace/table-rows.js';
import type { WorldState } from '../trace/world-state.js';
import { type Check, type Findings, find, noFindings, verdictOf } from './check.js';

/** A marker exactly where a row of effect is: neither a marker alone (a lost event) nor a row alone (an unprotected one). */
export const markerWithRow: Check<null> = {
  name: 'marker-with-row',
  initial: () => null,
  step: () => {},
  verdict: (_, world) => {
    const findings = noFindings();
    for (const database of world.databases.keys()) judge(findings, world, database);
    return verdictOf(findings);
  },
};

function judge(findings: Findings, world: WorldState, database: string): void {
  const markers = world.tablesOf('marker', database).map(({ table }) => table);
  const effects = world.tablesOf('effect', database).map(({ table }) => table);
  const others = (tables: TableRows[]) => tables.map(({ info }) => `${database}.${info.name}`).join(', ');
  const compare = (from: TableRows[], to: TableRows[], code: 'marker-without-row' | 'row-without-marker') => {
    for (const table of from) {
      for (const event of table.events()) {
        findings.exercised = true;
        if (to.some((other) => other.ofEvent(event).length > 0)) continue;
        find(findings, {
          code,
          step: table.ofEvent(event)[0]?.step ?? 0,
          args: { table: `${database}.${table.info.name}`, event, others: others(to) },
        });
      }
    }
  };
  compare(markers, effects, 'marker-without-row');
  compare(effects, markers, 'row-without-marker');
}
