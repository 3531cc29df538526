/** Broker errors that the simulated log itself answers, by Kafka's own names (`common/protocol/Errors`). */
export type BrokerErrorName =
  | 'COORDINATOR_NOT_AVAILABLE'
  | 'FENCED_INSTANCE_ID'
  | 'GROUP_ID_NOT_FOUND'
  | 'ILLEGAL_GENERATION'
  | 'INVALID_PARTITIONS'
  | 'INVALID_PRODUCER_EPOCH'
  | 'INVALID_SESSION_TIMEOUT'
  | 'INVALID_TIMESTAMP'
  | 'OFFSET_METADATA_TOO_LARGE'
  | 'OFFSET_OUT_OF_RANGE'
  | 'OUT_OF_ORDER_SEQUENCE_NUMBER'
  | 'REBALANCE_IN_PROGRESS'
  | 'RECORD_LIST_TOO_LARGE'
  | 'UNKNOWN_MEMBER_ID'
  | 'UNKNOWN_TOPIC_OR_PARTITION';

/** What the Java client throws without having asked the broker. */
export type ClientExceptionName =
  | 'CommitFailedException'
  | 'ConfigException'
  | 'IllegalArgumentException'
  | 'IllegalStateException'
  | 'NoOffsetForPartitionException'
  | 'OffsetOutOfRangeException'
  | 'RebalanceInProgressException';

/** The setting by which the client keeps a record back, where it throws nothing and only waits. */
export type HeldBackBy = 'max.in.flight.requests.per.connection';

export type KafkaErrorName = BrokerErrorName | ClientExceptionName | HeldBackBy;

/**
 * Something that Kafka refuses. `code` is the broker's error, or the client's exception where no broker was asked;
 * `exception` is what the Java client throws for it, where that has a name of its own.
 */
export class KafkaRefusal extends Error {
  override readonly name = 'KafkaRefusal';

  constructor(
    readonly code: KafkaErrorName,
    message: string,
    readonly exception: string = exceptionOf(code),
  ) {
    super(message);
  }
}

/** `org.apache.kafka.common.protocol.Errors`, as far as the simulated log or a scenario answers them. */
const exceptions: Readonly<Record<string, string>> = {
  CLUSTER_AUTHORIZATION_FAILED: 'ClusterAuthorizationException',
  COORDINATOR_LOAD_IN_PROGRESS: 'CoordinatorLoadInProgressException',
  COORDINATOR_NOT_AVAILABLE: 'CoordinatorNotAvailableException',
  CORRUPT_MESSAGE: 'CorruptRecordException',
  FENCED_INSTANCE_ID: 'FencedInstanceIdException',
  GROUP_AUTHORIZATION_FAILED: 'GroupAuthorizationException',
  GROUP_ID_NOT_FOUND: 'GroupIdNotFoundException',
  GROUP_MAX_SIZE_REACHED: 'GroupMaxSizeReachedException',
  ILLEGAL_GENERATION: 'IllegalGenerationException',
  INVALID_PARTITIONS: 'InvalidPartitionsException',
  INVALID_PRODUCER_EPOCH: 'InvalidProducerEpochException',
  INVALID_RECORD: 'InvalidRecordException',
  INVALID_SESSION_TIMEOUT: 'InvalidSessionTimeoutException',
  INVALID_TIMESTAMP: 'InvalidTimestampException',
  KAFKA_STORAGE_ERROR: 'KafkaStorageException',
  LEADER_NOT_AVAILABLE: 'LeaderNotAvailableException',
  MESSAGE_TOO_LARGE: 'RecordTooLargeException',
  NOT_COORDINATOR: 'NotCoordinatorException',
  NOT_ENOUGH_REPLICAS: 'NotEnoughReplicasException',
  NOT_LEADER_OR_FOLLOWER: 'NotLeaderOrFollowerException',
  OFFSET_METADATA_TOO_LARGE: 'OffsetMetadataTooLarge',
  OFFSET_OUT_OF_RANGE: 'OffsetOutOfRangeException',
  OUT_OF_ORDER_SEQUENCE_NUMBER: 'OutOfOrderSequenceException',
  POLICY_VIOLATION: 'PolicyViolationException',
  REBALANCE_IN_PROGRESS: 'RebalanceInProgressException',
  RECORD_LIST_TOO_LARGE: 'RecordBatchTooLargeException',
  REQUEST_TIMED_OUT: 'TimeoutException',
  TOPIC_AUTHORIZATION_FAILED: 'TopicAuthorizationException',
  UNKNOWN_MEMBER_ID: 'UnknownMemberIdException',
  UNKNOWN_SERVER_ERROR: 'UnknownServerException',
  UNKNOWN_TOPIC_OR_PARTITION: 'UnknownTopicOrPartitionException',
} satisfies Record<BrokerErrorName | InjectedErrorName | 'REQUEST_TIMED_OUT', string>;

/** The Java client's exception for an error of the broker (`Errors.exception`); an exception's own name stays. */
export function exceptionOf(code: string): string {
  return exceptions[code] ?? code;
}

/**
 * What a broker may answer to each request without having done it, by Kafka's names. REQUEST_TIMED_OUT and
 * NOT_ENOUGH_REPLICAS_AFTER_APPEND are not here: after them the record or the offset may well be stored.
 */
export const brokerErrors = {
  fetch: [
    'CORRUPT_MESSAGE',
    'GROUP_AUTHORIZATION_FAILED',
    'KAFKA_STORAGE_ERROR',
    'TOPIC_AUTHORIZATION_FAILED',
    'UNKNOWN_SERVER_ERROR',
  ],
  'commit-offset': [
    'COORDINATOR_LOAD_IN_PROGRESS',
    'COORDINATOR_NOT_AVAILABLE',
    'GROUP_AUTHORIZATION_FAILED',
    'NOT_COORDINATOR',
    'OFFSET_METADATA_TOO_LARGE',
    'TOPIC_AUTHORIZATION_FAILED',
    'UNKNOWN_MEMBER_ID',
    'UNKNOWN_SERVER_ERROR',
  ],
  join: [
    'COORDINATOR_LOAD_IN_PROGRESS',
    'COORDINATOR_NOT_AVAILABLE',
    'GROUP_AUTHORIZATION_FAILED',
    'GROUP_MAX_SIZE_REACHED',
    'INVALID_SESSION_TIMEOUT',
    'NOT_COORDINATOR',
    'UNKNOWN_SERVER_ERROR',
  ],
  leave: ['COORDINATOR_LOAD_IN_PROGRESS', 'COORDINATOR_NOT_AVAILABLE', 'NOT_COORDINATOR', 'UNKNOWN_SERVER_ERROR'],
  produce: [
    'CLUSTER_AUTHORIZATION_FAILED',
    'CORRUPT_MESSAGE',
    'INVALID_RECORD',
    'INVALID_TIMESTAMP',
    'KAFKA_STORAGE_ERROR',
    'LEADER_NOT_AVAILABLE',
    'MESSAGE_TOO_LARGE',
    'NOT_ENOUGH_REPLICAS',
    'NOT_LEADER_OR_FOLLOWER',
    'POLICY_VIOLATION',
    'RECORD_LIST_TOO_LARGE',
    'TOPIC_AUTHORIZATION_FAILED',
    'UNKNOWN_SERVER_ERROR',
    'UNKNOWN_TOPIC_OR_PARTITION',
  ],
} as const;

type InjectedErrorName = (typeof brokerErrors)[keyof typeof brokerErrors][number];
