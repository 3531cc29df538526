/** A place in a text as editors count it: both from 1, columns in UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Where the lines of a text begin, so that many places in it are found quickly. */
export class Places {
  readonly #starts: readonly number[];

  constructor(readonly text: string) {
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#starts = starts;
  }

  at(offset: number): Place {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? Infinity) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }

  /** The text of a line, without its end. */
  line(number: number): string {
    const start = this.#starts[number - 1] ?? this.text.length;
    const next = this.#starts[number];
    return this.text.slice(start, next === undefined ? undefined : next - 1);
  }
}
