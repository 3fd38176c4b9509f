import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { UploadedFile } from '#platform/shared/contract.ts';
import { createFairQueue } from '#platform/server/jobs/fair-queue.ts';
import { type ImageResult, ImageError, type ImageOptions, type ImageTask, type PreparedImage } from './image-types.ts';

export { ImageError, type ImageOptions, type ImageProblem, type PreparedImage, type Rectangle } from './image-types.ts';

const runQueued = createFairQueue({ slots: 2, slotsPerPerson: 1, maxWaiting: 40, maxWaitingPerPerson: 20 });
const idleMs = 30_000;
/** Of wall clock, for one picture; memory and CPU are limited where the picture is unpacked (image-process.ts). */
const timeLimitMs = 20_000;
const maxIdleBytes = 128 * 1024 * 1024;

/**
 * A picture of a person as one of ours: JPEG in sRGB, upright, without anything that says where, when or with what it
 * was taken. What it is is decided by its content, whatever its name says.
 */
export function prepareImage(source: Buffer | UploadedFile, options: ImageOptions): Promise<PreparedImage> {
  // What is uploaded is read only now: those that wait for their turn wait on disk.
  return runQueued(() => runOnWorker(Buffer.isBuffer(source) ? [source] : source.readPart(0, source.bytes), options));
}

/** A process works on one picture at a time, so that ending it ends nobody else's. */
interface Worker {
  child: ChildProcess;
  answer: PromiseWithResolvers<PreparedImage> | null;
  idle?: NodeJS.Timeout;
}

const idleWorkers: Worker[] = [];

/** The file goes over in pieces: the server never holds a whole one. */
async function runOnWorker(
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
  options: ImageOptions,
): Promise<PreparedImage> {
  const worker = idleWorkers.pop() ?? startWorker();
  clearTimeout(worker.idle);
  const { child } = worker;
  const answer = Promise.withResolvers<PreparedImage>();
  worker.answer = answer;
  // It may be refused while the file is still on its way, which then fails as well.
  answer.promise.catch(() => undefined);
  // Whoever waits for a picture keeps the process alive; the idle worker does not.
  child.ref();
  child.channel?.ref();
  const send = promisify((task: ImageTask, done: (error: Error | null) => void) => child.send(task, done));
  const limit = setTimeout(() => child.kill('SIGKILL'), timeLimitMs);
  let isSent = false;
  try {
    for await (const piece of pieces) await send({ piece });
    await send({ options });
    isSent = true;
    return await answer.promise;
  } finally {
    // Half a file must not become the beginning of the next one.
    if (!isSent && child.connected) child.disconnect();
    clearTimeout(limit);
    worker.answer = null;
    returnWorker(worker);
  }
}

/** It ends after a while without work, and its memory with it. */
function returnWorker(worker: Worker): void {
  const { child } = worker;
  child.unref();
  child.channel?.unref();
  if (!child.connected) return;
  idleWorkers.push(worker);
  worker.idle = setTimeout(() => retireWorker(worker), idleMs).unref();
}

/** Removes the worker before its process has ended, so the next picture starts a new one. */
function retireWorker(worker: Worker): void {
  const place = idleWorkers.indexOf(worker);
  if (place >= 0) idleWorkers.splice(place, 1);
  if (worker.child.connected) worker.child.disconnect();
}

function startWorker(): Worker {
  const child = fork(join(import.meta.dirname, 'image-process.ts'), {
    serialization: 'advanced',
    execArgv: [],
    // Memory that is given back at once, where the C library would keep it for later.
    env: { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' },
  });
  const started: Worker = { child, answer: null };
  child.on('message', (message) => settleResult(started, message as ImageResult));
  child.on('error', (error) => {
    retireWorker(started);
    started.answer?.reject(error);
  });
  child.on('exit', (_code, signal) => {
    retireWorker(started);
    // Killed for what it used: the picture is too large. Whatever else ended it is a damaged one.
    started.answer?.reject(new ImageError(signal === 'SIGKILL' ? 'pixels' : 'damaged', `the process ended: ${signal}`));
  });
  return started;
}

function settleResult(worker: Worker, said: ImageResult): void {
  const { answer, child } = worker;
  // What it has not given back counts for the next picture.
  if (said.rssBytes > maxIdleBytes && child.connected) child.disconnect();
  if ('image' in said) {
    const { jpeg, ...size } = said.image;
    answer?.resolve({ jpeg: Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength), ...size });
  } else if (said.problem === undefined) answer?.reject(new Error(said.cause));
  else answer?.reject(new ImageError(said.problem, said.cause));
}
