import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fail } from '../shared/errors.ts';

/** type: no PDF. locked: encrypted. active: with a script, an action of its own, or a file in it. */
const problems = ['type', 'damaged', 'locked', 'active', 'pages'] as const;
export type PdfProblem = (typeof problems)[number];

const limitMs = 20_000;
const maxRunning = 4;
let running = 0;

/**
 * Whether a PDF is only pages to look at: whole, not too many, and nothing in it that does something by itself. What
 * keeps its reader busy for too long, or breaks it, is damaged.
 */
export async function findPdfProblem(file: Buffer, { maxPages }: { maxPages: number }): Promise<PdfProblem | null> {
  if (running >= maxRunning) throw fail('server.overloaded', { retryAfterS: 5 });
  running++;
  try {
    return await ask(file, maxPages);
  } finally {
    running--;
  }
}

async function ask(file: Buffer, maxPages: number): Promise<PdfProblem | null> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'pdf-check-process.ts'), String(maxPages)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    timeout: limitMs,
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
  return problems.find((problem) => problem === answer) ?? 'damaged';
}
