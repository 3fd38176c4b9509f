/**
 * Inspects one untrusted PDF per process. The work runs in a worker thread, so this thread can kill the process as
 * soon as it exceeds the memory or CPU limit.
 */
import { buffer } from 'node:stream/consumers';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { becomeFirstOomVictim } from '#platform/server/jobs/first-oom-victim.ts';
import { inspectPdf } from './pdf-inspection.ts';

const maxMemoryBytes = 256 * 1024 * 1024;
const maxCpuMs = 5_000;
const watchIntervalMs = 10;

interface PdfCheckTask {
  file: Uint8Array;
  maxPages: number;
}

function watchResourceUse(): void {
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (process.memoryUsage.rss() > maxMemoryBytes || (user + system) / 1_000 > maxCpuMs)
      process.kill(process.pid, 'SIGKILL');
  }, watchIntervalMs).unref();
}

if (isMainThread) {
  becomeFirstOomVictim();
  watchResourceUse();
  const task: PdfCheckTask = { file: await buffer(process.stdin), maxPages: Number(process.argv[2]) };
  const worker = new Worker(new URL(import.meta.url), {
    workerData: task,
    // The limits exclude the memory of WebAssembly and the file.
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
  });
  worker.on('message', (answer: string) => process.stdout.write(answer));
  // The caller treats a crash as a damaged file.
  worker.on('error', () => process.exit(1));
} else {
  const { file, maxPages } = workerData as PdfCheckTask;
  const answer = (await inspectPdf(Buffer.from(file), maxPages)) ?? 'none';
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads, not a window
  parentPort?.postMessage(answer);
}
