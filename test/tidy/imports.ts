import { posix } from 'node:path';
import { lineOf, type Source } from './source.js';

export interface Import {
  /** As written: `../base/assert.js`, `yaml`, `node:fs`. */
  readonly specifier: string;
  /** The file it means, relative to `src`; null for a package. */
  readonly file: string | null;
  readonly line: number;
}

/** `import x from`, `import type x from`, `export x from`, `import 'x'` and `import('x')`; strings are blank in code. */
const importPattern = /\b(?:(?:import|export)\b[^'"`;()]*?\bfrom\s*|import\s*\(?\s*)(['"]) *\1/g;

export function importsOf(source: Source): Import[] {
  return [...source.code.matchAll(importPattern)].map((match) => {
    const quote = match.index + match[0].lastIndexOf(String(match[1]), match[0].length - 2);
    const specifier = source.text.slice(quote + 1, match.index + match[0].length - 1);
    return { specifier, file: fileOf(source.path, specifier), line: lineOf(source, quote) };
  });
}

function fileOf(importer: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  return posix.join(posix.dirname(importer), specifier).replace(/\.js$/, '.ts');
}

/** Every cycle of imports once, as the path of files that leads back to its beginning. */
export function importCycles(sources: readonly Source[]): string[][] {
  const targets = new Map(
    sources.map((source) => [source.path, importsOf(source).flatMap(({ file }) => (file === null ? [] : [file]))]),
  );
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    const begin = trail.indexOf(path);
    if (begin >= 0) cycles.push([...trail.slice(begin), path]);
    if (begin >= 0 || finished.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path]);
    finished.add(path);
  };
  for (const { path } of sources) visit(path, []);
  return cycles;
}
