import { Consumer } from '../../../src/kafka/consumer.js';
import { assignRanges } from '../../../src/kafka/range-assignor.js';
import { deeds, groupCluster, history, member, pair, rejoin, standingOf } from './group-lab.js';
import { answer, type Rule, refusal, topic } from './lab.js';

const second = 1000;

export const groupRules: readonly Rule[] = [
  {
    rule: 'G1',
    says: 'each completed join phase is one generation more, also when the group becomes Empty',
    seen: () => {
      const cluster = groupCluster(2);
      const one = member(cluster, 'one');
      const two = member(cluster, 'two');
      one.poll(0);
      const alone = standingOf(cluster);
      two.poll(0);
      rejoin(one, 0);
      const both = standingOf(cluster);
      two.close(0);
      rejoin(one, 0);
      const again = standingOf(cluster);
      one.close(0);
      return [alone, both, again, standingOf(cluster)];
    },
    expected: ['Stable 1 one-1[0,1]', 'Stable 2 one-1[0] two-2[1]', 'Stable 3 one-1[0,1]', 'Empty 4'],
  },
  {
    rule: 'G1',
    says: 'a rebalance goes through PreparingRebalance, CompletingRebalance and Stable',
    seen: () => {
      const cluster = groupCluster(2);
      member(cluster, 'one').poll(0);
      return history(cluster);
    },
    expected: ['0 one-1 joined', '0 PreparingRebalance 0', '0 CompletingRebalance 1', '0 Stable 1'],
  },
  {
    rule: 'G2',
    says: 'the first rebalance of an empty group waits 3 s, and whoever comes in the meantime extends it by as much',
    seen: () => {
      const cluster = groupCluster(2, 0, { 'group.initial.rebalance.delay.ms': 3 * second });
      const one = member(cluster, 'one');
      const two = member(cluster, 'two');
      one.poll(0);
      const due = [cluster.nextInstant(60 * second)];
      cluster.tick(2 * second);
      two.poll(2 * second);
      due.push(cluster.nextInstant(60 * second));
      cluster.tick(3 * second);
      due.push(cluster.nextInstant(60 * second));
      cluster.tick(6 * second);
      return [due, history(cluster), one.assignment(), two.assignment()];
    },
    expected: [
      [3000, 3000, 6000],
      ['0 one-1 joined', '0 PreparingRebalance 0', '2000 two-2 joined', '6000 CompletingRebalance 1', '6000 Stable 1'],
      [0],
      [1],
    ],
  },
  {
    rule: 'G2',
    says: 'the wait is never extended beyond the rebalance timeout',
    seen: () => {
      const cluster = groupCluster(1, 0, { 'group.initial.rebalance.delay.ms': 3 * second });
      for (let number = 0; number < 4; number++) {
        member(cluster, `c${number}`, { 'max.poll.interval.ms': 7 * second }).poll(number * 2 * second);
        cluster.tick((number + 1) * 2 * second);
      }
      return history(cluster).at(-1);
    },
    expected: '7000 Stable 1',
  },
  {
    rule: 'G3',
    says: 'a rebalance waits for the members that are there, and each learns of it by its next heartbeat, at no poll before',
    seen: () => {
      const cluster = groupCluster(2);
      const one = member(cluster, 'one');
      const two = member(cluster, 'two');
      one.poll(0);
      cluster.tick(10 * second);
      two.poll(10 * second);
      one.poll(11 * second);
      const waiting = [standingOf(cluster), one.assignment(), two.assignment(), two.membershipState];
      cluster.tick(12 * second);
      const told = standingOf(cluster);
      one.poll(12_500);
      return [waiting, told, history(cluster).at(-1), standingOf(cluster), deeds(one), deeds(two)];
    },
    expected: [
      ['PreparingRebalance 1 one-1[] two-2[]', [0, 1], [], 'joining'],
      'PreparingRebalance 1 one-1[] two-2[]',
      '12500 Stable 2',
      'Stable 2 one-1[0] two-2[1]',
      ['assigned 0,1 in 1', 'revoked 0,1', 'assigned 0 in 2'],
      ['assigned 1 in 2'],
    ],
  },
  {
    rule: 'G3',
    says: 'a member that has not rejoined yet may still commit, for the broker takes commits in PreparingRebalance',
    seen: () => {
      const cluster = groupCluster(2, 3);
      const one = member(cluster, 'one');
      one.poll(0);
      one.readMany(0);
      member(cluster, 'two').poll(10 * second);
      const before = [standingOf(cluster), refusal(() => one.commit(1, 2, 11 * second))];
      one.poll(12 * second);
      return [before, cluster.committed('history', topic, 1)];
    },
    expected: [['PreparingRebalance 1 one-1[] two-2[]', 'accepted'], 2],
  },
  {
    rule: 'G3',
    says: 'a member that waits in poll learns of the rebalance by its next heartbeat and rejoins at once',
    seen: () => {
      const cluster = groupCluster(2);
      const one = member(cluster, 'one');
      one.poll(0);
      one.waitInPoll();
      cluster.tick(10 * second);
      member(cluster, 'two').poll(10 * second);
      const due = cluster.nextInstant(60 * second);
      cluster.tick(12 * second);
      return [due, standingOf(cluster)];
    },
    expected: [12_000, 'Stable 2 one-1[0] two-2[1]'],
  },
  {
    rule: 'G3',
    says: 'a dynamic member that has not rejoined by the rebalance timeout is removed, and is a zombie',
    seen: () => {
      const cluster = groupCluster(2);
      const [one, two] = pair(cluster, { 'max.poll.interval.ms': 30 * second });
      cluster.tick(10 * second);
      two.freeze(10 * second);
      member(cluster, 'three', { 'max.poll.interval.ms': 30 * second }).poll(12 * second);
      one.poll(12 * second);
      one.waitInPoll();
      cluster.tick(60 * second);
      two.thaw(60 * second);
      return [history(cluster), standingOf(cluster), refusal(() => two.commit(1, 1, 60 * second))];
    },
    expected: [
      [
        '12000 three-3 joined',
        '12000 PreparingRebalance 2',
        '42000 two-2 rebalance-timeout',
        '42000 CompletingRebalance 3',
        '42000 Stable 3',
      ],
      'Stable 3 one-1[0] three-3[1]',
      ['UNKNOWN_MEMBER_ID', 'CommitFailedException'],
    ],
  },
  {
    rule: 'G4',
    says: 'heartbeats keep a member for ever; after its death the session runs from the last one',
    seen: () => {
      const cluster = groupCluster(2);
      const [one, two] = pair(cluster);
      one.waitInPoll();
      two.waitInPoll();
      cluster.tick(3600 * second);
      const alive = [standingOf(cluster), cluster.nextInstant(86_400 * second)];
      two.die(3601 * second);
      const due = cluster.nextInstant(86_400 * second);
      cluster.tick(3700 * second);
      return [alive, due, history(cluster), standingOf(cluster)];
    },
    expected: [
      ['Stable 2 one-1[0] two-2[1]', null],
      3_645_000,
      [
        '3645000 two-2 session-timeout',
        '3645000 PreparingRebalance 2',
        '3648000 CompletingRebalance 3',
        '3648000 Stable 3',
      ],
      'Stable 3 one-1[0,1]',
    ],
  },
  {
    rule: 'G4',
    says: 'a poll renews no session: only the heartbeats of the rhythm count, and the commits',
    seen: () =>
      [false, true].map((commits) => {
        const cluster = groupCluster(1, 1);
        const one = member(cluster, 'one');
        one.poll(0);
        cluster.tick(10 * second);
        one.poll(10 * second);
        if (commits) one.commit(0, 1, 10 * second);
        one.die(10_500);
        cluster.tick(60 * second);
        return history(cluster).find((line) => line.includes('session'));
      }),
    expected: ['54000 one-1 session-timeout', '55000 one-1 session-timeout'],
  },
  {
    rule: 'G4',
    says: 'a process that goes on after it stood still sends the heartbeat it has missed at once, and goes on from there',
    seen: () => {
      const cluster = groupCluster(2);
      const [one, two] = pair(cluster);
      one.waitInPoll();
      two.freeze(4 * second);
      cluster.tick(10_500);
      two.thaw(10_500);
      cluster.tick(13 * second);
      two.die(13 * second);
      cluster.tick(80 * second);
      return history(cluster)[0];
    },
    expected: '55500 two-2 session-timeout',
  },
  {
    rule: 'G4',
    says: 'a process that stands still as a whole sends no heartbeats; what it then commits, the broker refuses',
    seen: () => {
      const cluster = groupCluster(2, 3);
      const [one, two] = pair(cluster);
      one.waitInPoll();
      two.read(1);
      two.freeze(10 * second);
      cluster.tick(60 * second);
      two.thaw(60 * second);
      const evicted = history(cluster)[0];
      const commit = refusal(() => two.commit(1, 1, 60 * second));
      return [evicted, standingOf(cluster), commit, refusal(() => two.commit(1, 1, 60 * second))];
    },
    expected: [
      '54000 two-2 session-timeout',
      'Stable 3 one-1[0,1]',
      ['UNKNOWN_MEMBER_ID', 'CommitFailedException'],
      ['CommitFailedException', 'CommitFailedException'],
    ],
  },
  {
    rule: 'G4',
    says: 'a session timeout outside what the broker allows is refused at the first poll',
    seen: () =>
      [5_999, 6_000, 1_800_000, 1_800_001].map((timeout) =>
        answer(() => member(groupCluster(1), 'one', { 'session.timeout.ms': timeout }).poll(0)),
      ),
    expected: ['INVALID_SESSION_TIMEOUT', 'accepted', 'accepted', 'INVALID_SESSION_TIMEOUT'],
  },
  {
    rule: 'G5',
    says: 'a client that does not poll for max.poll.interval.ms leaves by itself, and works on as a zombie',
    seen: () => {
      const cluster = groupCluster(2, 3);
      const [one, two] = pair(cluster);
      one.waitInPoll();
      two.read(1);
      const due = cluster.nextInstant(3600 * second);
      cluster.tick(300 * second);
      const left = [deeds(two), history(cluster)];
      const zombie = [two.assignment(), two.read(1)?.offset, refusal(() => two.commit(1, 2, 301 * second))];
      cluster.tick(303 * second);
      two.poll(304 * second);
      return [due, left, zombie, deeds(two), cluster.committed('history', topic, 1)];
    },
    expected: [
      300_000,
      [['two-2 out: max.poll.interval.ms'], ['300000 two-2 left', '300000 PreparingRebalance 2']],
      [[1], 1, ['CommitFailedException', 'CommitFailedException']],
      ['lost 1'],
      null,
    ],
  },
  {
    rule: 'G6',
    says: 'eager: every member gives up all its partitions before it rejoins, also those that it gets back',
    seen: () => {
      const cluster = groupCluster(3);
      const [one, two] = pair(cluster);
      member(cluster, 'three').poll(0);
      rejoin(one, 0);
      rejoin(two, 0);
      return [deeds(one), deeds(two), standingOf(cluster)];
    },
    expected: [
      ['revoked 0,1', 'assigned 0 in 3'],
      ['revoked 2', 'assigned 2 in 3'],
      'Stable 3 one-1[0] two-2[2] three-3[1]',
    ],
  },
  {
    rule: 'G10',
    says: 'each partition goes to one member, and members beyond the partitions are idle',
    seen: () => {
      const cluster = groupCluster(1);
      pair(cluster);
      return standingOf(cluster);
    },
    expected: 'Stable 2 one-1[0] two-2[]',
  },
  {
    rule: 'G10',
    says: 'ranges: the first members get one more; static members come first, by instance id, then others by member id',
    seen: () => {
      const members = [
        { memberId: 'c-1', instanceId: null },
        { memberId: 'b-2', instanceId: null },
        { memberId: 'z-3', instanceId: 'z' },
        { memberId: 'y-4', instanceId: 'y' },
      ];
      return [7, 2].map((partitions) => Object.fromEntries(assignRanges(members, partitions)));
    },
    expected: [
      { 'y-4': [0, 1], 'z-3': [2, 3], 'b-2': [4, 5], 'c-1': [6] },
      { 'y-4': [0], 'z-3': [1], 'b-2': [], 'c-1': [] },
    ],
  },
  {
    rule: 'G11',
    says: 'a record that fails blocks its partition: going on and committing past it is the only way not to see it again',
    seen: () => {
      const cluster = groupCluster(1, 3);
      const one = member(cluster, 'one');
      one.poll(0);
      const first = one.readMany(0).map(({ offset }) => offset);
      // Record 1 failed: as long as it is to be tried again, no offset beyond it may be committed.
      one.commit(0, 1, 0);
      one.close(0);
      const two = member(cluster, 'two');
      two.poll(0);
      const second = two.readMany(0).map(({ offset }) => offset);
      two.commit(0, 2, 0);
      two.close(0);
      const three = member(cluster, 'three');
      three.poll(0);
      return [first, second, three.readMany(0).map(({ offset }) => offset)];
    },
    expected: [[0, 1, 2], [1, 2], [2]],
  },
  {
    rule: 'G6',
    says: 'a consumer that closes while it waits for its assignment leaves the group, and stays away',
    seen: () => {
      const cluster = groupCluster(1, 0, { 'group.initial.rebalance.delay.ms': 3 * second });
      const one = member(cluster, 'one');
      one.poll(0);
      one.close(1 * second);
      cluster.tick(60 * second);
      return [history(cluster), answer(() => one.poll(60 * second))];
    },
    expected: [
      ['0 one-1 joined', '0 PreparingRebalance 0', '1000 one-1 left', '3000 Empty 1'],
      'IllegalStateException',
    ],
  },
  {
    rule: 'G6',
    says: 'a leader that dies while the others have yet to rejoin holds the group up until its session runs out',
    seen: () => {
      const cluster = groupCluster(2, 0, { 'group.initial.rebalance.delay.ms': 3 * second });
      const one = member(cluster, 'one');
      const two = member(cluster, 'two');
      one.poll(0);
      two.poll(0);
      one.die(1 * second);
      cluster.tick(10 * second);
      const held = [standingOf(cluster), two.membershipState, refusal(() => two.commit(0, 0, 10 * second))];
      history(cluster);
      cluster.tick(60 * second);
      return [held, history(cluster), two.assignment()];
    },
    expected: [
      [
        'CompletingRebalance 1 one-1[] two-2[]',
        'syncing',
        ['RebalanceInProgressException', 'RebalanceInProgressException'],
      ],
      ['51000 one-1 session-timeout', '51000 PreparingRebalance 1', '51000 CompletingRebalance 2', '51000 Stable 2'],
      [0, 1],
    ],
  },
  {
    rule: 'G6',
    says: 'members with different topics are refused by name, not imitated',
    seen: () => {
      const cluster = groupCluster(1);
      cluster.createTopic('other', 1);
      member(cluster, 'one').poll(0);
      const stranger = new Consumer(cluster, { group: 'history', topic: 'other', partitions: null, reset: 'latest' });
      stranger.start(0);
      return answer(() => stranger.poll(0));
    },
    expected: 'ConfigException',
  },
  {
    rule: 'L11',
    says: 'a group gets new partitions when its leader looks again, after metadata.max.age.ms',
    seen: () => {
      const cluster = groupCluster(2);
      const [one, two] = pair(cluster);
      cluster.addPartitions(topic, 4, 10 * second);
      one.poll(299 * second);
      const before = standingOf(cluster);
      two.poll(299 * second);
      one.poll(300 * second);
      two.poll(301 * second);
      return [before, standingOf(cluster)];
    },
    expected: ['Stable 2 one-1[0] two-2[1]', 'Stable 3 one-1[0,1] two-2[2,3]'],
  },
];
