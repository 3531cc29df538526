import { FAULT_KINDS } from '../../model/fault.js';
import type { ExplainWording } from './explain.js';

export const words: ExplainWording['words'] = {
  event: {
    name: 'event',
    text: 'A logical fact with a stable event_id, minted where the fact is written: "ticket-42 was resolved". However many records carry it, it is one event.',
  },
  record: {
    name: 'record',
    text: 'One entry in a partition: offset, key, value, headers. Its identity is topic, partition and offset, written tickets.status.v1-1@0. Two records can carry one event.',
  },
  'committed offset': {
    name: 'committed offset',
    text: 'The next offset that a group will read in a partition: last processed + 1. It is kept by the broker and outlives every crash. It says "everything before me is done", whether or not that is so: a commit is a blind overwrite.',
  },
  position: {
    name: 'position',
    text: 'The next offset that this consumer will fetch. It is memory of the process and moves with every fetch; a crash wipes it, and a restarted consumer begins at the committed offset.',
  },
  checkpoint: {
    name: 'checkpoint',
    text: 'The contiguous prefix of resolved records of a partition, and so the highest offset that may be committed. One unknown record holds it, even when later ones are resolved.',
  },
  lag: {
    name: 'lag',
    text: 'The end of the log minus the committed offset (not minus the position). A lag of 0 says that the offsets are at the end, not that the events were applied.',
  },
  redelivery: {
    name: 'redelivery',
    text: 'The same event reaches a consumer again: because a restart went back to the committed offset, because somebody sought back, or because the relay published it twice. It is normal, and an inbox makes it harmless.',
  },
  process: {
    name: 'process',
    text: 'A virtual process of the operating system that runs a program: memory that a crash wipes, and database sessions that a crash closes. Steps let it "run"; faults hit its operations.',
  },
  actor: {
    name: 'actor',
    text: 'Somebody without a program: the scenario writes out each of its operations, SQL or produce, fetch, commit-offset, ... So any schedule of any service can be shown without code.',
  },
  program: {
    name: 'program',
    text: 'The code that a process runs, such as the history consumer. It handles a unit of work each time it is run, and has variants.',
  },
  operation: {
    name: 'operation',
    text: 'One request to something outside the process: a statement, a commit, a fetch, a produce, an offset commit. Each is sent, takes effect at the server, and its reply is seen; a fault can come between any two of these.',
  },
  fault: {
    name: 'fault',
    text: `What happens to one operation on its way: ${FAULT_KINDS.join(', ')}. It counts the occurrences of the operation within its step, from 1.`,
  },
  outcome: {
    name: 'outcome',
    text: 'What a handler concludes about one record: applied, already-applied or unknown.',
  },
  invariant: {
    name: 'invariant',
    text: 'A property that must hold whatever happens, judged from the trace. A scenario lists those it is about, may add queries of its own that must find no row, and announces which of them are meant to be violated.',
  },
  verdict: {
    name: 'verdict',
    text: 'What an invariant comes to: holds, violated (with evidence), or not-exercised, where the run gave it nothing to judge. A run is as announced, not as announced, or inconclusive, where something that should have happened did not.',
  },
  variant: {
    name: 'variant',
    text: 'Another program for the same process, right or wrong on purpose: inbox, no-inbox, split-inbox-first, ... "inbox-sim run <scenario> --variant no-inbox" tries one.',
  },
  schedule: {
    name: 'schedule',
    text: 'The list of decisions that makes a run: which process moves next, and which fault happens. The steps of a scenario are one schedule.',
  },
  trace: {
    name: 'trace',
    text: 'Everything that happened in a run, in order. Checks and reports read it and nothing else.',
  },
  inbox: {
    name: 'inbox',
    text: 'A table of event ids that were handled. The marker is inserted in the same transaction as the effect, with ON CONFLICT DO NOTHING: both are stored or neither is, and a second delivery finds the marker.',
  },
  outbox: {
    name: 'outbox',
    text: 'A table of events to be published, written in the same transaction as the fact. A relay sends them afterwards, so that neither a fact without an event nor an event without a fact remains.',
  },
  relay: {
    name: 'relay',
    text: 'Whoever reads the rows of an outbox, sends them as records and marks them as published. It can die between sending and marking; then it sends again, which is why consumers need an inbox.',
  },
  'consumer group': {
    name: 'consumer group',
    text: 'Consumers that share the partitions of a topic and one committed offset for each of them.',
  },
  rebalance: {
    name: 'rebalance',
    text: 'The members of a group join anew and get their partitions again, because one came, left, or was too slow. Whoever lost a partition may still be working on its records; the new owner begins at the committed offset.',
  },
  replica: {
    name: 'replica',
    text: 'A database that repeats the commits of another one, its primary, in their order and after some lag: a hot standby. It takes no writes (25006), and shows the primary as it was a moment ago. How far it has come is its pg_last_wal_replay_lsn(), to be compared with pg_current_wal_lsn() of the primary.',
  },
  'auto.offset.reset': {
    name: 'auto.offset.reset',
    text: 'Where a group reads a partition from that has no usable committed offset: earliest, latest (the default of Kafka), none (an error), or by_duration. latest passes over records that came before the first commit.',
  },
  drain: {
    name: 'drain',
    text: 'What happens at the end of a run where the invariant drained is listed: no more faults, everything works on, restarts once, and works until nothing is left to do.',
  },
  offset: {
    name: 'offset',
    text: 'The number of a record within its partition, given out by the broker from 0. It says where a record lies. What a group has done with it only an offset that the group commits claims, and even that is a claim.',
  },
  retention: {
    name: 'retention',
    text: 'How long, or up to which size, the log keeps records. It goes by their age and asks no group whether it has read them; what is gone cannot be delivered again.',
  },
  'at-least-once': {
    name: 'at-least-once',
    text: 'Every event is delivered once or more often: whoever cannot tell whether something has arrived sends it again. It is a guarantee and no fault, and asks of consumers that a second delivery changes nothing.',
  },
  'at-most-once': {
    name: 'at-most-once',
    text: 'Every event is delivered once or never: the offset is committed, or the row marked, before the work is done. A crash in between loses the event.',
  },
  'exactly-once': {
    name: 'exactly-once',
    text: 'Not a way of delivering, but what one sees when at-least-once delivery meets an idempotent consumer: each event has its effect once. No transaction spans PostgreSQL and Kafka.',
  },
  duplicate: {
    name: 'duplicate',
    text: 'A second record, or a second delivery of one record, of an event that was delivered before. It is known by its event_id alone.',
  },
  'dedup key': {
    name: 'dedup key',
    text: 'What a consumer knows an event by when it asks whether it has handled it. Only the event_id will do: key, ticket, partition and offset tell where a record lies or what it is about.',
  },
  marker: {
    name: 'marker',
    text: 'The row of an inbox that says that an event was handled. It is worth something only when it is committed together with the effect.',
  },
  'idempotent consumer': {
    name: 'idempotent consumer',
    text: 'A consumer that comes to the same result when an event is delivered to it several times: it remembers handled events in the transaction in which it handles them.',
  },
  'lost event': {
    name: 'lost event',
    text: 'A fact that is stored where it was written, and that a consumer will never hear of, or never handle.',
  },
  'phantom event': {
    name: 'phantom event',
    text: 'A record about something that never happened: it was published, and the transaction that it speaks of was rolled back.',
  },
  'dual write': {
    name: 'dual write',
    text: 'Writing to a database and to a broker one after the other. Nothing makes both happen or neither, so a failure in between leaves one of four ends, and no retry mends all of them.',
  },
  'transactional outbox': {
    name: 'transactional outbox',
    text: 'The way out of the dual write: the event is a row of an outbox, written in the transaction that changes the state, and published afterwards by a relay, at least once.',
  },
  cdc: {
    name: 'change data capture',
    text: 'Reading the commits of a database instead of asking its tables (CDC): in their order, from a position that is confirmed. What was not confirmed before a crash comes again.',
  },
  'replication slot': {
    name: 'replication slot',
    text: 'What the database keeps for one reader of its commits: how far that reader has confirmed. It outlives the reader; one that is made anew begins where it is made.',
  },
  projection: {
    name: 'projection',
    text: 'A table that is fed by events and read instead of the tables of whoever owns the data. It shows a change when the event has come, and not before.',
  },
  'eventual consistency': {
    name: 'eventual consistency',
    text: 'Copies agree some day, when nothing more happens. How late they are nothing bounds, and who reads a copy sees the past.',
  },
  'optimistic ui': {
    name: 'optimistic UI',
    text: 'A screen that shows what its user has asked for before the server has answered, and takes it back when the server rejects it.',
  },
  'sticky session': {
    name: 'sticky session',
    text: 'Reads of whoever has written stay with the node that took the write until a replica has replayed its position. Of a projection such a position says nothing.',
  },
  zombie: {
    name: 'zombie',
    text: 'A member that the group has given up and that does not know it: it goes on working on its records, its database takes what it writes, and only its offset commits are refused.',
  },
  deadlock: {
    name: 'deadlock',
    text: 'Transactions that wait for each other in a circle. PostgreSQL ends one of them with 40P01; everything it has done is rolled back, and its offsets must stay.',
  },
};
