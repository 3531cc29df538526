import { describe, it } from 'vitest';

/** A test that is there only where it `holds`: one that is skipped would count as missing. */
export function itWhere(holds: boolean): (name: string, run: () => unknown) => void {
  return holds ? it : () => {};
}

/** The same for a group of tests. */
export function describeWhere(holds: boolean): (name: string, add: () => void) => void {
  return holds ? describe : () => {};
}
