import { exceptionOf } from './errors.js';

/** Errors of the broker after which a synchronous commit tries again by itself (`RetriableException`). */
const retriable: readonly string[] = [
  'COORDINATOR_LOAD_IN_PROGRESS',
  'COORDINATOR_NOT_AVAILABLE',
  'NOT_COORDINATOR',
  'REQUEST_TIMED_OUT',
  'UNKNOWN_TOPIC_OR_PARTITION',
];

/** Errors that it hands on by their own names; what is in no list is an "Unexpected error in commit". */
const passedOn: readonly string[] = [
  'FENCED_INSTANCE_ID',
  'GROUP_AUTHORIZATION_FAILED',
  'OFFSET_METADATA_TOO_LARGE',
  'REBALANCE_IN_PROGRESS',
  'TOPIC_AUTHORIZATION_FAILED',
];

/**
 * What the Java consumer makes of an error of the broker (`ConsumerCoordinator.OffsetCommitResponseHandler`). A
 * synchronous commit tries again until `default.api.timeout.ms`, and an asynchronous one never does (rule C10).
 */
export function commitExceptionOf(code: string, commit: 'sync' | 'async'): string {
  if (code === 'UNKNOWN_MEMBER_ID' || code === 'ILLEGAL_GENERATION') return 'CommitFailedException';
  if (passedOn.includes(code)) return exceptionOf(code);
  if (!retriable.includes(code)) return 'KafkaException';
  return commit === 'async' ? 'RetriableCommitFailedException' : 'TimeoutException';
}
