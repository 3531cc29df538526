/**
 * What a process asks of PostgreSQL: by the names of the calls of the History repository, of a consumer that reserves goods
 * (`reserve`), of a relay (`poll`, `mark`) and of a service that places orders (`saveOrder`, `saveOutbox`), and `sql` for any
 * other statement.
 */
export const SQL_OPERATIONS = [
  'begin',
  'tryInbox',
  'saveHistory',
  'reserve',
  'poll',
  'mark',
  'saveOrder',
  'saveOutbox',
  'commit',
  'rollback',
  'sql',
] as const;
export type SqlOperation = (typeof SQL_OPERATIONS)[number];

/** What a process asks of Kafka. */
export const KAFKA_OPERATIONS = ['fetch', 'commit-offset', 'produce', 'join', 'leave'] as const;
export type KafkaOperation = (typeof KAFKA_OPERATIONS)[number];

/** What a process asks of a replication slot: the changes committed since, and to keep how far it has come. */
export const SLOT_OPERATIONS = ['read-changes', 'confirm'] as const;
export type SlotOperation = (typeof SLOT_OPERATIONS)[number];

/** `effect` is something done outside both: a mail, a charge. */
export const OPERATIONS = [...SQL_OPERATIONS, ...KAFKA_OPERATIONS, ...SLOT_OPERATIONS, 'effect'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Steps that concern the world as a whole; no actor may bear one of these names. */
export const WORLD_STEPS = [
  'run',
  'crash',
  'restart',
  'freeze',
  'thaw',
  'kill-session',
  'recreate-slot',
  'advance',
  'replay',
  'rebalance',
  'add-partitions',
  'delete-records',
  'broker',
  'check',
  'say',
] as const;
export type WorldStep = (typeof WORLD_STEPS)[number];

/** What may stand beside the action of a step. `say` alone is a step too. */
export const STEP_MODIFIERS = [
  'as',
  'params',
  'each',
  'fault',
  'expect',
  'concludes',
  'writes',
  'reads',
  'label',
  'ask',
  'say',
] as const;
export type StepModifier = (typeof STEP_MODIFIERS)[number];

/** Steps that an actor takes itself: `actor: {produce: ...}`. SQL is written as a text: `actor: SELECT ...`. */
export const ACTOR_STEPS = [
  'sql',
  'produce',
  'enqueue',
  'ack',
  'nack',
  'fetch',
  'commit-offset',
  'seek',
  'join',
  'leave',
  'effect',
] as const;
export type ActorStep = (typeof ACTOR_STEPS)[number];

/** Words of the scenario language, which nobody in a scenario may bear as a name. */
export const RESERVED_WORDS = [...WORLD_STEPS, ...STEP_MODIFIERS] as const;

export const RESET_POLICIES = ['earliest', 'latest', 'none'] as const;
/** Kafka's `auto.offset.reset`; `by_duration:` carries an ISO 8601 duration (KIP-1106). */
export type ResetPolicy = (typeof RESET_POLICIES)[number] | `by_duration:${string}`;

export const OUTCOMES = ['applied', 'already-applied', 'unknown'] as const;
/** What a consumer concludes about one record. */
export type Outcome = (typeof OUTCOMES)[number];

export const INVARIANTS = [
  'one-row-per-event',
  'marker-with-row',
  'no-lost-event',
  'no-phantom-event',
  'effect-once',
  'key-order',
  'read-your-writes',
  'monotonic-reads',
  'contiguous-checkpoint',
  'honest-outcome',
  'repository-contract',
  'drained',
] as const;
/** An invariant of the program's own registry. A scenario may add others of its own, each with a name and a query. */
export type InvariantName = (typeof INVARIANTS)[number];

export const VERDICTS = ['holds', 'violated', 'not-exercised'] as const;
export type InvariantVerdict = (typeof VERDICTS)[number];
