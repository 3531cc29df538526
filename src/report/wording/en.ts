import type { Operation } from '../../model/names.js';
import type { Wording } from './wording.js';

export const en: Wording = {
  variant: 'variant',
  ofProcesses: (names) => ` (${names})`,
  wrongOnPurpose: 'wrong on purpose',
  branch: (name, number, of) => `branch ${number} of ${of}: ${name}`,
  end: 'end',
  noRows: 'no rows',
  nothingCommitted: 'nothing in the log and nothing committed',
  furtherPartitions: (count) => `... ${count} more partitions`,
  rowsAbove: (count) => `... ${count} more above`,
  uncommitted: (session) => `not committed, seen by session ${session} alone:`,

  step: {
    produce: (event, count) => (count === undefined ? `produce ${event}` : `produce ${count} events like ${event}`),
    seek: (partition, offset) => `seek partition ${partition} to offset ${offset}`,
    crash: 'crash: memory is wiped, connections are gone',
    restart: 'restart with empty memory',
    advance: (duration) => `${duration} later`,
    check: 'check',
    runIdle: 'run until idle',
    run: 'run',
    nothingToRead: 'nothing to read',
    drain: 'no more faults: everything works on, restarts once, and works until nothing is left to do',
    arrivals: 'what was still on its way arrives',
    skipped: {
      dead: (subject) => `not taken: ${subject} is dead; restart it first`,
      waiting: (subject) => `not taken: ${subject} waits for a reply`,
      endless: (subject) => `stopped: ${subject} still finds work and would go on for ever`,
    },
    position: (partition, offset, cause, reset) =>
      `${partition}: reads on at offset ${offset} (${{ committed: 'the committed offset', reset: `nothing usable is committed, auto.offset.reset=${reset}`, seek: 'seek' }[cause]})`,
    clock: (iso) => `the clock says ${iso}`,
  },

  reply: {
    noReply: 'no reply',
    crashed: 'dies',
    notSent: 'not sent',
    underWay: 'under way',
    error: (code) => `error ${code}`,
    acked: 'acked',
    offset: (offset) => `offset ${offset}`,
    nothingNew: 'nothing new',
    late: 'arrives late',
  },
  note: {
    markerNew: 'the marker is new, not yet committed',
    markerKnown: 'no row came back: the marker is there already',
    sessionGone: 'the session is gone',
    clientAndServer: (server) => `the client knows nothing; the server has: ${server}`,
    died: (server) => `the process is gone; the server has: ${server}`,
    serverHas: (operation, done) => {
      if (!done) return 'nothing';
      const has: Record<Operation, string> = {
        begin: 'a transaction',
        tryInbox: 'done, not committed',
        saveHistory: 'done, not committed',
        commit: 'committed',
        rollback: 'rolled back',
        fetch: 'answered',
        'commit-offset': 'the offset',
        produce: 'the record',
      };
      return has[operation];
    },
    fault: (text) => `fault: ${text}`,
    pending: 'the server has nothing of it yet',
    rolledBackInstead: 'the answer was ROLLBACK: the transaction had been aborted',
  },
  outcome: 'outcome',
  checkpointPasses: (offset) => `the program moves past it all the same, to offset ${offset}`,
  checkpointWaits: (partition) => `offset stays: the checkpoint of ${partition} waits`,
  furtherUnits: (count, outcomes) => `... ${count} more records: ${outcomes}`,
  furtherOperations: (count) => `... ${count} more operations`,

  verdict: { holds: 'holds', violated: 'violated', 'not-exercised': 'not exercised' },
  notClaimed: 'not claimed by this variant',
  announced: 'as announced',
  notAnnounced: 'not announced',
  announcedButHolds: 'announced as violated, and is not',
  atStep: (step) => (step === 0 ? '' : ` (step ${step})`),
  evidence: {
    'rows-of-one-event': ({ event, table, count }) => `${event} has ${count} rows in ${table}.`,
    'marker-without-row': ({ event, table }) => `${event} has a marker in ${table} and no history row.`,
    'row-without-marker': ({ event, table }) => `${event} has a row in ${table} and no marker.`,
    'lost-behind-offset': ({ event, record, group, committed, reset }) =>
      committed === '-'
        ? `${event} is applied nowhere, and group ${group} will not read ${record}: nothing is committed, and auto.offset.reset=${reset} goes past it.`
        : `${event} is applied nowhere, and group ${group} reads on at offset ${committed}, past ${record}.`,
    'lost-without-position': ({ event, record, group, committed }) =>
      `${event} is applied nowhere, and group ${group} cannot read ${record}: ${committed === '-' ? 'nothing is committed' : `its committed offset ${committed} is outside the log`}, and auto.offset.reset=none refuses to choose.`,
    'lost-with-record': ({ event, record, group }) =>
      `${event} is applied nowhere, and its record ${record} is gone from the log before group ${group} handled it.`,
    'lost-before-publish': ({ event, table }) =>
      `${event} left ${table} (published or deleted), and no record carries it.`,
    'offset-over-unresolved': ({ process, group, offset, record }) =>
      `${process} committed offset ${offset} for group ${group} while ${record} was not resolved.`,
    'claim-without-row': ({ process, outcome, event, table }) =>
      `${process} concluded ${outcome} for ${event}, and ${table} had no committed row of it.`,
    'record-unresolved': ({ record, event, group, error }) =>
      `group ${group} cannot get past ${record}${event === '-' ? '' : ` (${event})`}: ${error === '-' ? 'it stays unresolved' : `each delivery ends with ${error}`}.`,
    'no-position': ({ group, partition }) =>
      `group ${group} has no offset in ${partition} from which it could read on, and auto.offset.reset=none refuses to choose.`,
    'offset-behind': ({ group, partition, position, end }) =>
      `every record of ${partition} is resolved, yet group ${group} stays at ${position} of ${end}.`,
    'row-pending': ({ event, table }) => `${event} still waits in ${table}.`,
    unfinished: ({ actor }) => `${actor} still has a transaction open or waits for a reply.`,
    'contract-unexpected-call': ({ process, call }) =>
      `${process} called ${call} where the contract does not allow it.`,
    'contract-rollback-after-commit': ({ process }) => `${process} rolled back after a successful commit.`,
    'contract-no-clean-up': ({ process, record }) =>
      `${process} concluded ${record} without the one clean-up rollback.`,
    'contract-wrong-outcome': ({ process, record, outcome }) =>
      `${process} concluded ${outcome} for ${record}, which the replies do not bear out.`,
    'contract-other-error': ({ process, record }) =>
      `${process} handed on another error for ${record} than the one it got.`,
  },

  run: {
    'as-announced': 'As announced: what the scenario promises is what happened.',
    'not-as-announced': 'Not as announced: something else happened than the scenario promises.',
    inconclusive: 'Inconclusive: something that was meant to be shown never happened.',
  },
  unmet: (line, subject, expected, found) => `line ${line}: ${subject}: expected ${expected}, found ${found}`,
  unfired: (line, step, operation, kind, occurrence) =>
    `line ${line}: the fault ${kind} of step ${step} never fired: no ${operation} number ${occurrence} was sent`,
  skippedStep: (line, step, why) =>
    `line ${line}: step ${step} was ${why === 'endless' ? 'stopped: it would go on for ever' : 'not taken'}`,
  nothingJudged: 'nothing was judged: the scenario lists no invariant and expects nothing',
  notNamed: (variant) =>
    `The scenario announces nothing of its own for ${variant}; it was held to what it says of its own variant.`,
  again: 'Again:',
  script: { committed: 'committed', invariants: 'invariants', violated: 'meant to be violated' },
};
