import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { UploadedFile } from '#platform/shared/contract.ts';
import { createFairQueue } from '#platform/server/jobs/fair-queue.ts';
import { type ImageResult, ImageError, type ImageOptions, type ImageTask, type PreparedImage } from './image-types.ts';

export { ImageError, type ImageOptions, type ImageProblem, type PreparedImage, type Rectangle } from './image-types.ts';

const runQueued = createFairQueue({ slots: 2, slotsPerPerson: 1, maxWaiting: 40, maxWaitingPerPerson: 20 });
const idleMs = 30_000;
/** Wall-clock limit for one image. Memory and CPU are limited in image-process.ts. */
const timeLimitMs = 20_000;
const maxIdleBytes = 128 * 1024 * 1024;

/**
 * Converts an uploaded image to an upright sRGB JPEG without metadata such as location, time and camera. The time it was
 * taken is returned separately. The type is detected from the content, not from the name.
 */
export function prepareImage(source: Buffer | UploadedFile, options: ImageOptions): Promise<PreparedImage> {
  return runQueued(() => convert(source, options));
}

/**
 * Makes the thumbnail from the prepared image, so the large one is decoded only once, and in the same turn, so no
 * prepared image waits in memory.
 */
export function prepareImageAndThumb(
  source: Buffer | UploadedFile,
  options: ImageOptions,
  thumbSidePx: number,
): Promise<{ full: PreparedImage; thumb: PreparedImage }> {
  return runQueued(async () => {
    const full = await convert(source, options);
    return { full, thumb: await convert(full.jpeg, { ...options, maxSidePx: thumbSidePx }) };
  });
}

/** Uploads are read when their turn comes, so queued files stay on disk. */
function convert(source: Buffer | UploadedFile, options: ImageOptions): Promise<PreparedImage> {
  return runOnWorker(Buffer.isBuffer(source) ? [source] : source.readPart(0, source.bytes), options);
}

/** A process handles one image at a time, so killing it affects no other image. */
interface Worker {
  child: ChildProcess;
  answer: PromiseWithResolvers<PreparedImage> | null;
  idle?: NodeJS.Timeout;
}

const idleWorkers: Worker[] = [];

/** Sends the file in chunks, so the server never holds a whole one in memory. */
async function runOnWorker(
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
  options: ImageOptions,
): Promise<PreparedImage> {
  const worker = idleWorkers.pop() ?? startWorker();
  clearTimeout(worker.idle);
  const { child } = worker;
  const answer = Promise.withResolvers<PreparedImage>();
  worker.answer = answer;
  // The image may be rejected while the file is still being sent, and then sending fails too.
  answer.promise.catch(() => undefined);
  // A pending image keeps our process alive; an idle worker does not.
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
    // A partial file must not become the start of the next one.
    if (!isSent && child.connected) child.disconnect();
    clearTimeout(limit);
    worker.answer = null;
    returnWorker(worker);
  }
}

/** Makes the worker available again. It is stopped after a while without work to free its memory. */
function returnWorker(worker: Worker): void {
  const { child } = worker;
  child.unref();
  child.channel?.unref();
  if (!child.connected) return;
  idleWorkers.push(worker);
  worker.idle = setTimeout(() => retireWorker(worker), idleMs).unref();
}

/** Removes the worker before its process has ended, so the next image starts a new one. */
function retireWorker(worker: Worker): void {
  const index = idleWorkers.indexOf(worker);
  if (index >= 0) idleWorkers.splice(index, 1);
  if (worker.child.connected) worker.child.disconnect();
}

function startWorker(): Worker {
  const child = fork(join(import.meta.dirname, 'image-process.ts'), {
    serialization: 'advanced',
    execArgv: [],
    env: {
      NODE_COMPILE_CACHE: getCompileCacheDir(),
      // glibc returns freed memory to the system immediately instead of caching it.
      MALLOC_ARENA_MAX: '1',
      MALLOC_TRIM_THRESHOLD_: '131072',
      MALLOC_MMAP_THRESHOLD_: '131072',
    },
  });
  const started: Worker = { child, answer: null };
  child.on('message', (message) => settleResult(started, message as ImageResult));
  child.on('error', (error) => {
    retireWorker(started);
    started.answer?.reject(error);
  });
  child.on('exit', (_code, signal) => {
    retireWorker(started);
    // SIGKILL means that the image exceeded a limit. Any other exit means that it is damaged.
    started.answer?.reject(
      new ImageError(signal === 'SIGKILL' ? 'pixels' : 'damaged', `image process exited: ${signal}`),
    );
  });
  return started;
}

function settleResult(worker: Worker, result: ImageResult): void {
  const { answer, child } = worker;
  // Memory that was not freed would count against the next image.
  if (result.rssBytes > maxIdleBytes && child.connected) child.disconnect();
  if ('image' in result) {
    const { jpeg, ...size } = result.image;
    answer?.resolve({ jpeg: Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength), ...size });
  } else if (result.problem === undefined) answer?.reject(new Error(result.cause));
  else answer?.reject(new ImageError(result.problem, result.cause));
}
