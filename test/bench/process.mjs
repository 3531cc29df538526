import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const usage = fileURLToPath(new URL('./usage.mjs', import.meta.url));

/**
 * Runs `node` with `args` to its end and answers its wall time in milliseconds, its peak resident memory in MiB, and what
 * it printed.
 * The memory is told by a module that every measured process loads first, so that it costs all of them the same.
 */
export function measure(args, { allowExit = [0] } = {}) {
  const begun = performance.now();
  const child = spawn(process.execPath, ['--import', usage, ...args], { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  let told = '';
  let errors = '';
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  child.stdio[3].setEncoding('utf8').on('data', (text) => {
    told += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (!allowExit.includes(code)) reject(new Error(`node ${args.join(' ')} exited with ${code}: ${errors}`));
      else resolve({ milliseconds: performance.now() - begun, mebibytes: Number(told) / 1024, printed });
    });
  });
}

/** Runs two commands in turn, after one of each that does not count. Answers the figures of both and their ratios. */
export async function paired(first, second, pairs) {
  await measure(first.args, first);
  await measure(second.args, second);
  const figures = [];
  for (let pair = 0; pair < pairs; pair++) {
    figures.push([await measure(first.args, first), await measure(second.args, second)]);
  }
  return {
    time: median(figures.map(([a, b]) => a.milliseconds / b.milliseconds)),
    memory: median(figures.map(([a, b]) => a.mebibytes / b.mebibytes)),
    first: median(figures.map(([a]) => a.milliseconds)),
    second: median(figures.map(([, b]) => b.milliseconds)),
  };
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
