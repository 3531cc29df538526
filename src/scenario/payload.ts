import { isMap, isScalar, isSeq, type Node, type Pair } from 'yaml';
import { type Reader, type Rule, sourceOf, spanOf, text, valueNode } from './rules.js';

/**
 * A record's value: a mapping or a list becomes compact JSON in the author's order, a text stays as it is, `null` is a
 * tombstone. Inside JSON a plain scalar is a number, a boolean or null only where JSON writes it the very same way;
 * everything else (`0900`, a timestamp) is the text that the author wrote.
 */
export const payload: Rule<{ readonly value: string | null }> = {
  expects: 'a mapping, a text or null',
  read: (node, reader) => {
    if (isScalar(node)) return { value: node.value === null ? null : sourceOf(node) };
    const json = toJson(node, reader);
    return json === undefined ? undefined : { value: json };
  },
};

function toJson(node: Node, reader: Reader): string | undefined {
  if (isMap(node)) {
    const members = (node.items as Pair<Node, Node | null>[]).map((pair) => {
      const key = text.read(pair.key, reader);
      const value = toJson(valueNode(pair), reader);
      return key && value !== undefined ? `${JSON.stringify(key.value)}:${value}` : undefined;
    });
    return members.includes(undefined) ? undefined : `{${members.join(',')}}`;
  }
  if (isSeq(node)) {
    const items = node.items.map((item) => toJson(item as Node, reader));
    return items.includes(undefined) ? undefined : `[${items.join(',')}]`;
  }
  if (isScalar(node)) {
    const source = sourceOf(node);
    const native = node.type === 'PLAIN' && typeof node.value !== 'string';
    return native && JSON.stringify(node.value) === source
      ? source
      : node.value === null
        ? 'null'
        : JSON.stringify(source);
  }
  return reader.report('wrong-type', spanOf(node), { expected: payload.expects, found: 'an alias' });
}
