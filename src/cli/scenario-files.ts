import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits } from '../base/limits.js';
import type { CatalogueEntry } from '../report/catalogue.js';
import { visible } from '../report/text/visible.js';
import type { ReadFile } from '../scenario/link-databases.js';
import { readableText } from '../scenario/load.js';
import { nearest } from '../scenario/nearest.js';
import { UsageError } from './exit.js';
import { reasonOf } from './output.js';
import { words } from './words.js';

const root = new URL('../../', import.meta.url);

let index: readonly CatalogueEntry[] | null = null;

/** The bundled scenarios, from the index that the build makes. */
export function catalogue(): readonly CatalogueEntry[] {
  index ??= JSON.parse(readFileSync(new URL('dist/scenarios.json', root), 'utf8')) as readonly CatalogueEntry[];
  return index;
}

export interface ScenarioFile {
  /** What the user typed: an id or a path. */
  readonly wanted: string;
  /** The file that it was read from. */
  readonly path: string;
  /** The name for messages: the path, or the place within the package. */
  readonly name: string;
  readonly text: string;
}

/** Reads a bundled scenario by its id, or any scenario by its path. @throws UsageError */
export function readScenario(wanted: string): ScenarioFile {
  if (/[/\\]|\.ya?ml$/i.test(wanted))
    return { wanted, path: wanted, name: visible(wanted), text: readText(wanted, wanted) };
  const known = catalogue().map(({ id }) => id);
  if (known.includes(wanted)) {
    const name = `scenarios/${wanted}.yaml`;
    const path = fileURLToPath(new URL(name, root));
    return { wanted, path, name, text: readText(path, name) };
  }
  const near = nearest(wanted, known);
  const path = existsSync(wanted) ? `./${visible(wanted)}` : null;
  throw new UsageError(words().noScenario(visible(wanted), near.join(', '), path));
}

function readText(path: string, name: string): string {
  const shown = visible(name);
  let bytes: Buffer;
  try {
    const status = statSync(path);
    if (status.isDirectory()) throw new UsageError(words().scenarioIsFolder(shown));
    // A pipe or a device could be read for ever.
    if (!status.isFile()) throw new UsageError(words().noPlainFile(shown));
    if (status.size > limits.scenarioBytes) {
      const size = (status.size / 1024 / 1024).toFixed(1);
      throw new UsageError(words().tooLarge(shown, size, limits.scenarioBytes / 1024 / 1024));
    }
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(words().cannotRead(shown, reasonOf(error as NodeJS.ErrnoException)));
  }
  const text = decoded(bytes);
  if (text === null) throw new UsageError(words().notUtf8(shown));
  return text;
}

/**
 * Reads the SQL files that a scenario names, from the folder of the scenario and from nowhere else: a path that leads out
 * of it, by itself or through a link, is refused.
 */
export function filesBeside(scenario: string): ReadFile {
  return (name) => {
    if (isAbsolute(name)) return { problem: 'outside' };
    try {
      const folder = realpathSync(dirname(scenario));
      const path = resolve(folder, name);
      if (isOutside(folder, path)) return { problem: 'outside' };
      if (!existsSync(path)) return { problem: 'missing' };
      const real = realpathSync(path);
      if (isOutside(folder, real)) return { problem: 'outside' };
      const status = statSync(real);
      if (!status.isFile()) return { problem: 'unreadable' };
      if (status.size > limits.scenarioBytes) return { problem: 'too-large' };
      const text = decoded(readFileSync(real));
      return text === null ? { problem: 'not-text' } : { text: readableText(text) };
    } catch {
      return { problem: 'unreadable' };
    }
  };
}

function isOutside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '..' || /^\.\.[/\\]/.test(way) || isAbsolute(way);
}

/** Null for what is no UTF-8, and for what has NUL bytes, as UTF-16 does. */
function decoded(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
