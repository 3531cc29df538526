import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { globSync, isDynamicPattern } from 'tinyglobby';
import { visible } from '../report/text/visible.js';
import { UsageError } from './exit.js';
import { reasonOf } from './output.js';
import { catalogue } from './scenario-files.js';
import { words } from './words.js';

/**
 * The scenarios that arguments stand for, each once: a file, all in a folder, all that match a pattern, a bundled one by
 * its id; every bundled one where there are no arguments. What is none of these is returned as it is, for whoever reads it
 * to say so. @throws UsageError where a folder or a pattern holds none.
 */
export function scenariosNamed(wanted: readonly string[]): string[] {
  if (wanted.length === 0) return catalogue().map(({ id }) => id);
  const files = new Map<string, string>();
  for (const path of wanted.flatMap(filesOf)) {
    const same = existsSync(path) ? realpathSync(path) : path;
    if (!files.has(same)) files.set(same, path);
  }
  return [...files.values()];
}

function filesOf(path: string): string[] {
  if (existsSync(path)) return statSync(path).isDirectory() ? filesUnder(path) : [path];
  if (!isDynamicPattern(path)) return [path];
  const found = globSync(path, { ignore: '**/node_modules/**', expandDirectories: false });
  if (found.length === 0) throw new UsageError(words().nothingMatches(visible(path)));
  return found.sort();
}

/** The folder below which everything lies that matches a pattern; that of the file where `path` is none. */
export function patternFolder(path: string): string {
  const parts = path.split(/[/\\]/);
  const first = parts.findIndex((part) => isDynamicPattern(part));
  return parts.slice(0, first < 0 ? -1 : first).join('/') || '.';
}

function filesUnder(folder: string): string[] {
  let found: string[];
  try {
    found = scenariosIn(folder);
  } catch (error) {
    throw new UsageError(words().cannotRead(visible(folder), reasonOf(error as NodeJS.ErrnoException)));
  }
  if (found.length === 0) throw new UsageError(words().noScenarioIn(visible(folder)));
  return found;
}

/** In the order of their paths; what is hidden, and what others have installed, is no scenario of the author's. */
function scenariosIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .sort((first, second) => (first.name < second.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return scenariosIn(path);
      return isYaml(entry.name) && (entry.isFile() || entry.isSymbolicLink()) ? [path] : [];
    });
}

/** Whether a file's name is that of a scenario. */
export function isYaml(name: string): boolean {
  return /\.ya?ml$/i.test(name);
}
