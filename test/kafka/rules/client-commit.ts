import { parseIsoDuration } from '../../../src/base/time.js';
import { Cluster } from '../../../src/kafka/cluster.js';
import { Consumer } from '../../../src/kafka/consumer.js';
import { parseOffsetReset } from '../../../src/kafka/offset-reset.js';
import { deeds, groupCluster, member, pair, rejoin, standingOf } from './group-lab.js';
import { answer, append, clusterWith, newRecord, type Rule, reader, topic } from './lab.js';

const second = 1000;
const minute = 60 * second;
const day = 1440 * minute;

/** A consumer with partition 0 for itself, which commits by itself every 5 s. */
function autoCommitting(cluster: Cluster): Consumer {
  const consumer = new Consumer(cluster, { group: 'history', topic, partitions: [0], reset: 'earliest' });
  consumer.start(0);
  return consumer;
}

const committed = (cluster: Cluster, partition = 0) => cluster.committed('history', topic, partition);

export const clientCommitRules: readonly Rule[] = [
  {
    rule: 'C5',
    says: 'by_duration goes to the first record that is no older, or to the end where all are older',
    seen: () => {
      const cluster = clusterWith(0);
      for (const timestamp of [0, 3000, 1000, 4000]) cluster.partition(topic, 0).append(newRecord(), timestamp);
      return (['PT7.5S', 'PT7S', 'PT6S', 'PT1S', 'P1D'] as const).map((duration) => {
        const consumer = new Consumer(cluster, {
          ...{ group: 'history', topic, partitions: [0], reset: `by_duration:${duration}` as const },
        });
        consumer.start(10 * second);
        return consumer.position(0);
      });
    },
    expected: [1, 1, 3, 4, 0],
  },
  {
    rule: 'C5',
    says: 'by_duration takes ISO 8601 durations as Java reads them, and refuses negative ones',
    seen: () => [
      ['PT1H', 'P1DT2H3M4.5S', 'pt0s', '-PT1S', 'PT-5M'].map(parseIsoDuration),
      ['P', 'PT', '1h', 'P1M', 'PT1', ''].map(parseIsoDuration),
      ['by_duration:PT1H', 'by_duration:-PT1H', 'by_duration:', 'by_duration', 'smallest'].map((policy) =>
        answer(() => parseOffsetReset(policy)),
      ),
    ],
    expected: [
      [3_600_000, 93_784_500, 0, -1000, -300_000],
      Array(6).fill(null),
      ['accepted', 'ConfigException', 'ConfigException', 'ConfigException', 'ConfigException'],
    ],
  },
  {
    rule: 'C9',
    says: 'a member of the current generation can overwrite the commit of a partition that another one owns',
    seen: () => {
      const cluster = groupCluster(2, 3);
      const [one, two] = pair(cluster);
      two.readMany(0);
      two.commit(1, 3, 0);
      const before = [standingOf(cluster), committed(cluster, 1)];
      const overwritten = one.commit(1, 0, 0);
      return [before, overwritten, committed(cluster, 1), two.position(1)];
    },
    expected: [['Stable 2 one-1[0] two-2[1]', 3], 3, 0, 3],
  },
  {
    rule: 'C11',
    says: 'auto-commit happens inside poll, once its interval is over, and commits what the polls before returned',
    seen: () => {
      const cluster = clusterWith(4);
      const consumer = autoCommitting(cluster);
      const seen: unknown[] = [];
      for (const now of [0, 4999, 5000, 9999, 10_000]) {
        consumer.poll(now);
        seen.push([now, committed(cluster), consumer.readMany(now, 1)[0]?.offset]);
      }
      return seen;
    },
    expected: [
      [0, null, 0],
      [4999, null, 1],
      [5000, 2, 2],
      [9999, 2, 3],
      [10_000, 4, undefined],
    ],
  },
  {
    rule: 'C11',
    says: 'a crash before the next poll loses no record, only the commit; work handed to another thread is lost',
    seen: () => {
      const cluster = clusterWith(4);
      const consumer = autoCommitting(cluster);
      consumer.poll(0);
      consumer.readMany(0);
      consumer.die(6000);
      const redelivered = [committed(cluster), reader(cluster, { reset: 'earliest' }).readMany(0).length];
      const threaded = autoCommitting(cluster);
      threaded.poll(0);
      threaded.readMany(0);
      threaded.poll(5000);
      threaded.die(5001);
      return [redelivered, [committed(cluster), reader(cluster, { reset: 'earliest' }).readMany(0).length]];
    },
    expected: [
      [null, 4],
      [4, 0],
    ],
  },
  {
    rule: 'C11',
    says: 'it also commits before a rebalance and on close, and while it waits in poll',
    seen: () => {
      const cluster = groupCluster(2, 3);
      const [one, two] = pair(cluster, { 'enable.auto.commit': true });
      one.readMany(0, 2);
      two.readMany(0, 2);
      two.close(1000);
      const onClose = [committed(cluster, 0), committed(cluster, 1)];
      rejoin(one, 1000);
      const beforeRebalance = committed(cluster, 0);
      one.readMany(1000, 1);
      one.waitInPoll();
      const due = cluster.nextInstant(minute);
      cluster.tick(10 * second);
      return [onClose, beforeRebalance, due, committed(cluster, 1), cluster.nextInstant(minute)];
    },
    expected: [[0, 2], 2, 6000, 3, null],
  },
  {
    rule: 'C11',
    says: 'a position that has not moved is committed at every interval too, which is news to nobody but renews the commit',
    seen: () => {
      const cluster = clusterWith(1);
      const consumer = autoCommitting(cluster);
      consumer.poll(0);
      consumer.read(0);
      consumer.waitInPoll();
      cluster.tick(6 * day + 12 * second);
      consumer.die(6 * day + 14 * second);
      const { offset, committedAt } = cluster.committedOffset('history', topic, 0) ?? {};
      return [offset, committedAt, deeds(consumer)];
    },
    expected: [1, 6 * day + 10 * second, ['committed 0@1']],
  },
  {
    rule: 'C14',
    says: 'so the offsets of a consumer with assigned partitions do not expire while it polls',
    seen: () => {
      const cluster = clusterWith(1);
      const consumer = autoCommitting(cluster);
      consumer.poll(0);
      consumer.read(0);
      consumer.waitInPoll();
      cluster.tick(30 * day);
      const living = committed(cluster);
      consumer.die(30 * day);
      cluster.tick(37 * day);
      const dead = committed(cluster);
      cluster.tick(37 * day + 10 * minute);
      return [living, dead, committed(cluster)];
    },
    expected: [1, null, null],
  },
  {
    rule: 'C11',
    says: 'what an interval would have committed while the process stood still is committed when it goes on',
    seen: () => {
      const cluster = clusterWith(1);
      const consumer = autoCommitting(cluster);
      consumer.poll(0);
      consumer.read(0);
      consumer.waitInPoll();
      consumer.freeze(1 * second);
      cluster.tick(63 * second);
      const frozen = committed(cluster);
      consumer.thaw(63 * second);
      cluster.tick(64 * second);
      return [frozen, cluster.committedOffset('history', topic, 0)?.committedAt];
    },
    expected: [null, 63 * second],
  },
  {
    rule: 'C11',
    says: 'the interval begins when the assignment comes, not when the consumer starts',
    seen: () => {
      const cluster = groupCluster(1, 3, { 'group.initial.rebalance.delay.ms': 3 * second });
      const one = member(cluster, 'one', { 'enable.auto.commit': true });
      one.poll(0);
      cluster.tick(3 * second);
      one.read(0);
      return [5 * second, 7_999, 8 * second].map((now) => {
        one.poll(now);
        return committed(cluster);
      });
    },
    expected: [null, null, 1],
  },
  {
    rule: 'C11',
    says: 'without enable.auto.commit nothing is committed but by hand',
    seen: () => {
      const cluster = groupCluster(2, 3);
      const [one] = pair(cluster);
      one.readMany(0);
      one.poll(10_000);
      one.close(20_000);
      return [committed(cluster), deeds(one)];
    },
    expected: [null, []],
  },
  {
    rule: 'C14',
    says: 'the offsets of a group expire 7 days after it became Empty, at the next check, however old the commit is',
    seen: () => {
      const cluster = groupCluster(1, 3);
      const one = member(cluster, 'one');
      one.poll(0);
      one.commit(0, 2, 0);
      one.waitInPoll();
      cluster.tick(30 * day);
      const living = committed(cluster);
      one.close(30 * day + minute);
      cluster.tick(37 * day);
      const before = [committed(cluster), cluster.nextInstant(60 * day)];
      cluster.takeEvents();
      cluster.tick(37 * day + 10 * minute);
      return [living, before, committed(cluster), cluster.takeEvents(), standingOf(cluster)];
    },
    expected: [
      2,
      [2, 37 * day + 10 * minute],
      null,
      [
        { at: 37 * day + 10 * minute, kind: 'offset-expired', group: 'history', topic, partition: 0, offset: 2 },
        {
          ...{ at: 37 * day + 10 * minute, kind: 'group-changed', group: 'history', state: 'Dead', generation: 2 },
          ...{ leader: null, members: [] },
        },
      ],
      'unknown',
    ],
  },
  {
    rule: 'C14',
    says: 'for a consumer with assigned partitions each offset counts from its own last commit',
    seen: () => {
      const cluster = clusterWith(3, 3);
      cluster.commitOffset('history', topic, 0, 1, { now: 0 });
      cluster.commitOffset('history', topic, 1, 1, { now: 2 * day });
      cluster.tick(7 * day);
      const first = [0, 1].map((partition) => committed(cluster, partition));
      cluster.tick(9 * day);
      return [first, [0, 1].map((partition) => committed(cluster, partition))];
    },
    expected: [
      [null, 1],
      [null, null],
    ],
  },
  {
    rule: 'C14',
    says: 'while the group is Stable only offsets of a topic that it does not subscribe to expire',
    seen: () => {
      const cluster = groupCluster(1, 3);
      cluster.createTopic('old', 1);
      cluster.commitOffset('history', 'old', 0, 1, { now: 0 });
      cluster.commitOffset('history', topic, 0, 1, { now: 0 });
      const one = member(cluster, 'one');
      one.poll(0);
      one.waitInPoll();
      cluster.tick(8 * day);
      return [committed(cluster), cluster.committed('history', 'old', 0)];
    },
    expected: [1, null],
  },
  {
    rule: 'C14',
    says: 'a group that comes back after that starts by its reset policy: with latest it loses the gap',
    seen: () => {
      const cluster = new Cluster({}, 0);
      cluster.createTopic(topic, 1, { 'retention.ms': -1 });
      append(cluster, 0, 5);
      cluster.commitOffset('history', topic, 0, 2);
      cluster.tick(8 * day);
      return (['latest', 'earliest'] as const).map((reset) => reader(cluster, { reset }).readMany(0).length);
    },
    expected: [0, 5],
  },
];
