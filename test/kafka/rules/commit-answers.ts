import type { Cluster } from '../../../src/kafka/cluster.js';
import { commitExceptionOf } from '../../../src/kafka/commit-exception.js';
import { brokerErrors, KafkaRefusal } from '../../../src/kafka/errors.js';
import { deeds, groupCluster, member, rejoin } from './group-lab.js';
import { answer, clusterWith, type Rule, reader, refusal, topic } from './lab.js';

const committed = (cluster: Cluster) => cluster.committed('history', topic, 0);

export const commitAnswerRules: readonly Rule[] = [
  {
    rule: 'C10',
    says: 'asynchronous commits arrive in the order of the calls, and before a later synchronous one',
    seen: () => {
      const consumer = reader(clusterWith(9));
      const first = consumer.commitAsync(0, 3);
      consumer.commitAsync(0, 5);
      const third = consumer.commitAsync(0, 4);
      const previous = [consumer.deliver(third, 0), consumer.deliver(first, 0)];
      consumer.commitAsync(0, 7);
      return [previous, committed(consumer.cluster), consumer.commit(0, 8, 0), committed(consumer.cluster)];
    },
    expected: [[5, null], 4, 7, 8],
  },
  {
    rule: 'C10',
    says: 'one that is lost is never tried again by the client, and the next one makes up for it',
    seen: () => {
      const consumer = reader(clusterWith(9));
      consumer.loseCommit(consumer.commitAsync(0, 5));
      const before = committed(consumer.cluster);
      consumer.deliver(consumer.commitAsync(0, 8), 0);
      return [before, committed(consumer.cluster)];
    },
    expected: [null, 8],
  },
  {
    rule: 'C10',
    says: 'an application that sends a failed one again after a newer one puts the group back',
    seen: () => {
      const consumer = reader(clusterWith(9));
      const failed = consumer.commitAsync(0, 5);
      consumer.loseCommit(failed);
      consumer.deliver(consumer.commitAsync(0, 8), 0);
      consumer.deliver(consumer.commitAsync(failed.partition, failed.offset), 0);
      return committed(consumer.cluster);
    },
    expected: 5,
  },
  {
    rule: 'C10',
    says: 'its callback gets RetriableCommitFailedException for what a synchronous commit would have tried again',
    seen: () => {
      const consumer = reader(clusterWith(1));
      try {
        return consumer.deliver(consumer.commitAsync(7, 0), 0);
      } catch (error) {
        return error instanceof KafkaRefusal && [error.code, error.exception];
      }
    },
    expected: ['UNKNOWN_TOPIC_OR_PARTITION', 'RetriableCommitFailedException'],
  },
  {
    rule: 'C10',
    says: 'each error of the broker ends in the exception that the Java consumer throws, by the kind of the commit',
    seen: () =>
      brokerErrors['commit-offset'].map((code) =>
        [code, commitExceptionOf(code, 'sync'), commitExceptionOf(code, 'async')].join(' '),
      ),
    expected: [
      'COORDINATOR_LOAD_IN_PROGRESS TimeoutException RetriableCommitFailedException',
      'COORDINATOR_NOT_AVAILABLE TimeoutException RetriableCommitFailedException',
      'GROUP_AUTHORIZATION_FAILED GroupAuthorizationException GroupAuthorizationException',
      'NOT_COORDINATOR TimeoutException RetriableCommitFailedException',
      'OFFSET_METADATA_TOO_LARGE OffsetMetadataTooLarge OffsetMetadataTooLarge',
      'TOPIC_AUTHORIZATION_FAILED TopicAuthorizationException TopicAuthorizationException',
      'UNKNOWN_MEMBER_ID CommitFailedException CommitFailedException',
      'UNKNOWN_SERVER_ERROR KafkaException KafkaException',
    ],
  },
  {
    rule: 'C10',
    says: 'after UNKNOWN_MEMBER_ID the client counts itself out, and refuses the next commit itself until it has polled',
    seen: () => {
      const cluster = groupCluster(1, 3);
      const one = member(cluster, 'one');
      one.poll(0);
      one.commitRefused(one.prepareCommit(0, 1), 'UNKNOWN_MEMBER_ID');
      const next = [answer(() => one.commit(0, 1, 0)), answer(() => one.commitAsync(0, 1))];
      one.poll(0);
      return [next, deeds(one).at(-1)];
    },
    expected: [['CommitFailedException', 'CommitFailedException'], 'lost 0'],
  },
  {
    rule: 'C10',
    says: 'the answer to a commit of an older generation takes nobody out of this one',
    seen: () => {
      const cluster = groupCluster(1, 3);
      const one = member(cluster, 'one');
      one.poll(0);
      const late = one.prepareCommit(0, 1);
      rejoin(one, 0);
      const refused = refusal(() => one.sendCommit(late, 0));
      return [refused, one.membershipState, answer(() => one.commit(0, 1, 0))];
    },
    expected: [['ILLEGAL_GENERATION', 'CommitFailedException'], 'stable', 'accepted'],
  },
];
