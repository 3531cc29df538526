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

export type KafkaErrorName = BrokerErrorName | ClientExceptionName;

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

const exceptions: Readonly<Record<string, string>> = {
  UNKNOWN_MEMBER_ID: 'UnknownMemberIdException',
  ILLEGAL_GENERATION: 'IllegalGenerationException',
  FENCED_INSTANCE_ID: 'FencedInstanceIdException',
  REBALANCE_IN_PROGRESS: 'RebalanceInProgressException',
  OFFSET_METADATA_TOO_LARGE: 'OffsetMetadataTooLarge',
  RECORD_LIST_TOO_LARGE: 'RecordBatchTooLargeException',
  REQUEST_TIMED_OUT: 'TimeoutException',
  OUT_OF_ORDER_SEQUENCE_NUMBER: 'OutOfOrderSequenceException',
  COORDINATOR_NOT_AVAILABLE: 'CoordinatorNotAvailableException',
  INVALID_PRODUCER_EPOCH: 'InvalidProducerEpochException',
};

/** The Java client's exception for an error of the broker (`Errors.exception`); an exception's own name stays. */
export function exceptionOf(code: string): string {
  if (!/^[A-Z_]+$/.test(code)) return code;
  const words = code.split('_').map((word) => word.charAt(0) + word.slice(1).toLowerCase());
  return exceptions[code] ?? `${words.join('')}Exception`;
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
