// Loaded first into every measured process: tells its peak resident memory, in KiB, on file descriptor 3.
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)));
