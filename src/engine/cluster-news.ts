import type { Cluster } from '../kafka/cluster.js';
import type { ClusterEvent, GroupView } from '../kafka/cluster-event.js';
import type { TraceEvent } from '../trace/event.js';

/** What happened at the broker since it was asked last, in the words of the trace. A client bears the name of whoever runs it. */
export function* clusterNews(cluster: Cluster, isKnown: (client: string) => boolean): Generator<TraceEvent> {
  // Who comes to a group that waits for its members, or leaves it, does not change its state.
  const outdated = new Set<string>();
  for (const event of cluster.takeEvents()) {
    if (event.kind === 'member-joined' || event.kind === 'member-removed') outdated.add(event.group);
    if (event.kind === 'group-changed') outdated.delete(event.group);
    const news = newsOf(event, isKnown);
    if (news) yield news;
  }
  for (const view of cluster.groups()) if (outdated.has(view.group)) yield groupChanged(view, isKnown);
}

function newsOf(event: ClusterEvent, isKnown: (client: string) => boolean): TraceEvent | null {
  const processOf = (client: string) => (isKnown(client) ? client : null);
  switch (event.kind) {
    case 'log-start-moved': {
      const { topic, partition, from, to, cause } = event;
      return { kind: 'log-start-moved', topic, partition, from, offset: to, cause };
    }
    case 'log-truncated': {
      const { topic, partition, from, to } = event;
      return { kind: 'log-truncated', topic, partition, from, offset: to };
    }
    case 'partitions-added':
      return { kind: 'partitions-added', topic: event.topic, partitions: event.to };
    case 'group-changed':
      return groupChanged(event, isKnown);
    case 'member-joined':
      return null;
    case 'member-removed': {
      const { group, memberId, clientId, cause } = event;
      return { kind: 'member-removed', group, memberId, process: processOf(clientId), why: cause };
    }
    case 'offset-expired': {
      const { group, topic, partition, offset } = event;
      return { kind: 'offset-expired', group, topic, partition, offset };
    }
  }
}

function groupChanged(
  { group, state, generation, members }: GroupView,
  isKnown: (client: string) => boolean,
): TraceEvent {
  return {
    kind: 'group-changed',
    group,
    state,
    generation,
    members: members.map(({ memberId, clientId, instanceId, partitions }) => ({
      memberId,
      process: isKnown(clientId) ? clientId : null,
      instanceId,
      partitions,
    })),
  };
}
