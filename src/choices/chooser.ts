/**
 * The one seam for every decision of a run: which of several things that may happen next does happen. Options are
 * listed in a fixed order; the answer is an index into them and may be a promise, because a person can be asked.
 */
export interface Chooser {
  choose(label: string, options: readonly string[]): number | Promise<number>;
}

/** Takes what is listed first. A scripted run decides everything else in its steps. */
export const firstOption: Chooser = { choose: () => 0 };
