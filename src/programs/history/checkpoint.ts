/**
 * What a consumer knows of one partition between two records. Plain data: it is memory of the process, and a crash
 * wipes it.
 */
export interface Checkpoint {
  /** The first offset that is not resolved: everything from where reading began up to here may be committed. */
  next: number;
  /** The offset that was last sent to be committed, or where reading began. */
  sent: number;
  /** Offsets at or above `next` that are resolved already, waiting for the ones before them. */
  readonly resolved: Record<number, true>;
  /** The offset of the record that came last. */
  last: number;
}

/** How a consumer turns resolved records into an offset to commit. */
export type CheckpointRule = 'contiguous' | 'highest';

export function newCheckpoint(offset: number): Checkpoint {
  return { next: offset, sent: offset, resolved: {}, last: offset - 1 };
}

/**
 * Takes note that the record at `offset` has come. After a leap forward (a seek, a reset) a new prefix begins there;
 * records below `logStart` are gone and leave the prefix.
 */
export function recordArrived(checkpoint: Checkpoint, offset: number, logStart: number): void {
  if (offset > checkpoint.last + 1) {
    checkpoint.next = Math.max(checkpoint.next, offset);
    checkpoint.sent = checkpoint.next;
  }
  checkpoint.next = Math.max(checkpoint.next, logStart);
  checkpoint.last = offset;
  takeResolved(checkpoint);
}

/** Takes note that the record at `offset` is resolved. */
export function recordResolved(checkpoint: Checkpoint, offset: number, rule: CheckpointRule): void {
  if (rule === 'highest') {
    // The mistake: an offset is a watermark, not a set, and this one also covers what is not resolved.
    checkpoint.next = Math.max(checkpoint.next, offset + 1);
    return;
  }
  if (offset >= checkpoint.next) checkpoint.resolved[offset] = true;
  takeResolved(checkpoint);
}

function takeResolved(checkpoint: Checkpoint): void {
  while (checkpoint.resolved[checkpoint.next]) delete checkpoint.resolved[checkpoint.next++];
}
