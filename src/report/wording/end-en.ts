import type { EndWording, SubjectWording } from './end.js';

export const subjects: SubjectWording = {
  offset: (group, partition) => `offset of ${group} in ${partition}`,
  lag: (group, partition) => `lag of ${group} in ${partition}`,
  lsn: (database) => `LSN of ${database}`,
  members: (group) => `members of ${group}`,
  violatesFor: (variant) => `violates, ${variant}`,
};

export const end: EndWording = {
  unmetInStep: (branch, step, line, what) =>
    `${branch === null ? '' : `branch ${branch}, `}step ${step}, line ${line}: ${what}`,
  furtherUnmet: (count) => `... ${count} more`,
  notExercised: {
    'one-row-per-event': 'No event has a row in a table with the role effect.',
    'marker-with-row': 'No event has a row in a table with the role marker or effect.',
    'no-lost-event':
      'No event has a row in a table with the role source, or a record in a topic whose group writes to a table with the role effect.',
    'no-phantom-event': 'There is no table with the role source, or no record in the log that carries an event.',
    'effect-once': 'No effect was done for an event.',
    'key-order': 'No two events of one key came to the same place.',
    'read-your-writes': 'No client wrote an item and read it later ("writes", "reads").',
    'monotonic-reads': 'No client read an item twice ("reads").',
    'contiguous-checkpoint': 'Nobody committed an offset.',
    'honest-outcome':
      'Nobody concluded applied or already-applied for a record with an event, in a group with a table of the role effect.',
    'repository-contract': 'No program called its repository.',
    drained: 'There is no record in the log, and no row in a table with the role source.',
  },
  playedOn: (about) => `on ${about} (--postgres)`,
  stillBlocked: (names) => `still blocked: ${names}`,
  notAsked: 'Its query was never asked.',
  exerciseThem: 'What was not exercised: let it happen in the steps, or leave it out of the list "invariants".',
  brokenOff: (step) => `The run stopped ${step === null ? 'after the steps' : `at step ${step}`}; nothing was judged.`,
  inBranches: (verdict, names) =>
    `${{ 'not-as-announced': 'Branches that are not as announced', inconclusive: 'Branches that are inconclusive' }[verdict]}: ${names}.`,
  inBranch: (branch, what) => `branch ${branch}: ${what}`,
};
