import { describe, expect, test } from 'vitest';
import { brokerSettings, topicSettings } from '../../src/kafka/broker-config.js';
import { consumerConfig, consumerSettings, producerConfig, producerSettings } from '../../src/kafka/client-config.js';
import { configure, problemWithSetting, type Settings } from '../../src/kafka/config.js';
import { answer } from './rules/lab.js';

const all: readonly Settings[] = [topicSettings, brokerSettings, consumerSettings, producerSettings];

test.each(all.map((settings) => [settings.of, settings] as const))(
  'the defaults of a %s are allowed',
  (_, settings) => {
    for (const [name, setting] of Object.entries(settings.known))
      expect([name, problemWithSetting(settings, name, setting.default)]).toEqual([name, null]);
  },
);

test.each(all.map((settings) => [settings.of, settings] as const))(
  'no setting of a %s is both simulated and not',
  (_, settings) => {
    expect(Object.keys(settings.notSimulated).filter((name) => name in settings.known)).toEqual([]);
  },
);

test("the defaults are Kafka's", () => {
  expect(configure(topicSettings, {})).toEqual({
    'cleanup.policy': 'delete',
    'retention.ms': 604_800_000,
    'retention.bytes': -1,
    'segment.bytes': 1_073_741_824,
    'segment.ms': 604_800_000,
    'message.timestamp.type': 'CreateTime',
    'message.timestamp.after.max.ms': 3_600_000,
  });
  expect(configure(brokerSettings, {})).toEqual({
    'group.initial.rebalance.delay.ms': 3000,
    'group.min.session.timeout.ms': 6000,
    'group.max.session.timeout.ms': 1_800_000,
    'offsets.retention.minutes': 10_080,
    'offsets.retention.check.interval.ms': 600_000,
    'log.retention.check.interval.ms': 300_000,
  });
  expect(consumerConfig({})).toEqual({
    'group.instance.id': null,
    'client.id': null,
    'session.timeout.ms': 45_000,
    'heartbeat.interval.ms': 3000,
    'max.poll.interval.ms': 300_000,
    'max.poll.records': 500,
    'enable.auto.commit': true,
    'auto.commit.interval.ms': 5000,
    'metadata.max.age.ms': 300_000,
    'partition.assignment.strategy': 'range',
    'group.protocol': 'classic',
    'isolation.level': 'read_uncommitted',
  });
  expect(producerConfig({})).toEqual({
    acks: 'all',
    'enable.idempotence': true,
    'max.in.flight.requests.per.connection': 5,
    'batch.size': 16_384,
    'metadata.max.age.ms': 300_000,
    retries: 2_147_483_647,
    'partitioner.class': 'murmur2',
  });
});

describe('a setting', () => {
  test.each([
    [topicSettings, 'cleanup.policy', 'compact', 'not-simulated'],
    [topicSettings, 'cleanup.policy', 'none', 'wrong-value'],
    [topicSettings, 'cleanup.policy', 1, 'wrong-value'],
    [topicSettings, 'compression.type', 'zstd', 'not-simulated'],
    [topicSettings, 'retention.ms', -2, 'wrong-value'],
    [topicSettings, 'retention.ms', '7d', 'wrong-value'],
    [topicSettings, 'retention.ms', 1.5, 'wrong-value'],
    [topicSettings, 'constructor', 1, 'unknown-name'],
    [consumerSettings, 'isolation.level', 'read_committed', 'not-simulated'],
    [consumerSettings, 'group.protocol', 'consumer', 'not-simulated'],
    [consumerSettings, 'partition.assignment.strategy', 'cooperative-sticky', 'not-simulated'],
    [consumerSettings, 'enable.auto.commit', 'false', 'wrong-value'],
    [consumerSettings, 'client.id', 7, 'wrong-value'],
    [producerSettings, 'transactional.id', 'relay', 'not-simulated'],
    [producerSettings, 'acks', '2', 'wrong-value'],
    [brokerSettings, 'log.retention.hours', 1, 'not-simulated'],
  ] as const)('of %# %s=%s is %s', (settings, name, value, kind) => {
    expect(problemWithSetting(settings, name, value)?.kind).toBe(kind);
  });

  test('that is not simulated is named with the reason', () => {
    expect(problemWithSetting(consumerSettings, 'isolation.level', 'read_committed')).toEqual({
      kind: 'not-simulated',
      setting: 'isolation.level: read_committed',
      reason: 'transactions',
    });
  });
});

test('a wrong configuration is ConfigException', () => {
  expect([
    answer(() => consumerConfig({ 'session.timeout.ms': 3000 })),
    answer(() => consumerConfig({ 'max.poll.records': 0 })),
    answer(() => configure(topicSettings, { 'segment.bytes': 13 })),
  ]).toEqual(['ConfigException', 'ConfigException', 'ConfigException']);
});
