/**
 * Kafka's 32-bit murmur2 of `data`, as a signed integer (`org.apache.kafka.common.utils.Utils.murmur2`).
 * All arithmetic is modulo 2^32.
 */
export function murmur2(data: Uint8Array): number {
  const multiplier = 0x5bd1e995;
  const rotation = 24;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let hash = 0x9747b28c ^ data.length;

  const wholeWords = data.length >> 2;
  for (let word = 0; word < wholeWords; word++) {
    let k = Math.imul(view.getInt32(word * 4, true), multiplier);
    k ^= k >>> rotation;
    k = Math.imul(k, multiplier);
    hash = Math.imul(hash, multiplier) ^ k;
  }

  const tail = wholeWords * 4;
  const left = data.length - tail;
  if (left >= 3) hash ^= view.getUint8(tail + 2) << 16;
  if (left >= 2) hash ^= view.getUint8(tail + 1) << 8;
  if (left >= 1) hash = Math.imul(hash ^ view.getUint8(tail), multiplier);

  hash ^= hash >>> 13;
  hash = Math.imul(hash, multiplier);
  return hash ^ (hash >>> 15);
}

/** Where a key goes among `partitions` (rule P1: `toPositive(murmur2(keyBytes)) % partitions`). An empty key is a key. */
export function partitionForKey(key: string, partitions: number): number {
  return (murmur2(new TextEncoder().encode(key)) & 0x7fffffff) % partitions;
}
