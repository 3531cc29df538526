import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli, inFolder } from '../support/cli.js';
import { scenarioAround } from '../support/example.js';

describe('explain', () => {
  test('a code, with examples', async () => {
    const { code, out, err } = await cli(['explain', 'unused-label']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('unused-label · warning about a scenario\n');
    expect(out).toContain('\nWrong:\n    steps:\n');
  });

  test('a term of several words, in either language', async () => {
    const english = await cli(['explain', 'committed', 'offset']);
    const russian = await cli(['explain', 'Сохранённый offset', '--lang', 'ru']);
    expect(english.out).toMatch(/^committed offset · word\n/);
    expect(russian.out).toMatch(/^сохранённый offset \(committed-offset\) · термин\n/);
  });

  test('without an argument, everything there is', async () => {
    const { code, out } = await cli(['explain']);
    expect(code).toBe(0);
    expect(out).toContain('  one-row-per-event, marker-with-row, no-lost-event, no-phantom-event,\n');
  });

  test('a slip: exit code 2 and the nearest names', async () => {
    const { code, out, err } = await cli(['explain', 'uknown-key']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe('inbox-sim: nothing is known about "uknown-key"; did you mean unknown-key?\n');
  });
});

test('warnings go to the standard error in the chosen language, and stop nothing', async () => {
  await inFolder(async (folder) => {
    const path = join(folder, 'x.yaml');
    writeFileSync(path, scenarioAround('steps:\n  - crash: history\n  - run: history'));
    const { code, out, err } = await cli(['show', path, '--lang', 'ru']);
    expect(code).toBe(0);
    expect(out).toContain('An example');
    expect(
      err,
    ).toBe(`${path}:11:5 предупреждение dead-actor: history не работает со строки 10, и этот шаг не будет выполнен; поставьте перед ним "restart: history"
 11 |   - run: history
    |     ^^^

Подробнее, с примерами: inbox-sim explain dead-actor

`);
  });
});

test('errors come in the language that INBOX_SIM_LANG names', async () => {
  await inFolder(async (folder) => {
    writeFileSync(join(folder, 'x.yaml'), scenarioAround('steps:\n  - ruun: history'));
    const env = { PATH: process.env.PATH, INBOX_SIM_LANG: 'ru' };
    const { code, err } = await cli(['show', './x.yaml'], { cwd: folder, env });
    expect(code).toBe(2);
    expect(err).toContain(
      'inbox-sim: ./x.yaml пока не сценарий (ошибок: 1):\n\n./x.yaml:10:5 ошибка unknown-key: «ruun»',
    );
  });
});
