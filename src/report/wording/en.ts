import type { Operation } from '../../model/names.js';
import { comparison } from './comparison-en.js';
import { end, subjects } from './end-en.js';
import { failure } from './failure-en.js';
import { skipped } from './skipped-en.js';
import { suite } from './suite-en.js';
import type { Wording } from './wording.js';

export const en: Wording = {
  variant: 'variant',
  ofProcesses: (names) => ` (${names})`,
  wrongOnPurpose: 'wrong on purpose',
  branch: (name, number, of) => `branch ${number} of ${of}: ${name}`,
  question: (text) => `Question: ${text}`,
  end: 'end',
  noRows: 'no rows',
  nothingCommitted: 'nothing in the log and nothing committed',
  furtherPartitions: (count) => `... ${count} more partitions`,
  rowsAbove: (count) => `... ${count} more above`,
  furtherRows: (count) => `... ${count} more`,
  uncommitted: (session) => `not committed, seen by session ${session} alone:`,

  step: {
    produce: (event, count) => (count === undefined ? `produce ${event}` : `produce ${count} events like ${event}`),
    enqueue: (event, count) => (count === undefined ? `enqueue ${event}` : `enqueue ${count} events like ${event}`),
    ack: (name) => `ack of ${name}`,
    nack: (name) => `gives ${name} up`,
    fetch: 'fetch',
    fetchFrom: (partition) => `fetch from partition ${partition}`,
    commitOffset: (offsets) => `commit offset ${offsets}`,
    seek: (partition, offset) => `seek partition ${partition} to offset ${offset}`,
    join: 'join the group',
    leave: 'leave the group',
    effect: (effect) => `effect ${effect}`,
    freeze: 'stands still: no poll, no heartbeat',
    thaw: 'goes on, not knowing that time has passed',
    recreateSlot: 'its slot is lost and made anew: it begins now',
    killSession: 'the server ends the session',
    rebalance: (group, without) =>
      `rebalance of group ${group}${without === undefined ? '' : `, which ${without} does not notice`}`,
    replay: (replica, commits) =>
      `${replica} replays ${commits === undefined ? 'all that it has received' : `${commits} ${commits === 1 ? 'commit' : 'commits'}`}`,
    addPartitions: (topic, partitions) => `${topic} gets more partitions: ${partitions} now`,
    deleteRecords: (partition, offset) =>
      `delete records of ${partition} ${offset < 0 ? 'up to the high watermark' : `before offset ${offset}`}`,
    broker: (change) => `broker ${change}`,
    crash: 'crash: memory is wiped, connections are gone',
    restart: 'restart with empty memory',
    advance: (duration) => `${duration} later`,
    check: 'check',
    runIdle: 'run until idle',
    run: 'run',
    runUntil: (operation) => `pauses before ${operation}`,
    nothingToRead: 'nothing to read',
    drain: 'no more faults: everything works on, restarts once, and works until nothing is left to do',
    nobodyToDrain: 'no more steps: what is not done by now is done by nobody',
    arrivals: 'what was still on its way arrives',
    skipped,
    ofStep: (step, text) => `step ${step}: ${text}`,
    position: (partition, offset, cause, reset) =>
      `${partition}: reads on at offset ${offset} (${{ committed: 'the committed offset', reset: `no usable offset, auto.offset.reset=${reset}`, seek: 'seek' }[cause]})`,
    clock: (iso) => `the clock says ${iso}`,
  },

  news: {
    queued: (place) => `queued for ${place}; the broker knows nothing of it yet`,
    effect: (effect, event) => `${effect}${event === null ? '' : ` for ${event}`} is done, outside the databases`,
    group: (group, state, generation, members) => `group ${group}: ${state}, generation ${generation}, ${members}`,
    noMembers: 'no members',
    removed: (member, group, why) =>
      `${member} is out of group ${group}: ${
        {
          left: 'it has left',
          'session-timeout': 'no heartbeat within session.timeout.ms',
          'rebalance-timeout': 'it did not join again in time',
          'sync-timeout': 'it did not fetch its assignment in time',
          fenced: 'another member has taken its group.instance.id',
        }[why]
      }`,
    membershipLost: (process, group, cause) => {
      if (cause === 'ILLEGAL_GENERATION')
        return `${process} learns that group ${group} has a newer generation, and has to join anew`;
      if (cause === 'max.poll.interval.ms')
        return `${process} has not polled within max.poll.interval.ms; its client takes it out of group ${group}`;
      return `${process} learns that it is out of group ${group}: ${cause}`;
    },
    assigned: (process, partitions) => `${process} is given ${partitions || 'no partition'}`,
    givenUp: (process, cause) =>
      cause === 'lost' ? `${process} has lost its partitions` : `${process} gives its partitions up`,
    logStart: (partition, from, offset, cause) =>
      `${partition}: records ${from} to ${offset - 1} are deleted (${
        { 'retention-time': 'retention.ms', 'retention-size': 'retention.bytes', 'delete-records': 'DeleteRecords' }[
          cause
        ]
      }); the log starts at ${offset}`,
    truncated: (partition, offset) => `${partition}: the new leader has nothing from offset ${offset} on`,
    expired: (group, partition, offset) =>
      `group ${group}: its committed offset ${offset} of ${partition} has expired (offsets.retention.minutes)`,
    committed: (process, partition, offset) =>
      `the client of ${process} commits offset ${offset} of ${partition} of its own accord`,
    commitRefused: (process, code, exception) => `a commit of ${process} is refused: ${code} (${exception})`,
    sessionEnded: (session) => `the server has ended the session of ${session}, which does not know yet`,
    brokerAway: 'the broker is down',
  },
  ledger: 'effects outside the databases',

  reply: {
    noReply: 'no reply',
    crashed: 'dies',
    notSent: 'not sent',
    underWay: 'under way',
    error: (code) => `error ${code}`,
    acked: 'acked',
    changes: (count) => `${count} ${count === 1 ? 'transaction' : 'transactions'}`,
    confirmed: (position) => `position ${position}`,
    offset: (offset) => `offset ${offset}`,
    nothingNew: 'nothing new',
    late: 'arrives late',
    blocked: (by) => `blocked (by ${by})`,
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
        reserve: 'done, not committed',
        commit: 'committed',
        rollback: 'rolled back',
        fetch: 'answered',
        'commit-offset': 'the offset',
        produce: 'the record',
        poll: 'answered',
        mark: 'done',
        saveOrder: 'done, not committed',
        saveOutbox: 'done, not committed',
        'read-changes': 'answered',
        confirm: 'the position',
        sql: 'done',
        join: 'the request to join',
        leave: 'the member gone',
        effect: 'the effect',
      };
      return has[operation];
    },
    fault: (text) => `fault: ${text}`,
    pending: 'the server has nothing of it yet',
    resumed: (rows) => (rows === null ? 'resumed' : `resumed with ${rows} ${rows === 1 ? 'row' : 'rows'}`),
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
    'marker-without-row': ({ event, table, others }) =>
      `${event} has a marker in ${table} and no row${within(others)}.`,
    'row-without-marker': ({ event, table, others }) =>
      `${event} has a row in ${table} and no marker${within(others)}.`,
    'lost-behind-offset': ({ event, record, group, committed }) =>
      `${event} is applied nowhere, and group ${group} reads on at offset ${committed}, past ${record}.`,
    'lost-behind-reset': ({ event, record, group, committed, reset }) =>
      `${event} is applied nowhere, and group ${group} will not read ${record}: ${committed === '-' ? 'nothing is committed' : `its committed offset ${committed} is outside the log`}, and auto.offset.reset=${reset} goes past it.`,
    'lost-without-position': ({ event, record, group, committed }) =>
      `${event} is applied nowhere, and group ${group} cannot read ${record}: ${committed === '-' ? 'nothing is committed' : `its committed offset ${committed} is outside the log`}, and auto.offset.reset=none refuses to choose.`,
    'lost-with-record': ({ event, record, group }) =>
      `${event} is applied nowhere, and its record ${record} is gone from the log before group ${group} handled it.`,
    'lost-before-publish': ({ event, table }) =>
      `${event} no longer waits in ${table} (marked or deleted), and no record carries it.`,
    'never-published': ({ event, table }) => `${event} has a row in ${table}, and no record carries it.`,
    'event-without-fact': ({ event, record, table }) =>
      `${record} tells of ${event}, of which ${table} never had a committed row.`,
    'effect-again': ({ effect, event, actor, first }) =>
      `${effect} was done again for ${event}: by ${actor}, after ${first}.`,
    'later-before-earlier': ({ event, later, key, where }) =>
      `${event} comes after ${later} in ${where}, although it came to be before it; both have the key ${key}.`,
    'own-write-unseen': ({ client, item, wrote, saw }) =>
      `${client} has written ${item}${shownAs(wrote)} and then reads ${seenAs(saw)}.`,
    'read-went-back': ({ client, item, before, saw }) =>
      `${client} has read ${item}${shownAs(before)} and then reads ${seenAs(saw)}.`,
    'query-found-rows': ({ en: message, row }) => `${message} (${row})`,
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
  unmetRows: (line, subject) => `line ${line}: ${subject} (- expected, + found):`,
  line: (line, what) => `line ${line}: ${what}`,
  subjects,
  unexpectedError: (found) => `no error expected, found ${found}`,
  unmet: (subject, expected, found) => `${subject}: expected ${expected}, found ${found}`,
  unfired: (line, step, operation, kind, occurrence) =>
    `line ${line}: the fault ${kind} of step ${step} never fired: no ${operation} number ${occurrence} was sent`,
  skippedStep: (line, step, why) =>
    why === 'transaction-open'
      ? `line ${line}: step ${step}: the scenario's own invariants could not be asked, because a transaction was open`
      : why === 'item-in-transaction' || why === 'no-column'
        ? `line ${line}: what step ${step} writes or reads could not be judged`
        : `line ${line}: step ${step} was ${why === 'endless' ? 'stopped: it would go on for ever' : 'not taken'}`,
  nothingJudged: 'nothing was judged: the scenario lists no invariant and expects nothing',
  stoppedStep: (line, step, why) =>
    line === '-' ? `stopped after the steps: ${why}` : `line ${line}: step ${step} was stopped: ${why}`,
  notNamed: (variant) =>
    `The scenario announces nothing of its own for ${variant}; it was held to what it says of its own variant.`,
  atEnd: end,
  suite,
  comparison,
  again: 'Again:',
  failure,
  script: {
    databases: 'databases',
    builtIn: (schema) => `built-in schema ${schema}`,
    ownSql: 'SQL of the scenario',
    replicaOf: (primary) => `replica of ${primary}`,
    row: 'row of',
    topics: 'topics',
    partitions: (count) => `${count} ${count === 1 ? 'partition' : 'partitions'}`,
    broker: 'broker',
    events: 'events',
    tombstone: 'no value (a tombstone)',
    groups: 'groups',
    processes: 'processes',
    knobs: 'knobs (a key of the process; * unless said)',
    actors: 'actors',
    subscribes: 'subscribes',
    ownInvariants: 'invariants of its own',
    steps: 'steps',
    committed: 'committed',
    expect: 'expect',
    invariants: 'invariants',
    violated: 'meant to be violated',
    end: 'at the end',
  },
};

/** What an item was, in brackets behind its name; nothing where it was only there. */
function shownAs(text: string | undefined): string {
  if (text === '-') return ' (no more)';
  return text === '+' ? '' : ` (${text})`;
}

function seenAs(text: string | undefined): string {
  if (text === '-') return 'nothing of it';
  return text === '+' ? 'that it is there' : `${text}`;
}

/** Where, as far as there is such a table. */
function within(tables: string | undefined): string {
  return tables ? ` in ${tables}` : '';
}
