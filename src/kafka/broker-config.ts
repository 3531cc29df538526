import type { ConfigOf, Configured, Settings, SettingTable } from './config.js';

const day = 86_400_000;
const farAway = Number.MAX_SAFE_INTEGER;
const int32 = 2 ** 31 - 1;

const topicTable = {
  'cleanup.policy': {
    type: 'enum',
    default: 'delete',
    values: ['delete'],
    notSimulated: { compact: 'compaction', 'compact,delete': 'compaction', 'delete,compact': 'compaction' },
  },
  /** -1 keeps records for ever (rule R2). */
  'retention.ms': { type: 'duration-ms', default: 7 * day, min: -1, max: farAway },
  /** Bytes of one partition; -1 is no limit (rule R3). */
  'retention.bytes': { type: 'int', default: -1, min: -1, max: farAway },
  /** Kafka 4 asks for a mebibyte at least; a lesson needs segments of a few records. */
  'segment.bytes': { type: 'int', default: 2 ** 30, min: 14, max: int32 },
  'segment.ms': { type: 'duration-ms', default: 7 * day, min: 1, max: farAway },
  'message.timestamp.type': { type: 'enum', default: 'CreateTime', values: ['CreateTime', 'LogAppendTime'] },
  /** How far in the future a CreateTime may lie (rule L10). */
  'message.timestamp.after.max.ms': { type: 'duration-ms', default: 3_600_000, min: 0, max: farAway },
} as const satisfies SettingTable;

/** The settings of a topic, by Kafka's names (`TopicConfig`). */
export const topicSettings: Settings<typeof topicTable> = {
  of: 'topic',
  known: topicTable,
  notSimulated: {
    'compression.type': 'uncompressed',
    'delete.retention.ms': 'compaction',
    'file.delete.delay.ms': 'no-files',
    'max.compaction.lag.ms': 'compaction',
    'max.message.bytes': 'no-size-limit',
    'message.timestamp.before.max.ms': 'default-only',
    'min.cleanable.dirty.ratio': 'compaction',
    'min.compaction.lag.ms': 'compaction',
    'min.insync.replicas': 'one-follower',
    'remote.storage.enable': 'no-files',
    'segment.jitter.ms': 'repeatable',
    'unclean.leader.election.enable': 'one-follower',
  },
};
export type TopicConfig = Configured<typeof topicTable>;
export type TopicConfigGiven = ConfigOf<typeof topicTable>;

const brokerTable = {
  /** How long the first rebalance of an empty group waits for more members (rule G2). */
  'group.initial.rebalance.delay.ms': { type: 'duration-ms', default: 3_000, min: 0, max: int32 },
  'group.min.session.timeout.ms': { type: 'duration-ms', default: 6_000, min: 1, max: int32 },
  'group.max.session.timeout.ms': { type: 'duration-ms', default: 1_800_000, min: 1, max: int32 },
  /** Minutes, as its name says (rule C14). */
  'offsets.retention.minutes': { type: 'int', default: 10_080, min: 1, max: int32 },
  'offsets.retention.check.interval.ms': { type: 'duration-ms', default: 600_000, min: 1, max: farAway },
  'log.retention.check.interval.ms': { type: 'duration-ms', default: 300_000, min: 1, max: farAway },
} as const satisfies SettingTable;

/** The settings of the broker, by Kafka's names. */
export const brokerSettings: Settings<typeof brokerTable> = {
  of: 'broker',
  known: brokerTable,
  notSimulated: {
    'auto.create.topics.enable': 'said-by-scenario',
    'delete.topic.enable': 'no-deletion',
    'group.consumer.session.timeout.ms': 'classic-protocol',
    'group.max.size': 'no-size-limit',
    'log.retention.bytes': 'of-topic',
    'log.retention.hours': 'of-topic',
    'log.retention.ms': 'of-topic',
    'log.segment.bytes': 'of-topic',
    'min.insync.replicas': 'one-follower',
    'offset.metadata.max.bytes': 'default-only',
    'transaction.state.log.replication.factor': 'transactions',
  },
};
export type BrokerConfig = Configured<typeof brokerTable>;
export type BrokerConfigGiven = ConfigOf<typeof brokerTable>;
