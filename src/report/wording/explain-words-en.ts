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
  'auto.offset.reset': {
    name: 'auto.offset.reset',
    text: 'Where a group reads a partition from that has no usable committed offset: earliest, latest (the default of Kafka), none (an error), or by_duration. latest passes over records that came before the first commit.',
  },
  drain: {
    name: 'drain',
    text: 'What happens at the end of a run where the invariant drained is listed: no more faults, everything works on, restarts once, and works until nothing is left to do.',
  },
};
