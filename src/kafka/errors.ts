/** Broker and client errors that the simulated log itself answers, by Kafka's own names (`common/protocol/Errors`). */
export type KafkaErrorName =
  | 'OFFSET_OUT_OF_RANGE'
  | 'UNKNOWN_TOPIC_OR_PARTITION'
  | 'OFFSET_METADATA_TOO_LARGE'
  | 'NoOffsetForPartitionException'
  | 'OffsetOutOfRangeException'
  | 'IllegalArgumentException'
  | 'IllegalStateException';

export class KafkaRefusal extends Error {
  override readonly name = 'KafkaRefusal';

  constructor(
    readonly code: KafkaErrorName,
    message: string,
  ) {
    super(message);
  }
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
