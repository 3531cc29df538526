import type { ConsumerConfigGiven } from '../../../src/kafka/client-config.js';
import { deeds, groupCluster, history, member, pair, rejoin, standingOf } from './group-lab.js';
import { type Rule, refusal } from './lab.js';

const second = 1000;

/** Two static members, of which `a` leads, in generation 2. */
function staticPair(records = 0, config: ConsumerConfigGiven = {}) {
  const cluster = groupCluster(2, records);
  const a = member(cluster, 'one', { ...config, 'group.instance.id': 'a' });
  const b = member(cluster, 'two', { ...config, 'group.instance.id': 'b' });
  a.poll(0);
  b.poll(0);
  rejoin(a, 0);
  cluster.takeEvents();
  for (const consumer of [a, b]) {
    consumer.waitInPoll();
    consumer.takeEvents();
  }
  return { cluster, a, b };
}

export const staticMemberRules: readonly Rule[] = [
  ...(['a', 'b'] as const).map((instance) => ({
    rule: 'G7',
    says: `the static ${instance === 'a' ? 'leader' : 'follower'} restarts within its session without a rebalance, as a new member with what it had`,
    seen: () => {
      const { cluster, a, b } = staticPair();
      (instance === 'a' ? a : b).close(10 * second);
      const closed = [history(cluster), standingOf(cluster)];
      cluster.tick(30 * second);
      const next = member(cluster, 'again', { 'group.instance.id': instance });
      next.poll(30 * second);
      return [closed, history(cluster), next.assignment(), cluster.groups()[0]?.leader];
    },
    expected: [
      [[], 'Stable 2 a-1[0] b-2[1]'],
      [`30000 ${instance}-${instance === 'a' ? 1 : 2} fenced`, `30000 ${instance}-3 joined`, '30000 Stable 2'],
      [instance === 'a' ? 0 : 1],
      instance === 'a' ? 'a-3' : 'a-1',
    ],
  })),
  {
    rule: 'G7',
    says: 'a static member that does not come back within its session is removed, and the group rebalances',
    seen: () => {
      const { cluster, b } = staticPair();
      b.close(10 * second);
      cluster.tick(60 * second);
      return [history(cluster), standingOf(cluster)];
    },
    expected: [
      ['54000 b-2 session-timeout', '54000 PreparingRebalance 2', '57000 CompletingRebalance 3', '57000 Stable 3'],
      'Stable 3 a-1[0,1]',
    ],
  },
  {
    rule: 'G7',
    says: 'a second living instance fences the first: its commit, and then every poll, is refused',
    seen: () => {
      const { cluster, b } = staticPair(3);
      const twin = member(cluster, 'twin', { 'group.instance.id': 'b' });
      cluster.tick(10 * second);
      twin.poll(10 * second);
      b.read(1);
      const commit = refusal(() => b.commit(1, 1, 11 * second));
      return [
        commit,
        [1, 2].map(() => refusal(() => b.poll(12 * second))),
        refusal(() => twin.commit(1, 2, 12 * second)),
      ];
    },
    expected: [
      ['FENCED_INSTANCE_ID', 'FencedInstanceIdException'],
      [
        ['FENCED_INSTANCE_ID', 'FencedInstanceIdException'],
        ['FENCED_INSTANCE_ID', 'FencedInstanceIdException'],
      ],
      'accepted',
    ],
  },
  {
    rule: 'G7',
    says: 'a static member that does not poll in time does not leave: it only stops its heartbeats',
    seen: () => {
      const cluster = groupCluster(2);
      const [one, two] = pair(cluster, { 'max.poll.interval.ms': 60 * second });
      const late = member(cluster, 'late', { 'group.instance.id': 's', 'max.poll.interval.ms': 60 * second });
      late.poll(0);
      for (const consumer of [one, two]) {
        rejoin(consumer, 0);
        consumer.waitInPoll();
      }
      cluster.takeEvents();
      cluster.tick(60 * second);
      const still = [history(cluster), deeds(late).at(-1), refusal(() => late.commit(0, 0, 60 * second))];
      cluster.tick(105 * second);
      return [still, history(cluster)[0]];
    },
    expected: [
      [[], 's-3 out: max.poll.interval.ms', ['CommitFailedException', 'CommitFailedException']],
      '105000 s-3 session-timeout',
    ],
  },
  {
    rule: 'G7',
    says: 'a static member that is away still gets its partitions when the others rebalance',
    seen: () => {
      const inTime = { 'max.poll.interval.ms': 20 * second };
      const { cluster, b } = staticPair(0, inTime);
      b.close(1 * second);
      cluster.tick(2 * second);
      member(cluster, 'three', inTime).poll(2 * second);
      cluster.tick(22 * second);
      return [history(cluster), standingOf(cluster)];
    },
    expected: [
      ['2000 three-3 joined', '2000 PreparingRebalance 2', '22000 CompletingRebalance 3', '22000 Stable 3'],
      'Stable 3 a-1[0] b-2[1] three-3[]',
    ],
  },
  {
    rule: 'G7',
    says: 'a static member that stands still over a rebalance is still in the group, in an old generation',
    seen: () => {
      const inTime = { 'max.poll.interval.ms': 20 * second };
      const { cluster, b } = staticPair(3, inTime);
      b.read(1);
      cluster.tick(1 * second);
      b.freeze(1 * second);
      member(cluster, 'three', inTime).poll(2 * second);
      cluster.tick(22 * second);
      b.thaw(22 * second);
      const commit = refusal(() => b.commit(1, 1, 22 * second));
      b.poll(22 * second);
      return [standingOf(cluster), commit, b.assignment(), deeds(b)];
    },
    expected: [
      'Stable 3 a-1[0] b-2[1] three-3[]',
      ['ILLEGAL_GENERATION', 'CommitFailedException'],
      [1],
      ['b-2 out: ILLEGAL_GENERATION', 'lost 1', 'assigned 1 in 3'],
    ],
  },
];
