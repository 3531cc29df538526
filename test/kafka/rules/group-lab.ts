import type { BrokerConfigGiven } from '../../../src/kafka/broker-config.js';
import type { ConsumerConfigGiven } from '../../../src/kafka/client-config.js';
import { Cluster } from '../../../src/kafka/cluster.js';
import { Consumer } from '../../../src/kafka/consumer.js';
import type { ResetPolicy } from '../../../src/model/names.js';
import { append, topic } from './lab.js';

/** A cluster with one topic of `partitions` partitions, `records` in each; groups begin without the initial delay. */
export function groupCluster(partitions: number, records = 0, config: BrokerConfigGiven = {}): Cluster {
  const cluster = new Cluster({ 'group.initial.rebalance.delay.ms': 0, ...config }, 0);
  cluster.createTopic(topic, partitions);
  for (let partition = 0; partition < partitions; partition++) append(cluster, partition, records);
  return cluster;
}

/** A consumer that subscribes to the topic as a member of `history`, committing by hand; it has not polled yet. */
export function member(
  cluster: Cluster,
  clientId: string,
  config: ConsumerConfigGiven = {},
  reset: ResetPolicy = 'earliest',
): Consumer {
  const consumer = new Consumer(cluster, {
    ...{ group: 'history', topic, partitions: null, reset },
    config: { 'client.id': clientId, 'enable.auto.commit': false, ...config },
  });
  consumer.start(0);
  return consumer;
}

/** The member joins anew at this poll, without a heartbeat having told it to. */
export function rejoin(consumer: Consumer, now: number): void {
  consumer.changeMetadata();
  consumer.poll(now);
}

/** Two members that share the topic, in generation 2: the second one came when the first had its assignment. */
export function pair(cluster: Cluster, config: ConsumerConfigGiven = {}): [Consumer, Consumer] {
  const one = member(cluster, 'one', config);
  const two = member(cluster, 'two', config);
  one.poll(0);
  two.poll(0);
  rejoin(one, 0);
  cluster.takeEvents();
  for (const consumer of [one, two]) consumer.takeEvents();
  return [one, two];
}

/** The group in short: state, generation, and each member with its partitions. */
export function standingOf(cluster: Cluster, group = 'history'): string {
  const view = cluster.groups().find((candidate) => candidate.group === group);
  if (!view) return 'unknown';
  const members = view.members.map(({ memberId, partitions }) => `${memberId}[${partitions.join(',')}]`);
  return [view.state, view.generation, ...members].join(' ');
}

/** The states through which the group went since it was last asked, and who came and went, with the instants. */
export function history(cluster: Cluster): string[] {
  return cluster.takeEvents().flatMap((event) => {
    switch (event.kind) {
      case 'group-changed':
        return [`${event.at} ${event.state} ${event.generation}`];
      case 'member-joined':
        return [`${event.at} ${event.memberId} joined`];
      case 'member-removed':
        return [`${event.at} ${event.memberId} ${event.cause}`];
      default:
        return [];
    }
  });
}

/** What the consumers did of their own accord since they were last asked, without the positions they took up. */
export function deeds(consumer: Consumer): string[] {
  return consumer.takeEvents().flatMap((event) => {
    switch (event.kind) {
      case 'partitions-assigned':
        return [`assigned ${event.partitions.join(',')} in ${event.generation}`];
      case 'partitions-revoked':
        return [`${event.lost ? 'lost' : 'revoked'} ${event.partitions.join(',')}`];
      case 'membership-lost':
        return [`${event.memberId} out: ${event.cause}`];
      case 'offset-committed':
        return [`committed ${event.partition}@${event.offset}`];
      case 'commit-failed':
        return [`commit failed: ${event.code} ${event.exception}`];
      default:
        return [];
    }
  });
}
