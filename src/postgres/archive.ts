import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { present } from '../base/assert.js';
import { sha256 } from '../base/hash.js';
import { Backend } from './backend.js';
import { bootstrapSql, serverSettings } from './bootstrap.js';

/**
 * A PostgreSQL data directory made once, at build time, because `initdb` takes seconds and loading its files does not.
 * Its name holds PGlite's version and a digest of what was put into it: another version simply finds no archive.
 */
const folder = fileURLToPath(new URL('../../dist/postgres/', import.meta.url));

/** The version of the PGlite that would be loaded. */
function pgliteVersion(): string {
  let directory = dirname(fileURLToPath(import.meta.resolve('@electric-sql/pglite')));
  while (!existsSync(join(directory, 'package.json'))) directory = dirname(directory);
  const manifest: unknown = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  return String((manifest as { version: unknown }).version);
}

function archiveName(): string {
  return `data-${pgliteVersion()}-${sha256(bootstrapSql + serverSettings.join('\n')).slice(0, 8)}.tar`;
}

/** What the build has found out about this PGlite besides, as JSON. */
function factsName(): string {
  return archiveName().replace(/tar$/, 'json');
}

interface Facts {
  /** {@link LockWaits.offset}. */
  readonly waitOffset: number | null;
}

/** Where the archive is that fits the installed PGlite, if it is there. */
export function archivePath(): string {
  return join(folder, archiveName());
}

/** Where PostgreSQL notes that it waits, as the build has found it in the installed PGlite; null where it has not. */
export function readWaitOffset(): number | null {
  const path = join(folder, factsName());
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Facts).waitOffset : null;
}

/** The archive that fits the installed PGlite; null when there is none. */
export function readArchive(): Uint8Array<ArrayBuffer> | null {
  const path = archivePath();
  return existsSync(path) ? readFileSync(path) : null;
}

/** Makes the archive unless it is there already, and removes those of other versions. */
export async function buildArchive(): Promise<void> {
  const name = archiveName();
  const facts = factsName();
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(folder)) {
    if (/^data-.*\.(?:tar|json)$/.test(entry) && entry !== name && entry !== facts) rmSync(join(folder, entry));
  }
  if (existsSync(join(folder, name)) && existsSync(join(folder, facts))) return;

  const backend = await Backend.start(null, null);
  backend.own(bootstrapSql);
  // Template databases are two thirds of a cluster, and nobody will ever create another database in this one.
  backend.own('UPDATE pg_database SET datistemplate = false');
  backend.own('DROP DATABASE template0');
  backend.own('DROP DATABASE template1');
  backend.own('VACUUM FULL');
  backend.own('VACUUM FREEZE');
  backend.own('CHECKPOINT');
  const archive = present(await backend.dump(), 'archive');
  const found = backend.waits.isRecognised((text) => void backend.script(text));
  await backend.close();
  const { offset: waitOffset } = backend.waits;
  writeFileSync(join(folder, facts), JSON.stringify({ waitOffset: found ? waitOffset : null } satisfies Facts));
  // Written aside and renamed, so that an interrupted build leaves no half archive under the right name.
  const part = join(folder, `${name}.part`);
  writeFileSync(part, archive);
  renameSync(part, join(folder, name));
}
