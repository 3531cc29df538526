import type { TermKind } from '../wording/explain.js';

/** Something that `explain` can explain. */
export interface Term {
  readonly kind: TermKind;
  /** What the user types; one name may belong to terms of several kinds. */
  readonly name: string;
  /** As people of the language call it, where that differs. */
  readonly called: string;
  /** By which it is found besides these, in either language. */
  readonly also: readonly string[];
  readonly paragraphs: readonly string[];
  readonly wrong: string | null;
  readonly right: string | null;
  /** The bundled scenario in which it can be watched. */
  readonly shownBy: string | null;
}
