/** What a process asks of PostgreSQL, by the names of the repository in the seed. */
export const SQL_OPERATIONS = ['begin', 'tryInbox', 'saveHistory', 'commit', 'rollback'] as const;

/** What a process asks of Kafka. */
export const KAFKA_OPERATIONS = ['fetch', 'commit-offset', 'produce'] as const;
export type KafkaOperation = (typeof KAFKA_OPERATIONS)[number];

export const OPERATIONS = [...SQL_OPERATIONS, ...KAFKA_OPERATIONS] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Steps that concern the world as a whole; no actor may bear one of these names. */
export const WORLD_STEPS = ['run', 'crash', 'restart', 'advance', 'check', 'say'] as const;
export type WorldStep = (typeof WORLD_STEPS)[number];

/** Words of steps to come, in which no actor may be called today. */
export const RESERVED_WORDS = [
  ...WORLD_STEPS,
  'kill-session',
  'rebalance',
  'add-partitions',
  'delete-records',
  'broker',
  'as',
  'params',
  'each',
  'fault',
  'expect',
  'concludes',
  'label',
] as const;

/** Steps that an actor takes itself: `actor: {produce: ...}`. */
export const ACTOR_STEPS = ['produce', 'seek'] as const;
export type ActorStep = (typeof ACTOR_STEPS)[number];

export const RESET_POLICIES = ['earliest', 'latest', 'none'] as const;
/** Kafka's `auto.offset.reset`. */
export type ResetPolicy = (typeof RESET_POLICIES)[number];

export const OUTCOMES = ['applied', 'already-applied', 'unknown'] as const;
/** What a consumer concludes about one record. */
export type Outcome = (typeof OUTCOMES)[number];

export const INVARIANTS = [
  'one-row-per-event',
  'marker-with-row',
  'no-lost-event',
  'contiguous-checkpoint',
  'honest-outcome',
  'repository-contract',
  'drained',
] as const;
export type InvariantName = (typeof INVARIANTS)[number];

export const VERDICTS = ['holds', 'violated', 'not-exercised'] as const;
export type InvariantVerdict = (typeof VERDICTS)[number];
