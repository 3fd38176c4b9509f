import { spawn } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { UploadedFile } from '#platform/shared/contract.ts';
import { createFairQueue } from '#platform/server/jobs/fair-queue.ts';

/** type: no PDF. locked: encrypted. active: contains scripts, automatic actions, files or links to any. */
const pdfProblems = ['type', 'damaged', 'locked', 'active', 'pages'] as const;
export type PdfProblem = (typeof pdfProblems)[number];

const timeLimitMs = 20_000;
const runQueued = createFairQueue({ slots: 4, slotsPerPerson: 1, maxWaiting: 20, maxWaitingPerPerson: 3 });

/**
 * Checks that a PDF is complete, within the page limit and without active content. A file that crashes the parser or
 * exceeds its time or memory is damaged. Each person has one check at a time.
 */
export async function findPdfProblem(
  file: Buffer | UploadedFile,
  { maxPages }: { maxPages: number },
): Promise<PdfProblem | null> {
  // Uploads are read when their turn comes, so queued files stay on disk.
  return runQueued(() => runCheckProcess(Buffer.isBuffer(file) ? [file] : file.readPart(0, file.bytes), maxPages));
}

async function runCheckProcess(
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
  maxPages: number,
): Promise<PdfProblem | null> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'pdf-check-process.ts'), String(maxPages)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // Compiling the parser takes longer than most checks.
    env: { NODE_COMPILE_CACHE: getCompileCacheDir() },
    timeout: timeLimitMs,
    killSignal: 'SIGKILL',
  });
  const output = Promise.withResolvers<string>();
  child.on('error', output.reject);
  // Writing fails if the process has ended. Its output is used anyway.
  const isSent = pipeline(pieces, child.stdin).catch(() => undefined);
  text(child.stdout).then(output.resolve, output.reject);
  const answer = await output.promise;
  // The caller may close the file afterwards.
  await isSent;
  if (answer === 'none') return null;
  return pdfProblems.find((problem) => problem === answer) ?? 'damaged';
}
