import { partitionForKey } from './murmur2.js';

/** How a client library chooses the partition of a record with a key (rule P2), by the name of what it does. */
export const PARTITIONERS = ['murmur2', 'crc32', 'fnv-1a', 'round-robin'] as const;
export type PartitionerName = (typeof PARTITIONERS)[number];

/** CRC-32 of `data` as zlib computes it, unsigned. */
export function crc32(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** 32-bit FNV-1a of `data`, as a signed integer. */
export function fnv1a(data: Uint8Array): number {
  let hash = 0x811c9dc5 | 0;
  for (const byte of data) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}

/**
 * Where a key goes among `partitions`; null where the partitioner ignores keys (kafka-go's round robin).
 * murmur2 is Java's, kafkajs' and franz-go's default (`toPositive(murmur2(keyBytes)) % partitions`), crc32 librdkafka's
 * `consistent_random`, fnv-1a sarama's hash partitioner, which takes the remainder of the signed hash and then its absolute
 * value. An empty key is a key for all but librdkafka, which draws a partition for it as for a missing one.
 */
export function partitionOfKey(partitioner: PartitionerName, key: string, partitions: number): number | null {
  const bytes = new TextEncoder().encode(key);
  switch (partitioner) {
    case 'murmur2':
      return partitionForKey(key, partitions);
    case 'crc32':
      return bytes.length === 0 ? null : crc32(bytes) % partitions;
    case 'fnv-1a':
      return Math.abs(fnv1a(bytes) % partitions);
    case 'round-robin':
      return null;
  }
}
