import { mapping, optional, required, shorthand } from './collections.js';
import { described, text } from './rules.js';
import { template, value } from './values.js';

/** What a client does to an item, and what it asks of one. */

export const writesItem = described(
  'What the actor has written once this statement is committed: an item, and what it is then (~ where it is no more).',
  shorthand('item', mapping({ item: required(template), value: optional(value) })),
);

export const readsItem = described(
  'The item that this query asks for, the column that names it, and the column that its value stands in.',
  shorthand('item', mapping({ item: required(template), key: optional(text), value: optional(text) })),
);
