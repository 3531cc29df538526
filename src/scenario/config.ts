import { isScalar } from 'yaml';
import { entries } from './collections.js';
import type { Located } from './reader.js';
import { sourceOf, spanOf } from './reader.js';
import { matching, type Rule } from './rules.js';

/** One setting as it is written; what it means hangs on whose it is. */
const setting: Rule<Located<string>> = {
  expects: 'setting',
  schema: { type: ['string', 'number', 'boolean'] },
  read: (node, reader) =>
    isScalar(node) ? { value: sourceOf(node), span: spanOf(node) } : reader.wrongType(node, setting.expects),
};

/** Settings by Kafka's own names. */
export const config = entries(matching(/^[a-z][a-z0-9._]*$/, 'setting-name'), setting);
