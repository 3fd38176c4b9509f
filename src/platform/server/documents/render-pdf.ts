import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getTextDirection, intlTag } from '#platform/shared/locale.ts';
import { listFontFamilies } from './fonts.ts';
import { createFairQueue } from '#platform/server/jobs/fair-queue.ts';
import type { DocumentResult, DocumentOptions, DocumentTask } from './document-types.ts';

export type { DocumentOptions } from './document-types.ts';

const runQueued = createFairQueue({ slots: 1, slotsPerPerson: 1, maxWaiting: 100, maxWaitingPerPerson: 20 });
const startLimitMs = 30_000;
const defaultLimitMs = 10_000;
const idleMs = 30_000;
/** 512 MB in WebAssembly pages. The limit stops a runaway template. */
const maxMemoryPages = 8192;

/**
 * Renders a PDF in the given language, tagged for screen readers. Template errors name the file and the line, for the
 * log only.
 */
export async function renderPdf(options: DocumentOptions): Promise<Buffer> {
  const { pdf } = await renderDocument(options, null);
  return pdf;
}

/** Renders a PDF and its first page as a PNG, for clients that cannot open a PDF. */
export async function renderPdfAndPng(
  options: DocumentOptions & { widthPx: number },
): Promise<{ pdf: Buffer; png: Buffer }> {
  const { pdf, png } = await renderDocument(options, options.widthPx);
  if (png === null) throw new Error('the document process returned no PNG');
  return { pdf, png };
}

interface RenderedDocument {
  pdf: Buffer;
  png: Buffer | null;
}

async function renderDocument(options: DocumentOptions, pictureWidthPx: number | null): Promise<RenderedDocument> {
  const task = createTask(options, pictureWidthPx);
  return runQueued(async () => {
    const limitMs = options.timeLimitMs ?? defaultLimitMs;
    try {
      return await runOnWorker(task, limitMs);
    } catch (error) {
      // The process may have been killed from outside, so the document is retried once.
      if (error instanceof WorkerExitedError) return runOnWorker(task, limitMs);
      throw error;
    }
  });
}

function createTask(
  { template, data, locale, title, at, files, backdrop, isArchive }: DocumentOptions,
  pictureWidthPx: number | null,
): DocumentTask {
  const [lang = '', region = ''] = intlTag(locale).split('-');
  const json = JSON.stringify(data);
  return {
    data: json,
    files: files ?? {},
    backdrop: backdrop ?? null,
    isArchive: isArchive ?? false,
    pictureWidthPx,
    frame: {
      template: fileURLToPath(template),
      title,
      at: {
        year: at.getUTCFullYear(),
        month: at.getUTCMonth() + 1,
        day: at.getUTCDate(),
        hour: at.getUTCHours(),
        minute: at.getUTCMinutes(),
        second: at.getUTCSeconds(),
      },
      lang,
      region,
      dir: getTextDirection(locale),
      paper: locale === 'en-US' ? 'us-letter' : 'a4',
      fonts: listFontFamilies(locale, json),
    },
  };
}

class WorkerExitedError extends Error {}

interface Worker {
  child: ChildProcess;
  /** Settled by the next message of the process, or by its end. */
  next: PromiseWithResolvers<DocumentResult>;
}

let worker: Worker | undefined;
let idleTimer: NodeJS.Timeout | undefined;

async function runOnWorker(task: DocumentTask, limitMs: number): Promise<RenderedDocument> {
  clearTimeout(idleTimer);
  const current = worker ?? (await startWorker());
  const { child } = current;
  // A pending document keeps our process alive; an idle worker does not.
  child.ref();
  child.channel?.ref();
  current.next = Promise.withResolvers();
  child.send(task, (error) => error && current.next.reject(new WorkerExitedError(error.message)));
  try {
    const result = await waitForResult(limitMs, current, task.frame.template);
    if (result === 'ready') throw new Error('the document process sent ready twice');
    if (result.isSpent) releaseWorker(current);
    if ('problem' in result) throw new Error(`${task.frame.template} failed to render: ${result.problem}`);
    return { pdf: toBuffer(result.pdf), png: result.png && toBuffer(result.png) };
  } finally {
    scheduleIdleShutdown(current);
  }
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

async function startWorker(): Promise<Worker> {
  const child = fork(join(import.meta.dirname, 'document-process.ts'), {
    serialization: 'advanced',
    // The optimizing WebAssembly compiler starts late: it slows down a few documents, but halves the time of hundreds.
    execArgv: ['--wasm-tiering-budget=50000000', `--wasm-max-mem-pages=${maxMemoryPages}`],
    env: { NODE_COMPILE_CACHE: getCompileCacheDir() },
  });
  const started: Worker = { child, next: Promise.withResolvers() };
  const end = (error: Error): void => {
    if (worker === started) worker = undefined;
    started.next.reject(new WorkerExitedError(error.message));
  };
  child.on('message', (message) => started.next.resolve(message as DocumentResult));
  child.on('error', end);
  child.on('disconnect', () => end(new Error('the document process exited')));
  await waitForResult(startLimitMs, started, 'the document process');
  worker = started;
  return started;
}

/** Waits for the next message. Kills the process on timeout, because nothing else stops an endless template. */
async function waitForResult(limitMs: number, pending: Worker, label: string): Promise<DocumentResult> {
  const timer = setTimeout(() => {
    pending.next.reject(new Error(`${label} timed out after ${limitMs} ms`));
    releaseWorker(pending);
    pending.child.kill('SIGKILL');
  }, limitMs);
  try {
    return await pending.next.promise;
  } finally {
    clearTimeout(timer);
  }
}

/** Stops the worker after a while without work to free its memory. */
function scheduleIdleShutdown(idle: Worker): void {
  idle.child.unref();
  idle.child.channel?.unref();
  if (worker === idle) idleTimer = setTimeout(() => releaseWorker(idle), idleMs).unref();
}

/** Clears the current worker before its process has ended, so the next document starts a new one. */
function releaseWorker(released: Worker): void {
  if (worker === released) worker = undefined;
  if (released.child.connected) released.child.disconnect();
}
