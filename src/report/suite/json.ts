import { escapedJson } from '../escaped-json.js';
import { type SuiteReporter, type SuiteSummary, statusCounts } from './reporter.js';

/** One object at the end, indented; `version` grows when something that was there changes or goes. */
export function jsonReporter(): SuiteReporter {
  return {
    begin: () => '',
    see: () => '',
    end: (summary) => `${escapedJson(suiteDocument(summary), 2)}\n`,
  };
}

function suiteDocument({ results, notRun, endedBy, obsolete, pruned }: SuiteSummary) {
  return {
    format: 'inbox-sim/test',
    version: 1,
    totals: { ...statusCounts(results), notRun: notRun.length },
    endedBy,
    cases: results.map(({ name, file, status, snapshot, findings }) => ({
      name,
      file,
      status,
      snapshot,
      findings: findings.map(({ code, line, text }) => ({ code, line, text })),
    })),
    notRun: notRun.map(({ name, file }) => ({ name, file })),
    obsolete,
    pruned,
  };
}
