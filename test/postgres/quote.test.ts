import { describe, expect, it } from 'vitest';
import { identifier, literal } from '../../src/postgres/quote.js';

describe('identifier', () => {
  it.each([
    ['outbox', '"outbox"'],
    ['Large', '"Large"'],
    ['order', '"order"'],
    ['a"b""c', '"a""b""""c"'],
    ["it's", '"it\'s"'],
    ['a.b', '"a.b"'],
    ['заявки 🎫', '"заявки 🎫"'],
  ])('quotes %s', (name, quoted) => {
    expect(identifier(name)).toEqual(quoted);
  });
});

describe('literal', () => {
  it.each([
    ['', "''"],
    ['open', "'open'"],
    ["it's", "'it''s'"],
    ["''", "''''''"],
    ['a"b', "'a\"b'"],
    ['a\\b', "'a\\b'"],
    ['одна\nдве', "'одна\nдве'"],
    ["'; DROP TABLE inbox; --", "'''; DROP TABLE inbox; --'"],
  ])('quotes %j', (text, quoted) => {
    expect(literal(text)).toEqual(quoted);
  });
});
