import { type Import, importCycles, importsOf } from './imports.js';
import { lineOf, type Source } from './source.js';

/** A house rule: what it finds in the sources, as sentences that name the place and say what to do instead. */
export type Rule = (sources: readonly Source[]) => string[];

/** The ranks of CONTRIBUTING.md ("Where things are"). A file in `src` itself counts as a folder of its own. */
const ranks: Readonly<Record<string, number>> = {
  base: 0,
  model: 1,
  trace: 2,
  choices: 2,
  kafka: 2,
  postgres: 2,
  programs: 3,
  checks: 3,
  scenario: 4,
  engine: 5,
  explore: 6,
  suite: 6,
  report: 7,
  cli: 8,
  'build.ts': 8,
  'index.ts': 9,
};

function folderOf(path: string): string {
  return path.split('/')[0] ?? path;
}

function place(source: Source, line: number): string {
  return `src/${source.path}:${line}`;
}

/** A file imports only from its own folder or from a lower rank; `import type` is an import too. */
export const rankRule: Rule = (sources) =>
  sources.flatMap((source) => {
    const own = folderOf(source.path);
    const rank = ranks[own];
    if (rank === undefined) {
      return [
        `src/${source.path}: src/${own} has no rank; give it one in the table of CONTRIBUTING.md and in test/tidy/rules.ts`,
      ];
    }
    return importsOf(source).flatMap(({ file, line }) => {
      if (file === null || folderOf(file) === own || (ranks[folderOf(file)] ?? Infinity) < rank) return [];
      return [
        `${place(source, line)}: ${own} (rank ${rank}) imports src/${file}; ` +
          'move what both need to a lower rank, or hand it in as an argument',
      ];
    });
  });

export const cycleRule: Rule = (sources) =>
  importCycles(sources).map(
    (cycle) => `src/${cycle.join(' -> src/')}: a cycle of imports; move what they share into a file of its own`,
  );

/** What asks and answers on a terminal: whoever imports the package into a program has no use for it. */
const commandLinePackages = ['commander', '@inquirer/prompts'];

/** The library entry loads no command line, by whichever way. */
export const entryRule: Rule = (sources) => {
  const reached = new Map<string, string>([['index.ts', 'index.ts']]);
  const found: string[] = [];
  // A map goes on to what is added to it meanwhile.
  for (const [path, way] of reached) {
    const source = sources.find((each) => each.path === path);
    for (const each of source ? importsOf(source) : []) {
      if (each.file !== null && !reached.has(each.file)) reached.set(each.file, `${way} -> ${each.file}`);
      if (each.file === null && commandLinePackages.includes(packageOf(each)))
        found.push(`src/${way} -> ${each.specifier}; move what the entry needs of src/${path} into a file without it`);
    }
  }
  return found;
};

/** Names that Node gives its own `process`: a virtual process of the simulator has none of them. */
function isOfNodeProcess(member: string): boolean {
  return member in process && !(member in Object.prototype);
}

interface Effect {
  readonly pattern: RegExp;
  readonly instead: string;
  readonly applies?: (match: RegExpMatchArray) => boolean;
}

const effects: readonly Effect[] = [
  { pattern: /\bconsole\b/g, instead: 'return the text and let src/cli print it' },
  {
    pattern: /(?<![\w$.#])process\s*(?:\?\.|\.)\s*(\w+)/g,
    instead: 'let src/cli read it and hand it in as an option',
    applies: (match) => isOfNodeProcess(String(match[1])),
  },
  {
    pattern: /\bglobalThis\b|(?<![\w$.#])process\s*\[|\}\s*=\s*process\b/g,
    instead: 'let src/cli read it and hand it in as an option',
  },
  { pattern: /\bDate\s*\.\s*now\b/g, instead: 'use the virtual clock, or the Host that src/cli hands in' },
  {
    pattern: /\bnew\s+Date\s*(?:\(\s*\)|(?![\w\s(]))/g,
    instead: 'use the virtual clock, or the Host that src/cli hands in',
  },
  { pattern: /\bperformance\s*\.\s*\w+/g, instead: 'use the Host that src/cli hands in' },
  { pattern: /\bMath\s*\.\s*random\b/g, instead: 'draw from the choices, so that a run can be replayed' },
  {
    pattern: /\b(?:randomUUID|randomBytes|randomInt|getRandomValues)\b/g,
    instead: 'draw from the choices, so that a run can be replayed',
  },
  { pattern: /\b(?:setTimeout|setInterval|setImmediate)\b/g, instead: 'use the Host that src/cli hands in' },
];

/** Node's modules that only compute. */
const pureModules = ['node:assert', 'node:crypto', 'node:path', 'node:string_decoder', 'node:url', 'node:util'];

/** Modules with effects outside `src/cli` and `src/build.ts`: a file is listed with exactly what it needs. */
const effectfulFiles: Readonly<Record<string, readonly string[]>> = {
  'postgres/archive.ts': ['node:fs'],
  'postgres/pglite-server.ts': ['node:worker_threads'],
  'postgres/worker.ts': ['node:worker_threads'],
};

function mayHaveEffects(source: Source): boolean {
  return folderOf(source.path) === 'cli' || source.path === 'build.ts';
}

export const effectRule: Rule = (sources) =>
  sources
    .filter((source) => !mayHaveEffects(source))
    .flatMap((source) => [
      ...effects.flatMap(({ pattern, instead, applies }) =>
        [...source.code.matchAll(pattern)]
          .filter((match) => applies?.(match) ?? true)
          .map(
            (match) => `${place(source, lineOf(source, match.index))}: ${match[0].replaceAll(/\s+/g, ' ')}; ${instead}`,
          ),
      ),
      ...importsOf(source)
        .filter(({ specifier }) => specifier.startsWith('node:') && !pureModules.includes(specifier))
        .filter(({ specifier }) => !effectfulFiles[source.path]?.includes(specifier))
        .map(
          ({ specifier, line }) =>
            `${place(source, line)}: ${specifier}; do it in src/cli and hand the result in, ` +
            'or list the file in test/tidy/rules.ts with the reason in its commit',
        ),
    ]);

/** The only folders that know a package. What is not named here belongs nowhere yet. */
const packages: Readonly<Record<string, readonly string[]>> = {
  '@electric-sql/pglite': ['postgres'],
  pg: ['postgres'],
  yaml: ['scenario'],
  'fastest-levenshtein': ['scenario', 'cli'],
  commander: ['cli'],
  chokidar: ['cli'],
  tinyglobby: ['cli'],
  '@inquirer/prompts': ['cli'],
  chalk: ['cli', 'report'],
  'cli-table3': ['report'],
  'string-width': ['report'],
};

function packageOf({ specifier }: Import): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

export const packageRule: Rule = (sources) =>
  sources.flatMap((source) =>
    importsOf(source).flatMap((found) => {
      if (found.file !== null || found.specifier.startsWith('node:')) return [];
      const name = packageOf(found);
      const folders = packages[name];
      if (folders?.includes(folderOf(source.path))) return [];
      return [
        folders
          ? `${place(source, found.line)}: ${name} belongs to src/${folders.join(' and src/')}; use what that folder offers`
          : `${place(source, found.line)}: ${name} has no folder; write 'node:' before a module of Node, ` +
            'or say in test/tidy/rules.ts which folder may use the package',
      ];
    }),
  );

const fileLines = 300;

export const lengthRule: Rule = (sources) =>
  sources.flatMap((source) => {
    const lines = source.text.trimEnd().split('\n').length;
    if (lines <= fileLines) return [];
    return [
      `src/${source.path}: ${lines} lines; split it by what its parts are for, into files of at most ${fileLines}`,
    ];
  });

/** The package has one entry; nothing else may stand only to pass on what others hold. */
export const barrelRule: Rule = (sources) =>
  sources.flatMap((source) => {
    if (source.path === 'index.ts') return [];
    const passedOn = /\bexport\s+(?:type\s+)?(?:\{[^}]*\}|\*(?:\s+as\s+\w+)?)(?:\s*from\s*(['"]) *\1)?\s*;?/g;
    const imported = /\bimport\b[^'"`;()]*?\bfrom\s*(['"]) *\1\s*;?/g;
    const rest = source.code.replace(passedOn, '').replace(imported, '').trim();
    if (rest !== '' || source.code.trim() === '') return [];
    return [`src/${source.path}: it only passes on what other files export; import from those files, and remove it`];
  });

export const nameRule: Rule = (sources) =>
  sources
    .filter(({ path }) => !/^(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)*[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/.test(path))
    .map(
      ({ path }) => `src/${path}: name files and folders in kebab-case: small letters and digits, words joined by "-"`,
    );
