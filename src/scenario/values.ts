import { isMap, isScalar, isSeq, type Node, type Scalar } from 'yaml';
import type { Span } from '../model/diagnostic.js';
import { eventIdOf } from '../model/record.js';
import { found, isRestOfText, pairsOf, type Reader, sourceOf, spanOf, valueNode } from './reader.js';
import { type Rule, sqlValue, text } from './rules.js';
import { parseTemplate, type Template, type ValueTemplate } from './template.js';

/** Reads the expressions in a text. */
function templateOf(source: string, span: Span, reader: Reader): Template | undefined {
  const parsed = parseTemplate(source);
  if (parsed.kind === 'template') return parsed.template;
  return reader.report('wrong-expression', span, { found: parsed.text, why: 'syntax' });
}

/** A value with expressions in it, or null. */
export const value: Rule<{ readonly template: ValueTemplate; readonly span: Span }> = {
  expects: 'template-or-null',
  schema: sqlValue.schema,
  read: (node, reader) => {
    if (!isScalar(node)) return reader.wrongType(node, value.expects);
    const span = spanOf(node);
    if (node.value === null) return { template: null, span };
    const template = templateOf(sourceOf(node), span, reader);
    return template && { template, span };
  },
};

/** A text with expressions in it; not empty, not null. */
export const template: Rule<{ readonly template: Template; readonly span: Span }> = {
  expects: 'template',
  schema: text.schema,
  read: (node, reader) => {
    const read = text.read(node, reader);
    const parsed = read && templateOf(read.value, read.span, reader);
    return parsed && { template: parsed, span: read.span };
  },
};

/** A JSON text with values in it: each value becomes a JSON string, or null. */
export interface JsonTemplate {
  readonly json: readonly (string | { readonly template: ValueTemplate })[];
}

/** What a record carries: a text, nothing, or JSON made of a mapping. */
export type Payload = ValueTemplate | JsonTemplate;

export function isJson(payload: Payload): payload is JsonTemplate {
  return payload !== null && 'json' in payload;
}

export interface ReadPayload {
  readonly payload: Payload;
  readonly span: Span;
}

/**
 * A record's value: a mapping becomes JSON, a text stays as it is, null is a tombstone. A scalar inside becomes the JSON
 * of itself only where that is what the author wrote: 900 stays a number, 0900 becomes the text "0900".
 */
export const payload: Rule<ReadPayload> = {
  expects: 'payload',
  schema: { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] },
  read: (node, reader) => {
    if (isScalar(node)) {
      const read = value.read(node, reader);
      return read && { payload: read.template, span: read.span };
    }
    const before = reader.diagnostics.length;
    const json = jsonParts(node, reader);
    if (reader.diagnostics.length > before) return undefined;
    warnOfEventId(node, reader);
    return { payload: { json: joined(json) }, span: spanOf(node) };
  },
};

/** An `event_id` that is no text is none to the checks; a number may be seen otherwise by a table of texts, too. */
function warnOfEventId(node: Node, reader: Reader): void {
  const pair = pairsOf(node).find(({ key }) => isScalar(key) && sourceOf(key) === 'event_id');
  const id = pair && valueNode(pair);
  if (!id || (isScalar(id) && id.value !== null && !isJsonOfItself(id))) return;
  if (isScalar(id) && typeof id.value === 'number') reader.report('numeric-event-id', spanOf(id), {});
  else reader.report('no-event-id', spanOf(id), { found: found(id) });
}

function jsonParts(node: Node, reader: Reader): JsonTemplate['json'] {
  if (isMap(node)) {
    const members = pairsOf(node).map((pair) => {
      const key = text.read(pair.key, reader);
      if (key && isRestOfText(pair, node)) reader.report('unquoted-text', key.span, { rest: key.value });
      return [`${JSON.stringify(key?.value ?? '')}:`, ...jsonParts(valueNode(pair), reader)];
    });
    return ['{', ...withCommas(members), '}'];
  }
  if (isSeq(node)) return ['[', ...withCommas(node.items.map((item) => jsonParts(item as Node, reader))), ']'];
  if (!isScalar(node)) {
    reader.wrongType(node, payload.expects);
    return [];
  }
  if (node.value === null) return ['null'];
  const source = sourceOf(node);
  if (isJsonOfItself(node)) return [source];
  const read = templateOf(source, spanOf(node), reader);
  if (!read) return [];
  const [only] = read;
  return read.length === 1 && typeof only === 'string' ? [JSON.stringify(only)] : [{ template: read }];
}

/** Whether a scalar is a number or a truth value that JSON writes as its author did. */
function isJsonOfItself(node: Scalar): boolean {
  return node.type === 'PLAIN' && typeof node.value !== 'string' && JSON.stringify(node.value) === sourceOf(node);
}

function withCommas(items: readonly JsonTemplate['json'][]): JsonTemplate['json'] {
  return items.flatMap((item, index) => (index === 0 ? item : [',', ...item]));
}

/** Puts plain texts that follow each other together. */
function joined(parts: JsonTemplate['json']): JsonTemplate['json'] {
  const result: JsonTemplate['json'][number][] = [];
  let plain: string[] = [];
  for (const part of parts) {
    if (typeof part === 'string') {
      plain.push(part);
      continue;
    }
    if (plain.length > 0) result.push(plain.join(''));
    plain = [];
    result.push(part);
  }
  if (plain.length > 0) result.push(plain.join(''));
  return result;
}

/** A payload without expressions as the text that the record carries; undefined where there are any. */
export function constantPayload(read: Payload): string | null | undefined {
  if (read === null) return null;
  const parts = isJson(read) ? read.json : read;
  return parts.every((part) => typeof part === 'string') ? parts.join('') : undefined;
}

/** The event that a payload carries, as far as it is written out. */
export function eventOf(read: Payload): string | null {
  const constant = constantPayload(read);
  return constant == null ? null : eventIdOf(constant);
}
