/**
 * Decodes images in a separate process, because a malicious file must not exhaust the server's memory or crash it. The
 * work runs in threads of libvips, so this thread can kill the process as soon as an image exceeds a limit.
 */
import { becomeFirstOomVictim } from '#platform/server/jobs/first-oom-victim.ts';
import { convertImage } from './convert-image.ts';
import { ImageError, type ImageResult, type ImageTask } from './image-types.ts';

const maxMemoryBytes = 256 * 1024 * 1024;
const maxCpuMs = 5_000;
const watchIntervalMs = 10;

let receivedChunks: Uint8Array[] = [];

becomeFirstOomVictim();

process.on('message', async (task: ImageTask) => {
  if ('piece' in task) {
    receivedChunks.push(task.piece);
    return;
  }
  const file = Buffer.concat(receivedChunks);
  receivedChunks = [];
  const watch = watchResourceUse();
  const result = await runTask(() => convertImage(file, task.options));
  clearInterval(watch);
  process.send?.({ ...result, rssBytes: process.memoryUsage.rss() } as ImageResult);
});
// The process ends with its server and not on signals, so uploads in progress are finished during a shutdown.
process.on('disconnect', () => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

function watchResourceUse(): NodeJS.Timeout {
  const before = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (process.memoryUsage.rss() > maxMemoryBytes || (user + system) / 1_000 > maxCpuMs)
      process.kill(process.pid, 'SIGKILL');
  }, watchIntervalMs);
}

async function runTask(work: () => ReturnType<typeof convertImage>): Promise<object> {
  try {
    return { image: await work() };
  } catch (error) {
    if (error instanceof ImageError) return { problem: error.problem, cause: String(error.cause ?? '') };
    return { cause: String(error) };
  }
}
