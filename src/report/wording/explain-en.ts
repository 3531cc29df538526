import type { ExplainWording } from './explain.js';
import { diagnostics } from './explain-diagnostics-en.js';
import { words } from './explain-words-en.js';

export const en: ExplainWording = {
  kinds: {
    word: { one: 'word', many: 'words' },
    outcome: { one: 'outcome', many: 'outcomes' },
    program: { one: 'program', many: 'programs' },
    knob: { one: 'knob, a key of a process', many: 'knobs of programs' },
    fault: { one: 'fault', many: 'faults' },
    invariant: { one: 'invariant', many: 'invariants' },
    diagnostic: { one: 'error in a scenario', many: 'errors in a scenario' },
    warning: { one: 'warning about a scenario', many: 'warnings about a scenario' },
    refusal: { one: 'reason for refusing a statement', many: 'reasons for refusing a statement' },
  },
  wrong: 'Wrong:',
  right: 'Right:',
  example: 'Example:',
  restLeftOut: '(The rest of the scenario is left out.)',
  shownBy: (scenario) => `Watch it: inbox-sim run ${scenario}`,
  refused: (why, instead) => `The statement is refused, because ${why}. What to do: ${instead}.`,
  heading: 'inbox-sim explain <term or code> says more about:',
  unknown: (term, nearest) =>
    `nothing is known about "${term}"; ${nearest.length > 0 ? `did you mean ${nearest.join(', ')}?` : '"inbox-sim explain" lists what there is.'}`,
  diagnostics,
  invariants: {
    'one-row-per-event':
      'For each event there is at most one row in the tables of effect. It is violated where a redelivered record was handled as if it were new: no inbox, or a marker in another transaction than the row.',
    'marker-with-row':
      'A marker stands exactly where a row of effect stands, and the other way round. A marker alone means that an event is taken for done and its row is lost; a row alone means that the next delivery will make a second one.',
    'no-lost-event':
      'Every event is applied or can still be reached: as a row that a relay will still publish, or as a record that the group would still read. It is judged for each event by itself, because totals can agree while one event is lost and another counted twice. It is violated where an offset is committed over a record that nobody applied.',
    'no-phantom-event':
      'Every event in the log tells of a fact: a row of it was committed in a source. It is violated where somebody publishes before the commit, and the transaction is then rolled back.',
    'effect-once':
      'What is done outside the databases is done at most once for each event: no mail twice, no second charge. No transaction covers such an effect, so that only an idempotency key at the receiver helps.',
    'key-order':
      'Events of one key come into the log, and are applied by each group, in the order in which they came to be. Only the first arrival of an event counts: a redelivery comes late by nature.',
    'read-your-writes':
      'Whoever has been told that it has written something finds that, or something later, when it asks for it. A client is an actor with all its sessions; steps say with "writes" and "reads" what it writes and asks for. It is violated where the answer comes from an asynchronous projection or a lagging replica. Another client, and one that was told nothing, cannot count on it.',
    'monotonic-reads':
      'Whoever has seen something as it was at some time never sees it as it was before: time does not go back for one client. It is violated where two reads of one client go to replicas of which the second is further behind.',
    'contiguous-checkpoint':
      'An offset is committed only over a contiguous prefix of resolved records (applied or already-applied). One record that ended unknown holds the offset of its partition, even when later records are done. It is judged at every commit.',
    'honest-outcome':
      'Whoever says applied or already-applied is right at that moment: the committed row is there. The outcome unknown claims nothing and is never accused.',
    'repository-contract':
      'The handler calls begin, tryInbox, saveHistory, commit and rollback in the allowed order: no row means one rollback and already-applied, an error after begin means one rollback and unknown with that very error, and nothing is rolled back after a successful commit. Only programs that claim it are held to it.',
    drained:
      'After the faults have ended and everything has restarted once, nothing is left to do: no reachable record is unresolved, no row of a source waits, the lag is 0, and nobody waits or holds a transaction open.',
  },
  faults: {
    'crash-before':
      'The process dies just before it sends the operation. The server has nothing of it; memory and connections are gone, and what was not committed is rolled back.',
    'crash-after':
      'The operation takes effect at the server, and the process dies before it sees the reply. After a commit the row is there and nobody knows.',
    'lost-request':
      'The request is lost on its way: no effect at the server. The process sees a lost connection (08006 for SQL, REQUEST_TIMED_OUT for Kafka) and cannot tell this from a lost reply.',
    'lost-reply':
      'The operation takes effect, and only the reply is lost. The process sees the same error as for a lost request; a commit with this fault must end unknown. "noticed: later" lets the server keep the old session and its locks for a while.',
    error:
      'The server refuses the operation and says so: {error: "40001"} with an SQLSTATE, {error: NOT_ENOUGH_REPLICAS} with the name of Kafka. There is no effect. In PostgreSQL the transaction is aborted, as by a real error.',
    delay:
      'The request arrives later: after a duration, at the step with a label, or at the end ("later"). A producer and an offset commit that nobody waits for go on meanwhile; SQL waits.',
    'late-reply':
      'The other half of a delay: the operation takes effect at once, and its reply comes later, perhaps after replies to later operations. Whoever waits for it knows nothing meanwhile.',
  },
  outcomes: {
    applied:
      'The handler saw that its commit was acknowledged: the effect of the event is stored, by this delivery. The record is resolved.',
    'already-applied':
      'The handler found the marker of the event: an earlier delivery has stored the effect. No row from INSERT ... ON CONFLICT DO NOTHING is no error. The record is resolved.',
    unknown:
      'The handler got an error and cannot tell whether the effect is stored: a lost reply of COMMIT may mean either. The record is not resolved and holds the checkpoint; its redelivery finds out.',
  },
  words,
};
