import { closeSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { visible } from '../report/text/layout.js';
import { UsageError } from './exit.js';

/** Where a result goes: nothing of it is there until `write`, and then all of it. */
export interface Output {
  write(text: string): Promise<void>;
  /** Gives up: nothing half-written stays behind. */
  abandon(): void;
}

/** The standard output. A reader that has gone away, as in `| head -1`, is no error. */
export function standardOutput(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.once('error', (error: NodeJS.ErrnoException) => {
          if (error.code === 'EPIPE') resolve();
          else reject(new UsageError(`the result cannot be written to the standard output: ${reasonOf(error)}`));
        });
        stream.write(text, (error) => {
          if (!error) resolve();
        });
      }),
    abandon: () => {},
  };
}

/**
 * A file. The text is written aside and put in place at the end; what is no plain file, such as a device, is written to
 * directly. Opening it first tells at once what cannot be written.
 */
export function fileOutput(path: string): Output {
  const direct = isSpecial(path);
  const target = direct ? path : join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  const descriptor = attempt(path, () => openSync(target, direct ? 'w' : 'wx'));
  let open = true;
  const abandon = () => {
    if (!open) return;
    open = false;
    closeSync(descriptor);
    if (!direct) rmSync(target, { force: true });
  };
  return {
    write: async (text) => {
      try {
        attempt(path, () => writeAll(descriptor, text));
        open = false;
        closeSync(descriptor);
        if (!direct) attempt(path, () => renameSync(target, path));
      } catch (error) {
        open = true;
        abandon();
        throw error;
      }
    },
    abandon,
  };
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}

function isSpecial(path: string): boolean {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status?.isDirectory()) throw new UsageError(`${visible(path)} is a folder; --out needs the name of a file`);
  return status !== undefined && !status.isFile();
}

function attempt<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new UsageError(`${visible(path)} cannot be written: ${reasonOf(error as NodeJS.ErrnoException)}`);
  }
}

/** The system's reason in words, without the paths that its own message carries. */
export function reasonOf(error: NodeJS.ErrnoException): string {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'no space is left on the device',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of the path is no folder',
    ENAMETOOLONG: 'the name is too long',
  };
  return reasons[error.code ?? ''] ?? error.code ?? error.message;
}
