import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { visible } from '../report/text/visible.js';
import { loadScenario, readableText } from '../scenario/load.js';
import { variantsOf } from '../suite/cases.js';
import type { SnapshotPlace } from '../suite/snapshot.js';
import { UsageError } from './exit.js';
import { fileOutput, reasonOf } from './output.js';
import { filesBeside } from './scenario-files.js';
import { isYaml } from './scenario-paths.js';
import type { SuiteFile } from './suite-files.js';
import { words } from './words.js';

const folderName = '__snapshots__';
const extension = '.txt';

/** The snapshot of the case `name`, in a folder beside its scenario. */
export function snapshotPlace({ path, file }: Pick<SuiteFile, 'path' | 'file'>, name: string): SnapshotPlace {
  const folder = join(dirname(path), folderName);
  const target = join(folder, name + extension);
  return {
    name: shownSnapshot(file, name + extension),
    read: () => {
      try {
        // Git may have written other line ends than ours.
        return { text: readableText(readFileSync(target, 'utf8')) };
      } catch (error) {
        const failure = error as NodeJS.ErrnoException;
        return failure.code === 'ENOENT' ? null : { reason: reasonOf(failure) };
      }
    },
    write: async (text) => {
      try {
        mkdirSync(folder, { recursive: true });
        const output = fileOutput(target);
        try {
          output.put(text);
          await output.finish();
        } finally {
          output.abandon();
        }
        return null;
      } catch (error) {
        return error instanceof UsageError ? error.message : reasonOf(error as NodeJS.ErrnoException);
      }
    },
  };
}

function shownSnapshot(file: string, name: string): string {
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/') + 1) : '';
  return `${folder}${folderName}/${name}`;
}

/** A snapshot that no scenario beside its folder has. */
export interface ObsoleteSnapshot {
  readonly name: string;
  readonly path: string;
}

/**
 * The obsolete snapshots in the folders of `files`. A file there is a snapshot of ours where its first line begins with the
 * id that it is named after; a scenario of the folder has it, even if it is not among `files`.
 */
export function obsoleteSnapshots(files: readonly SuiteFile[]): ObsoleteSnapshot[] {
  const folders = new Map(files.map(({ path, file }) => [dirname(path), file]));
  return [...folders].flatMap(([folder, file]) => {
    const own = namesOf(join(folder, folderName)).filter((name) => isOurs(join(folder, folderName, name)));
    if (own.length === 0) return [];
    const had = new Set(
      namesOf(folder)
        .filter(isYaml)
        .flatMap((name) => snapshotsOf(join(folder, name))),
    );
    return own
      .filter((name) => !had.has(name))
      .map((name) => ({ name: shownSnapshot(file, name), path: join(folder, folderName, name) }));
  });
}

/** @throws UsageError */
export function removeSnapshots(snapshots: readonly ObsoleteSnapshot[]): void {
  for (const { name, path } of snapshots) {
    try {
      rmSync(path);
    } catch (error) {
      throw new UsageError(words().cannotWrite(visible(name), reasonOf(error as NodeJS.ErrnoException)));
    }
  }
}

function namesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function isOurs(path: string): boolean {
  const [, id] = /([^/\\.]+)(?:\.[^/\\.]+)?\.txt$/.exec(path) ?? [];
  try {
    return id !== undefined && readFileSync(path, 'utf8').startsWith(`${id} · `);
  } catch {
    return false;
  }
}

/** The names of the snapshots that a scenario may have; of a file that is not right as yet, those that go by its name or id. */
function snapshotsOf(path: string): string[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  const loaded = loadScenario(text, filesBeside(path));
  if (loaded.kind === 'scenario') {
    const { scenario } = loaded;
    return ['', ...variantsOf(scenario).map((variant) => `.${variant}`)].map((end) => scenario.id + end + extension);
  }
  const folder = namesOf(join(dirname(path), folderName));
  const [, id] = /^id:[ "']*([a-z0-9-]+)/m.exec(text) ?? [];
  return id === undefined ? folder : folder.filter((name) => name.startsWith(`${id}.`));
}
