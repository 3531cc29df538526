import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundledIds, bundledText } from '../support/bundled.js';
import { cli, inFolder } from '../support/cli.js';
import { smallWorld } from '../support/play.js';

const good = bundledText('duplicate-900');
const bad = good.replace('processes:', 'procesess:');
const numeric = smallWorld('  - publisher: {produce: {event: e1, value: {event_id: 7}}}\n  - run: p');

describe('validate', () => {
  test('checks every bundled scenario where none is named', async () => {
    const { code, out, err } = await cli(['validate']);
    const count = bundledIds().length;
    expect([code, err]).toEqual([0, '']);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(new RegExp(`^${count} scenarios, 0 with errors, \\d+ warnings?$`));
  });

  test('checks the files of a folder in the order of their paths, and what is named by an id', async () => {
    await inFolder(async (folder) => {
      mkdirSync(join(folder, 'lessons/b'), { recursive: true });
      mkdirSync(join(folder, 'lessons/node_modules'));
      writeFileSync(join(folder, 'lessons/c.yaml'), bad);
      writeFileSync(join(folder, 'lessons/b/a.yml'), good);
      writeFileSync(join(folder, 'lessons/readme.md'), 'no scenario');
      writeFileSync(join(folder, 'lessons/node_modules/x.yaml'), bad);
      writeFileSync(join(folder, 'lessons/.hidden.yaml'), bad);
      symlinkSync('..', join(folder, 'lessons/b/round'));
      const { code, out } = await cli(['validate', 'lessons', 'duplicate-900', '--format', 'json'], { cwd: folder });
      expect(code).toBe(2);
      expect((JSON.parse(out) as { file: string; valid: boolean }[]).map(({ file, valid }) => [file, valid])).toEqual([
        [join('lessons', 'b', 'a.yml'), true],
        [join('lessons', 'c.yaml'), false],
        ['scenarios/duplicate-900.yaml', true],
      ]);
    });
  });

  test('shows all that is wrong with all files on the standard output, and totals in the last line', async () => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'bad.yaml'), bad);
      writeFileSync(join(folder, 'good.yaml'), good);
      writeFileSync(join(folder, 'utf16.yaml'), Buffer.from('id: x', 'utf16le'));
      const paths = ['bad.yaml', 'good.yaml', 'utf16.yaml', 'missing.yaml', 'duplicat-900'];
      const { code, out, err } = await cli(['validate', ...paths], { cwd: folder });
      expect([code, err]).toEqual([2, '']);
      expect(out).toMatch(/^bad\.yaml:25:1 [\s\S]*\n 25 \| procesess:\n/);
      expect(out).toContain('\nutf16.yaml is not UTF-8 text; save it as UTF-8\n');
      expect(out).toContain('\nmissing.yaml cannot be read: there is no such file or folder\n');
      expect(out).toContain('\nthere is no scenario "duplicat-900"; did you mean duplicate-900?\n');
      expect(out).toMatch(/\n5 scenarios, 4 with errors, 0 warnings\n$/);
    });
  });

  test('as JSON each diagnostic has its code, severity, place and message', async () => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'bad.yaml'), bad);
      const { code, out } = await cli(['validate', 'bad.yaml', 'missing.yaml', '--format', 'json'], { cwd: folder });
      expect(code).toBe(2);
      expect(JSON.parse(out)).toEqual([
        {
          file: 'bad.yaml',
          valid: false,
          problem: null,
          diagnostics: [
            {
              code: 'unknown-key',
              severity: 'error',
              line: 25,
              column: 1,
              endLine: 25,
              endColumn: 10,
              message: expect.stringContaining('procesess'),
            },
          ],
        },
        {
          file: 'missing.yaml',
          valid: false,
          problem: 'missing.yaml cannot be read: there is no such file or folder',
          diagnostics: [],
        },
      ]);
    });
  });

  test('warnings do not fail, with --strict they do', async () => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'numeric.yaml'), numeric);
      const usual = await cli(['validate', 'numeric.yaml'], { cwd: folder });
      expect([usual.code, usual.out]).toEqual([
        0,
        expect.stringMatching(/\n1 scenario, 0 with errors, \d+ warnings?\n$/),
      ]);
      expect(usual.out).toContain('numeric-event-id');
      expect((await cli(['validate', 'numeric.yaml', '--strict'], { cwd: folder })).code).toBe(2);
    });
  });

  test('a folder without a scenario is refused', async () => {
    await inFolder(async (folder) => {
      const { code, err } = await cli(['validate', '.'], { cwd: folder });
      expect([code, err]).toEqual([2, 'inbox-sim: . holds no scenario: no file ends in .yaml or .yml\n']);
    });
  });
});

test('schema prints the JSON Schema that the package exports', async () => {
  const { code, out, err } = await cli(['schema']);
  expect([code, err]).toEqual([0, '']);
  expect(JSON.parse(out)).toMatchObject({ title: 'A scenario of inbox-sim', type: 'object' });
});
