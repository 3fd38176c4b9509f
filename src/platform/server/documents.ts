import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { directionOf, intlTag } from '../shared/locale.ts';
import { fontsFor } from './document-fonts.ts';
import { createFairQueue } from './fair-queue.ts';
import type { DocumentAnswer, DocumentOptions, DocumentTask } from './document-types.ts';

export type { DocumentOptions } from './document-types.ts';

const inTurn = createFairQueue({ slots: 1, slotsPerPerson: 1, maxWaiting: 100, maxWaitingPerPerson: 20 });
const startLimitMs = 30_000;
const usualLimitMs = 10_000;
const idleMs = 30_000;
/** 512 MB in pages of WebAssembly: what a template that has run wild may take before it fails. */
const maxMemoryPages = 8192;

/**
 * A PDF in the language of its reader, tagged for those who listen to it. A mistake in the template is an error that
 * says the file and the line, for the log; whoever asked is told nothing of it.
 */
export async function makePdf(options: DocumentOptions): Promise<Buffer> {
  const { pdf } = await make(options, null);
  return pdf;
}

/** The same, and its first page as a picture for who cannot open a PDF. */
export async function makePdfAndPng(
  options: DocumentOptions & { widthPx: number },
): Promise<{ pdf: Buffer; png: Buffer }> {
  const { pdf, png } = await make(options, options.widthPx);
  if (png === null) throw new Error('the picture of the document is missing');
  return { pdf, png };
}

interface Made {
  pdf: Buffer;
  png: Buffer | null;
}

async function make(options: DocumentOptions, pictureWidthPx: number | null): Promise<Made> {
  const task = taskOf(options, pictureWidthPx);
  return inTurn(async () => {
    const limitMs = options.timeLimitMs ?? usualLimitMs;
    try {
      return await ask(task, limitMs);
    } catch (error) {
      // Perhaps somebody ended the process, and it is no fault of the document; but not twice.
      if (error instanceof ProcessEnded) return ask(task, limitMs);
      throw error;
    }
  });
}

function taskOf(
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
      dir: directionOf(locale),
      paper: locale === 'en-US' ? 'us-letter' : 'a4',
      fonts: fontsFor(locale, json),
    },
  };
}

class ProcessEnded extends Error {}

interface Worker {
  child: ChildProcess;
  /** Settled by the next thing the process says, or by its end. */
  next: PromiseWithResolvers<DocumentAnswer>;
}

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

async function ask(task: DocumentTask, limitMs: number): Promise<Made> {
  clearTimeout(idle);
  const asked = worker ?? (await startWorker());
  const { child } = asked;
  // Whoever waits for a document keeps the process alive; the idle worker does not.
  child.ref();
  child.channel?.ref();
  asked.next = Promise.withResolvers();
  child.send(task, (error) => error && asked.next.reject(new ProcessEnded(error.message)));
  try {
    const answer = await within(limitMs, asked, task.frame.template);
    if (answer === 'ready') throw new Error('the process that makes documents has started twice');
    if (answer.isSpent) letGo(asked);
    if ('problem' in answer) throw new Error(`${task.frame.template} makes no document: ${answer.problem}`);
    return { pdf: asBuffer(answer.pdf), png: answer.png && asBuffer(answer.png) };
  } finally {
    rest(asked);
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
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
    started.next.reject(new ProcessEnded(error.message));
  };
  child.on('message', (message) => started.next.resolve(message as DocumentAnswer));
  child.on('error', end);
  child.on('disconnect', () => end(new Error('the process that makes documents has ended')));
  await within(startLimitMs, started, 'the process that makes documents');
  worker = started;
  return started;
}

/** The next answer. A process that is late is ended: nothing else stops a template that runs in a circle. */
async function within(limitMs: number, asked: Worker, what: string): Promise<DocumentAnswer> {
  const timer = setTimeout(() => {
    asked.next.reject(new Error(`${what} has taken more than ${limitMs} ms`));
    letGo(asked);
    asked.child.kill('SIGKILL');
  }, limitMs);
  try {
    return await asked.next.promise;
  } finally {
    clearTimeout(timer);
  }
}

/** It ends after a while without work, and its memory with it. */
function rest(asked: Worker): void {
  asked.child.unref();
  asked.child.channel?.unref();
  if (worker === asked) idle = setTimeout(() => letGo(asked), idleMs).unref();
}

/** At once: whoever comes now starts another. */
function letGo(asked: Worker): void {
  if (worker === asked) worker = undefined;
  if (asked.child.connected) asked.child.disconnect();
}
