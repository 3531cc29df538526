import { type Check, find, noFindings, verdictOf } from './check.js';

/** For each event there is at most one row of effect. */
export const oneRowPerEvent: Check<null> = {
  name: 'one-row-per-event',
  initial: () => null,
  step: () => {},
  verdict: (_, world) => {
    const findings = noFindings();
    for (const { database, table } of world.tablesOf('effect')) {
      for (const event of table.events()) {
        findings.exercised = true;
        const rows = table.ofEvent(event);
        if (rows.length <= 1) continue;
        find(findings, {
          code: 'rows-of-one-event',
          step: rows.at(-1)?.step ?? 0,
          args: { table: `${database}.${table.info.name}`, event, count: String(rows.length) },
        });
      }
    }
    return verdictOf(findings);
  },
};
