import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../src/base/limits.js';
import { filesBeside, readScenario } from '../../src/cli/scenario-files.js';
import { cli } from '../support/cli.js';

const sql = 'CREATE TABLE a(b text)';
let folder: string;
let inside: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'inbox-sim-'));
  inside = join(folder, 'inside');
  for (const name of ['inside/sub', 'inside/folder.sql', 'outside']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['inside/x.sql', 'inside/X2.SQL', 'inside/x y.sql', 'inside/sub/in.sql', 'outside/x.sql'])
    writeFileSync(join(folder, name), sql);
  writeFileSync(join(inside, 'bom.sql'), `\ufeff${sql}\r\n`);
  writeFileSync(join(inside, 'utf16le.sql'), Buffer.from(`\ufeff${sql}`, 'utf16le'));
  writeFileSync(join(inside, 'utf16be.sql'), Buffer.from(`\ufeff${sql}`, 'utf16le').swap16());
  writeFileSync(join(inside, 'latin1.sql'), Buffer.from("SELECT 'é'", 'latin1'));
  writeFileSync(join(inside, 'nul.sql'), `${sql}\0`);
  writeFileSync(join(inside, 'large.sql'), '');
  truncateSync(join(inside, 'large.sql'), limits.scenarioBytes + 1);
  symlinkSync('../outside/x.sql', join(inside, 'link.sql'));
  symlinkSync('../outside', join(inside, 'linked'));
  symlinkSync('sub/in.sql', join(inside, 'inlink.sql'));
  symlinkSync('loop.sql', join(inside, 'loop.sql'));
  symlinkSync('/dev/zero', join(inside, 'device.sql'));
  execFileSync('mkfifo', [join(inside, 'pipe.sql'), join(inside, 'pipe.yaml')]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('SQL files beside a scenario', () => {
  test.each(['x.sql', './x.sql', 'X2.SQL', 'x y.sql', 'sub/in.sql', './sub/../x.sql', '../inside/x.sql', 'inlink.sql'])(
    '%s is read',
    (name) => {
      expect(filesBeside(join(inside, 's.yaml'))(name)).toEqual({ text: sql });
    },
  );

  test('a byte order mark and the line ends of another system make no difference', () => {
    expect(filesBeside(join(inside, 's.yaml'))('bom.sql')).toEqual({ text: `${sql}\n` });
  });

  test.each([
    ['../outside/x.sql', 'outside'],
    ['sub/../../outside/x.sql', 'outside'],
    ['../inside-not/x.sql', 'outside'],
    ['..', 'outside'],
    ['/etc/passwd', 'outside'],
    ['link.sql', 'outside'],
    ['linked/x.sql', 'outside'],
    ['device.sql', 'outside'],
    ['folder.sql', 'unreadable'],
    ['.', 'unreadable'],
    ['pipe.sql', 'unreadable'],
    ['none.sql', 'missing'],
    ['x.sql/x.sql', 'missing'],
    ['loop.sql', 'missing'],
    ['~/x.sql', 'missing'],
    ['%2e%2e/outside/x.sql', 'missing'],
    ['..\\outside\\x.sql', 'outside'],
    ['C:\\x.sql', 'missing'],
    [`${'n'.repeat(300)}.sql`, 'missing'],
    ['large.sql', 'too-large'],
    ['utf16le.sql', 'not-text'],
    ['utf16be.sql', 'not-text'],
    ['latin1.sql', 'not-text'],
    ['nul.sql', 'not-text'],
  ])('%s is refused: %s', (name, problem) => {
    expect(filesBeside(join(inside, 's.yaml'))(name)).toEqual({ problem });
  });

  test('a scenario in a folder that is reached through a link has the files of that folder', () => {
    expect(filesBeside(join(inside, 'linked', 's.yaml'))('x.sql')).toEqual({ text: sql });
    expect(filesBeside(join(inside, 'linked', 's.yaml'))('../inside/x.sql')).toEqual({ problem: 'outside' });
  });
});

describe('scenario files', () => {
  const utf16 = Buffer.from('\ufeffid: x\n', 'utf16le');
  test.each<[name: string, content: Buffer | string, message: string]>([
    ['le.yaml', utf16, 'le.yaml is not UTF-8 text; save it as UTF-8'],
    ['be.yaml', Buffer.from(utf16).swap16(), 'be.yaml is not UTF-8 text; save it as UTF-8'],
    ['latin1.yaml', Buffer.from('id: é', 'latin1'), 'latin1.yaml is not UTF-8 text; save it as UTF-8'],
    ['zip.yaml', Buffer.from('504b03040a000000', 'hex'), 'zip.yaml is not UTF-8 text; save it as UTF-8'],
    ['half.yaml', Buffer.from('6964c3', 'hex'), 'half.yaml is not UTF-8 text; save it as UTF-8'],
    ['surrogate.yaml', Buffer.from('eda080', 'hex'), 'surrogate.yaml is not UTF-8 text; save it as UTF-8'],
  ])('%s', (name, content, message) => {
    writeFileSync(join(inside, name), content);
    expect(() => readScenario(join(inside, name))).toThrow(`${join(inside, message)}`);
  });

  test('a large file is refused by its size', () => {
    const path = join(inside, 'large.yaml');
    writeFileSync(path, '');
    truncateSync(path, 50 * 1024 * 1024);
    expect(() => readScenario(path)).toThrow(`${path} has 50.0 MiB; a scenario has at most 2 MiB`);
  });

  test('a pipe that nobody writes to is not waited for', async () => {
    expect(await cli(['show', './pipe.yaml'], { cwd: inside })).toEqual({
      code: 2,
      signal: null,
      out: '',
      err: 'inbox-sim: ./pipe.yaml is no plain file; a scenario is a YAML file\n',
    });
  });

  test('a name that is too long for a file', () => {
    const name = `${'n'.repeat(300)}.yaml`;
    expect(() => readScenario(name)).toThrow(`${name} cannot be read: the name is too long`);
  });

  test('a file that is named like a bundled scenario needs a path', async () => {
    writeFileSync(join(inside, 'duplicate-900'), 'id: mine\ntitle: mine\nteaches: nothing\n');
    const bundled = await cli(['show', 'duplicate-900'], { cwd: inside });
    const own = await cli(['show', './duplicate-900'], { cwd: inside });
    expect([bundled, own].map(({ code, out }) => [code, out.split('\n')[0]])).toEqual([
      [0, 'duplicate-900 · The same event arrives twice'],
      [0, 'mine · mine'],
    ]);
  });
});
