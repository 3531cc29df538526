/** What is stored of a case, and where to. Neither function throws: `reason` says in words why it is not possible. */
export interface SnapshotPlace {
  /** The name of the file, for messages. */
  readonly name: string;
  read(): { readonly text: string } | { readonly reason: string } | null;
  /** Returns why it cannot be written; null where it has been. */
  write(text: string): Promise<string | null>;
}

/** What is done about a snapshot that is missing, or is not what the run gives. */
export type SnapshotPolicy =
  /** Both are failures: nobody is there to look at what would be written. */
  | 'compare'
  /** A missing one is written. */
  | 'add'
  /** Both are written. */
  | 'update';

export type SnapshotFate =
  | { readonly kind: 'matched' | 'written' | 'updated' | 'missing' }
  | { readonly kind: 'differs'; readonly stored: string }
  /** A merge has left its marks in it, the first in this line. */
  | { readonly kind: 'conflict'; readonly line: number }
  | { readonly kind: 'unreadable' | 'unwritable'; readonly reason: string }
  /** There is none, and of a run that is not as announced none is written. */
  | { readonly kind: 'none' };

/** Compares what a run gives with what is stored. Only a run that is as announced is ever stored. */
export async function compareSnapshot(
  text: string,
  place: SnapshotPlace,
  policy: SnapshotPolicy,
  isAsAnnounced: boolean,
): Promise<SnapshotFate> {
  const mayUpdate = policy === 'update' && isAsAnnounced;
  const found = place.read();
  if (found === null) {
    if (!isAsAnnounced) return { kind: 'none' };
    return policy === 'compare' ? { kind: 'missing' } : stored(text, place, 'written');
  }
  if ('reason' in found) return { kind: 'unreadable', reason: found.reason };
  if (found.text === text) return { kind: 'matched' };
  if (mayUpdate) return stored(text, place, 'updated');
  const line = conflictLine(found.text);
  return line === null ? { kind: 'differs', stored: found.text } : { kind: 'conflict', line };
}

async function stored(text: string, place: SnapshotPlace, kind: 'written' | 'updated'): Promise<SnapshotFate> {
  const reason = await place.write(text);
  return reason === null ? { kind } : { kind: 'unwritable', reason };
}

/** The line, from 1, in which Git begins to show both sides of a merge; null where it does not. */
function conflictLine(text: string): number | null {
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => /^<{7}( |$)/.test(line));
  const isConflict = begin >= 0 && lines.slice(begin).some((line) => /^>{7}( |$)/.test(line));
  return isConflict ? begin + 1 : null;
}
