import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parseRowText } from '../../src/postgres/row-text.js';

describe('parseRowText', () => {
  it.each([
    ['(a)', ['a']],
    ['(a,b,c)', ['a', 'b', 'c']],
    ['(1,t,2026-10-03)', ['1', 't', '2026-10-03']],
    ['()', [null]],
    ['(,)', [null, null]],
    ['(a,)', ['a', null]],
    ['(,a)', [null, 'a']],
    ['(a,,b)', ['a', null, 'b']],
    ['("")', ['']],
    ['("",,"")', ['', null, '']],
    ['(null,NULL)', ['null', 'NULL']],
    ['("a b")', ['a b']],
    ['(" ")', [' ']],
    ['("a,b",c)', ['a,b', 'c']],
    ['("(a)","()")', ['(a)', '()']],
    ['("a ""b"" c")', ['a "b" c']],
    ['("""")', ['"']],
    ['("""""")', ['""']],
    ['("""",a)', ['"', 'a']],
    ['("\\\\")', ['\\']],
    ['("\\\\\\\\n","\\\\""")', ['\\\\n', '\\"']],
    ['("a\\"b")', ['a"b']],
    ['("one\ntwo\r\n\tthree")', ['one\ntwo\r\n\tthree']],
    ["(it's)", ["it's"]],
    ['("{1,2}")', ['{1,2}']],
    ['("{""a b"",NULL,""c\\\\""d""}")', ['{"a b",NULL,"c\\"d"}']],
    ['("{""k"": ""v""}")', ['{"k": "v"}']],
    ['(закрыта,"ё 🎫",👩‍👩‍👧)', ['закрыта', 'ё 🎫', '👩‍👩‍👧']],
    ['("\\\\x00ff")', ['\\x00ff']],
  ])('reads %s', (text, values) => {
    expect(parseRowText(text)).toEqual(values);
  });

  it('reads a part that is quoted only here and there, as PostgreSQL itself does', () => {
    expect(parseRowText('(a"b,c"d)')).toEqual(['ab,cd']);
  });

  it('reads many long values', () => {
    const values = Array.from({ length: 200 }, (_, index) => `${index},"`.repeat(500));
    const text = `(${values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')})`;
    expect(parseRowText(text)).toEqual(values);
  });

  it.each(['', 'a', '(a', 'a)', '{a}'])('takes %j for no row', (text) => {
    expect(() => parseRowText(text)).toThrow(`not a row: ${text}`);
  });

  // In a process of its own, because a loop without end cannot be stopped from within.
  it.each(['("a)', '("a\\)', '(a)b)', '(a),(b)'])('takes %j for no row either', (text) => {
    const module = JSON.stringify(new URL('../../dist/postgres/row-text.js', import.meta.url));
    const script = `
      const { parseRowText } = await import(${module});
      try { console.log(parseRowText(${JSON.stringify(text)})); } catch (error) { console.log(error.message); }`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
      timeout: 3000,
    });
    expect(stdout).toEqual(`not a row: ${text}\n`);
  });
});
