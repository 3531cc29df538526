import { Cluster } from '../../../src/kafka/cluster.js';
import { Group, type MemberIdentity } from '../../../src/kafka/group.js';
import type { SyncRequest } from '../../../src/kafka/group-coordinator.js';
import { checkOffsetCommit } from '../../../src/kafka/offset-commit.js';
import { history, standingOf } from './group-lab.js';
import { answer, type Rule, refusal, topic } from './lab.js';

/** A group whose members are spoken for request by request, as nothing but the protocol. */
class Wire {
  readonly cluster = new Cluster({ 'group.initial.rebalance.delay.ms': 0 }, 0);
  readonly answers: string[] = [];

  constructor() {
    this.cluster.createTopic(topic, 2);
  }

  join(memberId = '', instanceId: string | null = null, now = 0): string {
    const timeouts = { sessionTimeout: 45_000, rebalanceTimeout: 300_000, heartbeatInterval: null };
    const request = { group: 'history', topic, memberId, clientId: 'c', instanceId, ...timeouts };
    return this.cluster.coordinator.joinGroup(request, now, (reply) => {
      this.answers.push(reply.error ?? `joined ${reply.generation}`);
    });
  }

  sync(memberId: string, generation: number, assigned: SyncRequest['assignments'] = new Map(), now = 0): void {
    const request = { group: 'history', memberId, generation, instanceId: null, assignments: assigned };
    this.cluster.coordinator.syncGroup(request, now, (reply) => {
      this.answers.push(reply.error ?? `synced ${reply.partitions.join(',')}`);
    });
  }

  commit(memberId: string, generation: number, instanceId: string | null = null, now = 0): readonly string[] | string {
    const member: MemberIdentity = { memberId, generation, instanceId };
    return refusal(() => this.cluster.commitOffset('history', topic, 0, 1, { member, now }));
  }
}

/** A group of one member, in CompletingRebalance, or after its SyncGroup Stable. */
function completing(): Wire {
  const wire = new Wire();
  wire.join();
  return wire;
}

function stable(): Wire {
  const wire = completing();
  wire.sync('c-1', 1, new Map([['c-1', [0, 1]]]));
  return wire;
}

const unknown = ['UNKNOWN_MEMBER_ID', 'CommitFailedException'];

export const offsetCommitRules: readonly Rule[] = [
  {
    rule: '1.3',
    says: 'group unknown, no generation: accepted, and a simple group comes into being',
    seen: () => {
      const wire = new Wire();
      return [standingOf(wire.cluster), wire.commit('', -1), standingOf(wire.cluster)];
    },
    expected: ['unknown', 'accepted', 'Empty 0'],
  },
  {
    rule: '1.3',
    says: 'group unknown, with a generation: GROUP_ID_NOT_FOUND',
    seen: () => new Wire().commit('c-1', 1),
    expected: ['GROUP_ID_NOT_FOUND', 'KafkaException'],
  },
  {
    rule: '1.3',
    says: 'group Dead: COORDINATOR_NOT_AVAILABLE, whoever asks',
    seen: () => {
      const group = new Group('history', 0);
      group.become('Dead', 0);
      return [-1, 1].map((generation) =>
        answer(() => checkOffsetCommit(group, { memberId: '', generation, instanceId: null })),
      );
    },
    expected: ['COORDINATOR_NOT_AVAILABLE', 'COORDINATOR_NOT_AVAILABLE'],
  },
  {
    rule: '1.3',
    says: 'no generation and the group Empty: accepted, which is how offsets are reset',
    seen: () => {
      const wire = stable();
      wire.cluster.coordinator.leaveGroup('history', 'c-1', 0);
      return [standingOf(wire.cluster), wire.commit('', -1)];
    },
    expected: ['Empty 2', 'accepted'],
  },
  {
    rule: '1.3',
    says: 'a generation and the group Empty: the member is not there any more',
    seen: () => {
      const wire = stable();
      wire.cluster.coordinator.leaveGroup('history', 'c-1', 0);
      return wire.commit('c-1', 2);
    },
    expected: unknown,
  },
  {
    rule: '1.3',
    says: 'no generation, no member id, and the group has members: UNKNOWN_MEMBER_ID',
    seen: () => [stable().commit('', -1), completing().commit('', -1)],
    expected: [unknown, unknown],
  },
  {
    rule: '1.3',
    says: 'an instance id that belongs to another member: FENCED_INSTANCE_ID, before the generation is looked at',
    seen: () => {
      const wire = new Wire();
      wire.join('', 'a');
      wire.join('', 'a');
      return [wire.commit('a-1', 1, 'a'), wire.commit('a-1', 99, 'a'), wire.commit('a-9', 1, 'nobody')];
    },
    expected: [
      ['FENCED_INSTANCE_ID', 'FencedInstanceIdException'],
      ['FENCED_INSTANCE_ID', 'FencedInstanceIdException'],
      unknown,
    ],
  },
  {
    rule: '1.3',
    says: 'a member that is not in the group: UNKNOWN_MEMBER_ID, before the generation is looked at',
    seen: () => [stable().commit('c-9', 1), stable().commit('c-9', 99)],
    expected: [unknown, unknown],
  },
  {
    rule: '1.3',
    says: 'a member of another generation, older or newer: ILLEGAL_GENERATION',
    seen: () => [stable().commit('c-1', 0), stable().commit('c-1', 2), completing().commit('c-1', 0)],
    expected: Array(3).fill(['ILLEGAL_GENERATION', 'CommitFailedException']),
  },
  {
    rule: '1.3',
    says: 'member and generation right, but the group waits for its assignment: REBALANCE_IN_PROGRESS',
    seen: () => completing().commit('c-1', 1),
    expected: ['REBALANCE_IN_PROGRESS', 'RebalanceInProgressException'],
  },
  {
    rule: '1.3',
    says: 'member and generation right, Stable or PreparingRebalance: accepted',
    seen: () => {
      const wire = stable();
      const before = [standingOf(wire.cluster), wire.commit('c-1', 1)];
      wire.join();
      return [before, [standingOf(wire.cluster), wire.commit('c-1', 1)]];
    },
    expected: [
      ['Stable 1 c-1[0,1]', 'accepted'],
      ['PreparingRebalance 1 c-1[] c-2[]', 'accepted'],
    ],
  },
  {
    rule: '1.3',
    says: 'an accepted commit renews the session; a refused one does not',
    seen: () => {
      const accepted = stable();
      accepted.commit('c-1', 1, null, 20_000);
      const refused = stable();
      refused.commit('c-1', 7, null, 20_000);
      return [accepted, refused].map(({ cluster }) => cluster.nextInstant(3_600_000));
    },
    expected: [65_000, 45_000],
  },
  {
    rule: '1.3',
    says: 'a leader that dies between JoinGroup and SyncGroup holds the group up until its session runs out',
    seen: () => {
      const wire = new Wire();
      wire.join();
      wire.join();
      wire.sync('c-1', 1);
      wire.join('c-1');
      const both = wire.answers.splice(0);
      wire.sync('c-2', 2);
      const held = [standingOf(wire.cluster), wire.answers.splice(0)];
      wire.cluster.tick(45_000);
      return [both, held, standingOf(wire.cluster), wire.answers];
    },
    expected: [
      ['joined 1', 'REBALANCE_IN_PROGRESS', 'joined 2', 'joined 2'],
      ['CompletingRebalance 2 c-1[] c-2[]', []],
      'PreparingRebalance 2 c-2[]',
      ['REBALANCE_IN_PROGRESS'],
    ],
  },
  {
    rule: 'G3',
    says: 'a heartbeat learns of a rebalance; while the group waits for its assignment all is well',
    seen: () => {
      const wire = new Wire();
      const beat = (memberId: string, generation: number) =>
        wire.cluster.coordinator.heartbeat('history', { memberId, generation, instanceId: null }, 0);
      const nobody = beat('c-1', 1);
      wire.join();
      const waiting = beat('c-1', 1);
      wire.sync('c-1', 1);
      const calm = [beat('c-1', 1), beat('c-1', 0), beat('c-9', 1)];
      wire.join();
      const news = [beat('c-1', 1), beat('c-1', 0)];
      return [nobody, waiting, calm, news];
    },
    expected: [
      'UNKNOWN_MEMBER_ID',
      null,
      [null, 'ILLEGAL_GENERATION', 'UNKNOWN_MEMBER_ID'],
      ['REBALANCE_IN_PROGRESS', 'ILLEGAL_GENERATION'],
    ],
  },
  {
    rule: 'G3',
    says: 'a member that never asks for its assignment is removed by the rebalance timeout, heartbeats or not',
    seen: () => {
      const wire = stable();
      wire.join();
      wire.join('c-1');
      wire.sync('c-1', 2);
      for (let now = 30_000; now < 300_000; now += 30_000) {
        wire.cluster.tick(now);
        for (const memberId of ['c-1', 'c-2'])
          wire.cluster.coordinator.heartbeat('history', { memberId, generation: 2, instanceId: null }, now);
      }
      const before = standingOf(wire.cluster);
      history(wire.cluster);
      wire.cluster.tick(300_000);
      return [before, history(wire.cluster)];
    },
    expected: ['Stable 2 c-1[] c-2[]', ['300000 c-2 sync-timeout', '300000 PreparingRebalance 2']],
  },
  {
    rule: 'G3',
    says: 'a follower of a Stable group that joins again gets the answer that it had, and nobody rebalances',
    seen: () => {
      const wire = stable();
      wire.join();
      wire.join('c-1');
      wire.sync('c-1', 2, new Map([['c-2', [0, 1]]]));
      wire.sync('c-2', 2);
      wire.answers.length = 0;
      wire.join('c-2');
      wire.sync('c-2', 2);
      return [wire.answers, standingOf(wire.cluster)];
    },
    expected: [['joined 2', 'synced 0,1'], 'Stable 2 c-1[] c-2[0,1]'],
  },
];
