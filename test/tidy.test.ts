import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importsOf } from './tidy/imports.js';
import {
  barrelRule,
  cycleRule,
  effectRule,
  entryRule,
  lengthRule,
  nameRule,
  packageRule,
  type Rule,
  rankRule,
} from './tidy/rules.js';
import { readSources, sourceOf } from './tidy/source.js';

const sources = readSources(fileURLToPath(new URL('../src', import.meta.url)));

const rules: readonly (readonly [name: string, rule: Rule])[] = [
  ['imports go to lower ranks only', rankRule],
  ['imports make no cycle', cycleRule],
  ['the entry loads no command line', entryRule],
  ['effects stay in their places', effectRule],
  ['packages stay in their folders', packageRule],
  ['files stay short', lengthRule],
  ['nothing only passes on', barrelRule],
  ['names are kebab-case', nameRule],
];

/** An import as our formatter leaves it, on a line that is no comment. */
const plainImport = /^(?!\s*[*/]).*(?: from '[^']+';$|\bimport\('[^']+'\))/gm;

/** What `rule` finds in made-up files, given as path and text. */
function found(rule: Rule, files: Readonly<Record<string, string>>): string[] {
  return rule(Object.entries(files).map(([path, text]) => sourceOf(path, text)));
}

describe('the sources', () => {
  it('are all read', () => {
    const paths = sources.map(({ path }) => path);
    expect(paths.filter((path) => ['base/assert.ts', 'build.ts', 'postgres/worker.ts'].includes(path))).toEqual([
      'base/assert.ts',
      'build.ts',
      'postgres/worker.ts',
    ]);
  });

  it('import only files that exist, which shows that the scanner reads what is written', () => {
    const paths = new Set(sources.map(({ path }) => path));
    const files = sources.flatMap((source) => importsOf(source).flatMap(({ file }) => file ?? []));
    expect(files.filter((file) => !paths.has(file))).toEqual([]);
  });

  it('have every import found that a plain search finds', () => {
    const plain = sources.map(({ text }) => [...text.matchAll(plainImport)].length);
    expect(sources.map((source) => importsOf(source).length)).toEqual(plain);
  });

  it.each(rules)('%s', (_name, rule) => {
    expect(rule(sources)).toEqual([]);
  });
});

describe('the rank rule', () => {
  it('allows the own folder, lower ranks and packages', () => {
    const files = {
      'kafka/a.ts': "import { b } from './b.js'; import { c } from '../model/c.js'; import 'yaml';",
      'programs/history/a.ts': "import { b } from '../ports.js'; import { c } from '../../kafka/c.js';",
      'index.ts': "import { a } from './cli/a.js';",
    };
    expect(found(rankRule, files)).toEqual([]);
  });

  it('refuses a higher rank, a neighbour of the same rank and an unknown folder, for types too', () => {
    const files = {
      'base/a.ts': "import type { B } from '../model/b.js';",
      'kafka/a.ts': "\nexport { b } from '../postgres/b.js';",
      'cli/a.ts': "import { b } from '../index.js';",
      'engine/a.ts': "const b = import('../helpers/b.js');",
      'helpers/b.ts': '',
    };
    const instead = 'move what both need to a lower rank, or hand it in as an argument';
    expect(found(rankRule, files)).toEqual([
      `src/base/a.ts:1: base (rank 0) imports src/model/b.ts; ${instead}`,
      `src/kafka/a.ts:2: kafka (rank 2) imports src/postgres/b.ts; ${instead}`,
      `src/cli/a.ts:1: cli (rank 8) imports src/index.ts; ${instead}`,
      `src/engine/a.ts:1: engine (rank 5) imports src/helpers/b.ts; ${instead}`,
      'src/helpers/b.ts: src/helpers has no rank; give it one in the table of CONTRIBUTING.md and in test/tidy/rules.ts',
    ]);
  });
});

describe('the cycle rule', () => {
  it('allows two ways to one file', () => {
    const files = {
      'a.ts': "import './b.js'; import './c.js';",
      'b.ts': "import './d.js';",
      'c.ts': "import './d.js';",
      'd.ts': '',
    };
    expect(found(cycleRule, files)).toEqual([]);
  });

  it('finds a cycle of three, also through a type, and a file that imports itself', () => {
    const files = {
      'a.ts': "import { b } from './b.js';",
      'b.ts': "import type { C } from './c.js';",
      'c.ts': "export { b } from './b.js'; export { a } from './a.js';",
      'd.ts': "import './d.js';",
    };
    const instead = 'a cycle of imports; move what they share into a file of its own';
    expect(found(cycleRule, files)).toEqual([
      `src/b.ts -> src/c.ts -> src/b.ts: ${instead}`,
      `src/a.ts -> src/b.ts -> src/c.ts -> src/a.ts: ${instead}`,
      `src/d.ts -> src/d.ts: ${instead}`,
    ]);
  });
});

describe('the entry rule', () => {
  it('allows what the command line uses too, and the command line to itself', () => {
    const files = {
      'index.ts': "import { a } from './cli/a.js';",
      'cli/a.ts': "import 'yaml'; import { b } from './b.js';",
      'cli/b.ts': "import { a } from './a.js';",
      'cli/main.ts': "import 'commander'; import { a } from './a.js';",
    };
    expect(found(entryRule, files)).toEqual([]);
  });

  it('names the way to it', () => {
    const files = {
      'index.ts': "import { a } from './cli/a.js';",
      'cli/a.ts': "import { b } from './b.js'; import { c } from './c.js';",
      'cli/b.ts': "import { Command } from 'commander';",
      'cli/c.ts': "const prompts = import('@inquirer/prompts');",
    };
    const instead = (file: string) => `move what the entry needs of src/cli/${file}.ts into a file without it`;
    expect(found(entryRule, files)).toEqual([
      `src/index.ts -> cli/a.ts -> cli/b.ts -> commander; ${instead('b')}`,
      `src/index.ts -> cli/a.ts -> cli/c.ts -> @inquirer/prompts; ${instead('c')}`,
    ]);
  });
});

describe('the effect rule', () => {
  const host = 'use the Host that src/cli hands in';
  const clock = 'use the virtual clock, or the Host that src/cli hands in';
  const option = 'let src/cli read it and hand it in as an option';
  const choices = 'draw from the choices, so that a run can be replayed';

  it.each([
    ["console.log('x');", 'console; return the text and let src/cli print it'],
    ['const a = process.env;', `process.env; ${option}`],
    ['process?.exit(1);', `process?.exit; ${option}`],
    ["const a = process['env'];", `process[; ${option}`],
    ['const { env } = process;', `} = process; ${option}`],
    ['globalThis.a = 1;', `globalThis; ${option}`],
    ['const a = Date.now();', `Date.now; ${clock}`],
    ['const a = new Date();', `new Date(); ${clock}`],
    ['const a = new Date;', `new Date; ${clock}`],
    ['performance.now();', `performance.now; ${host}`],
    ['setTimeout(a, 1);', `setTimeout; ${host}`],
    ['setInterval(a, 1);', `setInterval; ${host}`],
    ['const a = setImmediate;', `setImmediate; ${host}`],
    ['Math.random();', `Math.random; ${choices}`],
    ['crypto.randomUUID();', `randomUUID; ${choices}`],
    ['const a = `${Math.random()}`;', `Math.random; ${choices}`],
  ])('finds %s', (text, finding) => {
    expect(found(effectRule, { 'engine/a.ts': `\n${text}` })).toEqual([`src/engine/a.ts:2: ${finding}`]);
  });

  it.each(['node:fs', 'node:fs/promises', 'node:worker_threads', 'node:child_process', 'node:net', 'node:process'])(
    'finds an import of %s',
    (specifier) => {
      expect(found(effectRule, { 'engine/a.ts': `import '${specifier}';` })).toEqual([
        `src/engine/a.ts:1: ${specifier}; do it in src/cli and hand the result in, ` +
          'or list the file in test/tidy/rules.ts with the reason in its commit',
      ]);
    },
  );

  it('allows src/cli and src/build.ts everything', () => {
    const text = "import 'node:fs'; console.log(process.argv, Date.now(), Math.random());";
    expect(found(effectRule, { 'cli/main.ts': text, 'build.ts': text })).toEqual([]);
  });

  it('allows a listed file its own module and nothing else', () => {
    const text = "import 'node:worker_threads'; import 'node:fs';";
    expect(found(effectRule, { 'postgres/worker.ts': text })).toEqual([
      'src/postgres/worker.ts:1: node:fs; do it in src/cli and hand the result in, ' +
        'or list the file in test/tidy/rules.ts with the reason in its commit',
    ]);
  });

  it('allows what has no effect, and a virtual process called process', () => {
    const text = [
      "import { createHash } from 'node:crypto';",
      'const a = new Date(instant).toISOString();',
      'const b = process.group ?? world.process.env;',
      'for (const process of processes) process.alive = false;',
      "const c = 'Date.now()'; // console.log",
    ].join('\n');
    expect(found(effectRule, { 'engine/a.ts': text })).toEqual([]);
  });
});

describe('the package rule', () => {
  it('allows each package in its folders', () => {
    const files = {
      'postgres/a.ts': "import { PGlite } from '@electric-sql/pglite';",
      'scenario/a.ts': "import 'yaml'; import 'node:path';",
      'cli/a.ts': "import 'commander'; import 'chalk';",
      'report/a.ts': "import 'chalk'; import 'cli-table3'; import 'string-width';",
    };
    expect(found(packageRule, files)).toEqual([]);
  });

  it('finds a package in another folder, by a path inside it too, and one that has no folder', () => {
    const files = {
      'engine/a.ts': "import { live } from '@electric-sql/pglite/live';",
      'report/a.ts': "import type { Document } from 'yaml';",
      'scenario/a.ts': "import 'chalk';",
      'base/a.ts': "import 'fs';",
    };
    expect(found(packageRule, files)).toEqual([
      'src/engine/a.ts:1: @electric-sql/pglite belongs to src/postgres; use what that folder offers',
      'src/report/a.ts:1: yaml belongs to src/scenario; use what that folder offers',
      'src/scenario/a.ts:1: chalk belongs to src/cli and src/report; use what that folder offers',
      "src/base/a.ts:1: fs has no folder; write 'node:' before a module of Node, " +
        'or say in test/tidy/rules.ts which folder may use the package',
    ]);
  });
});

describe('the other rules', () => {
  it('find a file of 301 lines and none of 300', () => {
    expect(found(lengthRule, { 'a.ts': 'a();\n'.repeat(300), 'b.ts': 'b();\n'.repeat(301) })).toEqual([
      'src/b.ts: 301 lines; split it by what its parts are for, into files of at most 300',
    ]);
  });

  it('find a file that only passes on, unless it is the entry of the package', () => {
    const files = {
      'kafka/all.ts':
        "// Everything.\nexport * from './a.js';\nexport type { B } from './b.js';\nexport * as c from './c.js';",
      'kafka/again.ts': "import { a } from './a.js';\nexport { a };",
      'kafka/own.ts': "export { a } from './a.js';\nexport const b = 1;",
      'index.ts': "export { a } from './kafka/a.js';",
    };
    const instead = 'it only passes on what other files export; import from those files, and remove it';
    expect(found(barrelRule, files)).toEqual([`src/kafka/all.ts: ${instead}`, `src/kafka/again.ts: ${instead}`]);
  });

  it('find names that are not kebab-case', () => {
    const files = {
      'kafka/murmur2.ts': '',
      'kafka/partitionLog.ts': '',
      'Kafka/log.ts': '',
      'kafka/a_b.ts': '',
      'a/b-c.ts': '',
    };
    const instead = 'name files and folders in kebab-case: small letters and digits, words joined by "-"';
    expect(found(nameRule, files)).toEqual([
      `src/kafka/partitionLog.ts: ${instead}`,
      `src/Kafka/log.ts: ${instead}`,
      `src/kafka/a_b.ts: ${instead}`,
    ]);
  });
});
