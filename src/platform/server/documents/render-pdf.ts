import { type ChildProcess, fork } from 'node:child_process';
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
/** 512 MB in pages of WebAssembly: what a template that has run wild may take before it fails. */
const maxMemoryPages = 8192;

/**
 * A PDF in the language of its reader, tagged for those who listen to it. A mistake in the template is an error that
 * says the file and the line, for the log; whoever asked is told nothing of it.
 */
export async function renderPdf(options: DocumentOptions): Promise<Buffer> {
  const { pdf } = await renderDocument(options, null);
  return pdf;
}

/** The same, and its first page as a picture for who cannot open a PDF. */
export async function renderPdfAndPng(
  options: DocumentOptions & { widthPx: number },
): Promise<{ pdf: Buffer; png: Buffer }> {
  const { pdf, png } = await renderDocument(options, options.widthPx);
  if (png === null) throw new Error('the picture of the document is missing');
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
      // Perhaps somebody ended the process, and it is no fault of the document; but not twice.
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
  /** Settled by the next thing the process says, or by its end. */
  next: PromiseWithResolvers<DocumentResult>;
}

let worker: Worker | undefined;
let idleTimer: NodeJS.Timeout | undefined;

async function runOnWorker(task: DocumentTask, limitMs: number): Promise<RenderedDocument> {
  clearTimeout(idleTimer);
  const asked = worker ?? (await startWorker());
  const { child } = asked;
  // Whoever waits for a document keeps the process alive; the idle worker does not.
  child.ref();
  child.channel?.ref();
  asked.next = Promise.withResolvers();
  child.send(task, (error) => error && asked.next.reject(new WorkerExitedError(error.message)));
  try {
    const answer = await waitForResult(limitMs, asked, task.frame.template);
    if (answer === 'ready') throw new Error('the process that makes documents has started twice');
    if (answer.isSpent) releaseWorker(asked);
    if ('problem' in answer) throw new Error(`${task.frame.template} makes no document: ${answer.problem}`);
    return { pdf: toBuffer(answer.pdf), png: answer.png && toBuffer(answer.png) };
  } finally {
    scheduleIdleShutdown(asked);
  }
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

async function startWorker(): Promise<Worker> {
  const child = fork(join(import.meta.dirname, 'document-process.ts'), {
    serialization: 'advanced',
    // The thorough compiler of WebAssembly late: for a few documents it costs more than it wins, for hundreds it halves them.
    execArgv: ['--wasm-tiering-budget=50000000', `--wasm-max-mem-pages=${maxMemoryPages}`],
    env: {},
  });
  const started: Worker = { child, next: Promise.withResolvers() };
  const end = (error: Error): void => {
    if (worker === started) worker = undefined;
    started.next.reject(new WorkerExitedError(error.message));
  };
  child.on('message', (message) => started.next.resolve(message as DocumentResult));
  child.on('error', end);
  child.on('disconnect', () => end(new Error('the process that makes documents has ended')));
  await waitForResult(startLimitMs, started, 'the process that makes documents');
  worker = started;
  return started;
}

/** The next answer. A process that is late is ended: nothing else stops a template that runs in a circle. */
async function waitForResult(limitMs: number, asked: Worker, what: string): Promise<DocumentResult> {
  const timer = setTimeout(() => {
    asked.next.reject(new Error(`${what} has taken more than ${limitMs} ms`));
    releaseWorker(asked);
    asked.child.kill('SIGKILL');
  }, limitMs);
  try {
    return await asked.next.promise;
  } finally {
    clearTimeout(timer);
  }
}

/** It ends after a while without work, and its memory with it. */
function scheduleIdleShutdown(asked: Worker): void {
  asked.child.unref();
  asked.child.channel?.unref();
  if (worker === asked) idleTimer = setTimeout(() => releaseWorker(asked), idleMs).unref();
}

/** At once: whoever comes now starts another. */
function releaseWorker(asked: Worker): void {
  if (worker === asked) worker = undefined;
  if (asked.child.connected) asked.child.disconnect();
}
