import { recordName } from '../model/record.js';
import { type Check, type Findings, find, noFindings, verdictOf } from './check.js';

/**
 * Whoever says `applied` or `already-applied` must be right at that moment: the committed row of effect is there.
 * `unknown` claims nothing and is never accused.
 */
export const honestOutcome: Check<Findings> = {
  name: 'honest-outcome',
  initial: noFindings,
  step: (findings, event, world) => {
    if (event.kind !== 'concluded' || event.outcome === 'unknown' || event.record.event === null) return;
    const group = world.processes.get(event.process)?.group;
    const effects = group == null ? [] : world.effectsOf(group);
    if (effects.length === 0) return;
    findings.exercised = true;
    const id = event.record.event;
    if (effects.some(({ table }) => table.ofEvent(id).length > 0)) return;
    find(findings, {
      code: 'claim-without-row',
      step: world.step,
      args: {
        process: event.process,
        outcome: event.outcome,
        event: id,
        record: recordName(event.record),
        table: effects.map(({ database, table }) => `${database}.${table.info.name}`).join(', '),
      },
    });
  },
  verdict: verdictOf,
};
