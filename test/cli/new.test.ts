import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { LANGUAGES } from '../../src/model/text.js';
import { bin, cli, ended, inFolder } from '../support/cli.js';

const make = (folder: string, ...args: string[]) => cli(['new', ...args], { cwd: folder });
const schemaText = readFileSync(new URL('../../dist/scenario.schema.json', import.meta.url), 'utf8');
const schemaOf = (text: string) => /^# yaml-language-server: \$schema=(\S+)\n/.exec(text)?.[1] ?? '';

describe.each(LANGUAGES)('new --lang %s', (lang) => {
  test.each(['operations', 'program'])('%s: loads without warnings and runs as announced', async (template) => {
    await inFolder(async (folder) => {
      const made = await make(folder, 'my-own', '--template', template, '--lang', lang);
      expect(made).toEqual({ code: 0, signal: null, out: 'my-own.yaml\n', err: '' });
      const text = readFileSync(join(folder, 'my-own.yaml'), 'utf8');
      expect(/\p{Script=Cyrillic}/u.test(text)).toBe(lang === 'ru');
      const checked = await cli(['validate', '--strict', 'my-own.yaml'], { cwd: folder });
      expect(checked).toMatchObject({ code: 0, out: '1 scenario, 0 with errors, 0 warnings\n' });
      expect(await cli(['run', './my-own.yaml', '--lang', lang], { cwd: folder })).toMatchObject({ code: 0, err: '' });
      const validate = new Ajv({ strict: false }).compile(JSON.parse(schemaText) as object);
      expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(true);
    });
  });
});

describe('the schema that an editor is pointed to', () => {
  test('is a copy beside the scenario where no package is installed', async () => {
    await inFolder(async (folder) => {
      for (const id of ['one', 'two']) await make(folder, id, '--template', 'program');
      expect(readdirSync(folder).sort()).toEqual(['inbox-sim.schema.json', 'one.yaml', 'two.yaml']);
      expect(schemaOf(readFileSync(join(folder, 'two.yaml'), 'utf8'))).toBe('./inbox-sim.schema.json');
      expect(readFileSync(join(folder, 'inbox-sim.schema.json'), 'utf8')).toBe(schemaText);
    });
  });

  test('is that of the package installed in the project around it', async () => {
    await inFolder(async (folder) => {
      mkdirSync(join(folder, 'node_modules/inbox-sim/dist'), { recursive: true });
      writeFileSync(join(folder, 'node_modules/inbox-sim/dist/scenario.schema.json'), schemaText);
      mkdirSync(join(folder, 'lessons/first'), { recursive: true });
      const { out } = await make(folder, 'one', '--template', 'program', '--dir', 'lessons/first');
      expect(out).toBe(`${join('lessons', 'first', 'one.yaml')}\n`);
      const reference = schemaOf(readFileSync(join(folder, out.trim()), 'utf8'));
      expect(reference).toBe('../../node_modules/inbox-sim/dist/scenario.schema.json');
      expect(readFileSync(resolve(folder, 'lessons/first', reference), 'utf8')).toBe(schemaText);
      expect(readdirSync(join(folder, 'lessons/first'))).toEqual(['one.yaml']);
    });
  });

  test('replaces an older copy, and nothing else of that name', async () => {
    await inFolder(async (folder) => {
      const copy = join(folder, 'inbox-sim.schema.json');
      writeFileSync(copy, '{"title": "A scenario of inbox-sim"}');
      expect((await make(folder, 'one', '--template', 'program')).code).toBe(0);
      expect(readFileSync(copy, 'utf8')).toBe(schemaText);
      writeFileSync(copy, '{"title": "mine"}');
      const refused = await make(folder, 'two', '--template', 'program');
      expect([refused.code, refused.err]).toEqual([
        2,
        'inbox-sim: inbox-sim.schema.json is there already and is no schema of inbox-sim; rename it\n',
      ]);
      expect(readdirSync(folder).sort()).toEqual(['inbox-sim.schema.json', 'one.yaml']);
    });
  });
});

describe('wrong use of new', () => {
  test.each([
    [[], 'a new scenario needs an id: inbox-sim new <id>'],
    [['one'], 'what shall it start from? Say --template operations or --template program'],
    [['One', '--template', 'program'], expect.stringMatching(/^"One" is no id; /)],
    [['../one', '--template', 'program'], expect.stringMatching(/^"\.\.\/one" is no id; /)],
    [['-', '--template', 'program'], expect.stringMatching(/^"-" is no id; /)],
    [['a'.repeat(65), '--template', 'program'], expect.stringContaining('is no id')],
    [
      ['one', '--template', 'program', '--dir', 'missing'],
      'there is no folder missing; create it, or name another one with --dir',
    ],
    [['one', '--template', 'program', '--dir', 'file'], 'file is no folder; name one with --dir'],
  ])('%j', async (args, message) => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'file'), '');
      const { code, out, err } = await make(folder, ...args);
      expect({ code, out, message: err.replace(/^inbox-sim: /, '').trimEnd() }).toEqual({ code: 2, out: '', message });
      expect(readdirSync(folder)).toEqual(['file']);
    });
  });

  test('what is there is not overwritten', async () => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'one.yaml'), 'mine');
      const { code, err } = await make(folder, 'one', '--template', 'program');
      expect([code, err]).toEqual([
        2,
        'inbox-sim: one.yaml is there already; it is not overwritten. Take another id, or another folder with --dir\n',
      ]);
      expect(readFileSync(join(folder, 'one.yaml'), 'utf8')).toBe('mine');
      expect(readdirSync(folder)).toEqual(['one.yaml']);
    });
  });

  test('a folder that may not be written is refused', async () => {
    await inFolder(async (folder) => {
      // Root may write everywhere, so that nothing is refused to it; /proc refuses everybody.
      const target = process.getuid?.() === 0 ? '/proc' : join(folder, 'locked');
      mkdirSync(join(folder, 'locked'));
      chmodSync(join(folder, 'locked'), 0o500);
      const { code, err } = await make(folder, 'one', '--template', 'program', '--dir', target);
      expect([code, err]).toEqual([2, expect.stringMatching(/^inbox-sim: \S+ cannot be written: /)]);
    });
  });

  test.each(['123', 'null', 'true'])('the id %s stays a text', async (id) => {
    await inFolder(async (folder) => {
      await make(folder, id, '--template', 'program');
      expect((parse(readFileSync(join(folder, `${id}.yaml`), 'utf8')) as { id: unknown }).id).toBe(id);
    });
  });
});

/** Runs the command line on a terminal that `script` gives it, and types `keys` once `prompt` has been asked. */
async function onTerminal(folder: string, args: string, typed: readonly [prompt: string, keys: string][]) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm' };
  const command = `${process.execPath} ${bin} ${args}`;
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: folder, env, stdio: ['pipe', 'pipe', 'pipe'] });
  const left = [...typed];
  let seen = '';
  child.stdout.on('data', (chunk: Buffer) => {
    seen += chunk.toString('utf8');
    const [next] = left;
    if (!next || !seen.includes(next[0])) return;
    left.shift();
    child.stdin.write(next[1]);
  });
  return ended(child);
}

test.each([
  [['new'], 'новому сценарию нужен id'],
  [['new', 'one', '--template', 'program', '--dir', 'missing'], 'папки missing нет; создайте её'],
  [['run', 'utf16.yaml'], 'utf16.yaml — не текст в UTF-8'],
  [['run', 'missing.yaml'], 'missing.yaml не удаётся прочитать: такого файла'],
  [['show', 'missing'], 'сценария "missing" нет'],
  [['run', 'duplicate-900', '--variant', 'none-such'], 'варианта "none-such" нет'],
  [['validate', 'empty'], 'в папке empty нет сценариев'],
  [['run', 'duplicate-900', '--out', 'empty'], 'empty — папка; для --out нужно имя файла'],
])('%j is answered in the language that is asked for', async (args, message) => {
  await inFolder(async (folder) => {
    mkdirSync(join(folder, 'empty'));
    writeFileSync(join(folder, 'utf16.yaml'), Buffer.from('id: one', 'utf16le'));
    const { code, err } = await cli([...args, '--lang', 'ru'], { cwd: folder });
    expect([code, err]).toEqual([2, expect.stringContaining(`inbox-sim: ${message}`)]);
  });
});

describe('on a terminal', () => {
  test('it asks for what is missing', async () => {
    await inFolder(async (folder) => {
      const { code } = await onTerminal(folder, 'new', [
        ['Id of the scenario', 'my-own\r'],
        ['What shall it start from?', '\r'],
      ]);
      expect([code, readdirSync(folder).sort()]).toEqual([0, ['inbox-sim.schema.json', 'my-own.yaml']]);
    });
  });

  test.each([
    ['C', '\u0003'],
    ['D', '\u0004'],
  ])('Ctrl-%s at a prompt ends it with 130 and a word, and nothing is written', async (_, key) => {
    await inFolder(async (folder) => {
      const { code, out } = await onTerminal(folder, 'new --template program', [['Id of the scenario', key]]);
      expect([code, out, readdirSync(folder)]).toEqual([
        130,
        expect.stringContaining('interrupted; nothing was written'),
        [],
      ]);
    });
  });

  test('--no-input asks nothing', async () => {
    await inFolder(async (folder) => {
      const { code, out } = await onTerminal(folder, 'new --no-input', []);
      expect([code, out]).toEqual([2, expect.stringContaining('a new scenario needs an id')]);
    });
  });
});
