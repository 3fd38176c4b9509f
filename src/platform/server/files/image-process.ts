/**
 * Pictures are unpacked in a separate process, because a hostile file must not take the server's memory or crash it. The
 * work is done in threads of libvips, so this thread can end the process as soon as a picture takes too much.
 */
import { convertImage } from './convert-image.ts';
import { ImageError, type ImageResult, type ImageTask } from './image-types.ts';

const maxMemoryBytes = 256 * 1024 * 1024;
const maxCpuMs = 5_000;
const watchIntervalMs = 10;

let receivedChunks: Uint8Array[] = [];

process.on('message', async (task: ImageTask) => {
  if ('piece' in task) {
    receivedChunks.push(task.piece);
    return;
  }
  const file = Buffer.concat(receivedChunks);
  receivedChunks = [];
  const watch = watchResourceUse();
  const said = await runTask(() => convertImage(file, task.options));
  clearInterval(watch);
  process.send?.({ ...said, rssBytes: process.memoryUsage.rss() } as ImageResult);
});
// It ends with its server, and not before: what is being uploaded while that one stops is still finished.
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
