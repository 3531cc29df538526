import { isScalar, type Node } from 'yaml';
import { parseDuration } from '../base/time.js';
import type { Expected, Named } from '../model/expected.js';
import { type Located, type Reader, sourceOf, spanOf } from './reader.js';

/** What is written out as a whole number that JavaScript knows exactly, from 0 or of either sign. */
export const wholeNumber = /^(0|[1-9]\d{0,14})$/;
export const anyWholeNumber = /^(0|-?[1-9]\d{0,14})$/;

/** A part of a JSON Schema (draft-07). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * How one place of a scenario is written. `read` returns undefined after it has reported what is wrong; `expects` is
 * what a message says was expected; `schema` says the same to an editor.
 */
export interface Rule<T> {
  readonly expects: Expected;
  readonly schema: JsonSchema;
  read(node: Node, reader: Reader): T | undefined;
}

/** Scalars are read by their source, so that an editor must let numbers and booleans pass where a text is meant. */
const scalarTypes = ['string', 'number', 'boolean'];

/** Any scalar but an empty one, by its source text. */
export const text: Rule<Located<string>> = {
  expects: 'text',
  schema: { type: scalarTypes },
  read: (node, reader) => {
    if (!isScalar(node) || sourceOf(node) === '') return reader.wrongType(node, text.expects);
    return { value: sourceOf(node), span: spanOf(node) };
  },
};

/** A text that fits `pattern`. */
export function matching(pattern: RegExp, expects: Expected): Rule<Located<string>> {
  return {
    expects,
    // Editors know no `u` flag: a pattern with classes of Unicode is left to the program.
    schema: pattern.unicode ? text.schema : { type: scalarTypes, pattern: pattern.source },
    read: (node, reader) => {
      if (!isScalar(node) || sourceOf(node) === '') return reader.wrongType(node, expects);
      const [value, span] = [sourceOf(node), spanOf(node)];
      return pattern.test(value) ? { value, span } : reader.wrongValue(span, expects, value);
    },
  };
}

/** A whole number from `least` to `most`. */
export function whole(least: number, most: number): Rule<Located<number>> {
  const expects: Expected = { is: 'whole', least, most };
  return {
    expects,
    schema: { type: 'integer', minimum: least, maximum: most },
    read: (node, reader) => {
      if (!isScalar(node)) return reader.wrongType(node, expects);
      const source = sourceOf(node);
      const value = anyWholeNumber.test(source) ? Number(source) : Number.NaN;
      if (value >= least && value <= most) return { value, span: spanOf(node) };
      return reader.wrongValue(spanOf(node), expects, source);
    },
  };
}

/** One of a few words. */
export function oneOf<T extends string>(what: Named, words: readonly T[]): Rule<Located<T>> {
  return {
    expects: { is: 'words', words },
    schema: { enum: words },
    read: (node, reader) => {
      const read = text.read(node, reader);
      if (!read) return undefined;
      const word = words.find((candidate) => candidate === read.value);
      return word === undefined ? reader.unknownName(what, read, words) : { value: word, span: read.span };
    },
  };
}

export const yesOrNo: Rule<Located<boolean>> = {
  expects: 'boolean',
  schema: { type: 'boolean' },
  read: (node, reader) => {
    if (!isScalar(node)) return reader.wrongType(node, yesOrNo.expects);
    if (typeof node.value === 'boolean') return { value: node.value, span: spanOf(node) };
    return reader.wrongValue(spanOf(node), yesOrNo.expects, sourceOf(node));
  },
};

/** A stretch of virtual time, in milliseconds. */
export const duration: Rule<Located<number>> = {
  expects: 'duration',
  schema: { type: 'string', pattern: '^\\d{1,9}(ms|s|m|min|h|d)$' },
  read: (node, reader) => {
    const read = text.read(node, reader);
    if (!read) return undefined;
    const value = parseDuration(read.value);
    return value === null ? reader.wrongValue(read.span, duration.expects, read.value) : { value, span: read.span };
  },
};

/** Nothing, or null. */
export const nothing: Rule<null> = {
  expects: 'nothing',
  schema: { type: 'null' },
  read: (node, reader) => (isScalar(node) && node.value === null ? null : reader.wrongType(node, nothing.expects)),
};

/** An instant of virtual time in UTC, by its text. */
export const instant: Rule<Located<string>> = {
  expects: 'instant',
  schema: text.schema,
  read: (node, reader) => {
    const read = text.read(node, reader);
    if (!read) return undefined;
    const shaped = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(read.value);
    const at = shaped ? Date.parse(read.value) : Number.NaN;
    // 30 February would silently become a day in March.
    const known = !Number.isNaN(at) && new Date(at).toISOString().slice(0, 19) === read.value.slice(0, 19);
    return known ? read : reader.wrongValue(read.span, instant.expects, read.value);
  },
};

/** Any scalar or null (`~`, `null`), as SQL would print it. */
export const sqlValue: Rule<{ readonly sql: string | null }> = {
  expects: 'value-or-null',
  schema: { type: [...scalarTypes, 'null'] },
  read: (node, reader) => {
    if (!isScalar(node)) return reader.wrongType(node, sqlValue.expects);
    return { sql: node.value === null ? null : sourceOf(node) };
  },
};

/** `rule`, with a sentence that an editor shows. */
export function described<T>(description: string, rule: Rule<T>): Rule<T> {
  return { ...rule, schema: { ...rule.schema, description } };
}
