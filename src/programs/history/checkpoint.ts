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
  /** Stretches that reading left out (a seek, a reset), each from its first offset to where reading went on. */
  readonly leaps: Record<number, number>;
}

/** How a consumer turns resolved records into an offset to commit. */
export type CheckpointRule = 'contiguous' | 'highest';

export function newCheckpoint(offset: number): Checkpoint {
  return { from: offset, next: offset, sent: offset, resolved: {}, last: offset - 1, leaps: {} };
}

/**
 * Takes note that the record at `offset` has come. What a leap forward (a seek, a reset) leaves out leaves the prefix
 * too, but a record that came before and is not resolved still holds it. A seek to before where reading began begins a
 * new prefix; records below `logStart` are gone.
 */
export function recordArrived(checkpoint: Checkpoint, offset: number, logStart: number): void {
  if (offset > checkpoint.last + 1) {
    const held = checkpoint.next <= checkpoint.last;
    const leftOut = Math.max(checkpoint.last + 1, checkpoint.next);
    if (offset > leftOut) checkpoint.leaps[leftOut] = offset;
    takeResolved(checkpoint);
    if (!held) checkpoint.sent = checkpoint.next;
  } else if (offset < checkpoint.from) {
    // What was committed stays: the prefix has to grow past it again before there is anything to commit.
    checkpoint.from = offset;
    checkpoint.next = offset;
  }
  if (logStart > checkpoint.next) forgetBelow(checkpoint, logStart);
  checkpoint.last = offset;
}

function forgetBelow(checkpoint: Checkpoint, logStart: number): void {
  checkpoint.next = logStart;
  for (const offset of Object.keys(checkpoint.resolved).map(Number)) {
    if (offset < logStart) delete checkpoint.resolved[offset];
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

/** Moves the prefix over what is resolved already and over what was left out. */
function takeResolved(checkpoint: Checkpoint): void {
  const { resolved, leaps } = checkpoint;
  for (;;) {
    const { next } = checkpoint;
    if (!resolved[next] && leaps[next] === undefined) return;
    checkpoint.next = Math.max(next + (resolved[next] ? 1 : 0), leaps[next] ?? 0);
    delete resolved[next];
    delete leaps[next];
  }
}
