import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/cli/exit.js';
import { languageOf, surfaceOf } from '../../src/cli/terminal.js';

/** As much of a stream as the decision needs. */
function stream(part: { isTTY?: boolean; columns?: number; depth?: number }): NodeJS.WriteStream {
  return {
    isTTY: part.isTTY,
    columns: part.columns ?? 100,
    getColorDepth: () => part.depth ?? 4,
  } as unknown as NodeJS.WriteStream;
}

const terminal = stream({ isTTY: true });
const pipe = stream({});

describe('width and colour', () => {
  test.each([
    ['a terminal', terminal, {}, false, { columns: 100, color: 1 }],
    ['a narrow terminal', stream({ isTTY: true, columns: 30 }), {}, false, { columns: 30, color: 1 }],
    ['a wide terminal', stream({ isTTY: true, columns: 300 }), {}, false, { columns: 120, color: 1 }],
    [
      'a terminal that does not know its width',
      stream({ isTTY: true, columns: 0 }),
      {},
      false,
      { columns: 80, color: 1 },
    ],
    ['256 colours', stream({ isTTY: true, depth: 8 }), {}, false, { columns: 100, color: 2 }],
    ['millions of colours', stream({ isTTY: true, depth: 24 }), {}, false, { columns: 100, color: 3 }],
    ['no colours', stream({ isTTY: true, depth: 1 }), {}, false, { columns: 100, color: 0 }],
    ['a dumb terminal', terminal, { TERM: 'dumb' }, false, { columns: 100, color: 0 }],
    ['NO_COLOR', terminal, { NO_COLOR: '1' }, false, { columns: 100, color: 0 }],
    ['an empty NO_COLOR says nothing', terminal, { NO_COLOR: '' }, false, { columns: 100, color: 1 }],
    ['FORCE_COLOR before NO_COLOR', terminal, { NO_COLOR: '1', FORCE_COLOR: '2' }, false, { columns: 100, color: 2 }],
    ['FORCE_COLOR=0', terminal, { FORCE_COLOR: '0' }, false, { columns: 100, color: 0 }],
    ['a pipe', pipe, {}, false, { columns: 80, color: 0 }],
    ['a pipe with FORCE_COLOR', pipe, { FORCE_COLOR: '1' }, false, { columns: 80, color: 1 }],
    ['a file, on a terminal', terminal, { FORCE_COLOR: '1' }, true, { columns: 80, color: 0 }],
  ])('%s', (_, to, environment, toFile, expected) => {
    expect(surfaceOf(to, environment, toFile)).toEqual(expected);
  });
});

describe('language', () => {
  test.each([
    ['the flag', 'ru', pipe, { INBOX_SIM_LANG: 'en' }, 'ru'],
    ['the variable', undefined, pipe, { INBOX_SIM_LANG: 'ru' }, 'ru'],
    ['the locale of a terminal', undefined, terminal, { LANG: 'ru_RU.UTF-8' }, 'ru'],
    ['LC_ALL before LANG', undefined, terminal, { LC_ALL: 'en_US.UTF-8', LANG: 'ru_RU.UTF-8' }, 'en'],
    ['LC_MESSAGES before LANG', undefined, terminal, { LC_MESSAGES: 'ru_RU', LANG: 'C' }, 'ru'],
    ['another locale', undefined, terminal, { LANG: 'de_DE.UTF-8' }, 'en'],
    ['no locale', undefined, terminal, {}, 'en'],
    ['off a terminal the locale says nothing', undefined, pipe, { LANG: 'ru_RU.UTF-8' }, 'en'],
  ])('%s', (_, flag, to, environment, expected) => {
    expect(languageOf(flag, to, environment)).toBe(expected);
  });

  test('a variable that names no language is a usage error', () => {
    expect(() => languageOf(undefined, pipe, { INBOX_SIM_LANG: 'xx' })).toThrow(UsageError);
  });
});
