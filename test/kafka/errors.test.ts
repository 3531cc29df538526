import { expect, test } from 'vitest';
import { brokerErrors, exceptionOf } from '../../src/kafka/errors.js';

test('each error that a scenario may inject has the name of its Java exception', () => {
  const names = [...new Set(Object.values(brokerErrors).flat())].map((code) => [code, exceptionOf(code)]);
  expect(names.filter(([code, exception]) => code === exception)).toEqual([]);
  expect(Object.fromEntries(names)).toMatchObject({
    CORRUPT_MESSAGE: 'CorruptRecordException',
    GROUP_AUTHORIZATION_FAILED: 'GroupAuthorizationException',
    KAFKA_STORAGE_ERROR: 'KafkaStorageException',
    MESSAGE_TOO_LARGE: 'RecordTooLargeException',
    TOPIC_AUTHORIZATION_FAILED: 'TopicAuthorizationException',
    UNKNOWN_SERVER_ERROR: 'UnknownServerException',
  });
});
