import type { ProducerConfigGiven } from '../../../src/kafka/client-config.js';
import { Cluster } from '../../../src/kafka/cluster.js';
import { PARTITIONERS } from '../../../src/kafka/partitioner.js';
import { type Enqueued, Producer } from '../../../src/kafka/producer.js';
import { answer, bounds, clusterWith, newRecord, type Rule, readAll, reader, topic } from './lab.js';

/** A producer over one empty partition, and what its log holds. */
function session(config: ProducerConfigGiven = {}) {
  const cluster = clusterWith(0);
  const producer = new Producer(cluster, config);
  const log = cluster.partition(topic, 0);
  return {
    cluster,
    producer,
    log,
    send: (value: string): Enqueued => producer.enqueue(newRecord({ value })),
    values: () => log.records().map(({ value }) => value),
  };
}

const withoutIdempotence = { 'enable.idempotence': false } as const;

export const sendingRules: readonly Rule[] = [
  {
    rule: 'P2',
    says: 'the same keys over the same partitions go elsewhere with another partitioner',
    seen: () =>
      PARTITIONERS.map((name) => {
        const producer = new Producer(clusterWith(0, 0, 0), { 'partitioner.class': name });
        const keys = ['order-1', 'order-2', 'order-3', 'order-4', 'order-5'];
        return [name, keys.map((key) => producer.enqueue(newRecord({ key })).record.partition)];
      }),
    expected: [
      ['murmur2', [1, 0, 0, 2, 2]],
      ['crc32', [1, 0, 2, 2, 1]],
      ['fnv-1a', [1, 1, 0, 0, 2]],
      ['round-robin', [0, 1, 2, 0, 1]],
    ],
  },
  {
    rule: 'P2',
    says: 'with more partitions a key goes elsewhere once its producer has looked again, and its old records stay',
    seen: () => {
      const cluster = clusterWith(0, 0, 0);
      const producer = new Producer(cluster);
      const place = () => producer.ack(producer.enqueue(newRecord({ key: 'order-1' })), 0).appended?.partition;
      const before = place();
      cluster.addPartitions(topic, 4);
      const seen = [299_999, 300_000].map((now) => {
        cluster.tick(now);
        return place();
      });
      return [before, seen, cluster.partitions(topic).map(({ end }) => end)];
    },
    expected: [1, [1, 2], [0, 2, 1, 0]],
  },
  {
    rule: 'P2',
    says: 'a new producer knows the partitions that were added; so does one that is asked for one of them by number',
    seen: () => {
      const cluster = clusterWith(0, 0, 0);
      const [old, asked] = [new Producer(cluster), new Producer(cluster)];
      const place = (producer: Producer, partition: number | null = null) =>
        producer.enqueue(newRecord({ key: 'order-1', partition })).record.partition;
      const before = [place(old), place(asked)];
      cluster.addPartitions(topic, 4);
      return [before, place(old), place(new Producer(cluster)), place(asked, 3), place(asked)];
    },
    expected: [[1, 1], 1, 2, 3, 2],
  },
  {
    rule: 'P5',
    says: 'a record overtakes fewer others of its partition than max.in.flight.requests.per.connection: with 1, none',
    seen: () =>
      [1, 2].map((max) => {
        const { producer, send } = session({
          ...{ 'enable.idempotence': false, 'max.in.flight.requests.per.connection': max },
        });
        const [first, second, third] = [send('a'), send('b'), send('c')];
        const sent = () => [first, second, third].map((each) => answer(() => producer.checkInFlight(each)));
        const before = sent();
        producer.ack(first, 0);
        return [before, sent()];
      }),
    expected: [
      [
        ['accepted', 'max.in.flight.requests.per.connection', 'max.in.flight.requests.per.connection'],
        ['accepted', 'accepted', 'max.in.flight.requests.per.connection'],
      ],
      [
        ['accepted', 'accepted', 'max.in.flight.requests.per.connection'],
        ['accepted', 'accepted', 'accepted'],
      ],
    ],
  },
  {
    rule: 'P3',
    says: 'acks 0 learns no offset, and does not learn of a refusal',
    seen: () => {
      const { producer, send, values } = session({ acks: '0' });
      const accepted = producer.ack(send('a'), 0);
      const late = producer.enqueue(newRecord({ value: 'b' }), 9_000_000);
      const refused = producer.ack(late, 0);
      const learnt = [accepted, refused].map(({ enqueued, offset, refusal }) => [
        enqueued.state,
        offset,
        refusal?.code,
      ]);
      return [learnt, values()];
    },
    expected: [
      [
        ['acked', -1, undefined],
        ['acked', -1, 'INVALID_TIMESTAMP'],
      ],
      ['a'],
    ],
  },
  {
    rule: 'P3',
    says: 'acks 1 is answered by the leader alone, and lost when the leader dies before the follower has it',
    seen: () => {
      const { cluster, producer, log, send, values } = session({ acks: '1' });
      producer.ack(send('a'), 0);
      cluster.pauseReplication(topic);
      const { enqueued, offset } = producer.ack(send('b'), 0);
      const read = readAll(reader(cluster, { reset: 'earliest' }));
      const before = bounds(log);
      cluster.failOver(topic, 5);
      return [[enqueued.state, offset], read, before, bounds(log), values(), cluster.takeEvents()];
    },
    expected: [
      ['acked', 1],
      [`${topic}-0@0 a`],
      { start: 0, highWatermark: 1, end: 2 },
      { start: 0, highWatermark: 1, end: 1 },
      ['a'],
      [{ at: 5, kind: 'log-truncated', topic, partition: 0, from: 2, to: 1 }],
    ],
  },
  {
    rule: 'P3',
    says: 'acks all waits for the follower, and what was answered survives the leader',
    seen: () => {
      const { cluster, producer, send, values } = session();
      cluster.pauseReplication(topic);
      const first = producer.ack(send('a'), 0);
      const waiting = [first.enqueued.state, first.offset];
      cluster.resumeReplication(topic);
      const again = producer.ack(first.enqueued, 0);
      cluster.pauseReplication(topic);
      const lost = producer.ack(send('b'), 0).enqueued;
      cluster.failOver(topic);
      const sentAgain = producer.ack(lost, 0);
      return [
        waiting,
        [again.enqueued.state, again.offset, again.duplicate],
        [sentAgain.offset, sentAgain.duplicate],
        values(),
      ];
    },
    expected: [
      ['pending', null],
      ['acked', 0, true],
      [1, false],
      ['a', 'b'],
    ],
  },
  {
    rule: 'P3',
    says: 'a fail-over takes back whole segments and parts of one, and their offsets are given anew',
    seen: () => {
      const cluster = new Cluster({}, 0);
      cluster.createTopic(topic, 1, { 'segment.bytes': 200 });
      const log = cluster.partition(topic, 0);
      const record = newRecord({ value: 'v'.repeat(32) });
      log.append(record, 1);
      cluster.pauseReplication(topic);
      for (const timestamp of [9, 2, 3, 4]) log.append(record, timestamp);
      const before = log.segments().map(({ base, bytes }) => [base, bytes]);
      cluster.failOver(topic);
      const { offset } = log.append(record, 5);
      return [before, offset, log.segments()];
    },
    expected: [
      [
        [0, 200],
        [2, 200],
        [4, 100],
      ],
      1,
      [{ base: 0, created: 0, bytes: 200, firstTimestamp: 1, largestTimestamp: 5 }],
    ],
  },
  {
    rule: 'P5',
    says: 'with idempotence a retry is answered with the offset that the record has, and not appended again',
    seen: () => {
      const { producer, send, values } = session();
      const first = send('a');
      const answers = [producer.ack(first, 0), producer.ack(first, 9)];
      producer.ack(send('b'), 9);
      answers.push(producer.ack(first, 10));
      return [answers.map(({ offset, duplicate }) => [offset, duplicate]), values()];
    },
    expected: [
      [
        [0, false],
        [0, true],
        [0, true],
      ],
      ['a', 'b'],
    ],
  },
  {
    rule: 'P5',
    says: 'without idempotence a retry appends a second record',
    seen: () => {
      const { producer, send, values } = session(withoutIdempotence);
      const first = send('a');
      return [[producer.ack(first, 0), producer.ack(first, 9)].map(({ offset }) => offset), values()];
    },
    expected: [
      [0, 1],
      ['a', 'a'],
    ],
  },
  {
    rule: 'P5',
    says: 'without idempotence batch 2 may come before batch 1',
    seen: () => {
      const { producer, send, values } = session(withoutIdempotence);
      const [one, two] = [send('one'), send('two')];
      producer.ack(two, 0);
      producer.ack(one, 0);
      return values();
    },
    expected: ['two', 'one'],
  },
  {
    rule: 'P5',
    says: 'with idempotence the broker refuses batch 2 until batch 1 is there, and the order holds',
    seen: () => {
      const { producer, send, values } = session();
      producer.ack(send('zero'), 0);
      const [one, two] = [send('one'), send('two')];
      const early = answer(() => producer.ack(two, 0));
      producer.ack(one, 0);
      producer.ack(two, 0);
      return [early, values()];
    },
    expected: ['OUT_OF_ORDER_SEQUENCE_NUMBER', ['zero', 'one', 'two']],
  },
  {
    rule: 'P5',
    says: 'a partition that does not know the producer takes any first batch, and then refuses the one before it',
    seen: () => {
      const { producer, send, values } = session();
      const [one, two] = [send('one'), send('two')];
      producer.ack(two, 0);
      return [answer(() => producer.ack(one, 0)), values()];
    },
    expected: ['OUT_OF_ORDER_SEQUENCE_NUMBER', ['two']],
  },
  {
    rule: 'P5',
    says: 'a retry is recognised among the last 5 batches of its producer',
    seen: () => {
      const { producer, send } = session();
      const sends = ['a', 'b', 'c', 'd', 'e', 'f'].map(send);
      for (const enqueued of sends) producer.ack(enqueued, 0);
      return sends.slice(0, 2).map((enqueued) => answer(() => producer.ack(enqueued, 0)));
    },
    expected: ['OUT_OF_ORDER_SEQUENCE_NUMBER', 'accepted'],
  },
  {
    rule: 'P5',
    says: 'a send that is given up begins a new epoch: what is still under way is numbered anew, and goes through',
    seen: () => {
      const { producer, send, values } = session();
      producer.ack(send('zero'), 0);
      const [one, two] = [send('one'), send('two')];
      producer.nack(one);
      producer.ack(two, 0);
      producer.ack(send('three'), 0);
      return [answer(() => producer.ack(one, 0)), values()];
    },
    expected: ['INVALID_PRODUCER_EPOCH', ['zero', 'two', 'three']],
  },
  {
    rule: 'P5',
    says: 'idempotence needs acks=all, retries, and at most 5 requests in flight; unasked it gives way in silence',
    seen: () => {
      const contradictions: readonly ProducerConfigGiven[] = [
        { acks: '1' },
        { retries: 0 },
        { 'max.in.flight.requests.per.connection': 6 },
      ];
      return contradictions.map((config) => [
        new Producer(clusterWith(0), config).config['enable.idempotence'],
        answer(() => new Producer(clusterWith(0), { ...config, 'enable.idempotence': true })),
      ]);
    },
    expected: Array(3).fill([false, 'ConfigException']),
  },
];
