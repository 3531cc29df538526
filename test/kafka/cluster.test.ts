import { describe, expect, test } from 'vitest';
import { Cluster } from '../../src/kafka/cluster.js';
import { Consumer } from '../../src/kafka/consumer.js';
import { KafkaRefusal } from '../../src/kafka/errors.js';
import { answer, bounds, clusterWith, newRecord, readAll, reader, topic } from './rules/lab.js';

describe('Cluster', () => {
  test('gives a topic its partitions, counted from 0', () => {
    const cluster = new Cluster();
    cluster.createTopic('b', 2);
    cluster.createTopic('a', 1);
    expect(cluster.partitions('b').map((log) => [log.topic, log.partition])).toEqual([
      ['b', 0],
      ['b', 1],
    ]);
  });

  test.each([
    ['a topic that does not exist', (cluster: Cluster) => cluster.partitions('nowhere'), 'there is no topic nowhere'],
    ['a partition above the last', (cluster: Cluster) => cluster.partition(topic, 2), `${topic} has no partition 2`],
    ['a negative partition', (cluster: Cluster) => cluster.partition(topic, -1), `${topic} has no partition -1`],
  ])("refuses %s by Kafka's name for it", (_, act, message) => {
    let refusal: unknown;
    try {
      act(clusterWith(1, 1));
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(KafkaRefusal);
    expect(refusal).toMatchObject({ name: 'KafkaRefusal', code: 'UNKNOWN_TOPIC_OR_PARTITION', message });
  });

  // Names are free text; none may be able to forge the place of another.
  test('keeps groups and topics apart whose names run together', () => {
    const cluster = new Cluster();
    for (const name of ['b,c', 'c', 'b","c']) cluster.createTopic(name, 1);
    cluster.commitOffset('a', 'b,c', 0, 1);
    cluster.commitOffset('a,b', 'c', 0, 2);
    expect([
      cluster.committed('a', 'b,c', 0),
      cluster.committed('a,b', 'c', 0),
      cluster.committed('a', 'b","c', 0),
      cluster.committed('a","b', 'c', 0),
    ]).toEqual([1, 2, null, null]);
  });
});

describe('Consumer', () => {
  test('before the assignment there is no position', () => {
    const consumer = new Consumer(clusterWith(2), { group: 'history', topic, partitions: [0], reset: 'earliest' });
    expect([consumer.position(0), consumer.read(0)]).toEqual([null, null]);
  });

  test('names its own partitions with something to read, beginning after the one read last', () => {
    const consumer = reader(clusterWith(2, 0, 1, 1), { reset: 'earliest', partitions: [0, 1, 2] });
    expect(consumer.ready(0)).toEqual([0, 2]);
    expect(readAll(consumer)).toEqual([`${topic}-0@0 a`, `${topic}-2@0 a`, `${topic}-0@1 b`]);
  });

  test('a topic that does not exist is refused at the assignment', () => {
    expect(answer(() => reader(clusterWith(1), { topic: 'nowhere', reset: 'earliest' }))).toBe(
      'UNKNOWN_TOPIC_OR_PARTITION',
    );
  });
});

test('records() shows what is still there, and appends do not need a consumer', () => {
  const log = clusterWith(3).partition(topic, 0);
  log.deleteBefore(1);
  log.append(newRecord({ value: 'new' }), 5);
  expect([log.records().map(({ offset, value }) => [offset, value]), bounds(log)]).toEqual([
    [
      [1, 'b'],
      [2, 'c'],
      [3, 'new'],
    ],
    { start: 1, highWatermark: 4, end: 4 },
  ]);
});
