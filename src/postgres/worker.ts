import { parentPort, workerData } from 'node:worker_threads';
import { present } from '../base/assert.js';
import { readArchive, readWaitOffset } from './archive.js';
import { Backend } from './backend.js';
import { Instance } from './instance.js';
import { failureOf, type WorkerReply, type WorkerRequest, type WorkerStart } from './worker-messages.js';

/**
 * PGlite's thread. A statement occupies its thread from beginning to end, so that the main thread has to be another
 * one: it can then answer Ctrl-C and end the worker.
 */
const port = present(parentPort, 'parent port');
const { useArchive, bounds } = workerData as WorkerStart;

const started = start();
port.on('message', (request: WorkerRequest) => void answer(request));

async function answer({ id, method, args }: WorkerRequest): Promise<void> {
  let reply: WorkerReply;
  try {
    const { instance } = await started;
    // The methods and their arguments were checked against Instance where the request was made.
    const call = instance[method] as (...values: readonly unknown[]) => unknown;
    reply = { id, kind: 'done', value: call.apply(instance, [...args]) };
  } catch (error) {
    reply = { id, kind: 'failed', failure: failureOf(error) };
  }
  port.postMessage(reply);
}

/** Keeps no hold of the archive's bytes: they are needed only while the server starts. */
async function start(): Promise<{ instance: Instance; fromArchive: boolean }> {
  const archive = useArchive ? readArchive() : null;
  const waitOffset = readWaitOffset();
  if (archive) {
    try {
      return { instance: new Instance(await Backend.start(archive, waitOffset), true, bounds), fromArchive: true };
    } catch {
      // An archive that is damaged is as good as none: initdb makes everything anew.
    }
  }
  return { instance: new Instance(await Backend.start(null, waitOffset), false, bounds), fromArchive: false };
}

void started.then(
  ({ fromArchive }) => port.postMessage({ id: 0, kind: 'done', value: { fromArchive } } satisfies WorkerReply),
  (error: unknown) => port.postMessage({ id: 0, kind: 'failed', failure: failureOf(error) } satisfies WorkerReply),
);
