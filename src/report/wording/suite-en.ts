import { CASE_STATUSES } from '../suite/status.js';
import type { SuiteWording } from './suite.js';

const status: SuiteWording['status'] = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'inconclusive',
  invalid: 'invalid',
  bug: 'stopped by a bug',
};

export const suite: SuiteWording = {
  status,
  written: 'snapshot written',
  updated: 'snapshot updated',

  differs: (name) =>
    `${name} has something else (- stored, + this run). If this run is right, "inbox-sim test -u" stores it.`,
  missing: (name) =>
    `${name} is missing, and in CI none is written: run "inbox-sim test" where CI is not set, and commit what it writes.`,
  conflict: (name, line) =>
    `${name}:${line} has the marks of a merge conflict: settle it, or let "inbox-sim test -u" write it anew.`,
  unreadable: (name, reason) => `${name} cannot be read: ${reason}`,
  unwritable: (name, reason) => `${name} cannot be written: ${reason}`,

  unlike: (run) => `run ${run} came out otherwise than the first (- run 1, + run ${run}):`,
  sameId: (id, other) => `the id "${id}" is also that of ${other}; give one of them another, since results bear it`,

  failures: 'not passed',
  totals: (counts, notRun) => {
    const all = Object.values(counts).reduce((sum, count) => sum + count, notRun);
    const parts = CASE_STATUSES.toReversed().flatMap((each) =>
      counts[each] > 0 ? [`${counts[each]} ${status[each]}`] : [],
    );
    const rest = notRun > 0 ? [`${notRun} not run`] : [];
    return `${all} ${all === 1 ? 'case' : 'cases'}: ${[...parts, ...rest].join(', ')}`;
  },
  snapshots: (written, updated) => {
    const parts = [...(written > 0 ? [`${written} written`] : []), ...(updated > 0 ? [`${updated} updated`] : [])];
    return `snapshots: ${parts.join(', ')}`;
  },
  obsolete: (count) =>
    `${count === 1 ? 'a snapshot that no scenario has' : `${count} snapshots that no scenario has`}; --prune removes ${count === 1 ? 'it' : 'them'}:`,
  pruned: (count) => `removed ${count === 1 ? 'a snapshot' : `${count} snapshots`} that no scenario has:`,
  isObsolete: 'no scenario has this snapshot; --prune removes it',
  notRun: {
    interrupted: (count) => `Interrupted: ${count} did not run.`,
    bail: (count) => `Ended at the first that did not pass (--bail): ${count} did not run.`,
  },
};
