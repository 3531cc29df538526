import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, Scalar } from 'yaml';
import type { Diagnostic, DiagnosticCode, Span } from '../model/diagnostic.js';
import type { LocalText } from '../model/text.js';
import { nearest } from './nearest.js';

/** Collects what is wrong while a document is read, and knows what stands where. */
export class Reader {
  readonly diagnostics: Diagnostic[] = [];
  /** Names whose definition has an error: what refers to them would only repeat it. */
  readonly #broken = new Set<string>();

  constructor(readonly lineAt: (offset: number) => number) {}

  report(code: DiagnosticCode, span: Span, args: Readonly<Record<string, string>> = {}): undefined {
    this.diagnostics.push({ code, args, span });
    return undefined;
  }

  /** Takes note that `name` is defined, if wrongly. */
  broken(name: string): undefined {
    this.#broken.add(name);
    return undefined;
  }

  /** Reports a name that is not known, with those it may have been meant for. */
  unknownName(what: string, name: Located<string>, known: readonly string[]): undefined {
    if (this.#broken.has(name.value)) return undefined;
    return this.report('unknown-name', name.span, {
      what,
      name: name.value,
      nearest: nearest(name.value, known).join(', '),
      known: known.join(', '),
    });
  }
}

/** A value and where it stands. */
export interface Located<T> {
  readonly value: T;
  readonly span: Span;
}

/**
 * How one place of a scenario is written. `read` returns undefined after it has reported what is wrong; `expects` is
 * what a message says was expected.
 */
export interface Rule<T> {
  readonly expects: string;
  read(node: Node, reader: Reader): T | undefined;
}

export function spanOf(node: Node): Span {
  const [start, end] = node.range ?? [0, 0];
  return { start, end };
}

/** What a message says was found. */
export function found(node: Node): string {
  if (isMap(node)) return 'a mapping';
  if (isSeq(node)) return 'a list';
  if (isAlias(node)) return 'an alias (scenarios have no anchors and aliases; write the value out)';
  if (isScalar(node)) return sourceOf(node) === '' ? 'nothing' : `"${sourceOf(node)}"`;
  return 'something else';
}

/** A scalar as its author wrote it, without the quotes: `0900` stays `0900`. */
export function sourceOf(scalar: Scalar): string {
  return scalar.type === 'PLAIN' || typeof scalar.value !== 'string' ? (scalar.source ?? '') : scalar.value;
}

function wrongType(node: Node, reader: Reader, expects: string): undefined {
  return reader.report('wrong-type', spanOf(node), { expected: expects, found: found(node) });
}

/** Any scalar but an empty one, by its source text. */
export const text: Rule<Located<string>> = {
  expects: 'a text',
  read: (node, reader) => {
    if (!isScalar(node) || sourceOf(node) === '') return wrongType(node, reader, text.expects);
    return { value: sourceOf(node), span: spanOf(node) };
  },
};

/** A text that fits `pattern`. */
export function matching(pattern: RegExp, expects: string): Rule<Located<string>> {
  return {
    expects,
    read: (node, reader) => {
      const read = text.read(node, reader);
      if (!read || pattern.test(read.value)) return read;
      return reader.report('wrong-value', read.span, { expected: expects, found: read.value });
    },
  };
}

/** A whole number from `least` to `most`. */
export function whole(least: number, most: number): Rule<Located<number>> {
  const expects = `a whole number from ${least} to ${most}`;
  return {
    expects,
    read: (node, reader) => {
      if (!isScalar(node)) return wrongType(node, reader, expects);
      const source = sourceOf(node);
      const value = /^\d{1,15}$/.test(source) ? Number(source) : Number.NaN;
      if (value >= least && value <= most) return { value, span: spanOf(node) };
      return reader.report('wrong-value', spanOf(node), { expected: expects, found: source });
    },
  };
}

/** One of a few words. */
export function oneOf<T extends string>(what: string, words: readonly T[]): Rule<Located<T>> {
  return {
    expects: words.join(', '),
    read: (node, reader) => {
      const read = text.read(node, reader);
      if (!read) return undefined;
      const word = words.find((candidate) => candidate === read.value);
      return word === undefined ? reader.unknownName(what, read, words) : { value: word, span: read.span };
    },
  };
}

export function list<T>(item: Rule<T>): Rule<T[]> {
  const expects = 'a list';
  return {
    expects,
    read: (node, reader) => {
      if (!isSeq(node)) return wrongType(node, reader, expects);
      return node.items.map((child) => item.read(child as Node, reader)).filter((value) => value !== undefined);
    },
  };
}

export interface Entry<T> {
  readonly name: Located<string>;
  readonly value: T;
}

/** A mapping from names that the author chooses. */
export function entries<T>(key: Rule<Located<string>>, value: Rule<T>): Rule<Entry<T>[]> {
  const expects = 'a mapping';
  return {
    expects,
    read: (node, reader) => {
      if (!isMap(node)) return wrongType(node, reader, expects);
      return node.items.flatMap((pair) => {
        const name = key.read(pair.key as Node, reader);
        const read = value.read(valueNode(pair as Pair<Node, Node | null>), reader);
        if (name && read !== undefined) return [{ name, value: read }];
        if (name) reader.broken(name.value);
        return [];
      });
    },
  };
}

/** The value of a pair; where `? key` has none, an empty scalar just behind the key. */
export function valueNode(pair: Pair<Node, Node | null>): Node {
  if (pair.value) return pair.value;
  const { end } = spanOf(pair.key);
  const empty = new Scalar(null);
  empty.source = '';
  empty.range = [end, end, end];
  return empty;
}

export interface Field<T, Required extends boolean> {
  readonly rule: Rule<T>;
  readonly required: Required;
}

export function required<T>(rule: Rule<T>): Field<T, true> {
  return { rule, required: true };
}

export function optional<T>(rule: Rule<T>): Field<T, false> {
  return { rule, required: false };
}

type Fields = Readonly<Record<string, Field<unknown, boolean>>>;
type FieldValues<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer T, true>
    ? T
    : F[K] extends Field<infer T, false>
      ? T | undefined
      : never;
};

/** A mapping with these keys and no others. A required key that is missing or wrong makes the whole undefined. */
export function mapping<F extends Fields>(fields: F): Rule<FieldValues<F> & { readonly span: Span }> {
  const expects = `a mapping with ${Object.keys(fields).join(', ')}`;
  return {
    expects,
    read: (node, reader) => {
      if (!isMap(node)) return wrongType(node, reader, expects);
      const values = new Map<string, unknown>();
      const meant = new Set<string>();
      for (const pair of node.items as Pair<Node, Node | null>[]) {
        const key = text.read(pair.key, reader);
        if (!key) continue;
        const field = Object.hasOwn(fields, key.value) ? fields[key.value] : undefined;
        if (field) {
          values.set(key.value, field.rule.read(valueNode(pair), reader));
          continue;
        }
        reportUnknownKey(reader, key, Object.keys(fields));
        for (const name of keysOf(valueNode(pair))) reader.broken(name);
        for (const name of nearest(key.value, Object.keys(fields))) meant.add(name);
      }
      let whole = true;
      for (const [name, field] of Object.entries(fields)) {
        if (!field.required || values.get(name) !== undefined) continue;
        whole = false;
        // A key that is there with a slip of the pen has been reported already.
        if (!values.has(name) && !meant.has(name)) reader.report('missing-key', firstOf(node), { key: name });
      }
      if (!whole) return undefined;
      return { ...Object.fromEntries(values), span: spanOf(node) } as FieldValues<F> & { readonly span: Span };
    },
  };
}

export function reportUnknownKey(reader: Reader, key: Located<string>, known: readonly string[]): undefined {
  return reader.report('unknown-key', key.span, {
    key: key.value,
    nearest: nearest(key.value, known).join(', '),
    known: known.join(', '),
  });
}

/** The names that a mapping defines. */
function keysOf(node: Node): string[] {
  return isMap(node) ? node.items.flatMap(({ key }) => (isScalar(key) ? [sourceOf(key)] : [])) : [];
}

/** The beginning of a mapping, where a missing key is pointed out. */
function firstOf(node: Node): Span {
  const { start, end } = spanOf(node);
  return { start, end: Math.min(end, start + 1) };
}

/** `first` for scalars, `second` for everything else. */
export function scalarOr<A, B>(first: Rule<A>, second: Rule<B>): Rule<A | B> {
  return {
    expects: `${first.expects} or ${second.expects}`,
    read: (node, reader): A | B | undefined => (isScalar(node) ? first.read(node, reader) : second.read(node, reader)),
  };
}

/** One text for both languages, or one for each. */
export const localText: Rule<LocalText> = {
  expects: 'a text, or a mapping with en and ru',
  read: (node, reader) => {
    if (isScalar(node)) {
      const read = text.read(node, reader);
      return read && { en: read.value, ru: read.value };
    }
    const read = mapping({ en: required(text), ru: required(text) }).read(node, reader);
    return read && { en: read.en.value, ru: read.ru.value };
  },
};

/** Any scalar or null (`~`, `null`), as SQL would print it. */
export const sqlValue: Rule<{ readonly sql: string | null }> = {
  expects: 'a value or null',
  read: (node, reader) => {
    if (!isScalar(node)) return wrongType(node, reader, sqlValue.expects);
    return { sql: node.value === null ? null : sourceOf(node) };
  },
};
