/** How much one answer may hold. */
export interface AnswerBounds {
  readonly rowsPerAnswer: number;
  readonly answerBytes: number;
}

const headerBytes = 5;
const dataRow = 'D'.charCodeAt(0);

/**
 * Cuts what PostgreSQL sends into messages and hands on whole ones, several at a time. Rows beyond the bounds are thrown
 * away unread, so that a statement may answer millions of them and nobody runs out of memory; `overflow` then says which
 * bound it was.
 */
export class ReplyReader {
  overflow: keyof AnswerBounds | null = null;
  #bounds: AnswerBounds | null;
  #rows = 0;
  #bytes = 0;
  /** The beginning of a message whose rest is still to come, and how long it will be. */
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #wantedBytes = headerBytes;
  /** So much of what comes next belongs to a row that is thrown away. */
  #skippedBytes = 0;

  constructor(
    bounds: AnswerBounds | null,
    /** What it is given may be overwritten afterwards. */
    readonly handOn: (messages: Uint8Array) => void,
  ) {
    this.#bounds = bounds;
  }

  /** From here on comes another answer, with bounds of its own. */
  nextAnswer(bounds: AnswerBounds | null): void {
    this.#bounds = bounds;
    this.overflow = null;
    this.#rows = 0;
    this.#bytes = 0;
  }

  /** Takes the next piece of the answer; it may be overwritten afterwards. */
  read(piece: Uint8Array): void {
    const skipped = Math.min(this.#skippedBytes, piece.length);
    this.#skippedBytes -= skipped;
    const rest = piece.subarray(skipped);
    if (this.#heldBytes === 0) {
      this.#cut(rest);
      return;
    }
    this.#hold(rest);
    if (this.#heldBytes < this.#wantedBytes) return;
    const whole = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    this.#cut(whole);
  }

  #cut(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let parsed = 0;
    let at = 0;
    this.#wantedBytes = headerBytes;
    while (at + headerBytes <= bytes.length) {
      const length = 1 + view.getUint32(at + 1);
      const isRow = bytes[at] === dataRow;
      if (isRow && this.#isTooMuch(length)) {
        this.#flush(bytes.subarray(parsed, at));
        at += length;
        parsed = at;
        this.#skippedBytes = Math.max(0, at - bytes.length);
        continue;
      }
      this.#wantedBytes = length;
      if (at + length > bytes.length) break;
      if (isRow) this.#count(length);
      at += length;
      this.#wantedBytes = headerBytes;
    }
    this.#flush(bytes.subarray(parsed, at));
    this.#hold(bytes.subarray(at));
  }

  #isTooMuch(length: number): boolean {
    if (this.overflow || !this.#bounds) return this.overflow !== null;
    if (this.#rows >= this.#bounds.rowsPerAnswer) this.overflow = 'rowsPerAnswer';
    else if (this.#bytes + length > this.#bounds.answerBytes) this.overflow = 'answerBytes';
    return this.overflow !== null;
  }

  #count(length: number): void {
    this.#rows++;
    this.#bytes += length;
  }

  #flush(messages: Uint8Array): void {
    if (messages.length > 0) this.handOn(messages);
  }

  #hold(rest: Uint8Array): void {
    if (rest.length === 0) return;
    this.#held.push(rest.slice());
    this.#heldBytes += rest.length;
  }
}
