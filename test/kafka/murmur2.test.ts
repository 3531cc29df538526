import { describe, expect, test } from 'vitest';
import { murmur2, partitionForKey } from '../../src/kafka/murmur2.js';

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('murmur2', () => {
  // Kafka's own vectors (UtilsTest.testMurmur2), and the hash of the empty key.
  test.each([
    ['21', -973932308],
    ['foobar', -790332482],
    ['a-little-bit-long-string', -985981536],
    ['a-little-bit-longer-string', -1486304829],
    ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
    ['abc', 479470107],
    ['', 275646681],
  ])('of %j is %d', (text, hash) => {
    expect(murmur2(utf8(text))).toBe(hash);
  });

  test('reads a part of a larger buffer from where the part begins', () => {
    expect(murmur2(utf8('>>foobar<<').subarray(2, 8))).toBe(-790332482);
  });
});

describe('partitionForKey', () => {
  const counts = [1, 2, 3, 4, 6, 12];

  // Seen with Kafka's own client; each row is one key over all the partition counts.
  test.each([
    ['order-1', [0, 0, 1, 2, 4, 10]],
    ['order-2', [0, 1, 0, 3, 3, 3]],
    ['order-3', [0, 1, 0, 3, 3, 3]],
    ['order-4', [0, 0, 2, 2, 2, 2]],
    ['order-5', [0, 0, 2, 2, 2, 2]],
    ['customer-42', [0, 1, 0, 1, 3, 9]],
    ['', [0, 1, 0, 1, 3, 9]],
    ['日本', [0, 1, 0, 3, 3, 3]],
  ])('puts %j, for 1, 2, 3, 4, 6 and 12 partitions, into %j', (key, partitions) => {
    expect(counts.map((count) => partitionForKey(key, count))).toEqual(partitions);
  });

  test('puts ticket-42 into partition 1 of 3', () => {
    expect(partitionForKey('ticket-42', 3)).toBe(1);
  });
});
