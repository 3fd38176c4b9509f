/**
 * Pictures are unpacked in a separate process, because a hostile file must not take the server's memory or crash it. The
 * work is done in threads of libvips, so this thread can end the process as soon as a picture takes too much.
 */
import { makeImage } from './image-work.ts';
import { ImageError, type ImageAnswer, type ImageTask } from './image-types.ts';

const maxMemoryBytes = 256 * 1024 * 1024;
const maxCpuMs = 5_000;
const watchMs = 10;

let pieces: Uint8Array[] = [];

process.on('message', async (task: ImageTask) => {
  if ('piece' in task) {
    pieces.push(task.piece);
    return;
  }
  const file = Buffer.concat(pieces);
  pieces = [];
  const watch = watchUse();
  const said = await answer(() => makeImage(file, task.options));
  clearInterval(watch);
  process.send?.({ ...said, rssBytes: process.memoryUsage.rss() } as ImageAnswer);
});
// It ends with its server, and not before: what is being uploaded while that one stops is still finished.
process.on('disconnect', () => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

function watchUse(): NodeJS.Timeout {
  const before = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (process.memoryUsage.rss() > maxMemoryBytes || (user + system) / 1_000 > maxCpuMs)
      process.kill(process.pid, 'SIGKILL');
  }, watchMs);
}

async function answer(work: () => ReturnType<typeof makeImage>): Promise<object> {
  try {
    return { image: await work() };
  } catch (error) {
    if (error instanceof ImageError) return { problem: error.problem, cause: String(error.cause ?? '') };
    return { cause: String(error) };
  }
}
