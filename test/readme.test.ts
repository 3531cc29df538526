import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { INVARIANTS } from '../src/model/names.js';
import { bundledIds } from './support/bundled.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const blocks = [...readme.matchAll(/^```\n(.*?)^```$/gms)].map(([, block]) => block ?? '');

test('the two commands that do all the set-up stand first', () => {
  expect(blocks.slice(0, 2)).toEqual(['npm install && npx inbox-sim run duplicate-900\n', 'npm install && npm test\n']);
});

test('the excerpt is what the program prints', () => {
  const transcript = readFileSync(new URL('transcripts/commit-lost-in-network.en.txt', import.meta.url), 'utf8');
  expect(transcript).toContain(blocks[2]);
});

test('every scenario and invariant that it names is there', () => {
  const named = [...readme.matchAll(/inbox-sim (?:run|show) ([a-z0-9-]+)/g)].map(([, id]) => id ?? '');
  expect(named.filter((id) => !bundledIds().includes(id))).toEqual([]);
  const listed = [...readme.matchAll(/^\| `([a-z-]+)` +\|[^|]*\|$/gm)].map(([, name]) => name);
  expect(listed).toEqual([...INVARIANTS]);
});
