import { type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const bin = fileURLToPath(new URL('../../bin/inbox-sim.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** An environment in which output depends on nothing of this machine. */
const plain = { PATH: process.env.PATH, HOME: process.env.HOME };

/** Runs the built command line as a process, without a terminal. */
export function cli(args: readonly string[], options: SpawnOptions = {}): Promise<Ended> {
  return ended(spawn(process.execPath, [bin, ...args], { env: plain, stdio: ['ignore', 'pipe', 'pipe'], ...options }));
}

/** Runs a command in a shell, for pipes and redirections; `$INBOX_SIM` is the command line. */
export function shell(command: string): Promise<Ended> {
  const env = { ...plain, INBOX_SIM: `${process.execPath} ${bin}` };
  return ended(spawn('bash', ['-c', command], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** Runs a module of JavaScript as a process of its own. */
export function script(text: string, options: SpawnOptions = {}): Promise<Ended> {
  const args = ['--input-type=module', '--eval', text];
  return ended(spawn(process.execPath, args, { env: plain, stdio: ['ignore', 'pipe', 'pipe'], ...options }));
}

export function ended(child: ReturnType<typeof spawn>): Promise<Ended> {
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, out, err }));
  });
}

/** Gives `use` an empty folder and removes it afterwards. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'inbox-sim-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
