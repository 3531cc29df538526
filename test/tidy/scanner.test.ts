import { describe, expect, it } from 'vitest';
import { importsOf } from './imports.js';
import { sourceOf } from './source.js';

describe('the scanner', () => {
  it('finds every form of import with its line and its file', () => {
    const text = [
      "import { a } from './a.js';",
      "import type { B } from '../model/b.js';",
      'import {',
      '  c,',
      "} from 'yaml';",
      "export { d } from './d.js';",
      "export type * from './e.js';",
      "export * as f from './f.js';",
      "import './g.js';",
      "const h = await import('./h.js');",
      "type I = import('./i.js').I;",
      'import j from "./j.js";',
      'const k = import(/* lazily */',
      "  './k.js');",
    ].join('\n');
    expect(importsOf(sourceOf('kafka/x.ts', text))).toEqual([
      { specifier: './a.js', file: 'kafka/a.ts', line: 1 },
      { specifier: '../model/b.js', file: 'model/b.ts', line: 2 },
      { specifier: 'yaml', file: null, line: 5 },
      { specifier: './d.js', file: 'kafka/d.ts', line: 6 },
      { specifier: './e.js', file: 'kafka/e.ts', line: 7 },
      { specifier: './f.js', file: 'kafka/f.ts', line: 8 },
      { specifier: './g.js', file: 'kafka/g.ts', line: 9 },
      { specifier: './h.js', file: 'kafka/h.ts', line: 10 },
      { specifier: './i.js', file: 'kafka/i.ts', line: 11 },
      { specifier: './j.js', file: 'kafka/j.ts', line: 12 },
      { specifier: './k.js', file: 'kafka/k.ts', line: 14 },
    ]);
  });

  it('takes nothing in comments, strings, templates and other words for an import', () => {
    const text = [
      "// import { a } from './a.js';",
      "/* import './b.js'; */",
      'const c = "import \'./c.js\'";',
      "const d = `import './d.js'`;",
      'const e = import.meta.url;',
      "export const from = 'x';",
      "export const f = Array.from('./f.js');",
    ].join('\n');
    expect(importsOf(sourceOf('kafka/x.ts', text))).toEqual([]);
  });

  it('blanks comments, strings and regular expressions and keeps code, also inside templates', () => {
    const text = [
      "a('it\\'s // no comment'); // it's one",
      'b(`x ${c(`y ${d}`)} /* no comment */ ${e({ f: "}" })}`);',
      'g = /["\'`/*]\\//.test(h) / i / j;',
      'k = `\\${l} $m`;',
      '/* one',
      '"two" */ n();',
    ].join('\n');
    expect(
      sourceOf('x.ts', text)
        .code.split('\n')
        .map((line) => line.trimEnd()),
    ).toEqual([
      "a('                   ');",
      'b(`  ${c(`  ${d}`)}                  ${e({ f: " " })}`);',
      `g = ${' '.repeat('/["\'`/*]\\//'.length)}.test(h) / i / j;`,
      'k = `        `;',
      '',
      '         n();',
    ]);
  });
});
