import { expect, test } from 'vitest';
import { crc32, fnv1a, PARTITIONERS, partitionOfKey } from '../../src/kafka/partitioner.js';
import { recordBatchBytes } from '../../src/kafka/record-size.js';
import { newRecord } from './rules/lab.js';

// 68 is the smallest batch with a record; a transaction marker, of 4 and 6 bytes, is known to take 78.
test.each([
  [{}, 68],
  [{ key: '', value: '' }, 68],
  [{ key: 'kkkk', value: 'vvvvvv' }, 78],
  [{ value: 'я' }, 70],
  [{ value: 'v'.repeat(57) }, 125],
  [{ value: 'v'.repeat(58) }, 127],
  [{ value: 'v'.repeat(63) }, 132],
  [{ value: 'v'.repeat(64) }, 134],
  [{ headers: [['h', null]] as const }, 71],
  [
    {
      headers: [
        ['h', ''],
        ['h', 'xyz'],
      ] as const,
    },
    77,
  ],
])('%j takes %d bytes', (fields, bytes) => {
  expect(recordBatchBytes(newRecord(fields))).toBe(bytes);
});

const utf8 = (text: string) => new TextEncoder().encode(text);

// The check value of the CRC catalogue, and vectors of the FNV reference code.
test('hashes of the partitioners', () => {
  expect(crc32(utf8('123456789'))).toBe(0xcbf43926);
  expect([fnv1a(utf8('')) >>> 0, fnv1a(utf8('a')) >>> 0, fnv1a(utf8('foobar')) >>> 0]).toEqual([
    0x811c9dc5, 0xe40c292c, 0xbf9cf968,
  ]);
});

test('sarama takes the absolute value after the remainder, and librdkafka draws a partition for an empty key', () => {
  // The signed hash of "foobar" is -1080231576.
  expect(partitionOfKey('fnv-1a', 'foobar', 7)).toBe(1_080_231_576 % 7);
  expect(PARTITIONERS.map((name) => partitionOfKey(name, '', 3))).toEqual([
    275_646_681 % 3,
    null,
    Math.abs((0x811c9dc5 | 0) % 3),
    null,
  ]);
});
