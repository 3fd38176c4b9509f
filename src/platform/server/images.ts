import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { UploadedFile } from '../shared/contract.ts';
import { createFairQueue } from './fair-queue.ts';
import { type ImageAnswer, ImageError, type ImageOptions, type ImageTask, type PreparedImage } from './image-types.ts';

export { ImageError, type ImageOptions, type ImageProblem, type PreparedImage, type Rectangle } from './image-types.ts';

const inTurn = createFairQueue({ slots: 2, slotsPerPerson: 1, maxWaiting: 40, maxWaitingPerPerson: 20 });
const idleMs = 30_000;

/**
 * A picture of a person as one of ours: JPEG in sRGB, upright, without anything that says where, when or with what it
 * was taken. What it is is decided by its content, whatever its name says.
 */
export function prepareImage(source: Buffer | UploadedFile, options: ImageOptions): Promise<PreparedImage> {
  // What is uploaded is read only now: those that wait for their turn wait on disk.
  return inTurn(() => ask(Buffer.isBuffer(source) ? [source] : source.readPart(0, source.bytes), options));
}

interface Worker {
  child: ChildProcess;
  answers: Map<number, PromiseWithResolvers<PreparedImage>>;
}

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;

/** The file goes over in pieces: the server never holds a whole one. */
async function ask(pieces: Iterable<Buffer> | AsyncIterable<Buffer>, options: ImageOptions): Promise<PreparedImage> {
  clearTimeout(idle);
  worker ??= startWorker();
  const { child, answers } = worker;
  const id = ++lastId;
  const answer = Promise.withResolvers<PreparedImage>();
  answers.set(id, answer);
  // It may be refused while the file is still on its way, which then fails as well.
  answer.promise.catch(() => undefined);
  // Whoever waits for a picture keeps the process alive; the idle worker does not.
  child.ref();
  child.channel?.ref();
  const send = promisify((task: ImageTask, done: (error: Error | null) => void) => child.send(task, done));
  try {
    for await (const piece of pieces) await send({ id, piece });
    await send({ id, options });
    return await answer.promise;
  } finally {
    answers.delete(id);
    if (answers.size === 0) rest(child);
  }
}

/** It ends after a while without work, and its memory with it. */
function rest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  clearTimeout(idle);
  idle = setTimeout(() => {
    // At once: whoever comes now starts another.
    if (worker?.child === child) worker = undefined;
    child.disconnect();
  }, idleMs).unref();
}

function startWorker(): Worker {
  const child = fork(join(import.meta.dirname, 'image-process.ts'), {
    serialization: 'advanced',
    execArgv: [],
    // Memory that is given back at once, where the C library would keep it for later.
    env: { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' },
  });
  const started: Worker = { child, answers: new Map() };
  const end = (error: Error): void => {
    if (worker === started) worker = undefined;
    for (const { reject } of started.answers.values()) reject(error);
  };
  child.on('message', (message) => settle(started, message as ImageAnswer));
  child.on('error', end);
  child.on('disconnect', () => end(new Error('the process that unpacks pictures has ended')));
  return started;
}

function settle({ answers }: Worker, answer: ImageAnswer): void {
  const asked = answers.get(answer.id);
  if ('image' in answer) {
    const { jpeg, ...size } = answer.image;
    asked?.resolve({ jpeg: Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength), ...size });
  } else if (answer.problem === undefined) asked?.reject(new Error(answer.cause));
  else asked?.reject(new ImageError(answer.problem, answer.cause));
}
