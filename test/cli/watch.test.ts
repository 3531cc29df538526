import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { inFolder } from '../support/cli.js';
import { OnTerminal } from '../support/pty.js';

const scenario = (id: string, schema: string) => `id: ${id}
title: ${id}
teaches: ${id}
databases: {shop: {schema: ${schema}}}
actors: {A: {database: shop}}
steps:
  - A: INSERT INTO t VALUES (1)
    expect: {count: 1}
`;
const watching = /Watching\. Keys: .*q quits\.\s*$/;

let terminal: OnTerminal | null = null;
afterEach(() => terminal?.kill());

/** What was run, without how to go on. */
function told(text: string): string {
  return text.replace(watching, '').trim();
}

async function inWatch(use: (at: OnTerminal, folder: string) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    writeFileSync(join(folder, 'a.yaml'), scenario('a', '"CREATE TABLE t(id int)"'));
    writeFileSync(join(folder, 'b.yaml'), scenario('b', './b.sql'));
    writeFileSync(join(folder, 'b.sql'), 'CREATE TABLE t(id int)');
    terminal = new OnTerminal(['test', '.', '--watch', '--lang', 'en'], { cwd: folder });
    await use(terminal, folder);
  });
}

test('--watch runs what has changed, and what keys ask for', async () => {
  await inWatch(async (at, folder) => {
    expect(told(await at.shown(watching))).toBe(
      '✓ a · snapshot written\n✓ b · snapshot written\n\n2 cases: 2 passed\nsnapshots: 2 written',
    );
    // Of a scenario its file, and the SQL that it names.
    writeFileSync(join(folder, 'a.yaml'), scenario('a', '"CREATE TABLE t(id bigint)"'));
    expect(told(await at.shown(watching))).toBe('✓ a\n\n1 case: 1 passed');
    writeFileSync(join(folder, 'b.sql'), 'CREATE TABLE t(id int, more int DEFAULT 7)');
    expect(told(await at.shown(watching))).toMatch(/^✗ b · failed\n[\s\S]*\n1 case: 1 failed$/);
    at.press('f');
    expect(told(await at.shown(watching))).toMatch(/^✗ b · failed\n[\s\S]*\n1 case: 1 failed$/);
    at.press('u');
    expect(told(await at.shown(watching))).toBe(
      '✓ a\n✓ b · snapshot updated\n\n2 cases: 2 passed\nsnapshots: 1 updated',
    );
    // What has become wrong is said, and what has been mended runs again; a new file comes in.
    writeFileSync(join(folder, 'a.yaml'), 'id: a\n');
    expect(told(await at.shown(watching))).toMatch(/^✗ a\.yaml · invalid\n/);
    writeFileSync(join(folder, 'a.yaml'), scenario('a', '"CREATE TABLE t(id int)"'));
    expect(told(await at.shown(watching))).toBe('✓ a\n\n1 case: 1 passed');
    writeFileSync(join(folder, 'c.yaml'), scenario('c', '"CREATE TABLE t(id int)"'));
    expect(told(await at.shown(watching))).toBe('✓ c · snapshot written\n\n1 case: 1 passed\nsnapshots: 1 written');
    at.press('a');
    expect(told(await at.shown(watching))).toBe('✓ a\n✓ b\n✓ c\n\n3 cases: 3 passed');
    at.press('q');
    expect(await at.ended).toBe(0);
  });
});

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s ends it with the code of the last run', async (_, key) => {
  await inWatch(async (at, folder) => {
    await at.shown(watching);
    writeFileSync(join(folder, 'b.sql'), 'CREATE TABLE t(id int, more int DEFAULT 7)');
    await at.shown(watching);
    at.press(key);
    expect(await at.ended).toBe(1);
  });
});
