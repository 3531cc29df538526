/** Why a setting, or a value of one, that Kafka knows is not simulated. Each is a sentence elsewhere, in two languages. */
export const NOT_SIMULATED = [
  'batch-of-one',
  'classic-protocol',
  'compaction',
  'default-only',
  'fetching',
  'network',
  'no-client-code',
  'no-deletion',
  'no-files',
  'no-influence',
  'no-size-limit',
  'of-topic',
  'one-cluster',
  'one-follower',
  'one-topic',
  'range-only',
  'repeatable',
  'round-robin',
  'said-by-group',
  'said-by-scenario',
  'share-groups',
  'transactions',
  'uncompressed',
] as const;
export type NotSimulated = (typeof NOT_SIMULATED)[number];

/** Settings that contradict each other, by Kafka's rules. */
export type SettingConflict =
  | 'heartbeat'
  | 'session-timeout'
  | 'idempotence-acks'
  | 'idempotence-retries'
  | 'idempotence-in-flight';
