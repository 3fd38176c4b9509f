import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createFairQueue } from '#platform/server/jobs/fair-queue.ts';

/** type: no PDF. locked: encrypted. active: with a script, an action of its own, or a file in it. */
const pdfProblems = ['type', 'damaged', 'locked', 'active', 'pages'] as const;
export type PdfProblem = (typeof pdfProblems)[number];

const timeLimitMs = 20_000;
const runQueued = createFairQueue({ slots: 4, slotsPerPerson: 1, maxWaiting: 20, maxWaitingPerPerson: 3 });

/**
 * Whether a PDF is only pages to look at: whole, not too many, and nothing in it that does something by itself. What
 * takes its reader too much time or memory, or breaks it, is damaged. One at a time for each person.
 */
export async function findPdfProblem(file: Buffer, { maxPages }: { maxPages: number }): Promise<PdfProblem | null> {
  return runQueued(() => runCheckProcess(file, maxPages));
}

async function runCheckProcess(file: Buffer, maxPages: number): Promise<PdfProblem | null> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'pdf-check-process.ts'), String(maxPages)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    timeout: timeLimitMs,
    killSignal: 'SIGKILL',
  });
  const said = Promise.withResolvers<string>();
  child.on('error', said.reject);
  // A process that has ended reads no more; what it has said counts.
  child.stdin.on('error', () => undefined);
  child.stdin.end(file);
  text(child.stdout).then(said.resolve, said.reject);
  const answer = await said.promise;
  if (answer === 'none') return null;
  return pdfProblems.find((problem) => problem === answer) ?? 'damaged';
}
