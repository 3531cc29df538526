import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, Scalar } from 'yaml';
import { limits } from '../base/limits.js';
import {
  type Diagnostic,
  type DiagnosticArgs,
  type DiagnosticCode,
  isWarning,
  type Span,
} from '../model/diagnostic.js';
import type { Expected, Found, Named } from '../model/expected.js';
import { lookAlike } from './look-alike.js';
import { nearest } from './nearest.js';

/** Collects what is wrong while a document is read, and knows what stands where. */
export class Reader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #counts = { errors: 0, warnings: 0 };
  /** Names whose definition has an error: what refers to them would only repeat it. */
  readonly #broken = new Set<string>();

  constructor(
    readonly text: string,
    readonly lineAt: (offset: number) => number,
  ) {}

  report<C extends DiagnosticCode>(code: C, span: Span, args: DiagnosticArgs[C]): undefined {
    const kind = isWarning(code) ? 'warnings' : 'errors';
    this.#counts[kind]++;
    // The compiler does not see that code and args of one C belong together.
    if (this.#counts[kind] <= limits.diagnostics) this.diagnostics.push({ code, args, span } as Diagnostic);
    return undefined;
  }

  /** How many errors have been reported; a definition during which this grows is a broken one. */
  get errors(): number {
    return this.#counts.errors;
  }

  /** Whether nothing more of this kind would be told, so that looking for the place of it is no use. */
  isFull(code: DiagnosticCode): boolean {
    return this.#counts[isWarning(code) ? 'warnings' : 'errors'] >= limits.diagnostics;
  }

  /** Whether something inside of `span` has been reported. */
  hasReportedIn({ start, end }: Span): boolean {
    return this.diagnostics.some(({ span }) => span.start >= start && span.end <= end);
  }

  /** Takes note that `name` is defined, if wrongly. */
  broken(name: string): undefined {
    this.#broken.add(name);
    return undefined;
  }

  isBroken(name: string): boolean {
    return this.#broken.has(name);
  }

  /** Reports what an actor lacks, unless its own definition has an error. */
  lacking(span: Span, args: DiagnosticArgs['actor-lacks']): undefined {
    return this.#broken.has(args.actor) ? undefined : this.report('actor-lacks', span, args);
  }

  /** Reports a name that is not known, with those it may have been meant for. */
  unknownName(what: Named, name: Located<string>, known: readonly string[]): undefined {
    if (this.#broken.has(what === 'session' || what === 'table' ? ownerOf(name.value) : name.value)) return undefined;
    if (this.#lookAlike(name, name.value, known)) return undefined;
    return this.report('unknown-name', name.span, {
      what,
      name: name.value,
      nearest: this.isFull('unknown-name') ? [] : nearest(name.value, known),
      known: listed(known),
    });
  }

  /** `step` where the key is that of a step, which may also be the name of an actor. */
  unknownKey(key: Located<string>, known: readonly string[], step = false): undefined {
    if (step && this.#broken.has(ownerOf(key.value))) return undefined;
    if (this.#lookAlike(key, step ? ownerOf(key.value) : key.value, known)) return undefined;
    return this.report('unknown-key', key.span, {
      key: key.value,
      step,
      nearest: this.isFull('unknown-key') ? [] : nearest(key.value, known),
      known: listed(known),
    });
  }

  /** Reports a name that only looks like a known one: of all slips the one that nobody can see. */
  #lookAlike({ span }: Located<string>, name: string, known: readonly string[]): boolean {
    const alike = lookAlike(name, known);
    if (alike) this.report('look-alike-letter', span, { name, ...alike });
    return alike !== null;
  }

  wrongType(node: Node, expected: Expected): undefined {
    return this.report('wrong-type', spanOf(node), { expected, found: found(node) });
  }

  /** `value` is what stands there, where showing it helps. */
  wrongValue(span: Span, expected: Expected, value: string | null = null): undefined {
    return this.report('wrong-value', span, { expected, found: value === null ? null : { text: value } });
  }

  /**
   * Where a piece of a scalar stands in the file. Quotes, escapes and indentation move it, so that it is looked for: the
   * same piece at the same turn. The whole scalar where it is not found, and where nobody will be told.
   */
  within({ value, span }: Located<string>, piece: Span): Span {
    if (this.isFull('wrong-expression')) return span;
    const wanted = value.slice(piece.start, piece.end);
    const source = this.text.slice(span.start, span.end);
    let turns = occurrences(value.slice(0, piece.start), wanted);
    let at = source.indexOf(wanted);
    while (turns-- > 0 && at >= 0) at = source.indexOf(wanted, at + wanted.length);
    return wanted === '' || at < 0 ? span : { start: span.start + at, end: span.start + at + wanted.length };
  }

  lineOf({ span }: { readonly span: Span }): number {
    return this.lineAt(span.start);
  }
}

/** What a diagnostic keeps of names that are known: as many as a message lists, and one more to tell that there are others. */
export function listed(names: readonly string[]): readonly string[] {
  return names.slice(0, limits.shownNames + 1);
}

/** Whose session or table it is. */
function ownerOf(name: string): string {
  return name.split('.', 1)[0] ?? '';
}

function occurrences(text: string, piece: string): number {
  return piece === '' ? 0 : text.split(piece).length - 1;
}

/** A value and where it stands. */
export interface Located<T> {
  readonly value: T;
  readonly span: Span;
}

export function spanOf(node: Node): Span {
  const [start, end] = node.range ?? [0, 0];
  return { start, end };
}

/** What a message says was found. */
export function found(node: Node): NonNullable<Found> {
  if (isMap(node)) return 'mapping';
  if (isSeq(node)) return 'list';
  if (isAlias(node)) return 'alias';
  if (isScalar(node)) return sourceOf(node) === '' ? 'nothing' : { text: sourceOf(node) };
  return 'other';
}

/** A scalar as its author wrote it, without the quotes: `0900` stays `0900`. */
export function sourceOf(scalar: Scalar): string {
  return scalar.type === 'PLAIN' || typeof scalar.value !== 'string' ? (scalar.source ?? '') : scalar.value;
}

export type NodePair = Pair<Node, Node | null>;

/** The pairs of a mapping in their order; none for anything else. */
export function pairsOf(node: Node): readonly NodePair[] {
  return isMap(node) ? (node.items as NodePair[]) : [];
}

/** A key in braces that has no colon: most often the rest of a text with a comma, which nobody has quoted. */
export function isRestOfText(pair: NodePair, mapping: Node): boolean {
  return pair.value === null && isMap(mapping) && mapping.flow === true && mapping.items[0] !== pair;
}

/** The value of a pair; where `? key` has none, an empty scalar just behind the key. */
export function valueNode(pair: NodePair): Node {
  if (pair.value) return pair.value;
  const { end } = spanOf(pair.key);
  const empty = new Scalar(null);
  empty.source = '';
  empty.range = [end, end, end];
  return empty;
}
