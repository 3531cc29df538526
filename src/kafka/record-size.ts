import type { NewRecord } from '../model/record.js';

/** The header of a batch in message format v2 (`DefaultRecordBatch.RECORD_BATCH_OVERHEAD`). */
const batchHeaderBytes = 61;

/** Bytes of a signed varint, which is zigzag-encoded seven bits a byte (`ByteUtils.sizeOfVarint`). */
function varintBytes(value: number): number {
  let rest = value >= 0 ? value * 2 : -value * 2 - 1;
  let bytes = 1;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes++;
  return bytes;
}

/** A text with its length before it; null is the length -1 alone. */
function fieldBytes(text: string | null): number {
  if (text === null) return varintBytes(-1);
  const length = new TextEncoder().encode(text).length;
  return varintBytes(length) + length;
}

/**
 * What one record takes on disk, in bytes, as the only one of its uncompressed batch: `DefaultRecord.sizeInBytes` with
 * offset and timestamp deltas of 0, after the batch's own header. `segment.bytes` and `retention.bytes` count these.
 */
export function recordBatchBytes(record: Pick<NewRecord, 'key' | 'value' | 'headers'>): number {
  const attributesAndDeltas = 3;
  const headers = record.headers.reduce((sum, [name, value]) => sum + fieldBytes(name) + fieldBytes(value), 0);
  const body =
    attributesAndDeltas +
    fieldBytes(record.key) +
    fieldBytes(record.value) +
    varintBytes(record.headers.length) +
    headers;
  return batchHeaderBytes + varintBytes(body) + body;
}
