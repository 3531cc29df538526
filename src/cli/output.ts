import {
  closeSync,
  existsSync,
  fchmodSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { visible } from '../report/text/visible.js';
import { UsageError } from './exit.js';
import { words } from './words.js';

/** Where a result goes, piece by piece. */
export interface Output {
  put(text: string): void;
  /** Everything has been put. @throws UsageError where it could not be written. */
  finish(): Promise<void>;
  /** Gives up: nothing half-written stays behind. */
  abandon(): void;
}

/** The standard output. A reader that has gone away, as in `| head -1`, is no error. */
export function standardOutput(stream: NodeJS.WriteStream): Output {
  let failure: NodeJS.ErrnoException | null = null;
  const note = (error: NodeJS.ErrnoException) => {
    failure = error;
  };
  stream.on('error', note);
  return {
    put: (text) => {
      if (!failure) stream.write(text);
    },
    finish: async () => {
      if (!failure) await new Promise<void>((resolve) => stream.write('', () => resolve()));
      // The error of a write is told after its callback.
      await new Promise((resolve) => setImmediate(resolve));
      stream.off('error', note);
      if (failure && failure.code !== 'EPIPE') {
        throw new UsageError(words().noStandardOutput(reasonOf(failure)));
      }
    },
    abandon: () => void stream.off('error', note),
  };
}

/** Files that this process has written aside; several may lie in one folder. */
let opened = 0;

/**
 * A file. The text is written aside and put in place at the end; what is no plain file, such as a device, is written to
 * directly. Opening it first tells at once what cannot be written. `inputs` are files that must not be overwritten.
 */
export function fileOutput(path: string, inputs: readonly string[] = []): Output {
  const place = placeOf(path);
  const isInput = (input: string) => existsSync(input) && realpathSync(input) === place;
  if (place !== null && existsSync(place) && inputs.some(isInput)) {
    throw new UsageError(words().outIsScenario(visible(path)));
  }
  const direct = place === null;
  const target = place === null ? path : join(dirname(place), `.inbox-sim-${process.pid}-${++opened}.part`);
  const descriptor = attempt(path, () => openSync(target, direct ? 'w' : 'wx'));
  const mode = place === null ? undefined : statSync(place, { throwIfNoEntry: false })?.mode;
  if (mode !== undefined) fchmodSync(descriptor, mode & 0o777);
  const pieces: string[] = [];
  let open = true;
  const close = () => {
    if (open) closeSync(descriptor);
    open = false;
  };
  return {
    put: (text) => void pieces.push(text),
    finish: async () => {
      attempt(path, () => {
        writeAll(descriptor, pieces.join(''));
        close();
        if (place !== null) renameSync(target, place);
      });
    },
    abandon: () => {
      close();
      if (!direct) rmSync(target, { force: true });
    },
  };
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}

/** The file that `path` leads to, through links; null for what is no plain file. */
function placeOf(path: string): string | null {
  const status = attempt(path, () => statSync(path, { throwIfNoEntry: false }));
  if (status?.isDirectory()) throw new UsageError(words().outIsFolder(visible(path)));
  if (!status) return path;
  return status.isFile() ? realpathSync(path) : null;
}

function attempt<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new UsageError(words().cannotWrite(visible(path), reasonOf(error as NodeJS.ErrnoException)));
  }
}

/** The system's reason in words, without the paths that its own message carries. */
export function reasonOf(error: NodeJS.ErrnoException): string {
  const reasons: Readonly<Record<string, string>> = words().reasons;
  return reasons[error.code ?? ''] ?? error.code ?? error.message;
}
