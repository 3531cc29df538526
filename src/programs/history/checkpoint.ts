/**
 * What a consumer knows of one partition between two records. Plain data: it is memory of the process, and a crash
 * wipes it.
 */
export interface Checkpoint {
  /** Where reading began. */
  from: number;
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
  return { from: offset, next: offset, sent: offset, resolved: {}, last: offset - 1 };
}

/**
 * Takes note that the record at `offset` has come. After a leap forward (a seek, a reset), and after a seek to before
 * where reading began, a new prefix begins there; records below `logStart` are gone and leave the prefix.
 */
export function recordArrived(checkpoint: Checkpoint, offset: number, logStart: number): void {
  if (offset > checkpoint.last + 1) {
    leap(checkpoint, offset);
    checkpoint.sent = checkpoint.next;
  } else if (offset < checkpoint.from) {
    // What was committed stays: the prefix has to grow past it again before there is anything to commit.
    checkpoint.from = offset;
    checkpoint.next = offset;
  }
  leap(checkpoint, logStart);
  checkpoint.last = offset;
}

/** Lets the prefix begin at `offset` at the earliest, and forgets what lies below. */
function leap(checkpoint: Checkpoint, offset: number): void {
  if (offset <= checkpoint.next) return;
  checkpoint.next = offset;
  for (const resolved of Object.keys(checkpoint.resolved).map(Number)) {
    if (resolved < offset) delete checkpoint.resolved[resolved];
  }
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

/** Moves the prefix over what is resolved already. */
function takeResolved(checkpoint: Checkpoint): void {
  while (checkpoint.resolved[checkpoint.next]) delete checkpoint.resolved[checkpoint.next++];
}
