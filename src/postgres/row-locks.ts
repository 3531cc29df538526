/** Lets the server's own role read a page of a table; it is a function of the extension `pageinspect`. */
export const rawPageSql = `
CREATE FUNCTION inbox_sim.get_raw_page(text, bigint) RETURNS bytea
  LANGUAGE c STRICT PARALLEL RESTRICTED AS '$libdir/pageinspect', 'get_raw_page_1_9';
REVOKE EXECUTE ON FUNCTION inbox_sim.get_raw_page FROM PUBLIC;
`;

/** How strongly a row is locked, weakest first. */
export const lockStrengths = ['KEY SHARE', 'SHARE', 'NO KEY UPDATE', 'UPDATE'] as const;
export type LockStrength = (typeof lockStrengths)[number];

/** A version of a row on a page that somebody has locked, or has written a later version of after locking it. */
export interface LockedTuple {
  /** Where it lies, as in `(0,1)`. */
  readonly place: string;
  /** Where the version lies that comes after it; its own place where there is none. */
  readonly next: string;
  /** The id of the transaction that has written it. */
  readonly xmin: number;
  /** The id of the transaction that locks it, or of the multixact. */
  readonly xmax: number;
  /** Null for a multixact, whose members have a strength each. */
  readonly strength: LockStrength | null;
  /** Whether `xmax` has also written a later version; it then has kept as strong a lock as it had before. */
  readonly isChanged: boolean;
}

const headerBytes = 24;
const lowerOffset = 12;
const pointerBytes = 4;
const normalPointer = 1;
/** In a tuple's header: xmin, xmax, cid, ctid, infomask2, infomask. */
const xmaxOffset = 4;
const nextOffset = 12;
const infomask2Offset = 18;
const infomaskOffset = 20;
const bits = { keyShare: 0x10, exclusive: 0x40, lockOnly: 0x80, invalid: 0x800, multi: 0x1000, keysUpdated: 0x2000 };

/** What is locked on page `block` (PostgreSQL's `htup_details.h` and `bufpage.h`). */
export function lockedTuples(page: Buffer, block: number): LockedTuple[] {
  const locks: LockedTuple[] = [];
  const lines = (page.readUInt16LE(lowerOffset) - headerBytes) / pointerBytes;
  for (let line = 1; line <= lines; line++) {
    const pointer = page.readUInt32LE(headerBytes + (line - 1) * pointerBytes);
    const at = pointer & 0x7fff;
    if (((pointer >>> 15) & 3) !== normalPointer) continue;
    const mask = page.readUInt16LE(at + infomaskOffset);
    const mask2 = page.readUInt16LE(at + infomask2Offset);
    const xmax = page.readUInt32LE(at + xmaxOffset);
    if (xmax === 0 || (mask & bits.invalid) !== 0) continue;
    const isMulti = (mask & bits.multi) !== 0;
    locks.push({
      place: `(${block},${line})`,
      next: nextOf(page, at + nextOffset),
      xmin: page.readUInt32LE(at),
      xmax,
      strength: isMulti ? null : strengthOf(mask, mask2),
      isChanged: (mask & bits.lockOnly) === 0,
    });
  }
  return locks;
}

/** An item pointer: the block in two halves, the higher one first, and the line. */
function nextOf(page: Buffer, at: number): string {
  const block = page.readUInt16LE(at) * 0x10000 + page.readUInt16LE(at + 2);
  return `(${block},${page.readUInt16LE(at + 4)})`;
}

function strengthOf(mask: number, mask2: number): LockStrength {
  // Whoever writes another version locks as for an update, whatever these bits say.
  if ((mask & bits.lockOnly) === 0) return (mask2 & bits.keysUpdated) === 0 ? 'NO KEY UPDATE' : 'UPDATE';
  if ((mask & bits.exclusive) === 0) return 'KEY SHARE';
  if ((mask & bits.keyShare) !== 0) return 'SHARE';
  return (mask2 & bits.keysUpdated) === 0 ? 'NO KEY UPDATE' : 'UPDATE';
}

const memberStrengths: Readonly<Record<string, LockStrength>> = {
  keysh: 'KEY SHARE',
  sh: 'SHARE',
  fornokeyupd: 'NO KEY UPDATE',
  forupd: 'UPDATE',
};

/** The strength of a member of a multixact, as `pg_get_multixact_members` names it; null of one that changes the row. */
export function strengthOfMember(mode: string): LockStrength | null {
  return memberStrengths[mode] ?? null;
}
