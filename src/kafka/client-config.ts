import { limits } from '../base/limits.js';
import type { SettingConflict } from '../model/kafka-setting.js';
import { type ConfigOf, type Configured, configure, type Settings, type SettingTable } from './config.js';
import { KafkaRefusal } from './errors.js';
import { PARTITIONERS } from './partitioner.js';

const int32 = 2 ** 31 - 1;

const consumerTable = {
  /** A static member keeps its place over a restart (rule G7). */
  'group.instance.id': { type: 'text', default: null },
  /** Null stands for Java's own `consumer-<group>-1`. */
  'client.id': { type: 'text', default: null },
  'session.timeout.ms': { type: 'duration-ms', default: 45_000, min: 1, max: int32 },
  'heartbeat.interval.ms': { type: 'duration-ms', default: 3_000, min: 1, max: int32 },
  /** The longest time between two polls, and the rebalance timeout of the member (rules G3, G5). */
  'max.poll.interval.ms': { type: 'duration-ms', default: 300_000, min: 1, max: int32 },
  'max.poll.records': { type: 'int', default: 500, min: 1, max: int32 },
  'enable.auto.commit': { type: 'bool', default: true },
  'auto.commit.interval.ms': { type: 'duration-ms', default: 5_000, min: 0, max: int32 },
  /** How old the partition count of a topic may become before the client asks again (rule L11). */
  'metadata.max.age.ms': { type: 'duration-ms', default: 300_000, min: 0, max: int32 },
  'partition.assignment.strategy': {
    type: 'enum',
    default: 'range',
    values: ['range', 'org.apache.kafka.clients.consumer.RangeAssignor'],
    notSimulated: {
      'cooperative-sticky': 'range-only',
      roundrobin: 'range-only',
      sticky: 'range-only',
      'org.apache.kafka.clients.consumer.CooperativeStickyAssignor': 'range-only',
      'org.apache.kafka.clients.consumer.RoundRobinAssignor': 'range-only',
      'org.apache.kafka.clients.consumer.StickyAssignor': 'range-only',
    },
  },
  'group.protocol': {
    type: 'enum',
    default: 'classic',
    values: ['classic'],
    notSimulated: { consumer: 'classic-protocol' },
  },
  'isolation.level': {
    type: 'enum',
    default: 'read_uncommitted',
    values: ['read_uncommitted'],
    notSimulated: { read_committed: 'transactions' },
  },
} as const satisfies SettingTable;

/** The settings of a consumer, by Kafka's names (`ConsumerConfig`). */
export const consumerSettings: Settings<typeof consumerTable> = {
  of: 'consumer',
  known: consumerTable,
  notSimulated: {
    'auto.offset.reset': 'said-by-group',
    'bootstrap.servers': 'one-cluster',
    'client.rack': 'one-cluster',
    'default.api.timeout.ms': 'network',
    'exclude.internal.topics': 'one-topic',
    'fetch.max.bytes': 'fetching',
    'fetch.max.wait.ms': 'fetching',
    'fetch.min.bytes': 'fetching',
    'group.id': 'said-by-scenario',
    'group.remote.assignor': 'classic-protocol',
    'interceptor.classes': 'no-client-code',
    'max.partition.fetch.bytes': 'fetching',
    'request.timeout.ms': 'network',
    'retry.backoff.ms': 'network',
    'share.acknowledgement.mode': 'share-groups',
  },
};
export type ConsumerConfig = Configured<typeof consumerTable>;
export type ConsumerConfigGiven = ConfigOf<typeof consumerTable>;

export function consumerConflict(config: ConsumerConfig): SettingConflict | null {
  return config['heartbeat.interval.ms'] >= config['session.timeout.ms'] ? 'heartbeat' : null;
}

/** @throws KafkaRefusal ConfigException, also where the heartbeat does not fit into the session timeout. */
export function consumerConfig(given: ConsumerConfigGiven): ConsumerConfig {
  const config = configure(consumerSettings, given);
  if (consumerConflict(config)) {
    throw new KafkaRefusal('ConfigException', 'heartbeat.interval.ms must be lower than session.timeout.ms');
  }
  return config;
}

const producerTable = {
  acks: { type: 'enum', default: 'all', values: ['0', '1', 'all', '-1'] },
  'enable.idempotence': { type: 'bool', default: true },
  'max.in.flight.requests.per.connection': { type: 'int', default: 5, min: 1, max: int32 },
  /** Bytes after which a record without a key goes to another partition (rule P1). */
  'batch.size': { type: 'int', default: limits.producerBatchBytes, min: 0, max: int32 },
  /** How old the partition count of a topic may become before the client asks again (rules L11, P2). */
  'metadata.max.age.ms': { type: 'duration-ms', default: 300_000, min: 0, max: int32 },
  retries: { type: 'int', default: int32, min: 0, max: int32 },
  /** Which library's way of choosing a partition by the key (rule P2). */
  'partitioner.class': { type: 'enum', default: 'murmur2', values: PARTITIONERS },
} as const satisfies SettingTable;

/** The settings of a producer, by Kafka's names (`ProducerConfig`). */
export const producerSettings: Settings<typeof producerTable> = {
  of: 'producer',
  known: producerTable,
  notSimulated: {
    'bootstrap.servers': 'one-cluster',
    'buffer.memory': 'no-size-limit',
    'client.id': 'no-influence',
    'compression.type': 'uncompressed',
    'delivery.timeout.ms': 'network',
    'linger.ms': 'batch-of-one',
    'max.block.ms': 'network',
    'partitioner.ignore.keys': 'round-robin',
    'request.timeout.ms': 'network',
    'retry.backoff.ms': 'network',
    'transaction.timeout.ms': 'transactions',
    'transactional.id': 'transactions',
  },
};
export type ProducerConfig = Configured<typeof producerTable>;
export type ProducerConfigGiven = ConfigOf<typeof producerTable>;

/** What keeps a producer from being idempotent; null where nothing does. */
export function idempotenceConflict(config: ProducerConfig): SettingConflict | null {
  if (config.acks !== 'all' && config.acks !== '-1') return 'idempotence-acks';
  if (config.retries === 0) return 'idempotence-retries';
  return config['max.in.flight.requests.per.connection'] > 5 ? 'idempotence-in-flight' : null;
}

/**
 * Idempotence needs acks=all, retries and at most 5 requests in flight. Where it was not asked for, a setting that
 * contradicts it switches it off in silence, as in Java.
 * @throws KafkaRefusal ConfigException where it was asked for and contradicted.
 */
export function producerConfig(given: ProducerConfigGiven): ProducerConfig {
  const config = configure(producerSettings, given);
  const conflict = idempotenceConflict(config);
  if (conflict && given['enable.idempotence']) throw new KafkaRefusal('ConfigException', conflict);
  const acks = config.acks === '-1' ? 'all' : config.acks;
  return { ...config, acks, 'enable.idempotence': config['enable.idempotence'] && conflict === null };
}
