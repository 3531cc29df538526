import { isMap, isScalar, isSeq, type Node } from 'yaml';
import type { Span } from '../model/diagnostic.js';
import type { Expected } from '../model/expected.js';
import type { LocalText } from '../model/text.js';
import { nearest } from './nearest.js';
import {
  isRestOfText,
  type Located,
  type NodePair,
  pairsOf,
  type Reader,
  sourceOf,
  spanOf,
  valueNode,
} from './reader.js';
import { type JsonSchema, type Rule, text } from './rules.js';

export function list<T>(item: Rule<T>): Rule<T[]> {
  const expects: Expected = 'list';
  return {
    expects,
    schema: { type: 'array', items: item.schema },
    read: (node, reader) => {
      if (!isSeq(node)) return reader.wrongType(node, expects);
      return node.items.map((child) => item.read(child as Node, reader)).filter((value) => value !== undefined);
    },
  };
}

/** A list, or one item that stands for a list of itself. */
export function oneOrMore<T>(item: Rule<T>): Rule<T[]> {
  const many = list(item);
  return {
    expects: { is: 'one-or-more', of: item.expects },
    schema: { oneOf: [item.schema, many.schema] },
    read: (node, reader) => {
      if (isSeq(node)) return many.read(node, reader);
      const one = item.read(node, reader);
      return one === undefined ? undefined : [one];
    },
  };
}

export interface Entry<T> {
  readonly name: Located<string>;
  readonly value: T;
}

/** A mapping from names that the author chooses; `expects` is what a message says of it. */
export function entries<T>(
  key: Rule<Located<string>>,
  value: Rule<T>,
  expects: Expected = 'mapping',
): Rule<Entry<T>[]> {
  const { pattern } = key.schema;
  return {
    expects,
    schema: {
      type: 'object',
      additionalProperties: value.schema,
      ...(pattern === undefined ? {} : { propertyNames: { pattern } }),
    },
    read: (node, reader) => {
      if (!isMap(node)) return reader.wrongType(node, expects);
      return pairsOf(node).flatMap((pair) => {
        if (isRestOfText(pair, node)) return restOfText(pair, reader);
        const name = key.read(pair.key, reader);
        const before = reader.errors;
        const read = value.read(valueNode(pair), reader);
        // What has a slip in one of its parts may lack that part later on, which nobody need be told.
        if (name && (read === undefined || reader.errors > before)) reader.broken(name.value);
        return name && read !== undefined ? [{ name, value: read }] : [];
      });
    },
  };
}

export interface Field<T, Required extends boolean> {
  readonly rule: Rule<T>;
  readonly required: Required;
  /** What takes the place of a required value that is missing or wrong. */
  readonly instead?: T;
}

/** With `instead` the rest of the mapping is looked at even where this is missing or wrong, which is reported all the same. */
export function required<T>(rule: Rule<T>, instead?: T): Field<T, true> {
  return instead === undefined ? { rule, required: true } : { rule, required: true, instead };
}

export function optional<T>(rule: Rule<T>): Field<T, false> {
  return { rule, required: false };
}

export type Fields = Readonly<Record<string, Field<unknown, boolean>>>;
export type FieldValues<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer T, true>
    ? T
    : F[K] extends Field<infer T, false>
      ? T | undefined
      : never;
};

/** A mapping with these keys and no others. A required key that is missing or wrong, with nothing in its place, makes the whole undefined. */
export function mapping<F extends Fields>(
  fields: F,
): Rule<FieldValues<F> & { readonly span: Span }> & { readonly fields: F } {
  const names = Object.keys(fields);
  const expects: Expected = { is: 'mapping-with', keys: names };
  return {
    fields,
    expects,
    schema: schemaOf(fields),
    read: (node, reader) => {
      if (!isMap(node)) return reader.wrongType(node, expects);
      const values = new Map<string, unknown>();
      const meant = new Set<string>();
      for (const pair of pairsOf(node)) {
        const key = text.read(pair.key, reader);
        if (!key) continue;
        const field = Object.hasOwn(fields, key.value) ? fields[key.value] : undefined;
        if (field) {
          values.set(key.value, field.rule.read(valueNode(pair), reader));
          continue;
        }
        if (isRestOfText(pair, node)) {
          reader.report('unquoted-text', key.span, { rest: key.value });
          continue;
        }
        reader.unknownKey(key, names);
        for (const name of namesIn(valueNode(pair))) reader.broken(name);
        for (const name of nearest(key.value, names)) meant.add(name);
      }
      let whole = true;
      for (const [name, field] of Object.entries(fields)) {
        if (!field.required || values.get(name) !== undefined) continue;
        // A key that is there with a slip of the pen has been reported already.
        if (!values.has(name) && !meant.has(name)) reader.report('missing-key', firstOf(node), { keys: [name] });
        if (field.instead === undefined) whole = false;
        else values.set(name, field.instead);
      }
      if (!whole) return undefined;
      return { ...Object.fromEntries(values), span: spanOf(node) } as FieldValues<F> & { readonly span: Span };
    },
  };
}

function schemaOf(fields: Fields): JsonSchema {
  const all = Object.entries(fields);
  const wanted = all.filter(([, field]) => field.required).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(all.map(([name, { rule }]) => [name, rule.schema])),
    ...(wanted.length > 0 ? { required: wanted } : {}),
    additionalProperties: false,
  };
}

function restOfText({ key }: NodePair, reader: Reader): [] {
  reader.report('unquoted-text', spanOf(key), { rest: isScalar(key) ? sourceOf(key) : '' });
  return [];
}

/** The names that a mapping or a list defines: its keys, or its items and what they call "name". */
function namesIn(node: Node): string[] {
  if (isSeq(node)) {
    const names = (node.items as Node[]).map((item) =>
      isScalar(item) ? item : pairsOf(item).find(({ key }) => isScalar(key) && sourceOf(key) === 'name')?.value,
    );
    return names.flatMap((name) => (isScalar(name) ? [sourceOf(name)] : []));
  }
  return pairsOf(node).flatMap(({ key }) => (isScalar(key) ? [sourceOf(key)] : []));
}

/** The beginning of a mapping, where a missing key is pointed out. */
function firstOf(node: Node): Span {
  const { start, end } = spanOf(node);
  return { start, end: Math.min(end, start + 1) };
}

/** `first` for scalars, `second` for everything else. */
export function scalarOr<A, B>(first: Rule<A>, second: Rule<B>): Rule<A | B> {
  return {
    expects: { is: 'either', of: [first.expects, second.expects] },
    schema: { oneOf: [first.schema, second.schema] },
    read: (node, reader): A | B | undefined => (isScalar(node) ? first.read(node, reader) : second.read(node, reader)),
  };
}

/** A mapping that may be written short: a scalar alone stands for its field `name`. */
export function shorthand<F extends Fields, Name extends keyof F & string>(
  name: Name,
  long: ReturnType<typeof mapping<F>>,
): Rule<FieldValues<F> & { readonly span: Span }> {
  const rule = long.fields[name]?.rule as Rule<unknown>;
  return {
    expects: { is: 'either', of: [rule.expects, long.expects] },
    schema: { oneOf: [rule.schema, long.schema] },
    read: (node, reader) => {
      if (!isScalar(node)) return long.read(node, reader);
      const value = rule.read(node, reader);
      if (value === undefined) return undefined;
      // The other fields are absent, and whoever asks for one gets undefined as in the long form.
      return { [name]: value, span: spanOf(node) } as FieldValues<F> & { readonly span: Span };
    },
  };
}

/** `first` for lists, `second` for everything else. */
export function listOr<A, B>(first: Rule<A>, second: Rule<B>): Rule<A | B> {
  return {
    expects: { is: 'either', of: [first.expects, second.expects] },
    schema: { oneOf: [first.schema, second.schema] },
    read: (node, reader): A | B | undefined => (isSeq(node) ? first.read(node, reader) : second.read(node, reader)),
  };
}

/** A text for users; `plain` where the author gave one text for both languages. */
export interface ReadText extends LocalText {
  readonly span: Span;
  readonly plain: boolean;
}

/** Without where it stood. */
export function plainText({ en, ru }: ReadText): LocalText {
  return { en, ru };
}

const bothLanguages = mapping({ en: required(text), ru: required(text) });

/** One text for both languages, or one for each. */
export const localText: Rule<ReadText> = {
  expects: 'local-text',
  schema: { oneOf: [text.schema, bothLanguages.schema] },
  read: (node, reader) => {
    if (isScalar(node)) {
      const read = text.read(node, reader);
      return read && { en: read.value, ru: read.value, span: read.span, plain: true };
    }
    const read = bothLanguages.read(node, reader);
    return read && { en: read.en.value, ru: read.ru.value, span: read.span, plain: false };
  },
};

const nowhere: Span = { start: 0, end: 0 };

/** What goes on in the place of a text that is missing. */
export const noText: ReadText = { en: '', ru: '', span: nowhere, plain: false };
export const noName: Located<string> = { value: '', span: nowhere };

/** What a rule reads, and where it stands. */
export function located<T>(rule: Rule<T>): Rule<Located<T>> {
  return {
    ...rule,
    read: (node, reader) => {
      const value = rule.read(node, reader);
      return value === undefined ? undefined : { value, span: spanOf(node) };
    },
  };
}
