import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli, inFolder } from '../support/cli.js';

const text = (name: string) => readFileSync(new URL(`../report/compare/texts/${name}`, import.meta.url), 'utf8');

describe('compare', () => {
  test('prints two variants side by side and exits with 0, whatever they violate', async () => {
    expect(await cli(['compare', 'duplicate-900', 'inbox', 'no-inbox'])).toEqual({
      code: 0,
      signal: null,
      out: text('duplicate-900.80.en.txt'),
      err: '',
    });
  });

  test('speaks Russian, and writes into a file', async () => {
    await inFolder(async (folder) => {
      const out = join(folder, 'comparison.txt');
      const flags = ['--lang', 'ru', '--out', out];
      expect(await cli(['compare', 'duplicate-900', 'inbox', 'no-inbox', ...flags])).toEqual({
        code: 0,
        signal: null,
        out: '',
        err: '',
      });
      expect(readFileSync(out, 'utf8')).toBe(text('duplicate-900.80.ru.txt'));
    });
  });

  test('colours a pipe where FORCE_COLOR wants it', async () => {
    const env = { PATH: process.env.PATH, FORCE_COLOR: '1' };
    const { out } = await cli(['compare', 'duplicate-900', 'inbox', 'no-inbox'], { env });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences are what is taken away.
    const bare = out.replace(/\u001b\[\d+m/g, '');
    expect([out === bare, bare]).toEqual([false, text('duplicate-900.80.en.txt')]);
  });

  test('gives JSON: the variants, the first difference, the verdicts of each branch', async () => {
    const { code, out } = await cli([
      ...['compare', 'dual-write-four-outcomes', 'outbox', 'dual-broker-first'],
      ...['--format', 'json'],
    ]);
    const { format, version, scenario, variants, branches } = JSON.parse(out);
    expect([code, format, version, scenario.id]).toEqual([0, 'inbox-sim/comparison', 1, 'dual-write-four-outcomes']);
    expect(variants).toEqual({
      left: { name: 'outbox', correct: true },
      right: { name: 'dual-broker-first', correct: false },
    });
    type Verdict = { verdict: string } | null;
    type Invariant = { name: string; left: Verdict; right: Verdict };
    type Branch = { firstDifference: number | null; invariants: Invariant[] };
    const verdicts = ({ name, left, right }: Invariant) => `${name}: ${left?.verdict} | ${right?.verdict}`;
    expect(
      branches.map(({ firstDifference, invariants }: Branch) => [firstDifference, ...invariants.map(verdicts)]),
    ).toEqual([
      [
        2,
        'no-lost-event: holds | holds',
        'no-phantom-event: not-exercised | holds',
        'effect-once: not-exercised | holds',
      ],
      [2, 'no-lost-event: holds | not-exercised'],
      [2, 'no-phantom-event: not-exercised | violated', 'effect-once: not-exercised | holds'],
      [2],
    ]);
  });

  test.each([
    [['duplicate-900', 'inbox', 'no-inbux'], 'there is no variant "no-inbux"; did you mean no-inbox?'],
    [['duplicate-900', 'inbx', 'no-inbox'], 'there is no variant "inbx"; did you mean inbox?'],
    [['duplicate-900', 'inbox', 'inbox'], '"inbox" twice; a comparison needs two variants'],
    [['duplicate-90', 'inbox', 'no-inbox'], 'there is no scenario "duplicate-90"; did you mean duplicate-900?'],
    [
      ['duplicate-900', 'inbox', 'charge-once'],
      '"charge-once" is a variant of the program billing, which this scenario does not run; it runs history.',
    ],
    [
      ['transactional-outbox', 'outbox', 'charge-once'],
      '"outbox" and "charge-once" are variants of different programs; name two of one program',
    ],
    [
      ['sticky-replica', 'inbox', 'no-inbox'],
      'sticky-replica runs no program: its actors write out every operation, so there are no variants to compare; "inbox-sim run sticky-replica" plays it',
    ],
    [
      ['reserved-twice', 'processed-events', 'zzzzzzzzz'],
      'there is no variant "zzzzzzzzz"; this scenario has processed-events, select-then-insert, select-then-insert-no-key, reserve-then-mark, mark-then-reserve, reserve-every-time.',
    ],
  ])('refuses %j', async (args, message) => {
    expect(await cli(['compare', ...args])).toEqual({ code: 2, signal: null, out: '', err: `inbox-sim: ${message}\n` });
  });

  test('refuses to do without a second variant, and an invalid file', async () => {
    const missing = await cli(['compare', 'duplicate-900', 'inbox']);
    expect([missing.code, missing.out, missing.err.split('\n')[0]]).toEqual([
      2,
      '',
      "error: missing required argument 'other'",
    ]);
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'broken.yaml'), 'id: broken\n');
      const { code, out, err } = await cli(['compare', './broken.yaml', 'inbox', 'no-inbox'], { cwd: folder });
      expect([code, out, err.includes('broken.yaml')]).toEqual([2, '', true]);
    });
  });

  test('tells how it is used', async () => {
    const { code, out } = await cli(['compare', '--help']);
    expect([code, out.split('\n')[0], out.split('\n').slice(-3).join('\n')]).toEqual([
      0,
      'Usage: inbox-sim compare [options] <scenario> <variant> <other>',
      `Exit codes: 0 compared, whatever the variants violate; 2 wrong use or an invalid scenario,
3 nothing could be played, 70 a bug, 130 interrupted.
`,
    ]);
  });
});
