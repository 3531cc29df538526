import { expect, test } from 'vitest';
import { atBorder } from '../../../src/postgres/server/border.js';

const schemas = { own: 'shop', others: ['stock', 'inbox_sim'] };

function met(text: string, code: string, word: string | null = null): string {
  const position = word === null ? null : [...text.slice(0, text.indexOf(word))].length + 1;
  const found = atBorder(text, { code, constraint: null, message: 'as it was', position }, schemas);
  return found.kind === 'error' ? `${found.failure.code} ${found.failure.message}` : found.kind;
}

test.each([
  ['SELECT * FROM stock.t', '42P01', 'stock', '42501 permission denied for schema stock'],
  ['SELECT * FROM "stock".t', '42P01', '"stock"', '42501 permission denied for schema stock'],
  ['TRUNCATE stock.t', '42P01', null, '42501 permission denied for schema stock'],
  ['CREATE TABLE stock.t(a int)', '3F000', 'stock', '42501 permission denied for schema stock'],
  ['SELECT stock.f(1)', '42883', 'stock', '42501 permission denied for schema stock'],
  ['SELECT NULL::stock.kind', '42704', 'stock', '42501 permission denied for schema stock'],
  ["SELECT 'stock.t'::regclass", '42P01', "'stock", '42501 permission denied for schema stock'],
  ['TABLE inbox_sim.capture', '42P01', 'inbox_sim', '42501 permission denied for schema inbox_sim'],
  ["SELECT 'ё🎫' FROM stock.t", '42P01', 'stock', '42501 permission denied for schema stock'],
])('a name qualified with another database may not be used: %s', (text, code, word, expected) => {
  expect(met(text, code, word)).toBe(expected);
});

test.each([
  ['SELECT * FROM shop.t', '42P01', 'shop'],
  ['TRUNCATE shop.t', '42P01', null],
  ['SELECT shop.f()', '42883', 'shop'],
])('a name qualified with the own is told apart: %s', (text, code, word) => {
  expect(met(text, code, word)).toBe('own-name');
});

test.each([
  ['SELECT * FROM nowhere.t', '42P01', 'nowhere'],
  ['SELECT * FROM nowhere', '42P01', 'nowhere'],
  // An alias that is called as the other database, and a mistake elsewhere.
  ['SELECT stock.a FROM t AS stock, nowhere', '42P01', 'nowhere'],
  ['SELECT stock.b FROM t AS stock', '42703', 'stock'],
  ['SELECT 1 /* stock.t */ FROM nowhere', '42P01', null],
  ['SELECT a.stock.t FROM nowhere', '42P01', null],
])('any other mistake stays what it is: %s', (text, code, word) => {
  expect(met(text, code, word)).toBe(`${code} as it was`);
});
