import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ended, inFolder } from './support/cli.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const npm = (args: string[], cwd: string) => ended(spawn('npm', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] }));

test('the packed package works in an empty folder', async () => {
  await inFolder(async (folder) => {
    // What is packed has been built already; building it again would take it away from other tests.
    const packed = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder], root);
    expect(packed.code, packed.err).toBe(0);
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
    const project = join(folder, 'project');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{"private": true}');
    const installed = await npm(['install', '--no-audit', '--no-fund', join('..', tarball)], project);
    expect(installed.code, installed.err).toBe(0);
    const run = await npm(['exec', '--', 'inbox-sim', 'run', 'duplicate-900'], project);
    expect({ code: run.code, out: run.out, err: run.err }).toEqual({
      code: 0,
      out: readFileSync(new URL('transcripts/duplicate-900.en.txt', import.meta.url), 'utf8'),
      err: '',
    });
    const schema = readFileSync(join(project, 'node_modules/inbox-sim/dist/trace.schema.json'), 'utf8');
    expect((JSON.parse(schema) as { title: string }).title).toBe('A run of inbox-sim');
    // The first line of a new scenario leads an editor to the schema of the very package.
    const made = await npm(['exec', '--', 'inbox-sim', 'new', 'own', '--template', 'program'], project);
    expect({ code: made.code, err: made.err }).toEqual({ code: 0, err: '' });
    const [first] = readFileSync(join(project, 'own.yaml'), 'utf8').split('\n');
    expect(first).toBe('# yaml-language-server: $schema=./node_modules/inbox-sim/dist/scenario.schema.json');
    const exported = fileURLToPath(import.meta.resolve('inbox-sim/scenario.schema.json'));
    expect(exported).toBe(join(root, 'dist/scenario.schema.json'));
  });
});
