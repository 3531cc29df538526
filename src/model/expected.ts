/** What a place of a scenario is to hold, where nothing more is needed to say it. */
export const PLAIN_EXPECTATIONS = [
  'text',
  'list',
  'mapping',
  'nothing',
  'boolean',
  'duration',
  'instant',
  'value-or-null',
  'template',
  'template-or-null',
  'payload',
  'setting',
  'setting-name',
  'name',
  'actor-name',
  'database-name',
  'invariant-name',
  'scenario-id',
  'topic-name',
  'partition-number',
  'offset',
  'any-offset',
  'offset-or-end',
  'number-or-none',
  'numbers-of-partitions',
  'records-of-partitions',
  'partitions-of-members',
  'partition-beside-offset',
  'reset-policy',
  'database-table',
  'violates',
  'local-text',
  'fault',
  'faults-by-operation',
  'one-kind-of-fault',
  'noticed-beside-lost',
  'step',
  'sql-statement',
  'invariant-query',
  'event-or-topic',
  'offset-or-offsets',
  'one-broker-change',
  'partition-with-offset',
  'occurrence-of-operation',
  'pending-in-source',
  'group-not-in-source',
  'partitions-without-subscribe',
  'only-lag-beside-replica',
  'lag-of-replica',
  'other-primary',
  'no-cascade',
  'some-lag',
  'lsn',
  'lsn-of-replica',
] as const;
export type PlainExpectation = (typeof PLAIN_EXPECTATIONS)[number];

/** What a place of a scenario is to hold. The report words it, in each language. */
export type Expected =
  | PlainExpectation
  | { readonly is: 'whole' | 'whole-or-duration'; readonly least: number; readonly most: number }
  | { readonly is: 'words'; readonly words: readonly string[] }
  | { readonly is: 'mapping-with'; readonly keys: readonly string[] }
  | { readonly is: 'either'; readonly of: readonly Expected[] }
  | { readonly is: 'one-or-more'; readonly of: Expected }
  | { readonly is: 'with-detail'; readonly kind: string }
  | { readonly is: 'one-for-occurrence'; readonly occurrence: number }
  | { readonly is: 'arrival'; readonly labels: readonly string[] }
  | { readonly is: 'more-than'; readonly count: number }
  | { readonly is: 'at-most-databases'; readonly count: number }
  | { readonly is: 'at-most-days'; readonly count: number }
  | { readonly is: 'at-most-steps'; readonly count: number }
  | { readonly is: 'own-database'; readonly variant: string; readonly other: string; readonly otherProcess: string }
  | { readonly is: 'actor-action' | 'one-operation'; readonly actor: string }
  | { readonly is: 'process-action' | 'service'; readonly process: string };

/** What stands there instead; null where the expectation alone says enough. */
export type Found = null | 'mapping' | 'list' | 'alias' | 'nothing' | 'other' | { readonly text: string };

/** Kinds of things that a scenario calls by a name. */
export const NAMED = [
  'topic',
  'database',
  'replica',
  'event',
  'group',
  'process',
  'process-or-actor',
  'program',
  'variant',
  'schema',
  'table',
  'session',
  'invariant',
  'listed-invariant',
  'label',
  'partition',
  'partition-of-topic',
  'assigned-partition',
  'member',
  'operation',
  'fault',
  'outcome',
  'knob-value',
  'end-of-run',
  'broker-change',
  'broker-error',
  'client-view',
  'server-view',
  'setting',
  'slot',
] as const;
export type Named = (typeof NAMED)[number];
