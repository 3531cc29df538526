import { expect, test } from 'vitest';
import { sha256 } from '../../src/base/hash.js';

// The first two are the vectors of FIPS 180-2; the third shows that text is hashed as UTF-8.
test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['日本', 'cf2abf0c5be326cb922a70f8163f91079c4d9aa8655c60ead89ad545c9de2e92'],
])('sha256 of %j', (text, digest) => {
  expect(sha256(text)).toBe(digest);
});
